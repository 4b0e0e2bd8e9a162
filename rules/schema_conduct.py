"""What the data of each decision of fair play holds. Times and lengths are seconds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NotRequired, TypedDict

from rules.table.fairplay.book import Kind
from rules.table.fairplay.rules import GroundsClass
from rules.table.fairplay.state import AppealOutcome, Outcome

Source = Literal["camera", "report"]


class Foul(TypedDict):
    """Fouls of the seat so far; the day on which it interjected; how long the microphone opens."""

    count: int
    round: int
    microphone: float


class SpeechLost(TypedDict):
    """`round`: the day whose speech is lost."""

    count: int
    round: int


Grounds = TypedDict(
    "Grounds",
    {
        "rule": str,
        "title": str,
        "class": GroundsClass,
        "alternatives": list[str],
        "evidence": list[str],
        "since": float,
        "auto_effect": Literal["none"],
        # where the referee runs the game, too; not where a table is only watched
        "incident": NotRequired[str],
        "source": NotRequired[Source],
        "ballots": NotRequired[list[Kind]],
    },
)


class IncidentRecord(TypedDict):
    """The record of an incident, as `rules.table.fairplay.incident` has it."""

    incident_id: str
    game_id: str
    seat: int
    rule_id: str
    grounds_class: GroundsClass
    class_scores: dict[str, float]
    t_start: float
    t_end: float | None
    duration: float | None
    phase: str
    day: int
    evidence_ref: list[str]
    model_versions: dict[str, str]
    confidence: float | None
    alternatives: list[str]
    auto_effect: Literal["none"]
    source: Source


class IncidentTold(IncidentRecord):
    """With who reported it: seats, 0 is the platform."""

    reporters: list[int]
    note: str


class Noted(IncidentRecord):
    """Something that gives no grounds, and why it is told."""

    why: Literal["cue", "eliminated", "secret_phase"]


class GroundsUpdated(TypedDict):
    """The act is over."""

    incident: str
    since: float
    until: float
    duration: float


class Tile(TypedDict):
    """Whether the picture is covered for the others."""

    protection: bool


class PauseSuggested(TypedDict):
    """How long the camera has shown nothing in all."""

    total: float
    violation: Literal[False]


class ReportRecorded(TypedDict):
    """`joined`: it tells of an incident that was known."""

    incident: str
    accused: int
    joined: bool


class BallotOpened(TypedDict):
    """Who votes on what until when; `needed` yes votes pass it if everybody stays."""

    ballot: str
    incident: str
    kind: Kind
    rule: str
    initiator: int
    voters: list[int]
    needed: int
    deadline: float


class BallotCast(TypedDict):
    """`cast` votes so far; `yes` where votes are public."""

    ballot: str
    kind: Kind
    cast: int
    yes: NotRequired[bool]


class BallotClosed(TypedDict):
    """The count; `votes` by seat where they are public."""

    ballot: str
    incident: str
    kind: Kind
    yes: int
    no: int
    not_voted: int
    needed: int
    outcome: Outcome
    votes: NotRequired[dict[str, bool]]


class Sanctioned(TypedDict):
    """`broken`: the rule that was broken; `reason`: what its breach is."""

    sanction: str
    reason: str
    broken: str
    grounds: str
    ballot: str


class TechnicalFoul(Sanctioned):
    """Technical fouls of the seat so far."""

    count: int


class Disqualified(Sanctioned):
    """`in_game`: the seat was still playing."""

    in_game: bool
    appeal_until: float


class Aborted(Sanctioned):
    """Without a winner, or won by the opponents of the offender."""

    form: Literal["void", "opponent_victory"]


class BanProposed(TypedDict):
    """A question to people of the platform."""

    ban: str
    incident: str
    sanction: str | None


class BanDecided(TypedDict):
    """`until`: end of a temporary ban, as the platform writes it."""

    ban: str
    answer: Literal["none", "temporary", "permanent", "withdrawn"]
    until: str | None
    incident: str
    reviewer: str
    appeal_until: NotRequired[float]


class AppealFiled(TypedDict):
    """Against which sanction or ban."""

    appeal: str
    against: str


Clip = TypedDict("Clip", {"seat": int, "from": float, "to": float})


class VoteRecord(TypedDict):
    """The ballot that led to it."""

    ballot: str
    kind: Kind
    initiator: int
    votes: dict[str, bool]
    alive: int
    opened: float
    phase: str
    day: int


class AppealOpened(AppealFiled):
    """The case as reviewers get it."""

    text: str
    incident: IncidentRecord | None
    clip: Clip | None
    note: str | None
    ballot: VoteRecord | None
    evidence_until: float


class Restored(TypedDict):
    """What an appeal gives back."""

    disqualification_struck: bool
    technical_foul_struck: str | None
    technical_foul_instead: str | None
    bans_withdrawn: list[str]
    points: bool
    seat_in_game: Literal[False]


class AppealDecided(AppealFiled):
    """How an appeal ended."""

    outcome: AppealOutcome
    reviewer: str
    note: str
    restored: Restored


CONDUCT: Mapping[str, type] = MappingProxyType(
    {
        "foul.given": Foul,
        "speech.lost": SpeechLost,
        "grounds.raised": Grounds,
        "grounds.updated": GroundsUpdated,
        "incident.recorded": IncidentTold,
        "information.noted": Noted,
        "suspicion.noted": Noted,
        "tile.covered": Tile,
        "tile.uncovered": Tile,
        "pause.suggested": PauseSuggested,
        "report.recorded": ReportRecorded,
        "ballot.opened": BallotOpened,
        "ballot.cast": BallotCast,
        "ballot.closed": BallotClosed,
        "technical_foul.given": TechnicalFoul,
        "player.disqualified": Disqualified,
        "game.aborted": Aborted,
        "ban.proposed": BanProposed,
        "ban.decided": BanDecided,
        "appeal.filed": AppealFiled,
        "appeal.opened": AppealOpened,
        "appeal.decided": AppealDecided,
    }
)
"""Decision type → its data."""
