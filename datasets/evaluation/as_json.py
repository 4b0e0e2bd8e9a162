"""An evaluation for machines."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets.evaluation.measuring import Counted, Danger
from datasets.evaluation.report import NOT_FOUND, Evaluation, used

FORMAT = "consigliere-evaluation/1"
_DIGITS = 4


def as_json(done: Evaluation) -> dict[str, Any]:
    """Everything that was measured; probabilities and shares 0..1.

    `f1`, `recall` and `macro_f1` count hands that were not found as errors; those with `_found` do not count
    them.
    """
    rows, columns = used(done)
    said = (*done.order, None)
    return {
        "format": FORMAT,
        "folder": done.folder,
        **_counted(done.counted),
        "calibration_error": _round(done.calibration_error),
        "shapes": _shapes(done.counted),
        "forbidden": _forbidden(done.danger),
        "reliability": [
            {
                "from": one.low,
                "hands": one.hands,
                "probability": _round(one.probability),
                "right": _round(one.right),
            }
            for one in done.bins
        ],
        "confusion": {
            "shown": [done.order[row] for row in rows],
            "said": [said[column] for column in columns],
            "counts": done.matrix[np.ix_(rows, columns)].tolist(),
        },
        "slices": {
            name: [
                {"name": part.name, **_counted(part.counted), "shapes": _shapes(part.counted)}
                for part in parts
            ]
            for name, parts in done.slices.items()
        },
        "errors": [
            {
                "file": one.file,
                "shown": one.shown,
                "said": None if one.said == NOT_FOUND else one.said,
                "score": _round(one.score),
            }
            for one in done.mistakes
        ],
        "left_out": [{"file": fault.file, "reason": fault.reason} for fault in done.faults],
    }


def _counted(counted: Counted) -> dict[str, Any]:
    found = counted.found
    return {
        "pictures": counted.pictures,
        "hands_shown": counted.shown,
        "hands_found": counted.shown - counted.missing,
        "macro_f1": _round(counted.macro_f1),
        "accuracy": _round(counted.accuracy),
        "macro_f1_found": None if found is None else _round(found.macro_f1),
        "accuracy_found": None if found is None else _round(found.accuracy),
    }


def _shapes(counted: Counted) -> list[dict[str, Any]]:
    return [
        {
            "shape": one.shape,
            "support": one.support,
            "found": 0 if counted.found is None else counted.found.of(one.shape).support,
            "right": one.right,
            "claimed": one.claimed,
            "precision": _round(one.precision),
            "recall": _round(one.recall),
            "f1": _round(one.f1),
            "recall_found": None if counted.found is None else _round(counted.found.of(one.shape).recall),
            "f1_found": None if counted.found is None else _round(counted.found.of(one.shape).f1),
        }
        for one in counted.shapes
    ]


def _forbidden(danger: Danger) -> dict[str, Any]:
    return {
        "shape": danger.shape,
        "support": danger.told.support,
        "right": danger.told.right,
        "recall": _round(danger.told.recall),
        "false_alarms": danger.false_alarms,
        "others": danger.others,
        "claims_on_unlabelled_hands": danger.beyond,
        "average_precision": _round(danger.average_precision),
        "curve": [
            {"threshold": round(threshold, 5), "precision": _round(precision), "recall": _round(recall)}
            for threshold, precision, recall in zip(
                danger.thresholds, danger.precision, danger.recall, strict=True
            )
        ],
    }


def _round(value: float) -> float:
    return round(float(value), _DIGITS)
