"""The frames that are measured on: decoded beforehand, the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from service.media import open_source
from vision.frame import Frame


@dataclass(frozen=True)
class Clip:
    """Some seconds of one seat."""

    name: str
    frames: Sequence[Frame]
    """As decoded, planes kept; media time rises."""
    pictures: Sequence[NDArray[np.uint8]]
    """The same frames as (H, W, 3) RGB uint8, as the peer takes them."""

    @property
    def period(self) -> float:
        """Seconds between two frames, on average."""
        return (self.frames[-1].t - self.frames[0].t) / max(len(self.frames) - 1, 1)

    def shifted(self, seconds: float, seat: int = 1) -> list[Frame]:
        """The frames again, later and at another seat: media time never runs backwards."""
        return [replace(frame, seat=seat, t=frame.t + seconds) for frame in self.frames]


def load(
    path: Path,
    name: str,
    begin: float = 0.0,
    end: float = float("inf"),
    most: int = 200,
    rate: float | None = None,
) -> Clip:
    """Decode the part of a video between two media times, at most `most` frames.

    Args:
        path: a video.
        name: for reports.
        begin: media time in seconds.
        end: media time in seconds.
        most: frames at most.
        rate: shows them at so many frames a second, from t = 0; None leaves their own times.

    Raises:
        SourceError: it cannot be read.
        ValueError: there are fewer than two frames in that part.
    """
    source = open_source(1, str(path))
    frames: list[Frame] = []
    try:
        for item in source:
            if isinstance(item, Frame) and begin <= item.t < end:
                frames.append(item)
            if len(frames) >= most or item.t >= end:
                break
    finally:
        source.close()
    if len(frames) < 2:
        raise ValueError(f"{path}: fewer than two frames between {begin} s and {end} s")
    if rate is not None:
        frames = [replace(frame, t=number / rate) for number, frame in enumerate(frames)]
    return Clip(name, frames, [frame.picture.rgb() for frame in frames])
