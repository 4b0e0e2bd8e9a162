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

_SAME = {"threads": "1"}  # the same pictures give the same bytes, with one release of the encoder


def write_clip(
    path: Path,
    pictures: Iterable[UInt8Array],
    *,
    rate: int,
    rotation: int = 0,
    quality: int = 30,
    preset: str = "veryslow",
) -> int:
    """Encode pictures into an MP4 file.

    Args:
        path: written whole or not at all.
        pictures: (H, W, 3) RGB uint8, all of one even size, at least one.
        rate: pictures a second.
        rotation: degrees clockwise that a player has to turn them by; stored as metadata.
        quality: x264's constant rate factor: lower is better and larger.
        preset: x264's name for how long it thinks; what is shipped is worth the longest.

    Returns:
        How many pictures were written.

    Raises:
        ValueError: there were none.
    """
    partial = path.with_suffix(".part.mp4")
    try:
        count = _encode(partial, pictures, rate, rotation, {**_SAME, "crf": str(quality), "preset": preset})
        if count == 0:
            raise ValueError(f"{path.name}: no pictures to write")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count


def _encode(
    path: Path, pictures: Iterable[UInt8Array], rate: int, rotation: int, options: dict[str, str]
) -> int:
    count = 0
    with av.open(str(path), "w", options={"movflags": "+faststart"}) as container:
        stream: VideoStream | None = None
        for picture in pictures:
            if stream is None:
                stream = _stream(container, picture, rate, options)
                if rotation:
                    stream.set_display_rotation(-rotation)  # counter-clockwise there
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = count, Fraction(1, rate)
            container.mux(stream.encode(frame))
            count += 1
        if stream is not None:
            container.mux(stream.encode(None))
    return count


def _stream(
    container: av.container.OutputContainer, picture: UInt8Array, rate: int, options: dict[str, str]
) -> VideoStream:
    stream = container.add_stream("libx264", rate=rate, options=options)
    stream.height, stream.width = picture.shape[:2]
    stream.pix_fmt = "yuv420p"
    return stream
