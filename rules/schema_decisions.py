"""What the data of each decision of the game holds; those of fair play stand in `schema_conduct`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NotRequired, TypedDict

from rules.schema_conduct import CONDUCT
from rules.table.game.state import Departure, Mode, Phase, Role, Winner
from rules.table.game.tolerance import Critical


class PlayerCounted(TypedDict):
    """A player came or went; how many are there now."""

    player: str
    players: int


class Started(TypedDict):
    """Players by seat."""

    mode: Mode
    turbo: bool
    players: list[str]


class Dealt(TypedDict):
    """`team`: all mafia seats, for the mafia alone."""

    role: Role
    team: NotRequired[list[int]]


class PhaseStarted(TypedDict):
    """Seconds; `deadline` only where the referee's clock leads."""

    phase: Phase
    day: int
    seconds: float
    deadline: float | None
    speaker: NotRequired[int]
    candidate: NotRequired[int]


class DayBegan(TypedDict):
    """Living seats."""

    day: int
    living: list[int]


class Balance(TypedDict):
    """Living players of both teams."""

    day: int
    town: int
    mafia: int
    fault_tolerance: int
    critical: Critical


class Day(TypedDict):
    """The day it is about."""

    day: int


class Finished(TypedDict):
    """The speech that is over."""

    phase: Phase


class Accepted(TypedDict):
    """`place` in the order of nomination, from 1."""

    nominee: int
    place: int


class Withdrawn(TypedDict):
    """Who is no longer nominated."""

    nominee: int


class Skipped(TypedDict):
    """Why no vote is held."""

    day: int
    reason: Literal["cancelled", "no_nominees", "first_day", "single_nominee_on_first_day"]


class VoteOpened(TypedDict):
    """`round` 1 is the first vote of the day, more are runoffs."""

    day: int
    round: int
    candidates: list[int]


class VoteCast(TypedDict):
    """A choice."""

    candidate: int
    round: int


class Closed(TypedDict):
    """`choices` by seat, 0 for who is out; `defaulted` got theirs by the default rule."""

    day: int
    round: int
    candidates: list[int]
    choices: list[int]
    defaulted: list[int]
    decisive: list[int]
    left: list[int]


class VoteClosed(Closed):
    """`votes` of each candidate."""

    votes: list[int]
    tied: list[int]


class LiftClosed(Closed):
    """Yes votes, and how many would have been needed."""

    yes: int
    needed: int


class LiftOpened(TypedDict):
    """Who would leave together."""

    day: int
    candidates: list[int]


class LiftCast(TypedDict):
    """Remove all, or keep all."""

    yes: bool


class LeftGame(TypedDict):
    """How a player left the game."""

    how: Departure
    day: int


class Ended(TypedDict):
    """`roles` by seat."""

    winner: Winner
    why: Literal["mafia_out", "parity", "stalemate", "opponent_victory", "abort_void"]
    day: int
    roles: list[Role]


class TestamentClosed(TypedDict):
    """`crown` 0: none."""

    suspects: list[int]
    crown: int
    day: int


class BestRead(TypedDict):
    """Who is suspected."""

    suspects: list[int]


class Crown(TypedDict):
    """Who gets the crown."""

    target: int


class Acted(TypedDict):
    """Who was meant at night."""

    target: int
    night: int


class Answered(Acted):
    """What a check found."""

    answer: Literal["is_sheriff", "not_sheriff", "mafia", "citizen"]


class NightResolved(TypedDict):
    """`victim` 0 is a miss; `shots` by seat of the shooter."""

    night: int
    victim: int
    self_shot: bool
    shots: list[int]


class NightEnded(TypedDict):
    """`victim` 0 is a miss."""

    night: int
    victim: int
    miss: bool


class Differs(TypedDict):
    """Who leaves by the rules, and by the platform's report."""

    found: list[int]
    told: list[int]


class Paused(TypedDict):
    """Seconds left of the step; None where it has no end of its own."""

    left: float | None


class Resumed(TypedDict):
    """When the step ends now."""

    deadline: float | None


class SeatScore(TypedDict):
    """Points and what they are made of."""

    seat: int
    total: float
    items: dict[str, float]


class Scores(TypedDict):
    """Both scorings side by side; `revised` after an appeal."""

    main: Literal["classic", "max_mafia"]
    revised: bool
    classic: list[SeatScore]
    max_mafia: list[SeatScore]


class Refusal(TypedDict):
    """Why a command changed nothing; further fields are the facts of the text."""

    command: str
    reason: str
    text: str


GAME: Mapping[str, type] = MappingProxyType(
    {
        "player.joined": PlayerCounted,
        "player.gone": PlayerCounted,
        "game.started": Started,
        "role.dealt": Dealt,
        "phase.started": PhaseStarted,
        "day.began": DayBegan,
        "balance.assessed": Balance,
        "speech.skipped": Day,
        "speech.finished": Finished,
        "nomination.accepted": Accepted,
        "nomination.withdrawn": Withdrawn,
        "vote.skipped": Skipped,
        "vote.opened": VoteOpened,
        "vote.cast": VoteCast,
        "vote.closed": VoteClosed,
        "vote.cancelled": Day,
        "lift.opened": LiftOpened,
        "lift.cast": LiftCast,
        "lift.closed": LiftClosed,
        "player.left": LeftGame,
        "testament.closed": TestamentClosed,
        "best_read.given": BestRead,
        "crown.given": Crown,
        "shot.taken": Acted,
        "check.answered": Answered,
        "check.unanswered": Acted,
        "night.resolved": NightResolved,
        "night.ended": NightEnded,
        "report.differs": Differs,
        "game.paused": Paused,
        "game.resumed": Resumed,
        "game.ended": Ended,
        "scores.given": Scores,
        "refused": Refusal,
    }
)

DECISIONS: Mapping[str, type] = MappingProxyType({**GAME, **CONDUCT})
"""Decision type → its data: all that the referee can decide."""
