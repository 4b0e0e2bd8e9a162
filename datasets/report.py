"""Writes what was measured into the card of the shape classifier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.landmarks import Photograph
from datasets.scoring import FORBIDDEN, Figures

CARDS = Path(__file__).resolve().parents[1] / "models" / "cards"
BEGIN, END = "<!-- figures: written by datasets.evaluate_shapes -->", "<!-- end of figures -->"


def markdown(photographs: Sequence[Photograph], results: Mapping[str, Figures]) -> str:
    """The figures as tables, one column a setting."""
    missing = Counter(
        photograph.label for photograph in photographs if len(photograph.hands) < len(photograph.shapes)
    )
    first = next(iter(results.values()))
    lines = [
        f"{len(photographs)} photographs; in {sum(missing.values())} fewer hands were found than are shown"
        + (
            f" ({', '.join(f'{label} {count}' for label, count in sorted(missing.items()))})"
            if missing
            else ""
        )
        + f"; {first.hands} hands judged.",
        "",
        "| | " + " | ".join(results) + " |",
        "|---|" + "---|" * len(results),
    ]
    rows: dict[str, Callable[[Figures], str]] = {
        "macro F1": lambda f: f"{f.macro_f1:.3f}",
        "accuracy": lambda f: f"{f.accuracy:.3f}",
        "forbidden gesture: recall": lambda f: f"{f.of(FORBIDDEN).right} of {f.of(FORBIDDEN).support}",
        "forbidden gesture: false alarms": lambda f: f"{f.false_alarms} of {f.others} other hands",
        "calibration error": lambda f: f"{f.calibration_error:.3f}",
    }
    for name, cell in rows.items():
        lines.append(f"| {name} | " + " | ".join(cell(f) for f in results.values()) + " |")
    lines += ["", "| shape | hands | " + " | ".join(f"{name}: precision, recall" for name in results) + " |"]
    lines.append("|---|---|" + "---|" * len(results))
    for shape in first.shapes:
        cells = [
            f"{f.of(shape.shape).precision:.2f}, {f.of(shape.shape).recall:.2f}" for f in results.values()
        ]
        lines.append(f"| `{shape.shape}` | {shape.support} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def draw_confusion(counts: NDArray[np.int64], names: Sequence[str], path: Path | None = None) -> None:
    """Draw a confusion matrix, rows what is shown, columns what was said.

    Args:
        counts: (S, S)
        names: S shapes.
        path: a PNG; by default the one beside the card.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 8), dpi=90, layout="tight")
    axes = figure.subplots()
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    axes.imshow(share, cmap="Blues", vmin=0, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=60, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("said")
    axes.set_ylabel("shown")
    for row, column in zip(*np.nonzero(counts), strict=True):
        colour = "white" if share[row, column] > 0.5 else "black"
        axes.text(column, row, str(counts[row, column]), ha="center", va="center", color=colour, fontsize=8)
    figure.savefig(path or CARDS / "shapes_confusion.png")


def write_card(text: str, path: Path = CARDS / "shapes.md") -> None:
    """Replace the figures in the card.

    Raises:
        ValueError: if the card has no place for them.
    """
    card = path.read_text(encoding="utf-8")
    head, begin, rest = card.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path}: no {BEGIN} … {END}")
    path.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")
