"""Pictures to a small H.264 file, as a webcam's stream would be."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.stream import VideoStream
from numpy.typing import NDArray

UInt8Array = NDArray[np.uint8]


def write_clip(
    path: Path, pictures: Iterable[UInt8Array], *, rate: int, rotation: int = 0, quality: int = 30
) -> int:
    """Encode pictures into an MP4 file.

    Args:
        path: written whole or not at all.
        pictures: (H, W, 3) RGB uint8, all of one even size, at least one.
        rate: pictures a second.
        rotation: degrees clockwise that a player has to turn them by; stored as metadata.
        quality: x264's constant rate factor: lower is better and larger.

    Returns:
        How many pictures were written.

    Raises:
        ValueError: there were none.
    """
    partial = path.with_suffix(".part.mp4")
    count = 0
    with av.open(str(partial), "w", options={"movflags": "+faststart"}) as container:
        stream: VideoStream | None = None
        for picture in pictures:
            if stream is None:
                stream = _stream(container, picture, rate, rotation, quality)
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = count, Fraction(1, rate)
            container.mux(stream.encode(frame))
            count += 1
        if stream is None:
            raise ValueError(f"{path.name}: no pictures to write")
        container.mux(stream.encode(None))
    partial.replace(path)
    return count


def _stream(
    container: av.container.OutputContainer, picture: UInt8Array, rate: int, rotation: int, quality: int
) -> VideoStream:
    # One thread and a fixed preset: the same pictures give the same bytes with the same encoder.
    options = {"crf": str(quality), "preset": "veryslow", "threads": "1"}
    stream = container.add_stream("libx264", rate=rate, options=options)
    stream.height, stream.width = picture.shape[:2]
    stream.pix_fmt = "yuv420p"
    if rotation:
        stream.set_display_rotation(rotation)
    return stream
