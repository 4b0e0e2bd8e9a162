"""Rendered hands are kept once they are made: the same recipe gives the same hands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from datasets import rendered
from datasets.render.forms import RENDERED
from datasets.rendered import Portions, Seen, render_hands
from models import store
from models.runtime import open_model

EDITION = 1
"""Goes up when the code that renders changes what it makes."""


def rendered_hands(seeds: Sequence[int], portions: Portions) -> Seen:
    """Rendered hands of all seeds; each seed is made once and then read from the cache folder.

    Raises:
        MissingModel: where hands must be made and the landmark model `hand_full` has not been fetched.
    """
    parts = [_one(seed, portions) for seed in seeds]
    landmarks = np.concatenate([part.landmarks for part in parts]) if parts else np.empty((0, 21, 3))
    return Seen(landmarks, tuple(label for part in parts for label in part.labels))


def recipe_of(portions: Portions) -> str:
    """What decides the hands of a seed, as a checksum."""
    text = json.dumps(
        {
            "edition": EDITION,
            "portions": asdict(portions),
            "forms": [asdict(form) for form in RENDERED],
            "trusted": rendered.TRUSTED,
            "side": rendered.SIDE,
            "sizes": (rendered.SMALLEST, rendered.LARGEST),
            "distances": (rendered.NEAREST, rendered.FARTHEST),
        },
        sort_keys=True,
    )
    return hashlib.sha256(text.encode()).hexdigest()


def _one(seed: int, portions: Portions) -> Seen:
    kept = _folder() / f"{recipe_of(portions)[:16]}_{seed}.npz"
    if not kept.is_file():
        seen = render_hands(seed, portions, open_model("hand_full"))
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(".part.npz")
        np.savez_compressed(
            unfinished, landmarks=seen.landmarks.astype(np.float32), labels=np.array(seen.labels)
        )
        unfinished.replace(kept)
    with np.load(kept) as stored:
        return Seen(stored["landmarks"].astype(np.float64), tuple(stored["labels"].tolist()))


def _folder() -> Path:
    return store.folder().parent / "rendered_hands"
