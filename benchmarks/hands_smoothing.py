"""How much the One-Euro filter calms a still hand, and how far it lags behind a moving one.

    python -m benchmarks.hands_smoothing PICTURE [--json]

PICTURE shows one hand. Clips are made of it: at rest and swinging from side to side, 640x480 at 30 frames
a second, with the noise of a webcam's sensor in every frame.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.runtime import open_model
from vision.frame import Frame
from vision.hands import HandModels, HandPolicy, HandState, step_hands
from vision.observations import Hand
from vision.picture import Layout, Picture

_FPS = 30.0
_NOISE = 4.0
"""Standard deviation of the noise, grey levels of 255: a webcam indoors in the evening."""
_SETTLE_S = 1.0

Track = NDArray[np.float32]
"""(frames, 21, 2) float32, display pixels."""


@dataclass(frozen=True, slots=True)
class Calm:
    """Jitter and lag of one clip, as measured by the landmark model (raw) and after the filter."""

    clip: str
    palm_px: float
    jitter_raw: float
    """RMS distance of a landmark from its mean place (at rest), or from its place on the best fitting
    delayed path (moving), by palm length."""
    jitter_smoothed: float
    lag_raw_ms: float
    """Delay of the true path that fits best."""
    lag_smoothed_ms: float


def swing(picture: NDArray[np.uint8], amplitude: float, hz: float, seconds: float) -> Iterator[Frame]:
    """The picture on a grey wall, swinging by `amplitude` pixels; deterministic noise."""
    random = np.random.default_rng(0)
    height, width = picture.shape[:2]
    for i in range(round(seconds * _FPS)):
        t = i / _FPS
        x = 320 - width / 2 + amplitude * math.sin(2 * math.pi * hz * t)
        move = np.array([[1, 0, x], [0, 1, 240 - height / 2]])
        canvas = cv2.warpAffine(picture, move, (640, 480), borderMode=cv2.BORDER_REPLICATE)
        noisy = canvas + np.float32(_NOISE) * random.standard_normal(canvas.shape, dtype=np.float32)
        yield Frame(1, t, Picture(Layout.RGB, (np.clip(noisy, 0, 255).astype(np.uint8),)))


def follow(frames: Iterator[Frame], models: HandModels, policy: HandPolicy) -> tuple[list[float], list[Hand]]:
    """Times and the first hand of each frame after settling."""
    states: dict[int, HandState] = {}
    times, seen = [], []
    for frame in frames:
        states, hands = step_hands(states, [frame], models, policy)
        if hands[1] and frame.t >= _SETTLE_S:
            times.append(frame.t)
            seen.append(hands[1][0])
    return times, seen


def measure(
    picture: NDArray[np.uint8], models: HandModels, policy: HandPolicy, hz: float, palms: float
) -> Calm:
    """Jitter and lag of a hand that swings by `palms` palm lengths `hz` times a second; 0 rests."""
    _, still = follow(swing(picture, 0.0, 0.0, _SETTLE_S + 0.5), models, policy)
    if not still:
        raise ValueError("no hand is found in the picture")
    palm = float(np.linalg.norm(still[0].landmarks[9, :2] - still[0].landmarks[0, :2]))
    amplitude = palms * palm
    times, hands = follow(swing(picture, amplitude, hz, _SETTLE_S + 4.0), models, policy)

    def path(delay: float) -> NDArray[np.float64]:
        return np.array([amplitude * math.sin(2 * math.pi * hz * (t - delay)) for t in times])

    raw = np.stack([hand.landmarks[:, :2] for hand in hands])
    smoothed = np.stack([hand.smoothed[:, :2] for hand in hands])
    results = [_fit(points, path if hz else None) for points in (raw, smoothed)]
    (jitter_raw, lag_raw), (jitter_smoothed, lag_smoothed) = results
    peak = 2 * math.pi * hz * palms
    name = f"swinging at up to {peak:.1f} palm lengths a second" if hz else "at rest"
    return Calm(name, palm, jitter_raw / palm, jitter_smoothed / palm, 1e3 * lag_raw, 1e3 * lag_smoothed)


def _fit(points: Track, path: Callable[[float], NDArray[np.float64]] | None) -> tuple[float, float]:
    """RMS distance in pixels from the best delayed path, and that delay in seconds."""

    def residual(delay: float) -> float:
        moved = np.array(points, dtype=np.float64)
        if path is not None:
            moved[:, :, 0] -= path(delay)[:, None]
        return float(np.sqrt(((moved - moved.mean(axis=0)) ** 2).sum(axis=2).mean()))

    delays = np.arange(-0.05, 0.2, 0.001) if path else np.zeros(1)
    return min((residual(delay), delay) for delay in delays.tolist())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("picture", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    pixels = cv2.imread(str(args.picture), cv2.IMREAD_COLOR_RGB)
    if pixels is None:
        parser.error(f"{args.picture}: no picture")
    shrink = 360 / max(pixels.shape[:2])
    picture = np.asarray(cv2.resize(pixels, None, fx=shrink, fy=shrink), dtype=np.uint8)
    models = HandModels(palm=open_model("palm_full"), landmarks=open_model("hand_full"))
    motions = ((0.0, 0.0), (0.3, 0.5), (0.5, 1.0), (1.0, 1.0))
    results = [measure(picture, models, HandPolicy(), hz, palms) for hz, palms in motions]
    if args.json:
        print(json.dumps([asdict(result) for result in results], indent=1))
        return
    for r in results:
        print(
            f"{r.clip}: jitter {100 * r.jitter_raw:.2f} % of the palm raw, {100 * r.jitter_smoothed:.2f} % "
            f"smoothed; lag {r.lag_raw_ms:.0f} ms raw, {r.lag_smoothed_ms:.0f} ms smoothed"
        )


if __name__ == "__main__":
    main()
