"""What the referee knows of a game: one immutable value.

Seats are 1 to 10, 0 means no seat. Times are seconds on the table's clock. Days count from 1; the night
before day 1 is night 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

SEATS = tuple(range(1, 11))
"""C-001: exactly ten players."""

Role = Literal["citizen", "sheriff", "mafia", "don"]
_CITIZENS: tuple[Role, ...] = ("citizen",) * 6
ROLES: tuple[Role, ...] = ("don", "mafia", "mafia", "sheriff", *_CITIZENS)
"""C-001: town 7 = 6 citizens and the sheriff; mafia 3 = 2 mafia and the don."""

Mode = Literal["following", "leading"]
"""`following`: the platform runs the game and reports when a step ends. `leading`: the clock does."""

Phase = Literal[
    "lobby",
    "meeting",
    "speech",
    "vote",
    "runoff_speech",
    "lift",
    "farewell",
    "shooting",
    "don_check",
    "sheriff_check",
    "over",
]
NIGHT_PHASES = frozenset(("meeting", "shooting", "don_check", "sheriff_check"))
Winner = Literal["town", "mafia", "none"]
"""`none`: a draw or an abort without a winner."""
Departure = Literal["vote", "shot", "disqualified"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed from the deal on."""

    mode: Mode = "leading"
    turbo: bool = False
    players: tuple[str, ...] = ()
    """By seat once dealt (seat 1 first); before that in order of arrival."""
    roles: tuple[Role, ...] = ()
    """By seat, seat 1 first; empty before the deal."""


@dataclass(frozen=True, slots=True)
class Poll:
    """A vote in progress: the first round, a runoff, or a lift."""

    candidates: tuple[int, ...]
    """In the order of nomination."""
    choices: tuple[int, ...] = (0,) * 10
    """By seat: the candidate; in a lift 1 to remove all, -1 to keep all; 0: no choice yet."""
    causes: tuple[str, ...] = ()
    """Identifiers of the events that chose."""
    round: int = 1
    """1: the first vote of the day; 2 and more: runoffs."""
    up: int = 0
    """Place in `candidates` of the one put to the vote, where they are taken in turn."""


@dataclass(frozen=True, slots=True)
class Night:
    """What happens in one night. Nobody but the platform may see any of it as a whole."""

    shots: tuple[int, ...] = (0,) * 10
    """By seat of the shooter: the target."""
    shot_causes: tuple[str, ...] = ()
    don_check: int = 0
    sheriff_check: int = 0
    gone_before: int = 0
    """How many players had left when the night began."""


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who is no longer in the game."""

    seat: int
    how: Departure
    day: int


@dataclass(frozen=True, slots=True)
class Round:
    """One closed vote, for the match protocol and for scoring."""

    day: int
    kind: Literal["vote", "lift"]
    candidates: tuple[int, ...]
    choices: tuple[int, ...]
    """By seat, defaults filled in; 0 for who was not alive. A lift: 1 remove, -1 keep."""
    defaulted: tuple[int, ...]
    """Seats whose choice the default rule made (C-107; in a lift C-112)."""
    decisive: tuple[int, ...]
    """Seats whose vote was decisive (C-602, C-603)."""
    left: tuple[int, ...]
    """Who leaves by this round."""


@dataclass(frozen=True, slots=True)
class Check:
    """One question of the don or the sheriff and its answer."""

    seat: int
    target: int
    night: int
    by: Literal["don", "sheriff"]
    found: bool
    """The don: is the sheriff. The sheriff: is a mafia member."""


@dataclass(frozen=True, slots=True)
class NightResult:
    """How one night ended. `victim` 0 is a miss."""

    night: int
    victim: int
    self_shot: bool
    mafia: tuple[int, ...]
    """The mafia members who were alive and so answer for a miss."""


@dataclass(frozen=True, slots=True)
class Testament:
    """What a player left behind (C-303, C-304)."""

    seat: int
    suspects: tuple[int, ...] = ()
    crown: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """What scoring and the match protocol need, in the order in which it happened."""

    left: tuple[Left, ...] = ()
    rounds: tuple[Round, ...] = ()
    checks: tuple[Check, ...] = ()
    nights: tuple[NightResult, ...] = ()
    testaments: tuple[Testament, ...] = ()
    restored: tuple[int, ...] = ()
    """Seats whose disqualification was revoked afterwards: they score as if it had not been."""


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winner: Winner
    why: str
    """`mafia_out`, `parity`, `stalemate`, `opponent_victory`, `abort_void`."""
    rule: str


@dataclass(frozen=True, slots=True)
class GameState:
    """The game at one moment."""

    setup: Setup = field(default_factory=Setup)
    phase: Phase = "lobby"
    day: int = 0
    living: tuple[int, ...] = ()
    """Seats in rising order."""
    since: float = 0.0
    """When the step began."""
    deadline: float | None = None
    """When the step ends by itself; None while the platform decides that, in a pause, and outside a game."""
    paused: float | None = None
    """What is left of the step while the game is paused, seconds; -1 where the step has no deadline."""
    speaker: int = 0
    queue: tuple[int, ...] = ()
    """Who speaks after the speaker in this phase."""
    opener: int = 0
    """Who opened the discussion of the latest day (C-105)."""
    discussed: int = 0
    """The latest day whose discussion has begun."""
    silenced: tuple[tuple[int, int], ...] = ()
    """(seat, day): speeches lost."""
    nominations: tuple[tuple[int, int], ...] = ()
    """(by, nominee), in the order of acceptance (C-104)."""
    poll: Poll | None = None
    night: Night = field(default_factory=Night)
    vote_cancelled: bool = False
    """The next vote, or the one of this day, does not take place (E-11)."""
    testament: Testament | None = None
    """Of the player who says farewell."""
    quiet_nights: int = 0
    """Nights in a row without anybody leaving (C-405)."""
    pending: Result | None = None
    """The game is decided, farewells are still to be held (E-24)."""
    record: Record = field(default_factory=Record)
    result: Result | None = None


def is_mafia(setup: Setup, seat: int) -> bool:
    """Whether a seat belongs to the mafia team; the don does."""
    return setup.roles[seat - 1] in ("mafia", "don")


def balance(game: GameState) -> tuple[int, int]:
    """Living players of the town and of the mafia, in this order."""
    roles = game.setup.roles
    mafia = sum(1 for seat in game.living if roles[seat - 1] in ("mafia", "don"))
    return len(game.living) - mafia, mafia
