"""Clips of a seat at which somebody hardly shows, or nobody is and something looks like a person.

Somebody who hardly shows sits there for longer than the limit; a player before something that looks like a
person leaves it alone for longer than the limit. All that changes besides is the sensor's noise, so what
motion could tell does not help.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.demo.encode import write_clip
from datasets.hard_people.photographs import UInt8Array

RATE = 10
"""Pictures a second."""
BEFORE, AWAY, AFTER = 3.0, 17.0, 2.0
"""Seconds with the player before, without him, and with him again."""
_GRAIN = 2.5  # standard deviation of the noise, brightness levels
_COARSE = 1.2  # pixels that it spreads over


@dataclass(frozen=True, slots=True)
class Clip:
    """One written clip and its label."""

    file: str
    absent_from: str
    """Seconds of the last picture with the player, or `none`."""
    absent_until: str


def write(
    out: Path, name: str, shown: UInt8Array, player: UInt8Array, rng: np.random.Generator, *, person: bool
) -> Clip:
    """Write one clip.

    Args:
        out: folder.
        name: of the file, without its ending.
        shown: (H, W, 3) RGB, the hard picture.
        player: (H, W, 4) RGB and cover 0..255: somebody in plain view before it.
        rng: all chance.
        person: whether the hard picture shows the player: then nobody leaves.
    """
    stretches = [(shown, AWAY + AFTER)]
    if not person:
        cover = player[..., 3:].astype(np.float32) / 255
        taken = np.asarray(shown * (1 - cover) + player[..., :3] * cover, dtype=np.uint8)
        stretches = [(taken, BEFORE), (shown, AWAY), (taken, AFTER)]
    write_clip(out / f"{name}.mp4", _filmed(stretches, rng), rate=RATE, quality=24, preset="veryfast")
    if person:
        return Clip(f"{name}.mp4", "none", "")
    return Clip(f"{name}.mp4", f"{BEFORE - 1 / RATE:.3f}", f"{BEFORE + AWAY:.3f}")


def _filmed(stretches: Sequence[tuple[UInt8Array, float]], rng: np.random.Generator) -> Iterator[UInt8Array]:
    for pixels, seconds in stretches:
        for _ in range(round(seconds * RATE)):
            noise = cv2.GaussianBlur(rng.standard_normal(pixels.shape[:2], np.float32), (0, 0), _COARSE)
            grain = np.float32(_GRAIN / noise.std()) * noise[..., None]
            yield np.asarray(np.clip(pixels + grain + 0.5, 0, 255), dtype=np.uint8)
