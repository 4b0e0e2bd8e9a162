"""A photograph held before a live camera: its face moves as a whole, and never in itself.

A living face blinks, speaks, breathes and turns; a photograph of one shifts, turns and grows at most, as the
hand that holds it shakes. So face after face is laid over the first one by an affine map, and what is left
is compared with what noise and encoding leave. One difference within a minute acquits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.checks import positive
from vision.observations import Box
from vision.picture import Picture

FacePatch = NDArray[np.float32]
"""(56, 56) float32: brightness of a face and its surroundings, mean 0, standard deviation 1."""

_SIDE = 56
_REACH = 1.3  # sides of the face's box that a patch covers
_MARGIN = 6  # pixels at the rim that shifting leaves empty
_WHOLE = np.full((_SIDE, _SIDE), 255, dtype=np.uint8)  # all of a patch is laid over
_TICK = 1e-6  # seconds


@dataclass(frozen=True, slots=True)
class RigidPolicy:
    """When a face is suspected to be a photograph; seconds."""

    every: float = 1.0
    """Between two faces that are compared."""
    after: float = 60.0
    """How long a face has to be rigid. Somebody who watches closely may not blink for half a minute."""
    lost: float = 5.0
    """Without a face for longer than this, all begins anew."""
    alive: float = 0.30
    """Difference, in standard deviations of the face's brightness, from which a face lives."""

    def __post_init__(self) -> None:
        positive(every=self.every, after=self.after, lost=self.lost, alive=self.alive)


@dataclass(frozen=True, slots=True, eq=False)
class RigidState:
    """What is remembered of one seat."""

    face: FacePatch
    """The one that later ones are compared with."""
    since: float
    """Media time of that face."""
    t: float
    """Media time of the newest face compared."""
    compared: int = 0
    most: float = 0.0
    """The largest difference among them."""


@dataclass(frozen=True, slots=True)
class Rigid:
    """A photograph that is suspected."""

    since: float
    compared: int
    """Faces compared since."""
    most: float
    """The largest difference among them; below `RigidPolicy.alive`."""


def step_rigid(
    state: RigidState | None, t: float, picture: Picture, face: Box, policy: RigidPolicy
) -> tuple[RigidState, Rigid | None]:
    """Take in one frame in which a face was seen.

    Args:
        state: of the face before; None at the start and after time that could not be observed.
        t: media time of the frame in seconds.
        picture: the frame.
        face: the box of its most probable face, display pixels.
        policy: when to suspect.
    """
    if state is not None and 0 <= t - state.t < policy.every - _TICK:
        return state, _suspected(state, policy)
    patch = face_patch(picture, face)
    if state is None or not 0 < t - state.t <= policy.lost:
        return RigidState(patch, t, t), None
    left = difference(state.face, patch)
    if left >= policy.alive:
        return RigidState(patch, t, t), None
    after = replace(state, t=t, compared=state.compared + 1, most=max(state.most, left))
    return after, _suspected(after, policy)


def face_patch(picture: Picture, face: Box) -> FacePatch:
    """The face with its surroundings, evenly lit."""
    x0, y0, x1, y1 = face
    scale = max(x1 - x0, y1 - y0, 1.0) * _REACH / (2 * _SIDE)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    shift = scale * (2 * _SIDE - 1) / 2
    to_display = np.array([[scale, 0.0, middle[0] - shift], [0.0, scale, middle[1] - shift]])
    pixels = cv2.cvtColor(picture.crop(to_display, (2 * _SIDE, 2 * _SIDE)), cv2.COLOR_RGB2GRAY)
    small = cv2.resize(pixels.astype(np.float32), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray((small - small.mean()) / max(float(small.std()), 1.0), dtype=np.float32)


def difference(one: FacePatch, other: FacePatch) -> float:
    """What is left where two patches differ most after the best affine map; infinite where none is found.

    Source of the alignment: Evangelidis and Psarakis (2008), enhanced correlation coefficient.
    """
    start = np.eye(2, 3, dtype=np.float32)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-4)
    try:
        _, found = cv2.findTransformECC(one, other, start, cv2.MOTION_AFFINE, stop, _WHOLE, 5)
    except cv2.error:
        return float("inf")
    warp = np.asarray(found, dtype=np.float32)
    laid = cv2.warpAffine(other, warp, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    inner = (slice(_MARGIN, -_MARGIN),) * 2
    left = np.abs(cv2.GaussianBlur(laid - one, (0, 0), 1.2))[inner]
    return float(np.percentile(left, 99.0))


def _suspected(state: RigidState, policy: RigidPolicy) -> Rigid | None:
    if state.t - state.since < policy.after - _TICK:
        return None
    return Rigid(state.since, state.compared, state.most)
