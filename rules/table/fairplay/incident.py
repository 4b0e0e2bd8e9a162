"""The record of one incident (B.5): what happened, what it rests on, and that nothing followed by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.events import Json
from rules.table.fairplay.rules import GroundsClass


@dataclass(frozen=True, slots=True)
class Stage:
    """Where in the game something happened."""

    phase: str
    """As the game names it."""
    day: int
    speaker: int = 0
    """The seat that held the floor; 0: nobody."""
    voting: int = 0
    """Number of the voting round; 0: none."""


@dataclass(frozen=True, slots=True)
class Incident:
    """Something at a seat that may break a rule. Times are seconds of table time."""

    id: str
    game: str
    seat: int
    rule: str
    grounds_class: GroundsClass
    class_scores: tuple[tuple[str, float], ...]
    """(what was recognised, score from 0 to 1); empty where people report."""
    t_start: float
    t_end: float | None
    """None while it lasts, or where nobody knows."""
    raised: float
    """When grounds were raised: the end of the wait, not of the act."""
    stage: Stage
    evidence: tuple[str, ...]
    """Identifiers of the events and clips it rests on."""
    model_versions: tuple[tuple[str, str], ...]
    confidence: float | None
    """The recogniser's score; None where people report, and for absence, which is measured."""
    alternatives: tuple[str, ...]
    source: Literal["camera", "report"]
    reporters: tuple[int, ...] = ()
    """Seats; 0 is the platform."""
    hosts: tuple[str, ...] = ()
    """Names of the people who reported it for the platform: they may not review it."""
    note: str = ""
    """What a person who reported it wrote."""
    auto_effect: Literal["none"] = "none"
    """Always: no incident has an effect by itself."""

    @property
    def duration(self) -> float | None:
        """Seconds from start to end."""
        return None if self.t_end is None else self.t_end - self.t_start

    def to_json(self) -> dict[str, Json]:
        """The record with the field names of B.5; who reported it is not part of it."""
        return {
            "incident_id": self.id,
            "game_id": self.game,
            "seat": self.seat,
            "rule_id": self.rule,
            "grounds_class": self.grounds_class,
            "class_scores": dict(self.class_scores),
            "t_start": self.t_start,
            "t_end": self.t_end,
            "duration": self.duration,
            "phase": self.stage.phase,
            "day": self.stage.day,
            "evidence_ref": list(self.evidence),
            "model_versions": dict(self.model_versions),
            "confidence": self.confidence,
            "alternatives": list(self.alternatives),
            "auto_effect": self.auto_effect,
            "source": self.source,
        }
