"""The state of each seat's camera, from a few thousand samples a frame and their history of two seconds.

*Black*: nothing is brighter than a lens cap lets through. *Covered*: some light, but no form. *Frozen*:
the picture does not live. A sensor's noise, a breath, a flicker of light change samples in every frame;
a repeated picture changes none, and one that was encoded again changes only as much as the encoder still
polishes it. *Stalled*: no newer picture came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera.samples import Samples, forms, sample
from vision.checks import positive, within
from vision.frame import Frame
from vision.observations import CameraState
from vision.picture import Layout, Picture


@dataclass(frozen=True, slots=True)
class CameraPolicy:
    """When a picture cannot be judged. Brightness is in luma levels 0..255, time in seconds."""

    stall_after: float = 0.5
    """A picture older than this tells nothing about now."""
    freeze_after: float = 1.5
    """How long the picture has to be lifeless before it counts as frozen."""
    freeze_window: float = 2.0
    """How far back liveliness is averaged; at least `freeze_after`."""
    fresh_window: float = 0.5
    """How far back liveliness is averaged to say whether a frame told anything new."""
    lifeless: float = 0.035
    """Mean change a sample and frame below which the picture does not live. Measured on clips that were
    encoded as H.264 and VP8: at 400 kbit/s and more, live ones (an empty room with a noise of one level
    included) stay above 0.06, frozen ones fall below 0.035; at 150 kbit/s only motion tells them apart."""
    pulse: float = 0.25
    """More change than this a frame counts as this: a key frame's pulse is no life, and a
    camera of five real frames a second in a stream of thirty still lives."""
    steady: float = 0.5
    """Share of the noise of the second before the last one that a frame has to show to tell something new, by
    the calmest frame of that second. An encoder that polishes a repeated picture shows a third at most; a
    live picture stays above, and where an encoder leaves no noise in now and then nothing is asked for."""
    black: float = 20.0
    """The brightest samples (99th percentile) above the encoding's black, up to which a picture is black.
    The darkest photograph of a person in the measured collection has 58."""
    flat: float = 2.5
    """Steps between neighbouring cells of a coarse grid (98th percentile), up to which nothing has a form.
    The plainest photograph of a wall in the measured collection has 3.1, a finger on a lens about 2."""

    def __post_init__(self) -> None:
        positive(stall_after=self.stall_after, fresh_window=self.fresh_window)
        positive(freeze_after=self.freeze_after, freeze_window=self.freeze_window)
        within(0, self.freeze_window, freeze_after=self.freeze_after)
        within(0, 255, pulse=self.pulse, black=self.black, flat=self.flat)
        within(0, 1, steady=self.steady)
        within(0, self.pulse, lifeless=self.lifeless)


@dataclass(frozen=True, slots=True, eq=False)
class CameraHealth:
    """What is remembered of one seat's camera."""

    t: float
    """Media time of its newest frame."""
    state: CameraState
    fresh: bool
    """False where this frame told nothing new: it hardly differs from the one before, or ends a lifeless half
    second."""
    samples: Samples
    changes: tuple[tuple[float, float], ...] = ()
    """(media time, mean change of a sample, at most `pulse`) of the frames in the window, oldest first."""
    noise: tuple[float, ...] = ()
    """What changed in the calmer half of the samples of the same frames: motion does not count."""

    @property
    def measures(self) -> tuple[tuple[str, float], ...]:
        """What a broken state rests on: `brightness` (mean luma), `contrast` (its standard deviation) and,
        where the picture was watched, `liveliness` (mean change a sample and frame) over how many `seconds`.
        """
        if self.state.observable:
            return ()
        mean, deviation = _light(self.samples)
        light = ("brightness", mean), ("contrast", deviation)
        if not self.changes:
            return light
        life = sum(change for _, change in self.changes) / len(self.changes)
        return (*light, ("liveliness", life), ("seconds", self.t - self.changes[0][0]))


def step_camera(
    states: Mapping[int, CameraHealth], frames: Mapping[int, Frame], policy: CameraPolicy
) -> tuple[dict[int, CameraHealth], dict[int, CameraState]]:
    """Judge the cameras of all seats that have a frame.

    Args:
        states: of earlier steps, by seat.
        frames: by seat.
        policy: when a picture cannot be judged.

    Returns:
        All states, those of seats without a frame as they were; and the camera of each seat with a frame.
    """
    after = dict(states)
    for seat, frame in frames.items():
        after[seat] = _judge(states.get(seat), frame, policy)
    return after, {seat: after[seat].state for seat in frames}


