"""What the data of each event holds that the referee understands. Further fields are welcome everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NotRequired, TypedDict

from rules.table.fairplay.book import Kind
from rules.table.fairplay.state import AppealOutcome
from rules.table.game.state import Mode, Phase, Role


class Nothing(TypedDict):
    """No data is needed."""


class PlayerNamed(TypedDict):
    """Who comes or goes."""

    player: str


class Start(TypedDict):
    """A seed, or ten roles by seat; ten players, unless they have joined."""

    seed: NotRequired[str]
    roles: NotRequired[list[Role]]
    players: NotRequired[list[str]]
    mode: NotRequired[Mode]
    turbo: NotRequired[bool]


class PhaseEnd(TypedDict):
    """The step that is over, and who left by it."""

    phase: NotRequired[Phase]
    left: NotRequired[list[int]]


class Nominee(TypedDict):
    """Who is nominated."""

    nominee: int


class Candidate(TypedDict):
    """Who is voted for."""

    candidate: int


class Answer(TypedDict):
    """Yes or no."""

    yes: bool


class Suspects(TypedDict):
    """Who is suspected."""

    suspects: list[int]


class Target(TypedDict):
    """Who is meant."""

    target: int


class ReportFiled(TypedDict):
    """A breach that a person reports; `by` names the person where the platform reports."""

    accused: int
    rule: str
    by: NotRequired[str]
    note: NotRequired[str]
    evidence: NotRequired[list[str]]


class BallotAsked(TypedDict):
    """What shall be voted on."""

    incident: str
    kind: Kind
    rule: NotRequired[str]


class BallotVote(TypedDict):
    """A vote in a ballot."""

    ballot: str
    yes: bool


class BanAnswer(TypedDict):
    """How the platform answers the question of a ban."""

    ban: str
    answer: Literal["none", "temporary", "permanent"]
    reviewer: str
    until: NotRequired[str]


class AppealText(TypedDict):
    """An objection."""

    against: str
    text: str


class AppealAnswer(TypedDict):
    """How an appeal is decided; `until` where a ban is reduced."""

    appeal: str
    outcome: AppealOutcome
    reviewer: str
    note: NotRequired[str]
    until: NotRequired[str]


class Since(TypedDict):
    """The seat's own media time at which it began, seconds."""

    since: NotRequired[float]
    duration: NotRequired[float]


class CameraReason(TypedDict):
    """Why nothing can be judged."""

    reason: NotRequired[str]


class Nudity(TypedDict):
    """What the classifiers say."""

    score: NotRequired[float]


class Gesture(TypedDict):
    """A sign. `audience` is `audit` for what happened in a secret phase."""

    gesture: str
    score: NotRequired[float]
    since: NotRequired[float]
    audience: NotRequired[str]


class Words(TypedDict):
    """What signs say together."""

    words: list[str | int]


class Cue(TypedDict):
    """The rule that a cue may concern; it is never grounds by itself."""

    rule: str


EVENTS: Mapping[str, type] = MappingProxyType(
    {
        "clock": Nothing,
        "player.join": PlayerNamed,
        "player.leave": PlayerNamed,
        "game.start": Start,
        "game.pause": Nothing,
        "game.resume": Nothing,
        "phase.end": PhaseEnd,
        "speech.finish": Nothing,
        "nomination.make": Nominee,
        "nomination.withdraw": Nothing,
        "vote.cast": Candidate,
        "lift.cast": Answer,
        "best_read.give": Suspects,
        "crown.give": Target,
        "shot.fire": Target,
        "don.check": Target,
        "sheriff.check": Target,
        "interject.press": Nothing,
        "report.file": ReportFiled,
        "ballot.open": BallotAsked,
        "ballot.vote": BallotVote,
        "ban.decide": BanAnswer,
        "appeal.file": AppealText,
        "appeal.decide": AppealAnswer,
        "absence.started": Since,
        "absence.warned": Since,
        "absence.exceeded": Since,
        "absence.ended": Since,
        "camera.unobservable": CameraReason,
        "camera.restored": CameraReason,
        "nudity.suspected": Nudity,
        "nudity.confirmed": Nudity,
        "nudity.cleared": Nudity,
        "gesture.started": Gesture,
        "gesture.ended": Gesture,
        "sentence.spoken": Words,
        "suspicion.noticed": Cue,
    }
)
"""Event type → its data."""
