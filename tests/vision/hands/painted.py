"""Painted hands and engines that see them: the whole pipeline with geometry that is known exactly.

A painted hand is a disc (red for a right, blue for a left hand) with a green dot at its wrist. The two
engines read nothing but the pixels they are given, as the real ones do: one in front hides one behind,
and a crop that shows two hands yields the one nearer to its centre.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.engine import FloatArray
from vision.hands import HandModels
from vision.picture import Layout, Picture

_COLOURS = {"right": (255, 0, 0), "left": (0, 0, 255)}
_WRIST = 0.75  # palm lengths below the disc's centre
_UP = [0.0, 0.25, 0.5, 0.75, 1.0] + [v for _ in range(4) for v in (1.0, 1.3, 1.5, 1.7)]
_ACROSS = [0.0, -0.4, -0.6, -0.7, -0.8] + [a for a in (-0.35, 0.0, 0.2, 0.4) for _ in range(4)]
TEMPLATE = np.array([_ACROSS, _UP]).T
"""(21, 2): across and up from the wrist, in palm lengths."""


@dataclass(frozen=True)
class PaintedHand:
    x: float
    """Centre of the disc, pixels."""
    y: float
    palm: float = 40.0
    """Palm length, pixels."""
    side: str = "right"

    @property
    def landmarks(self) -> NDArray[np.float64]:
        """(21, 2) in pixels."""
        wrist = np.array([self.x, self.y + _WRIST * self.palm])
        placed: NDArray[np.float64] = wrist + TEMPLATE * self.palm * np.array([1, -1])
        return placed


def paint(
    hands: Sequence[PaintedHand], size: tuple[int, int] = (640, 480), ground: int = 0, rotation: int = 0
) -> Picture:
    """Hands on a wall, the last one in front; `size` as displayed."""
    canvas = np.full((size[1], size[0], 3), ground, np.uint8)
    for hand in hands:
        centre = (round(hand.x), round(hand.y))
        cv2.circle(canvas, centre, round(0.5 * hand.palm), _COLOURS[hand.side], -1)
        wrist = (centre[0], round(hand.y + _WRIST * hand.palm))
        cv2.circle(canvas, wrist, max(1, round(0.2 * hand.palm)), (0, 255, 0), -1)
    stored = np.ascontiguousarray(np.rot90(canvas, rotation // 90))
    return Picture(Layout.RGB, (stored,), rotation=rotation)


@dataclass(frozen=True)
class _Seen:
    centre: NDArray[np.float64]
    wrist: NDArray[np.float64]
    side: str

    @property
    def palm(self) -> float:
        return float(np.linalg.norm(self.centre - self.wrist)) / _WRIST

    @property
    def landmarks(self) -> NDArray[np.float64]:
        up = (self.centre - self.wrist) / np.linalg.norm(self.centre - self.wrist)
        across = np.array([-up[1], up[0]])
        placed: NDArray[np.float64] = TEMPLATE[:, :1] * across + TEMPLATE[:, 1:] * up
        return self.wrist + self.palm * placed


def _blobs(mask: NDArray[np.bool_], least: int) -> list[NDArray[np.float64]]:
    count, _, stats, centres = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return [np.array(centres[i]) for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= least]


def _see(pixels: FloatArray, least: int) -> Iterator[_Seen]:
    wrists = _blobs(pixels[..., 1] > 0.6, 2)
    for side, channel in (("right", 0), ("left", 2)):
        body = (pixels[..., channel] > 0.6) & (pixels[..., 1] < 0.4)
        for centre in _blobs(body, least):
            if wrists:
                wrist = min(wrists, key=lambda w: float(np.linalg.norm(w - centre)))
                yield _Seen(centre, wrist, side)


class PaintedPalms:
    """The palm search: one raw detection for each disc, at the anchor next to it."""

    label = "painted"

    def __init__(self) -> None:
        self.searches = 0

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        self.searches += len(batch)
        boxes = np.zeros((len(batch), 2016, 18), np.float32)
        logits = np.full((len(batch), 2016, 1), -10.0, np.float32)
        for picture, rows, scores in zip(batch, boxes, logits, strict=True):
            for hand in _see(picture, least=6):
                cell = np.floor(hand.centre / 8).astype(int)
                index = 2 * (cell[1] * 24 + cell[0])
                anchor = (cell + 0.5) * 8
                points = hand.landmarks[[0, 5, 9, 13, 17, 1, 2]] - anchor
                rows[index] = [*(hand.centre - anchor), hand.palm, hand.palm, *points.ravel()]
                scores[index] = 5.0
        return boxes, logits


class PaintedLandmarks:
    """The landmark model: the hand nearest to the crop's centre."""

    label = "painted"

    def __init__(self) -> None:
        self.runs: list[int] = []
        """The size of each batch."""

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        self.runs.append(len(batch))
        points = np.zeros((len(batch), 63), np.float32)
        presence = np.zeros((len(batch), 1), np.float32)
        right = np.full((len(batch), 1), 0.5, np.float32)
        for i, pixels in enumerate(batch):
            seen = list(_see(pixels, least=200))
            if seen:
                hand = min(seen, key=lambda h: float(np.linalg.norm(h.centre - 112)))
                points[i].reshape(21, 3)[:, :2] = hand.landmarks
                presence[i], right[i] = 0.95, 0.9 if hand.side == "right" else 0.1
        return points, presence, right, np.zeros_like(points)


def painted_models() -> HandModels:
    return HandModels(palm=PaintedPalms(), landmarks=PaintedLandmarks())


def offset(landmarks: NDArray[np.float32], hand: PaintedHand) -> float:
    """Mean distance of landmarks from where a hand was painted, in palm lengths."""
    return float(np.linalg.norm(landmarks[:, :2] - hand.landmarks, axis=1).mean()) / hand.palm


def circle(t: float, centre: tuple[float, float], radius: float, turns: float) -> tuple[float, float]:
    """A place on a circle, `turns` a second."""
    return (
        centre[0] + radius * math.cos(2 * math.pi * turns * t),
        centre[1] + radius * math.sin(2 * math.pi * turns * t),
    )
