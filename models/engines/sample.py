"""A picture that needs no file: an open hand, drawn. For timings and for comparing precisions.

Both hand models take it for a hand (presence above 0.9) and both palm models find its palm, so their
outputs on it are of the kind that matters, which those on noise are not.
"""

from __future__ import annotations

import numpy as np

from models.engine import FloatArray

# An open hand in a unit square, x right, y down, wrist at the bottom: the joints of each finger.
_FINGERS = np.array(
    [
        [(0.40, 0.70), (0.28, 0.62), (0.19, 0.52), (0.12, 0.45)],
        [(0.42, 0.47), (0.38, 0.33), (0.36, 0.24), (0.345, 0.16)],
        [(0.50, 0.45), (0.50, 0.29), (0.50, 0.19), (0.50, 0.10)],
        [(0.58, 0.47), (0.61, 0.33), (0.63, 0.24), (0.64, 0.17)],
        [(0.65, 0.52), (0.71, 0.42), (0.75, 0.35), (0.78, 0.29)],
    ]
)
_RADII = (0.040, 0.036, 0.037, 0.035, 0.030)
_SKIN = np.array([0.85, 0.62, 0.52])
_HEEL = np.array([0.48, 0.82])


def drawn_hand(height: int, width: int, shift: float = 0.0, turn: float = 0.0) -> FloatArray:
    """Draw the hand.

    Args:
        height: of the picture in pixels.
        width: of the picture in pixels.
        shift: how far the hand lies to the right, in picture widths.
        turn: clockwise, in radians.

    Returns:
        (height, width, 3) float32 RGB, 0..1.
    """
    y, x = np.mgrid[0:height, 0:width]
    u, v = (x + 0.5) / width, (y + 0.5) / height
    picture = np.stack([0.55 + 0.2 * u, 0.60 - 0.15 * v, 0.65 - 0.1 * u * v], axis=-1)
    du, dv = u - 0.5 - shift, v - 0.5
    at = np.stack(
        [np.cos(turn) * du + np.sin(turn) * dv + 0.5, np.cos(turn) * dv - np.sin(turn) * du + 0.5], -1
    )
    palm = [_capsule(at, np.array([0.5, 0.85]), np.array([0.5, 1.3]), 0.11, 0.12)]
    palm += [
        _capsule(at, _HEEL, finger[0], 0.09 if number == 0 else 0.10, 0.06)
        for number, finger in enumerate(_FINGERS)
    ]
    picture = _paint(picture, np.min(palm, axis=0), width)
    for finger, radius in zip(_FINGERS, _RADII, strict=True):
        for bone in range(3):
            thick, thin = radius * (1.1 - 0.1 * bone), radius * (1 - 0.1 * bone)
            picture = _paint(picture, _capsule(at, finger[bone], finger[bone + 1], thick, thin), width)
    return picture.astype(np.float32)


def sample_batch(count: int, shape: tuple[int, ...], span: tuple[float, float] = (0.0, 1.0)) -> FloatArray:
    """A batch for a model with one input: drawn hands for pictures, even steps for anything else.

    Args:
        count: N.
        shape: of one item; (height, width, 3) is a picture.
        span: the values that stand for black and white.

    Returns:
        (N, *shape) float32; the same for the same arguments.
    """
    if len(shape) == 3 and shape[2] == 3:
        poses = [(0.05 * (index % 4), 0.25 * (index % 5) - 0.3) for index in range(count)]
        batch = np.stack([drawn_hand(shape[0], shape[1], *pose) for pose in poses])
    else:
        batch = np.linspace(0, 1, count * int(np.prod(shape)), dtype=np.float32).reshape(count, *shape)
    return np.asarray(span[0] + (span[1] - span[0]) * batch, np.float32)


def _capsule(at: FloatArray, start: FloatArray, end: FloatArray, r0: float, r1: float) -> FloatArray:
    """Signed distance, negative inside, to a segment with a radius at each end; in picture widths."""
    along = end - start
    t = np.clip((at - start) @ along / (along @ along), 0, 1)
    nearest = start + t[..., None] * along
    return np.asarray(np.linalg.norm(at - nearest, axis=-1) - (r0 + (r1 - r0) * t))


def _paint(picture: FloatArray, distance: FloatArray, width: int) -> FloatArray:
    """Lay skin over the picture: soft at the edge by a pixel, darker towards the rim like a round thing."""
    cover = 1 / (1 + np.exp(np.clip(distance * width / 0.7, -30, 30)))[..., None]
    light = 1 - 0.35 * (1 - np.exp(-np.maximum(-distance, 0) / 0.02))[..., None]
    return np.asarray(picture * (1 - cover) + cover * light * _SKIN)
