"""A clip whose pictures bear their number, so that whoever gets one knows when it was sent."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.frame import VideoFrame

from vision.picture import UInt8Array

_BITS, _SIDE = 12, 16
_CODEC_OPTIONS = {"preset": "ultrafast", "crf": "16"}


def numbered_clip(source: Path, target: Path, fps: int, seconds: float) -> None:
    """Write a clip of another rate with the numbers of its pictures in them, as squares in the upper edge."""
    with av.open(str(source)) as film:
        pictures = [(frame.time or 0.0, frame.to_ndarray(format="rgb24")) for frame in film.decode(video=0)]
    times = np.array([t for t, _ in pictures])
    with av.open(str(target), "w") as out:
        stream = out.add_stream("libx264", rate=fps, options=_CODEC_OPTIONS)
        height, width = pictures[0][1].shape[:2]
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        for index in range(int(fps * seconds)):
            at = int(np.searchsorted(times, index / fps % times[-1]))
            image = pictures[at][1].copy()
            for bit in range(_BITS):
                level = 235 if index >> bit & 1 else 20
                image[:_SIDE, bit * _SIDE : (bit + 1) * _SIDE] = level
            frame = VideoFrame.from_ndarray(image, format="rgb24")
            frame.pts, frame.time_base = index, Fraction(1, fps)
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))


def number_of(luma: UInt8Array) -> int:
    """Which picture of such a clip it is."""
    blocks = luma[:_SIDE, : _BITS * _SIDE].reshape(_SIDE, _BITS, _SIDE)[4:12, :, 4:12]
    return sum(1 << bit for bit in range(_BITS) if blocks[:, bit].mean() > 128)
