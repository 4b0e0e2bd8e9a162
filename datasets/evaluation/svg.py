"""Small drawings for a page, as SVG text; colours come from the page's style sheet (`page.STYLE`).

Drawings are inline, so they follow the reader's light or dark theme and ask for nothing from elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from datasets.evaluation.measuring import Bin

_CELL, _LABEL, _SLANT = 30, 118, 72
"""Side of a cell, room for names, and how far the last column's slanting name goes beyond it."""
_SIDE, _EDGE, _FOOT = 280, 46, 40
"""Of a square diagram, its left margin and its lower one."""

Point = tuple[float, float]


def confusion(counts: NDArray[np.int64], rows: Sequence[str], columns: Sequence[str]) -> str:
    """A confusion matrix: shades are shares of a row.

    Args:
        counts: (R, C)
        rows: R shapes that are shown.
        columns: C answers.
    """
    width, height = _LABEL + _CELL * len(columns) + _SLANT, _LABEL + _CELL * len(rows) + 4
    parts = [_open(width, height, "Confusion matrix: rows are shown, columns are said")]
    for number, name in enumerate(columns):
        x, y = _LABEL + _CELL * (number + 0.5) + 4, _LABEL - 6
        parts.append(f'<text transform="translate({x:.0f} {y}) rotate(-55)">{escape(name)}</text>')
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    for row, name in enumerate(rows):
        y = _LABEL + _CELL * row
        parts.append(f'<text class="end" x="{_LABEL - 8}" y="{y + 19}">{escape(name)}</text>')
        for column, said in enumerate(columns):
            parts += _cell(column, y, int(counts[row, column]), float(share[row, column]), name, said)
    return "".join(parts) + "</svg>"


def _cell(column: int, y: int, count: int, share: float, shown: str, said: str) -> list[str]:
    x, inner = _LABEL + _CELL * column, _CELL - 2
    box = f'x="{x}" y="{y}" width="{inner}" height="{inner}" rx="3"'
    kind = "heat" if shown == said else "heat wrong"
    if not count:
        return [f'<rect class="empty" {box}/>']
    told = escape(f"{shown} shown, {said} said: {count} ({share:.0%})")
    ink = "on" if share > 0.75 else ""
    return [
        f'<rect class="empty" {box}/>',
        f'<g><title>{told}</title><rect class="{kind}" fill-opacity="{max(share, 0.12):.2f}" {box}/>'
        f'<text class="mid {ink}" x="{x + inner / 2:.0f}" y="{y + 19}">{count}</text></g>',
    ]


def reliability(
    bins: Sequence[Bin],
    probability: str = "probability of the likeliest shape",
    right: str = "share that is right",
    what: str = "hands",
) -> str:
    """Bars of how often an answer is right, against its probability.

    Args:
        bins: tenths of the probability.
        probability: what the lower axis says.
        right: what the upright one says.
        what: is counted.
    """
    parts = [_frame("Reliability diagram", probability, right)]
    parts.append(f'<line class="guide" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>')
    for one in bins:
        told = f"{one.hands} {what}: probability {one.probability:.2f}, right {one.right:.2f}"
        top = _y(one.right)
        parts.append(
            f'<g><title>{told}</title><rect class="bar" x="{_x(one.low) + 2:.1f}" y="{top}" '
            f'width="{_SIDE / 10 - 4:.1f}" height="{_y(0) - top:.1f}" rx="2"/>'
            f'<circle class="dot" cx="{_x(one.probability)}" cy="{top}" r="3.5"/></g>'
        )
    return "".join(parts) + "</svg>"


def precision_recall(curve: Sequence[Point], told: Point, name: str) -> str:
    """A precision-recall curve.

    Args:
        curve: (recall, precision), recall rising.
        told: those of the decision itself.
        name: of the shape.
    """
    parts = [_frame(f"Precision and recall of {name}", "recall", "precision")]
    if curve:
        steps = [f"M{_x(0)} {_y(curve[0][1])}"]
        for recall, precision in curve:
            steps.append(f"L{_x(recall)} {_y(precision)}")
        parts.append(f'<path class="curve" d="{"".join(steps)}"/>')
    label = f"decision: recall {told[0]:.3f}, precision {told[1]:.3f}"
    parts.append(
        f'<g><title>{label}</title><circle class="dot" cx="{_x(told[0])}" cy="{_y(told[1])}" r="5"/></g>'
    )
    return "".join(parts) + "</svg>"


def bar(share: float) -> str:
    """A small bar for a table's cell; share 0..1."""
    return (
        '<svg class="spark" viewBox="0 0 60 8" width="60" height="8" aria-hidden="true">'
        '<rect class="empty" width="60" height="8" rx="2"/>'
        f'<rect class="bar" width="{60 * min(max(share, 0.0), 1.0):.1f}" height="8" rx="2"/></svg>'
    )


def _frame(title: str, below: str, beside: str) -> str:
    """Axes from 0 to 1 with their names."""
    parts = [_open(_EDGE + _SIDE + 12, _SIDE + _FOOT + 10, title)]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = _x(tick), _y(tick)
        parts.append(f'<line class="grid" x1="{_x(0)}" y1="{y}" x2="{_x(1)}" y2="{y}"/>')
        parts.append(f'<text class="end small" x="{_EDGE - 6}" y="{y + 4:.1f}">{tick:g}</text>')
        parts.append(f'<text class="mid small" x="{x}" y="{_y(0) + 16:.1f}">{tick:g}</text>')
    middle = _SIDE / 2
    parts.append(f'<text class="mid small" x="{_EDGE + middle:.0f}" y="{_SIDE + _FOOT + 4}">{below}</text>')
    parts.append(
        f'<text class="mid small" transform="translate(12 {middle + 8:.0f}) rotate(-90)">{beside}</text>'
    )
    return "".join(parts)


def _open(width: int, height: int, title: str) -> str:
    name = escape(title)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{name}"><title>{name}</title>'
    )


def _x(value: float) -> float:
    return round(_EDGE + _SIDE * value, 1)


def _y(value: float) -> float:
    return round(8 + _SIDE * (1 - value), 1)
