"""An evaluation for people: one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from datasets.evaluation import page, svg
from datasets.evaluation.measuring import Counted, Slice
from datasets.evaluation.report import NOT_FOUND, Evaluation, Mistake, used

_SHOTS = 48
"""Errors that are shown as pictures; the rest is listed."""
_TITLES = {
    "source": "By source",
    "person": "By person",
    "skin": "By skin tone",
    "size": "By size of the hand",
    "sharpness": "By sharpness",
}
_NOTES = {
    "source": "Each source alone; macro F1 is over the shapes that it shows.",
    "person": "Each person alone.",
    "skin": "As the index says it.",
    "size": "Wrist to the knuckle of the middle finger in pixels; hands that were found only.",
    "sharpness": "Variance of the Laplacian of the hand's crop, in quarters; hands that were found only.",
}
_LONG = 12
"""Rows above which a table is folded."""


def as_page(done: Evaluation) -> str:
    """The page; it asks for nothing from anywhere."""
    sections = [
        _shapes(done.counted),
        _confusion(done),
        _curves(done),
        *(_slice(name, parts, done.danger.shape) for name, parts in done.slices.items()),
        _errors(done.mistakes),
    ]
    if done.faults:
        rows = [[escape(fault.file), escape(fault.reason)] for fault in done.faults]
        sections.append(page.section("Left out", page.table(("row", "why"), rows)))
    return page.page("How well hand shapes are told", _lead(done), sections)


def _lead(done: Evaluation) -> str:
    counted, danger = done.counted, done.danger
    lead = page.text(
        f"{counted.pictures} pictures of {done.folder}, {counted.shown} hands shown, "
        f"{counted.shown - counted.missing} found. A hand that was not found is an error for the recall of "
        "its shape, unless it says “found”.",
        "soft",
    )
    told = danger.told
    figures = [
        ("macro F1", f"{counted.macro_f1:.3f}"),
        ("macro F1, found", _or_dash(None if counted.found is None else counted.found.macro_f1)),
        ("accuracy", f"{counted.accuracy:.3f}"),
        (f"of {danger.shape} told", f"{told.right} of {told.support}"),
        ("false alarms", f"{danger.false_alarms} of {danger.others}"),
        ("calibration error", f"{done.calibration_error:.3f}"),
    ]
    return lead + page.keys(figures)


def _shapes(counted: Counted) -> str:
    head = ("shape", "shown", "found", "F1", "", "precision", "recall", "F1, found", "recall, found")
    rows = []
    for one in counted.shapes:
        alone = None if counted.found is None else counted.found.of(one.shape)
        rows.append(
            [
                escape(one.shape),
                str(one.support),
                str(alone.support if alone else 0),
                f"{one.f1:.3f}",
                svg.bar(one.f1),
                f"{one.precision:.3f}",
                f"{one.recall:.3f}",
                _or_dash(alone.f1 if alone else None),
                _or_dash(alone.recall if alone else None),
            ]
        )
    return page.section("Shapes", page.table(head, rows))


def _confusion(done: Evaluation) -> str:
    rows, columns = used(done)
    said = (*done.order, NOT_FOUND)
    drawn = svg.confusion(
        done.matrix[np.ix_(rows, columns)],
        [done.order[row] for row in rows],
        [said[column] for column in columns],
    )
    return page.section(
        "What is taken for what",
        page.drawing(drawn, "Rows are shown, columns are said; the shade is the share of the row."),
    )


def _curves(done: Evaluation) -> str:
    danger = done.danger
    told = danger.told
    honest = page.drawing(
        svg.reliability(done.bins),
        "Is the classifier as often right as it says? "
        f"Expected calibration error {done.calibration_error:.3f}, before any threshold. "
        "Bars: share that is right; dots: at their mean probability.",
    )
    if told.support:
        curve = list(zip(danger.recall, danger.precision, strict=True))
        drawn = svg.precision_recall(curve, (told.recall, told.precision), danger.shape)
        words = f"Average precision {danger.average_precision:.3f}; the dot is the decision as it is made."
        if danger.beyond:
            words += f" {danger.beyond} more claims on hands that no label speaks of."
        forbidden = page.drawing(drawn, f"{danger.shape}, the forbidden shape, at every threshold. {words}")
    else:
        forbidden = page.text(f"No picture shows {danger.shape}, the forbidden shape.", "soft")
    return page.section(
        "Probabilities, and the forbidden sign", f'<div class="row">{honest}{forbidden}</div>'
    )


def _slice(name: str, parts: Sequence[Slice], forbidden: str) -> str:
    head = (name, "pictures", "hands", "found", "accuracy", "", "macro F1", "macro F1, found", forbidden)
    rows = []
    for part in parts:
        one = part.counted
        told = one.of(forbidden)
        rows.append(
            [
                escape(part.name),
                str(one.pictures),
                str(one.shown),
                str(one.shown - one.missing),
                f"{one.accuracy:.3f}",
                svg.bar(one.accuracy),
                f"{one.macro_f1:.3f}",
                _or_dash(None if one.found is None else one.found.macro_f1),
                f"{told.right} of {told.support}" if told.support else "–",
            ]
        )
    drawn = page.table(head, rows)
    if len(rows) > _LONG:
        drawn = page.folded(f"{len(rows)} rows", drawn)
    return page.section(_TITLES[name], page.text(_NOTES[name], "soft"), drawn)


def _errors(mistakes: Sequence[Mistake]) -> str:
    if not mistakes:
        return page.section("Errors", page.text("None."))
    shots = [
        (one.thumbnail, (one.file, f"shown {one.shown}", f"said {one.said}{_score(one)}"))
        for one in mistakes[:_SHOTS]
    ]
    rows = [[escape(one.file), one.shown, one.said, f"{one.score:.2f}"] for one in mistakes]
    return page.section(
        "Errors",
        page.text("Those about the forbidden shape first, then the surest, then hands not found.", "soft"),
        page.shots(shots),
        page.folded(f"all {len(mistakes)} errors", page.table(("file", "shown", "said", "score"), rows)),
    )


def _score(one: Mistake) -> str:
    return "" if one.said == NOT_FOUND else f", {one.score:.2f}"


def _or_dash(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
