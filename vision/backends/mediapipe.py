"""MediaPipe Tasks' own hand landmarker behind our result type: to compare with, and to fall back on.

It searches palms on every frame until all hands are found and runs one seat at a time, so it costs
several times as much as `vision.hands`. It reports usage to nobody in the pinned version, 0.10.31.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import mediapipe as mp
import numpy as np
from mediapipe.tasks.python.core.base_options import BaseOptions
from mediapipe.tasks.python.vision import HandLandmarker, HandLandmarkerOptions, RunningMode

from vision.backends.quiet import quiet_start
from vision.frame import Frame
from vision.hands import HandPolicy
from vision.hands.association import assign
from vision.hands.measure import Measured
from vision.hands.track import Track, begin, follow, lose
from vision.observations import Hand, Landmarks
from vision.picture import Picture


@dataclass(slots=True)
class _Seat:
    landmarker: Any
    stamp_ms: int = -1
    t: float = -np.inf
    tracks: tuple[Track, ...] = ()
    next_number: int = 1
    quiet: bool = True


class MediaPipeHands:
    """One landmarker a seat, in VIDEO mode. Use it as a context manager, or call `close`.

    Timestamps rise strictly for each seat whatever its media time does, as MediaPipe insists; where
    media time repeats or runs backwards the seat's landmarker is started anew, its identities remain.
    """

    def __init__(self, bundle: bytes, policy: HandPolicy) -> None:
        """Load nothing yet.

        Args:
            bundle: the content of `hand_landmarker.task`.
            policy: `max_hands`, the palm and presence thresholds, association and smoothing are used.
        """
        self._bundle = bundle
        self._policy = policy
        self._seats: dict[int, _Seat] = {}

    def __enter__(self) -> MediaPipeHands:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def step(self, frames: Sequence[Frame]) -> Mapping[int, tuple[Hand, ...]]:
        """Look at one frame a seat.

        Returns:
            By seat the hands in view, in order of their track number. MediaPipe does not tell how sure
            it is that a hand is there, only that it is surer than the threshold: `presence` is that.
        """
        return {frame.seat: self._look(frame) for frame in frames}

    def forget(self, seat: int) -> None:
        """Close a seat's landmarker; harmless where it has none."""
        gone = self._seats.pop(seat, None)
        if gone is not None:
            gone.landmarker.close()

    def close(self) -> None:
        """Close all landmarkers; the object can be used again afterwards."""
        for seat in list(self._seats):
            self.forget(seat)

    def _look(self, frame: Frame) -> tuple[Hand, ...]:
        seat = self._seats.get(frame.seat)
        if seat is None:
            seat = self._seats[frame.seat] = _Seat(self._create())
        elif frame.t <= seat.t:
            seat.landmarker.close()
            seat.landmarker, seat.stamp_ms = self._create(), -1
            seat.tracks = tuple(track.at_rest(frame.t) for track in seat.tracks)
        seat.stamp_ms = max(seat.stamp_ms + 1, round(1e3 * frame.t))
        seat.t = frame.t
        found = self._measure(seat, frame.picture)
        self._conclude(seat, found, frame.t)
        return tuple(track.hand() for track in seat.tracks if track.visible)

    def _create(self) -> Any:
        options = HandLandmarkerOptions(
            base_options=BaseOptions(model_asset_buffer=self._bundle),
            running_mode=RunningMode.VIDEO,
            num_hands=self._policy.max_hands,
            min_hand_detection_confidence=self._policy.search.score,
            min_hand_presence_confidence=self._policy.track.presence,
        )
        with quiet_start():
            return HandLandmarker.create_from_options(options)

    def _measure(self, seat: _Seat, picture: Picture) -> list[Measured]:
        image = mp.Image(image_format=mp.ImageFormat.SRGB, data=picture.rgb())
        if seat.quiet:
            with quiet_start():
                result = seat.landmarker.detect_for_video(image, seat.stamp_ms)
            seat.quiet = not result.hand_landmarks  # what it has to say comes with the first hand
        else:
            result = seat.landmarker.detect_for_video(image, seat.stamp_ms)
        found = zip(result.hand_landmarks, result.handedness, strict=True)
        return [self._measured(points, sides[0], picture.size) for points, sides in found]

    def _measured(self, points: Any, side: Any, size: tuple[int, int]) -> Measured:
        scale = np.array([size[0], size[1], size[0]], dtype=np.float32)
        landmarks: Landmarks = np.array([(p.x, p.y, p.z) for p in points], dtype=np.float32) * scale
        right = side.score if side.category_name == "Right" else 1 - side.score
        return Measured(landmarks, self._policy.track.presence, float(right))

    def _conclude(self, seat: _Seat, hands: list[Measured], t: float) -> None:
        pairs = assign(seat.tracks, hands, t, self._policy.track)
        tracks = [
            follow(track, hands[pairs[i]], t, self._policy)
            if i in pairs
            else lose(track, t, self._policy.track)
            for i, track in enumerate(seat.tracks)
        ]
        kept = [track for track in tracks if track is not None]
        for i, hand in enumerate(hands):
            if i not in pairs.values():
                kept.append(begin(seat.next_number, hand, t))
                seat.next_number += 1
        seat.tracks = tuple(kept)