def silent_seats(
    states: Mapping[int, CameraHealth], now: Mapping[int, float], policy: CameraPolicy
) -> dict[int, CameraState]:
    """Which seats stalled: their newest picture is older than `stall_after`.

    Args:
        states: of earlier steps, by seat.
        now: where each seat's media clock stands, seconds on the seat's own track.
        policy: when a picture cannot be judged.
    """
    return {
        seat: CameraState.STALLED
        for seat, health in states.items()
        if seat in now and now[seat] - health.t > policy.stall_after
    }


def _judge(before: CameraHealth | None, frame: Frame, policy: CameraPolicy) -> CameraHealth:
    samples = sample(frame.picture)
    state = _at_once(frame.picture, samples, policy)
    if state is not None or before is None or not _follows(before, frame.t, samples, policy):
        # What a dark picture does says nothing about the one that follows it.
        return CameraHealth(frame.t, state or CameraState.OK, state is None, samples)
    differences = np.abs(samples - before.samples).ravel()
    change, calm = float(differences.mean(dtype=np.float64)), _calm(differences)
    kept = [past for past in before.changes if past[0] > frame.t - policy.freeze_window]
    noise = (*before.noise[len(before.noise) - len(kept) :], calm)
    changes = (*kept, (frame.t, min(change, policy.pulse)))
    lives = _liveliness(changes, frame.t - policy.fresh_window) > policy.lifeless
    usual = [past for past, (t, _) in zip(noise, changes, strict=True) if t <= frame.t - _POLISHED]
    fresh = change > policy.lifeless and lives and calm >= policy.steady * min(usual, default=0.0)
    state = _motionless(before.state, changes, policy)
    return CameraHealth(frame.t, state, fresh and state is CameraState.OK, samples, changes, noise)


def _calm(differences: Samples) -> float:
    """The mean of the smaller half."""
    half = max(1, differences.size // 2)
    return float(np.partition(differences, half - 1)[:half].mean(dtype=np.float64))


def _follows(before: CameraHealth, t: float, samples: Samples, policy: CameraPolicy) -> bool:
    """Whether the frame at `t` continues the remembered picture: soon after it, and of the same form."""
    return 0 < t - before.t <= policy.stall_after and samples.shape == before.samples.shape


def _at_once(picture: Picture, samples: Samples, policy: CameraPolicy) -> CameraState | None:
    """What one picture alone tells."""
    darkest = 0.0 if picture.full_range or picture.layout in (Layout.RGB, Layout.GRAY) else 16.0
    limit = darkest + policy.black
    mean, deviation = _light(samples)
    if mean <= limit and float(np.percentile(samples, 99)) <= limit:  # the mean is cheap
        return CameraState.BLACK
    if deviation < _PLAIN and _steps(picture) <= policy.flat:
        return CameraState.COVERED
    return None


def _light(samples: Samples) -> tuple[float, float]:
    """Mean and standard deviation."""
    mean, deviation = cv2.meanStdDev(samples)
    return float(mean[0, 0]), float(deviation[0, 0])


_POLISHED = 1.0  # seconds after which an encoder has polished what is repeated

_PLAIN = 30.0  # luma levels: a picture with more contrast than this has forms, its cells need no look


def _steps(picture: Picture) -> float:
    """The 98th percentile of the brightness steps between neighbouring coarse cells."""
    cells = forms(picture)
    steps = np.sort(np.concatenate([np.abs(np.diff(cells, axis=axis)).ravel() for axis in (0, 1)]))
    return float(steps[int(0.98 * (steps.size - 1))]) if steps.size else 0.0


_THAW = 1.25  # a frozen picture has to live by this much more than `lifeless`: no flicker between the two


def _motionless(
    before: CameraState, changes: tuple[tuple[float, float], ...], policy: CameraPolicy
) -> CameraState:
    """FROZEN or OK by the changes of the last seconds."""
    life = _liveliness(changes, changes[-1][0] - policy.freeze_window)
    if before is CameraState.FROZEN:
        return CameraState.FROZEN if life < _THAW * policy.lifeless else CameraState.OK
    watched = changes[-1][0] - changes[0][0]
    return CameraState.FROZEN if watched >= policy.freeze_after and life < policy.lifeless else CameraState.OK


def _liveliness(changes: tuple[tuple[float, float], ...], since: float) -> float:
    recent = [change for t, change in changes if t > since]
    return sum(recent) / len(recent) if recent else 0.0
