"""The peer: MediaPipe Tasks' hand landmarker, as people run it on video."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import mediapipe as mp
import numpy as np
from mediapipe.tasks.python.core.base_options import BaseOptions
from mediapipe.tasks.python.vision import HandLandmarker, HandLandmarkerOptions, RunningMode
from numpy.typing import NDArray

NAME = "mediapipe"
VERSION: str = mp.__version__


class Peer:
    """One landmarker in VIDEO mode with `num_hands=2`; timestamps rise over all calls."""

    def __init__(self, bundle: Path) -> None:
        options = HandLandmarkerOptions(
            base_options=BaseOptions(model_asset_path=str(bundle)),
            running_mode=RunningMode.VIDEO,
            num_hands=2,
        )
        self._landmarker = HandLandmarker.create_from_options(options)
        self._at_ms = 0

    def __enter__(self) -> Peer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._landmarker.close()

    def see(self, pictures: Sequence[NDArray[np.uint8]], interval_ms: int) -> list[list[NDArray[np.float32]]]:
        """Run over pictures in order.

        Args:
            pictures: each (H, W, 3) RGB uint8.
            interval_ms: media time between two pictures.

        Returns:
            For each picture its hands, each (21, 2) float32 in pixels.
        """
        return [self._see_one(picture, interval_ms) for picture in pictures]

    def _see_one(self, picture: NDArray[np.uint8], interval_ms: int) -> list[NDArray[np.float32]]:
        self._at_ms += interval_ms
        image = mp.Image(image_format=mp.ImageFormat.SRGB, data=picture)
        result = self._landmarker.detect_for_video(image, self._at_ms)
        scale = np.array([picture.shape[1], picture.shape[0]], np.float32)
        return [np.array([(p.x, p.y) for p in hand], np.float32) * scale for hand in result.hand_landmarks]
