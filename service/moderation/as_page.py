"""An evaluation of moderation for people: one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from datasets.evaluation import page, svg
from service.moderation.clip_figures import ClipPart
from service.moderation.clips import Watched
from service.moderation.looking import Seen
from service.moderation.measuring import Part
from service.moderation.report import Evaluation, errors, share

_SHOTS = 60
"""Failures that are shown as pictures; the rest is listed."""
_ALARMS = ("none", "suspected", "confirmed")


def as_page(done: Evaluation) -> str:
    """The page; it asks for nothing from anywhere."""
    sections = []
    if done.pictures:
        sections += [_failures(done.failures), *(_slice(name, p) for name, p in done.slices.items())]
        sections.append(_curves(done))
    if done.clips:
        sections += [_clip_parts(done.clip_parts), _clips(done.clips)]
    if done.faults:
        rows = [[escape(fault.file), escape(fault.reason)] for fault in done.faults]
        sections.append(page.section("Left out", page.table(("row", "why"), rows)))
    return page.page("How well an empty seat is told", _lead(done), sections)


def _lead(done: Evaluation) -> str:
    presence, nudity = done.presence, done.nudity
    lead = page.text(
        f"{done.pictures} pictures and {len(done.clips)} clips of {done.folder}. Somebody who is not seen is "
        "the worse error: an accusation may rest on it. Pictures are judged one by one, as classify does.",
        "soft",
    )
    figures = [
        ("presence recall", share(presence.recall)),
        ("people missed", f"{presence.missed} of {presence.people}"),
        ("false presence", share(presence.false_presence)),
        ("empty, told taken", f"{presence.imagined} of {presence.empty}"),
        ("calibration error", f"{done.calibration_error:.3f}"),
        ("nudity suspected, benign", f"{nudity.suspected} of {nudity.benign}"),
        ("nudity confirmed, benign", str(nudity.confirmed)),
    ]
    return lead + page.keys(figures)


def _failures(failures: Sequence[Seen]) -> str:
    if not failures:
        return page.section("Failures", page.text("None."))
    shots = [(one.thumbnail, (one.row.file, one.row.kind, _told(one))) for one in failures[:_SHOTS]]
    rows = [
        [
            escape(one.row.file),
            escape(one.row.kind),
            "yes" if one.row.person else "no",
            f"{one.score:.3f}",
            escape(", ".join(one.evidence)),
            one.camera.value,
            _ALARMS[one.alarm],
        ]
        for one in failures
    ]
    head = ("file", "kind", "person", "score", "evidence", "camera", "nudity")
    return page.section(
        "Failures",
        page.text("People who were not seen first, then places told taken, then nudity alarms.", "soft"),
        page.shots(shots),
        page.folded(f"all {len(failures)} failures", page.table(head, rows)),
    )


def _told(one: Seen) -> str:
    if one.missed:
        return f"not seen, {one.score:.2f}"
    if one.imagined:
        return f"told taken, {one.score:.2f}: {', '.join(one.evidence)}"
    return f"nudity {_ALARMS[one.alarm]}, {one.nudity:.2f}"


def _slice(name: str, parts: Sequence[Part]) -> str:
    head = (name, "people", "recall", "", "missed", "empty", "false presence", "told taken", "suspected")
    rows = []
    for part in parts:
        one = part.presence
        rows.append(
            [
                escape(part.name),
                str(one.people),
                share(one.recall),
                "" if one.recall is None else svg.bar(one.recall),
                str(one.missed),
                str(one.empty),
                share(one.false_presence),
                str(one.imagined),
                f"{part.nudity.suspected} of {part.nudity.benign}",
            ]
        )
    return page.section(f"By {name}", page.table(head, rows))


def _curves(done: Evaluation) -> str:
    honest = page.drawing(
        svg.reliability(done.bins, "score", "share with a person", "pictures"),
        f"Is the score a probability? Expected calibration error {done.calibration_error:.3f}. "
        "Bars: share that shows a person; dots: at the mean score.",
    )
    curve, presence = done.curve, done.presence
    if curve is None or presence.recall is None:
        drawn = page.text("A curve takes pictures with and without people.", "soft")
    else:
        found = presence.people - presence.missed
        precision = found / max(found + presence.imagined, 1)
        points = list(zip(curve.recall, curve.precision, strict=True))
        drawn = page.drawing(
            svg.precision_recall(points, (presence.recall, precision), "presence"),
            f"Average precision {curve.average_precision:.3f}; the dot is the decision as it is made.",
        )
    return page.section("The score", f'<div class="row">{honest}{drawn}</div>')


def _clip_parts(parts: Sequence[ClipPart]) -> str:
    head = (
        "kind",
        "clips",
        "absences",
        "told",
        "not accused, though due",
        "imagined",
        "accused unfairly",
        "largest error",
        "nudity suspected",
    )
    rows = [
        [
            escape(one.name),
            *map(str, (one.clips, one.absences, one.told, one.forgone, one.imagined, one.accused)),
            f"{one.largest:.2f}",
            str(one.nudity[0]),
        ]
        for one in parts
    ]
    return page.section(
        "Clips by kind",
        page.text("Imagined: told of a seat that was taken. The error is in frames.", "soft"),
        page.table(head, rows),
    )


def _clips(clips: Sequence[Watched]) -> str:
    head = ("clip", "frames/s", "from", "until", "told", "start", "accusation", "end", "accused")
    rows = []
    for clip in clips:
        first = [escape(clip.row.file), f"{1 / clip.period:.2f}"]
        for one in clip.timings:
            until = "–" if one.label.until is None else f"{one.label.until:.3f}"
            verdict = "unfairly" if one.unfair else "not, though due" if one.forgone else "rightly"
            told = "yes" if one.found else "no"
            row = [*first, f"{one.label.since:.3f}", until, told, *map(_frames, errors(one)), verdict]
            rows.append(row)
        for wrong in clip.imagined:
            until = "–" if wrong.until is None else f"{wrong.until:.3f}"
            accused = "no" if wrong.exceeded is None else "unfairly"
            rows.append([*first, f"{wrong.since:.3f}", until, "imagined", "–", "–", "–", accused])
        if not clip.timings and not clip.imagined:
            rows.append([*first, *("–" for _ in range(7))])
    return page.section(
        "Instants of absence in clips",
        page.text("Errors in frames against the label, positive where told too late.", "soft"),
        page.table(head, rows),
    )


def _frames(error: float | None) -> str:
    return "–" if error is None else f"{error:+.2f}"
