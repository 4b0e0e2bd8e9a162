"""The looks that an absence rests on, few enough to travel with its signals.

However long the absence lasts, the looks kept lie evenly over it: where there are too many, every second
one is left out and from then on fewer are taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.observations import PersonEvidence
from vision.signals.signal import TICK, Json

MOST = 24
"""Looks kept at most."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look found."""

    t: float
    """Media time of its frame."""
    present: bool
    score: float
    """Probability of a person, 0..1."""
    evidence: tuple[str, ...]
    """Any of "face", "body", "hands"."""

    @classmethod
    def of(cls, t: float, person: PersonEvidence) -> Look:
        """The look at the frame of media time `t`."""
        return cls(t, person.present, person.score, person.evidence)

    def to_json(self) -> dict[str, Json]:
        """For the data of a signal."""
        return {
            "t": round(self.t, 6),
            "present": self.present,
            "score": round(self.score, 4),
            "evidence": list(self.evidence),
        }


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks since a person was last seen."""

    last_person: Look | None = None
    """The newest look before them that found a person."""
    count: int = 0
    seen: int = 0
    """Those of `count` that found a person for a moment."""
    doubtful: Look | None = None
    """The one among those that found nobody with the highest score."""
    kept: tuple[Look, ...] = ()
    spacing: float = 0.0
    """Seconds that the next look kept lies after the last at least."""

    def with_look(self, look: Look) -> Looks:
        """After one more."""
        doubtful = self.doubtful
        if not look.present and (doubtful is None or look.score > doubtful.score):
            doubtful = look
        kept, spacing = self.kept, self.spacing
        if not kept or look.t - kept[-1].t >= spacing - TICK:
            kept = (*kept, look)
        if len(kept) > MOST:
            kept = kept[::2]
            spacing = (kept[-1].t - kept[0].t) / (len(kept) - 1)
        return replace(
            self,
            count=self.count + 1,
            seen=self.seen + look.present,
            doubtful=doubtful,
            kept=kept,
            spacing=spacing,
        )

    def shifted(self, seconds: float) -> Looks:
        """The same where the track's clock has been set anew."""

        def moved(look: Look) -> Look:
            return replace(look, t=look.t + seconds)

        return replace(
            self,
            last_person=self.last_person and moved(self.last_person),
            doubtful=self.doubtful and moved(self.doubtful),
            kept=tuple(moved(look) for look in self.kept),
        )

    def to_json(self) -> dict[str, Json]:
        """For the data of a signal."""
        return {
            "looks": self.count,
            "seen": self.seen,
            "highest_score": round(self.doubtful.score, 4) if self.doubtful else 0.0,
            "highest_at": round(self.doubtful.t, 6) if self.doubtful else None,
            "last_person": self.last_person.to_json() if self.last_person else None,
            "observations": [look.to_json() for look in self.kept],
        }
