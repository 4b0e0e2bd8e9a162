"""Pictures as if they had been looked at."""

from __future__ import annotations

import numpy as np

from datasets.evaluation.looking import Look, Seen
from datasets.landmarks import Photograph
from datasets.scoring import Judged
from vision.picture import UInt8Array


def crop() -> UInt8Array:
    return np.full((96, 96, 3), 90, dtype=np.uint8)


def seen(
    shown: str,
    said: str | None,
    *,
    file: str = "a.jpg",
    score: float = 0.9,
    danger: float = 0.0,
    palm: float = 60.0,
    sharp: float = 100.0,
    source: str = "one",
    skin: str = "",
    also: tuple[str, ...] = (),
    beyond: tuple[str, ...] = (),
) -> Seen:
    """A picture of one hand that shows `shown` and is called `said`; None where it was not found."""
    photograph = Photograph(file, (shown,), also, shown, "p1", source, "", ())
    if said is None:
        return Seen(photograph, skin, (), (shown,), beyond, crop())
    counts = said if said in also else shown
    judged = Judged(counts, said, score, said, photograph)
    wrong = counts != said
    look = Look(judged, score, danger, palm, sharp, crop() if wrong else None)
    return Seen(photograph, skin, (look,), (), beyond)
