"""A whole evaluation as one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.evaluation.index import Fault
from datasets.evaluation.looking import Seen
from datasets.evaluation.measuring import (
    Bin,
    Counted,
    Danger,
    Slice,
    count,
    danger,
    reliability,
    slices,
)
from datasets.scoring import confusion
from vision.picture import UInt8Array

NOT_FOUND = "no hand"


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """A hand whose shape was not told."""

    file: str
    shown: str
    said: str
    """A shape, or `NOT_FOUND`."""
    score: float
    """Of the answer, 0..1; 0 where no hand was found."""
    thumbnail: UInt8Array | None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Everything that was measured."""

    folder: str
    order: tuple[str, ...]
    """Every shape, as the confusion matrix has them."""
    counted: Counted
    danger: Danger
    bins: tuple[Bin, ...]
    calibration_error: float
    matrix: NDArray[np.int64]
    """(S, S + 1) counts: rows what is shown, columns what was said, in `order`; last, hands not found."""
    slices: dict[str, tuple[Slice, ...]]
    mistakes: tuple[Mistake, ...]
    """The worst first: those about the forbidden shape, then the surest, then hands that were not found."""
    faults: tuple[Fault, ...]


def evaluate(
    folder: str, seen: Sequence[Seen], faults: Sequence[Fault], order: Sequence[str], forbidden: str
) -> Evaluation:
    """Sum up.

    Args:
        folder: the name it goes by.
        seen: at least one picture.
        faults: what could not be judged.
        order: every shape.
        forbidden: the shape that must not be shown.
    """
    looks = [look for one in seen for look in one.looks]
    bins, error = reliability(looks)
    counted = count(seen, order, forbidden)
    missing = np.array([sum(one.missing.count(shape) for one in seen) for shape in order])
    matrix = np.column_stack([confusion([look.judged for look in looks], order), missing])
    return Evaluation(
        folder,
        tuple(order),
        counted,
        danger(seen, forbidden, counted),
        bins,
        error,
        matrix,
        slices(seen, order, forbidden),
        _mistakes(seen, forbidden),
        tuple(faults),
    )


def used(done: Evaluation) -> tuple[list[int], list[int]]:
    """The rows of the matrix in which something was shown, and the columns of what was shown or said."""
    rows = np.flatnonzero(done.matrix.sum(axis=1)).tolist()
    said = np.flatnonzero(done.matrix.sum(axis=0)).tolist()
    return rows, sorted({*rows, *said})


def _mistakes(seen: Sequence[Seen], forbidden: str) -> tuple[Mistake, ...]:
    found = [
        Mistake(one.photograph.file, look.judged.shape, look.judged.answer, look.sure, look.thumbnail)
        for one in seen
        for look in one.looks
        if not look.right
    ]
    found += [
        Mistake(one.photograph.file, shape, NOT_FOUND, 0.0, one.thumbnail)
        for one in seen
        for shape in one.missing
    ]
    return tuple(
        sorted(found, key=lambda m: (forbidden not in (m.shown, m.said), m.said == NOT_FOUND, -m.score))
    )
