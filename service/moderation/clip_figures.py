"""Figures of clips: how absences were told of those of each kind, and what was told that was not so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from datasets.evaluation.measuring import NOT_SAID
from service.moderation.clips import Watched


@dataclass(frozen=True, slots=True)
class ClipPart:
    """Some of the clips and their figures."""

    name: str
    clips: int
    absences: int
    """As labelled."""
    told: int
    """Of these."""
    forgone: int
    """Of these, long enough for an accusation and not accused."""
    imagined: int
    """Absences that were told of a seat that was taken."""
    accused: int
    """Accusations that were not due, of imagined absences and of those too short."""
    largest: float
    """Timing error, frames; 0 where nothing was told."""
    nudity: tuple[int, int]
    """Clips of which nudity was suspected, and of these confirmed."""


def clip_parts(clips: Iterable[Watched]) -> tuple[ClipPart, ...]:
    """The figures of each kind of clip, by name; those without a kind together."""
    groups: dict[str, list[Watched]] = {}
    for clip in sorted(clips, key=lambda one: one.row.kind):
        groups.setdefault(clip.row.kind or NOT_SAID, []).append(clip)
    return tuple(together(name, group) for name, group in groups.items())


def together(name: str, clips: Sequence[Watched]) -> ClipPart:
    """The figures of some clips together."""
    timings = [one for clip in clips for one in clip.timings]
    imagined = [one for clip in clips for one in clip.imagined]
    return ClipPart(
        name,
        len(clips),
        len(timings),
        sum(one.found for one in timings),
        sum(one.forgone for one in timings),
        len(imagined),
        sum(one.exceeded is not None for one in imagined) + sum(one.unfair for one in timings),
        max((worst_error(clip) for clip in clips), default=0.0),
        (sum(clip.nudity > 0 for clip in clips), sum(clip.nudity > 1 for clip in clips)),
    )


def worst_error(clip: Watched) -> float:
    """The largest timing error of a clip, frames."""
    errors = (error for one in clip.timings for error in (one.started, one.exceeded, one.ended))
    return max((abs(error) for error in errors if error is not None), default=0.0)
