"""Penalty votes in the form in which Polemica publishes them with its matches.

The record: `type` (`tech`, `disqual`, `stop`), `player` (the accused), `initiator`, `votes` (seat → yes or
no), `alive` (number of living players), `started` (time) and `stage` (`type`, `day`, and where it applies
`player` and `voting`). It stores no outcome. What it stores is read, kept and written back without loss,
fields that are unknown here included.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.events import Json
from rules.table.fairplay.book import Kind
from rules.table.fairplay.incident import Stage
from rules.table.fairplay.state import Ballot

PenaltyType = Literal["tech", "disqual", "stop"]
TYPES: Mapping[Kind, PenaltyType] = {
    "technical_foul": "tech",
    "disqualification": "disqual",
    "abort_opponent_victory": "stop",
    "abort_void": "stop",
}
_VOID = "void"
"""Value of the field `form`, which is ours: Polemica knows one stop, the opponents' victory (E-08)."""


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """One penalty vote."""

    kind: Kind
    player: int
    initiator: int
    votes: tuple[tuple[int, bool], ...]
    """(seat, yes) in the order of the record."""
    alive: int
    started: str | float
    """As the platform writes it (ISO 8601), or seconds of table time."""
    stage: Stage
    rest: tuple[tuple[str, Json], ...] = ()
    """Further fields of the record, as they are."""
    stage_rest: tuple[tuple[str, Json], ...] = ()
    """Further fields of the stage."""

    @property
    def passed(self) -> bool:
        """Strictly more than half of the living said yes (E-07)."""
        return 2 * sum(yes for _, yes in self.votes) > self.alive

    @classmethod
    def of(cls, ballot: Ballot, started: str | float | None = None) -> PenaltyRecord:
        """The record of a ballot; `started` replaces its table time where the platform has a better one."""
        begun = ballot.opened if started is None else started
        return cls(
            ballot.kind,
            ballot.accused,
            ballot.initiator,
            ballot.votes,
            ballot.alive,
            begun,
            ballot.stage,
        )

    @classmethod
    def from_json(cls, record: Mapping[str, Json]) -> PenaltyRecord:
        """Read a record.

        Raises:
            ValueError: it is none; the message names the field.
        """
        stage = record.get("stage")
        if not isinstance(stage, dict):
            raise ValueError("stage: an object with type and day is needed")
        kind = _kind(record)
        void = ("form",) if kind == "abort_void" else ()
        return cls(
            kind=kind,
            player=_seat("player", record),
            initiator=_seat("initiator", record),
            votes=_votes(record.get("votes")),
            alive=_seat("alive", record),
            started=_started(record.get("started")),
            stage=Stage(
                _text("stage.type", stage.get("type")),
                _count("stage.day", stage.get("day")),
                _seat("player", stage, "stage.") if "player" in stage else 0,
                _seat("voting", stage, "stage.") if "voting" in stage else 0,
            ),
            rest=_rest(record, "type", "player", "initiator", "votes", "alive", "started", "stage", *void),
            stage_rest=_rest(stage, "type", "day", "player", "voting"),
        )

    def to_json(self) -> dict[str, Json]:
        """Write the record; `form` is added for an abort without a winner alone."""
        stage: dict[str, Json] = {"type": self.stage.phase, "day": self.stage.day}
        if self.stage.speaker:
            stage["player"] = self.stage.speaker
        if self.stage.voting:
            stage["voting"] = self.stage.voting
        record: dict[str, Json] = {
            "type": TYPES[self.kind],
            "player": self.player,
            "initiator": self.initiator,
            "votes": {str(seat): yes for seat, yes in self.votes},
            "alive": self.alive,
            "started": self.started,
            "stage": {**stage, **dict(self.stage_rest)},
        }
        if self.kind == "abort_void":
            record["form"] = _VOID
        return {**record, **dict(self.rest)}


def _kind(record: Mapping[str, Json]) -> Kind:
    match record.get("type"), record.get("form"):
        case "tech", None:
            return "technical_foul"
        case "disqual", None:
            return "disqualification"
        case "stop", None:
            return "abort_opponent_victory"
        case "stop", "void":
            return "abort_void"
        case other:
            raise ValueError(
                f"type: {other[0]!r} is not tech, disqual or stop (form of a stop: void or none)"
            )


def _votes(value: Json) -> tuple[tuple[int, bool], ...]:
    if not isinstance(value, dict):
        raise ValueError("votes: an object from seat to true or false is needed")
    votes = []
    for seat, yes in value.items():
        # "07" and "٣" are numbers to `int`, but would not be written back as they were.
        if not isinstance(yes, bool) or re.fullmatch("[1-9][0-9]{0,8}", seat) is None:
            raise ValueError(f"votes.{seat}: a seat of 1 and more, true or false, is needed")
        votes.append((int(seat), yes))
    return tuple(votes)


def _started(value: Json) -> str | float:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError("started: a time is needed, as text or in seconds")
    return value


def _text(name: str, value: Json) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: a text is needed")
    return value


def _count(name: str, value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name}: a number of 0 and more is needed")
    return value


def _seat(field: str, record: Mapping[str, Json], place: str = "") -> int:
    value = _count(place + field, record.get(field))
    if value == 0:
        raise ValueError(f"{place}{field}: a number of 1 and more is needed")
    return value


def _rest(record: Mapping[str, Json], *known: str) -> tuple[tuple[str, Json], ...]:
    return tuple((name, value) for name, value in record.items() if name not in known)
