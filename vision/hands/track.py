"""One hand through time: what is remembered of it and where it is expected next."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.hands.measure import Measured
from vision.hands.policy import HandPolicy, TrackPolicy
from vision.hands.region import Region, around_landmarks
from vision.hands.smoothing import Smoothed, smooth, start
from vision.observations import Hand, Landmarks

PALM = np.array([0, 5, 9, 13, 17])
"""Wrist and knuckles: the part of a hand that is rigid."""

_ROOM = 0.4
"""Palm lengths that a hand may move on without leaving the middle of its region."""


def hand_scale(landmarks: Landmarks) -> float:
    """Palm length in display pixels, also for a hand that points at the camera.

    The longer of wrist to middle knuckle and 1.3 times index to little knuckle (a palm is about 1.3
    times as long as its row of knuckles is wide): turning a hand shortens one, seldom both.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = landmarks[[0, 9, 5, 17], :2].tolist()
    return max(math.hypot(x1 - x0, y1 - y0), 1.3 * math.hypot(x3 - x2, y3 - y2), 1e-3)


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A hand that was seen."""

    number: int
    """Identity within the seat, counted from 1."""
    measured: Measured
    """As last seen."""
    smoothed: Smoothed
    right: float
    """Probability of a right hand, averaged over the last moments."""
    seen: float
    """Media time of `measured`, seconds."""
    visible: bool
    """True where it was seen in the seat's last frame."""
    velocity: tuple[float, float] = (0.0, 0.0)
    """Of the palm, low-passed, display pixels a second."""

    def drift(self, t: float, glide_s: float) -> tuple[float, float]:
        """How far it has moved at `t` since it was seen, by its velocity, which fades; display pixels."""
        elapsed = t - self.seen
        if elapsed <= 0:
            return 0.0, 0.0
        reach = glide_s * (1 - math.exp(-elapsed / glide_s))
        return self.velocity[0] * reach, self.velocity[1] * reach

    def region(self, t: float, glide_s: float) -> Region:
        """Where to look for it at `t`.

        A region has room for a hand that moves on by `_ROOM`, and the landmark model answers a little
        differently when it shifts: it goes along only with what is beyond. So slow hands are looked at
        exactly as MediaPipe does, which takes the last place.
        """
        dx, dy = self.drift(t, glide_s)
        room = _ROOM * hand_scale(self.measured.landmarks)
        share = max(0.0, 1 - room / max(math.hypot(dx, dy), 1e-6))
        return around_landmarks(self.measured.landmarks).moved(share * dx, share * dy)

    def expected(self, t: float, glide_s: float) -> Landmarks:
        """Its landmarks at `t` by its velocity: (21, 3) float32, display pixels."""
        dx, dy = self.drift(t, glide_s)
        return self.measured.landmarks + np.array([dx, dy, 0.0], dtype=np.float32)

    def hand(self) -> Hand:
        """What is reported of it."""
        right = self.right >= 0.5
        return Hand(
            track=self.number,
            landmarks=self.measured.landmarks,
            smoothed=self.smoothed.landmarks,
            handedness="right" if right else "left",
            handedness_score=self.right if right else 1 - self.right,
            presence=self.measured.presence,
            speed=math.hypot(*self.velocity) / hand_scale(self.measured.landmarks),
        )

    def at_rest(self, t: float) -> Track:
        """The same as if just seen at `t` without a past: where media time jumped."""
        return replace(self, smoothed=start(self.measured.landmarks), seen=t, velocity=(0.0, 0.0))

    def scaled(self, x: float, y: float) -> Track:
        """The same after the picture's size changed by these factors."""
        factors = np.array([x, y, x], dtype=np.float32)
        return replace(
            self,
            measured=replace(self.measured, landmarks=self.measured.landmarks * factors),
            smoothed=Smoothed(self.smoothed.landmarks * factors, self.smoothed.velocity * factors),
            velocity=(self.velocity[0] * x, self.velocity[1] * y),
        )


def begin(number: int, measured: Measured, t: float) -> Track:
    """A hand seen for the first time."""
    return Track(number, measured, start(measured.landmarks), measured.right, t, visible=True)


def follow(track: Track, measured: Measured, t: float, policy: HandPolicy) -> Track:
    """The same hand seen again at `t`."""
    elapsed = t - track.seen
    if elapsed <= 0:
        smoothed, right = start(measured.landmarks), track.right
    else:
        palm = hand_scale(measured.landmarks)
        smoothed = smooth(track.smoothed, measured.landmarks, elapsed, palm, policy.smoothing)
        right = track.right + (measured.right - track.right) * -math.expm1(-elapsed / policy.track.side_s)
    vx, vy = smoothed.velocity[PALM, :2].mean(axis=0).tolist()
    return Track(track.number, measured, smoothed, right, t, visible=True, velocity=(vx, vy))


def lose(track: Track, t: float, policy: TrackPolicy) -> Track | None:
    """The hand was not found at `t`: remembered for a while, then None."""
    return replace(track, visible=False) if t - track.seen <= policy.keep_s else None
