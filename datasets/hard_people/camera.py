"""What a webcam makes of a scene: darkness, backlight, blur, noise and compression."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.hard_people.photographs import UInt8Array
from datasets.hard_people.portrait import HEIGHT, WIDTH, Image
from datasets.render.sensor import Sensor


def photographed(linear: Image, rng: np.random.Generator, *, grain: float | None = None) -> UInt8Array:
    """(480, 640, 3) linear RGB through a lens, a sensor and a JPEG encoder; (480, 640, 3) RGB."""
    sensor = Sensor(
        grain=float(rng.uniform(0.8, 3.0)) if grain is None else grain,
        blur=float(rng.uniform(0.3, 0.9)),
        warmth=float(rng.uniform(-0.5, 0.5)),
    )
    shown = sensor.expose(linear, 0.0, rng)
    quality = int(rng.integers(55, 92))
    done, coded = cv2.imencode(
        ".jpg", cv2.cvtColor(shown, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    if not done:
        raise RuntimeError("the picture could not be compressed")
    back = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.ascontiguousarray(back[..., ::-1])


def darkened(linear: Image, rng: np.random.Generator) -> Image:
    """A room with hardly any light, a screen's glow at most."""
    glow = np.array([0.7, 0.9, 1.2], dtype=np.float32) if rng.uniform() < 0.5 else np.ones(3, np.float32)
    return np.asarray(linear * np.float32(np.exp(rng.uniform(np.log(0.025), np.log(0.09)))) * glow)


def backlit(linear: Image, cover: Image | None, rng: np.random.Generator) -> Image:
    """Bright light behind: what `cover` shows turns dark, the rest glares into it.

    Args:
        linear: (480, 640, 3) linear RGB.
        cover: (480, 640) what stands before the light; None for nobody.
    """
    glare = linear * np.float32(rng.uniform(1.5, 3.0)) + np.float32(rng.uniform(0.3, 0.8))
    if cover is not None:
        front = linear * np.float32(rng.uniform(0.08, 0.25))
        glare = glare * (1 - cover[..., None]) + front * cover[..., None]
    bloom = cv2.GaussianBlur(np.minimum(glare, 1.5), (0, 0), 22)
    return np.asarray(glare * 0.9 + 0.1 * bloom, dtype=np.float32)


def window(linear: Image, rng: np.random.Generator) -> Image:
    """The room with a window so bright that the rest turns dark."""
    dim = linear * np.float32(rng.uniform(0.06, 0.2))
    x, y = rng.uniform(0.05, 0.6) * WIDTH, rng.uniform(0.02, 0.25) * HEIGHT
    w, h = rng.uniform(0.2, 0.4) * WIDTH, rng.uniform(0.3, 0.6) * HEIGHT
    light = np.zeros((HEIGHT, WIDTH), dtype=np.float32)
    cv2.rectangle(light, (int(x), int(y)), (int(x + w), int(y + h)), 1.0, -1)
    bar = max(3, int(0.02 * w))
    cv2.line(light, (int(x + w / 2), int(y)), (int(x + w / 2), int(y + h)), 0.1, bar)
    cv2.line(light, (int(x), int(y + h / 2)), (int(x + w), int(y + h / 2)), 0.1, bar)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), 1.5), dtype=np.float32)
    bloom = np.asarray(cv2.GaussianBlur(light, (0, 0), 45), dtype=np.float32) * np.float32(0.12)
    return np.asarray(dim * (1 - light[..., None]) + (1.6 * light + bloom)[..., None], dtype=np.float32)


def blurred(linear: Image, rng: np.random.Generator) -> Image:
    """Out of focus, or moved while the shutter was open."""
    if rng.uniform() < 0.5:
        return np.asarray(cv2.GaussianBlur(linear, (0, 0), float(rng.uniform(4, 9))), dtype=np.float32)
    length = int(rng.integers(21, 49)) | 1
    line = np.zeros((length, length), dtype=np.float32)
    line[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length // 2, length // 2), float(rng.uniform(-30, 30)), 1.0)
    line = np.asarray(cv2.warpAffine(line, turn, (length, length)), dtype=np.float32)
    return np.asarray(cv2.filter2D(linear, -1, line / line.sum()), dtype=np.float32)
