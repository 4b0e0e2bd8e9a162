"""Clips that tests make: drawn scenes with a sensor's noise, encoded and decoded as a webcam's track is."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Layout, Picture, UInt8Array

SIZE = (320, 240)
FPS = 30


def room(shift: float = 0.0) -> UInt8Array:
    """A wall, a shelf and somebody's head and shoulders, (240, 320, 3) RGB; `shift` moves the person."""
    picture = np.empty((SIZE[1], SIZE[0], 3), dtype=np.uint8)
    picture[:] = np.linspace(90, 170, SIZE[0], dtype=np.uint8)[None, :, None]
    for k in range(6):
        cv2.rectangle(picture, (10 + 18 * k, 20), (24 + 18 * k, 80), (40 + 30 * k, 160 - 20 * k, 90), -1)
    moved = np.array([[1.0, 0.0, shift], [0.0, 1.0, shift / 2]])
    person = np.zeros_like(picture)
    cv2.ellipse(person, (200, 250), (80, 70), 0, 0, 360, (60, 70, 130), -1, cv2.LINE_AA)
    cv2.circle(person, (200, 130), 45, (205, 160, 130), -1, cv2.LINE_AA)
    cv2.circle(person, (185, 125), 5, (30, 30, 30), -1, cv2.LINE_AA)
    cv2.circle(person, (215, 125), 5, (30, 30, 30), -1, cv2.LINE_AA)
    person = np.asarray(cv2.warpAffine(person, moved, SIZE), dtype=np.uint8)
    return np.where(person.any(axis=2, keepdims=True), person, picture)


def noisy(picture: NDArray[np.uint8], sigma: float, rng: np.random.Generator) -> UInt8Array:
    """The picture as a sensor with a noise of `sigma` levels sees it."""
    noise = rng.normal(0, sigma, picture.shape[:2])[..., None]
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def live(seconds: float, *, sigma: float = 2.0, sway: float = 0.0) -> list[UInt8Array]:
    """A still room; the person in it sways by `sway` pixels as somebody who sits and breathes."""
    rng = np.random.default_rng(7)
    return [noisy(room(sway * float(np.sin(k / 15))), sigma, rng) for k in range(round(seconds * FPS))]


_LIVE = {
    "libx264": {"preset": "veryfast", "tune": "zerolatency"},
    "libvpx": {"deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0"},
}


def through_codec(
    pictures: Sequence[UInt8Array], codec: str = "libx264", bit_rate: int = 250_000
) -> Iterator[Picture]:
    """Encode as a live call does (no look-ahead, key frames only at the start) and decode again."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="matroska") as out:
        stream = out.add_stream(codec, rate=FPS)
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        stream.bit_rate = bit_rate
        stream.thread_count = 1
        stream.options = {"g": "9999", **_LIVE[codec]}
        if codec == "libx264":
            stream.options = {**stream.options, "maxrate": str(bit_rate), "bufsize": str(bit_rate)}
        for picture in pictures:
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode())
    buffer.seek(0)
    with av.open(buffer, "r") as back:
        for frame in back.decode(video=0):
            planes = np.asarray(frame.to_ndarray(format="yuv420p"), dtype=np.uint8).reshape(-1)
            y, u, v = np.split(planes, [SIZE[0] * SIZE[1], SIZE[0] * SIZE[1] * 5 // 4])
            half = (SIZE[1] // 2, SIZE[0] // 2)
            yield Picture(Layout.I420, (y.reshape(SIZE[1], SIZE[0]), u.reshape(half), v.reshape(half)))
