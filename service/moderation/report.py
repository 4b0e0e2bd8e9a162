"""A whole evaluation of moderation: as one value, as JSON and in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from datasets.evaluation.index import Fault
from datasets.evaluation.measuring import Bin
from service.moderation import measuring
from service.moderation.clip_figures import ClipPart, clip_parts, together, worst_error
from service.moderation.clips import Timing, Watched
from service.moderation.looking import Seen
from service.moderation.measuring import Curve, Nudity, Part, Presence

FORMAT = "consigliere-moderation/1"
_DIGITS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Everything that was measured."""

    folder: str
    pictures: int
    presence: Presence
    nudity: Nudity
    bins: tuple[Bin, ...]
    calibration_error: float
    curve: Curve | None
    slices: dict[str, tuple[Part, ...]]
    failures: tuple[Seen, ...]
    """The worst first: people who were not seen, places that were told taken, nudity alarms; in each the
    surest."""
    clips: tuple[Watched, ...]
    clip_parts: tuple[ClipPart, ...]
    """The figures of each kind of clip."""
    faults: tuple[Fault, ...]


def evaluate(
    folder: str, seen: Sequence[Seen], clips: Sequence[Watched], faults: Sequence[Fault]
) -> Evaluation:
    """Sum up.

    Args:
        folder: the name it goes by.
        seen: pictures.
        clips: videos.
        faults: what could not be judged.
    """
    bins, error = measuring.reliability(seen)
    slices = {
        "kind": measuring.parts(seen, lambda one: one.row.kind),
        "source": measuring.parts(seen, lambda one: one.row.source),
    }
    return Evaluation(
        folder,
        len(seen),
        measuring.presence(seen),
        measuring.nudity(seen),
        bins,
        error,
        measuring.curve(seen),
        {name: parts for name, parts in slices.items() if parts},
        tuple(sorted((one for one in seen if one.missed or one.imagined or one.unfair), key=_badness)),
        tuple(clips),
        clip_parts(clips),
        tuple(faults),
    )


def _badness(one: Seen) -> tuple[int, float]:
    if one.missed:
        return 0, one.score
    return (1, -one.score) if one.imagined else (2, -one.nudity)


def as_json(done: Evaluation) -> dict[str, Any]:
    """Everything that was measured; shares and probabilities 0..1, timing errors in frames."""
    return {
        "format": FORMAT,
        "folder": done.folder,
        "pictures": done.pictures,
        "presence": _presence(done.presence),
        "nudity": _nudity(done.nudity),
        "calibration_error": _round(done.calibration_error),
        "reliability": [
            {
                "from": one.low,
                "pictures": one.hands,
                "score": _round(one.probability),
                "with_person": _round(one.right),
            }
            for one in done.bins
        ],
        "average_precision": None if done.curve is None else _round(done.curve.average_precision),
        "curve": [] if done.curve is None else _curve(done.curve),
        "slices": {
            name: [
                {"name": part.name, "presence": _presence(part.presence), "nudity": _nudity(part.nudity)}
                for part in parts
            ]
            for name, parts in done.slices.items()
        },
        "failures": [
            {
                "file": one.row.file,
                "kind": one.row.kind,
                "person": one.row.person,
                "told_present": one.present,
                "score": _round(one.score),
                "evidence": list(one.evidence),
                "camera": one.camera.value,
                "nudity": _round(one.nudity),
                "nudity_alarm": ("none", "suspected", "confirmed")[one.alarm],
            }
            for one in done.failures
        ],
        "clips": [_clip(clip) for clip in done.clips],
        "clip_slices": [_clip_part(one) for one in done.clip_parts],
        "left_out": [{"file": fault.file, "reason": fault.reason} for fault in done.faults],
    }


def summary(done: Evaluation) -> str:
    """A few lines for people."""
    presence, nudity = done.presence, done.nudity
    lines = []
    if done.pictures:
        lines += [
            f"{done.pictures} pictures, {presence.people} with a person, {presence.empty} without",
            f"presence recall {share(presence.recall)} ({presence.missed} missed), "
            f"false presence {share(presence.false_presence)} ({presence.imagined} told taken), "
            f"calibration error {done.calibration_error:.3f}",
            f"nudity on {nudity.benign} benign pictures: {nudity.suspected} suspected, "
            f"{nudity.confirmed} confirmed",
        ]
    for part in done.slices.get("kind", ()):
        one = part.presence
        lines.append(
            f"  {part.name:<24.24} recall {share(one.recall)} of {one.people:<4} "
            f"false presence {share(one.false_presence)} of {one.empty}"
        )
    for clip in done.clips:
        unfair = len(clip.imagined) + sum(one.unfair for one in clip.timings)
        lines.append(
            f"clip {clip.row.file}: {len(clip.timings)} absences, "
            f"{sum(one.found for one in clip.timings)} told, largest error {worst_error(clip):.2f} frames, "
            f"{unfair} told unfairly"
        )
    if done.clips:
        whole = together("all", done.clips)
        suspected, confirmed = whole.nudity
        lines.append(
            f"{whole.clips} clips: {whole.told} of {whole.absences} absences told, "
            f"{whole.imagined} imagined, {whole.accused} accused unfairly, "
            f"{whole.forgone} not accused though due; nudity: {suspected} suspected, {confirmed} confirmed"
        )
    return "\n".join(lines)


def share(value: float | None) -> str:
    """A share for people; a dash for None."""
    return "–" if value is None else f"{value:.4f}"


def errors(one: Timing) -> tuple[float | None, float | None, float | None]:
    """Errors of start, accusation and end, frames."""
    return one.started, one.exceeded, one.ended


def _clip(clip: Watched) -> dict[str, Any]:
    return {
        "file": clip.row.file,
        "frames_per_s": _round(1 / clip.period),
        "absences": [
            {
                "since": one.label.since,
                "until": one.label.until,
                "told": one.found,
                "started_error": _round(one.started),
                "exceeded_error": _round(one.exceeded),
                "ended_error": _round(one.ended),
                "accused_unfairly": one.unfair,
                "not_accused": one.forgone,
            }
            for one in clip.timings
        ],
        "imagined": [
            {"since": one.since, "exceeded": one.exceeded, "until": one.until} for one in clip.imagined
        ],
        "nudity_alarm": ("none", "suspected", "confirmed")[clip.nudity],
        "broken": clip.broken or None,
    }


def _clip_part(one: ClipPart) -> dict[str, Any]:
    suspected, confirmed = one.nudity
    return {
        "kind": one.name,
        "clips": one.clips,
        "absences": one.absences,
        "told": one.told,
        "not_accused": one.forgone,
        "imagined": one.imagined,
        "accused_unfairly": one.accused,
        "largest_error": _round(one.largest),
        "nudity": {"suspected": suspected, "confirmed": confirmed},
    }


def _presence(one: Presence) -> dict[str, Any]:
    return {
        "people": one.people,
        "missed": one.missed,
        "recall": _round(one.recall),
        "empty": one.empty,
        "told_taken": one.imagined,
        "false_presence": _round(one.false_presence),
    }


def _nudity(one: Nudity) -> dict[str, int]:
    return {"benign": one.benign, "suspected": one.suspected, "confirmed": one.confirmed}


def _curve(curve: Curve) -> list[dict[str, float | None]]:
    rows = zip(curve.thresholds, curve.precision, curve.recall, strict=True)
    return [
        {"threshold": round(threshold, 5), "precision": _round(precision), "recall": _round(recall)}
        for threshold, precision, recall in rows
    ]


def _round(value: float | None) -> float | None:
    return None if value is None else round(float(value), _DIGITS)
