"""What is seen in one frame. Plain values that pass between all stages; nothing here decides anything."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Landmarks = NDArray[np.float32]
"""(21, 3) float32 in display pixels: x right, y down, z towards the camera negative, wrist z near 0.

Order as MediaPipe: 0 wrist, then thumb 1-4, index 5-8, middle 9-12, ring 13-16, little finger 17-20,
each from the palm to the tip.
"""

Handedness = Literal["left", "right"]
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in display pixels."""


class CameraState(Enum):
    """Whether the seat's picture can be judged, and if not, why."""

    OK = "ok"
    STALLED = "stalled"
    FROZEN = "frozen"
    BLACK = "black"
    COVERED = "covered"
    CORRUPT = "corrupt"
    ENDED = "ended"
    MUTED = "muted"

    @property
    def observable(self) -> bool:
        """True where a judgement about the person is possible."""
        return self is CameraState.OK

    @property
    def silent(self) -> bool:
        """True where no picture comes at all: no media time passes then, as it does on a corrupt track."""
        return self in (CameraState.STALLED, CameraState.MUTED, CameraState.ENDED)


@dataclass(frozen=True, slots=True)
class ShapeScore:
    """The shape of one hand."""

    shape: str
    """A name of `vision.gestures.vocabulary.SHAPES` or of a learnt sign, `no_gesture` where it shows none."""
    score: float
    """Probability, 0..1; 0 where the shape was not judged."""
    abstained: str | None = None
    """Why it was not judged, one of `vision.gestures.abstention.REASONS`; the shape is `no_gesture` then."""


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What several more crops of one hand say of a shape that accuses its owner."""

    shape: str
    score: float
    """Mean probability of that shape over all looks, 0..1."""
    t: float
    """Media time of the frame that was looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """One tracked hand in one frame."""

    track: int
    """Identity within the seat: the same number for the same hand while it stays in view."""
    landmarks: Landmarks
    """As measured in this frame."""
    smoothed: Landmarks
    """The same after the One-Euro filter: for drawing and for motion."""
    handedness: Handedness
    """Anatomical, given that the picture is not mirrored."""
    handedness_score: float
    presence: float
    """Probability that a hand is there, 0..1."""
    shape: ShapeScore | None = None
    speed: float = 0.0
    """Of the palm in the picture, palm lengths a second, low-passed."""
    second_look: SecondLook | None = None
    """Where the hand may show the forbidden shape."""

    @property
    def box(self) -> Box:
        """The tight box around the landmarks."""
        x0, y0 = self.landmarks[:, :2].min(axis=0)
        x1, y1 = self.landmarks[:, :2].max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)


@dataclass(frozen=True, slots=True)
class Detection:
    """A thing found in a picture: a face, a body, a palm."""

    box: Box
    score: float
    keypoints: tuple[tuple[float, float], ...] = ()
    """Display pixels; which ones depends on the detector."""


@dataclass(frozen=True, slots=True)
class Framing:
    """Whether a frame was found around something, as around a poster."""

    box: Box
    """Of what was found, display pixels."""
    corners: tuple[tuple[float, float], ...] | None
    """Four, display pixels, in the order of the outline; None without a frame."""


@dataclass(frozen=True, slots=True)
class Closer:
    """What closer looks at a doubtful find brought."""

    box: Box
    """Of the find, display pixels."""
    scores: tuple[float, ...]
    """The best of the person detector at each look."""
    faces: tuple[Detection, ...]
    """Display pixels of the whole picture."""


@dataclass(frozen=True, slots=True)
class PersonEvidence:
    """Whether a person is at the seat, and what says so."""

    present: bool
    score: float
    """Probability, 0..1."""
    evidence: tuple[str, ...]
    """Any of "face", "body", "hands"."""
    faces: tuple[Detection, ...] = ()
    bodies: tuple[Detection, ...] = ()
    flat: tuple[Detection, ...] = ()
    """What a poster, a painting or a screen shows: it does not count."""
    framings: tuple[Framing, ...] = ()
    """Where a frame was sought."""
    closer: tuple[Closer, ...] = ()
    """What was looked at more closely."""


@dataclass(frozen=True, slots=True)
class NudityScore:
    """How likely the picture shows a naked body, by independent opinions."""

    score: float
    """The lower of the opinions that were asked: all must agree before it is high. 0..1."""
    opinions: tuple[tuple[str, float], ...]
    """(model name, score) of each opinion asked; the second is asked only where the first is alarmed."""
    parts: tuple[tuple[str, float], ...] | None = None
    """(name, score) of the violating parts of a body; None where no part detector was asked."""
    denied: str | None = None
    """Why the look does not count in spite of its score, one of `vision.nudity.step.DENIALS`."""
    models: tuple[tuple[str, str], ...] = ()
    """(name, version) of the models that were asked."""

    @property
    def judged(self) -> float:
        """What the look comes to: its score, and 0 where a check speaks against it."""
        return self.score if self.denied is None else 0.0


@dataclass(frozen=True, slots=True)
class MotionMeasures:
    """What can be measured of a hand's last 1.6 seconds."""

    lateral: float
    """Longest way to one side along the neck within 1.2 s, face widths; 0 without a face."""
    straight: float
    """Share of that way's length that goes sideways, 0..1."""
    growth: float
    """How much larger the hand became within half a second: 2 means twice as large."""
    reversals: int
    """Turns of a hand that goes to and fro."""
    outside: float
    """Least distance of the hand's middle from the middle of the face, face widths; 0 without a face."""
    followed: float
    """Share of the last second's frames in which the hand was seen, 0..1."""


@dataclass(frozen=True, slots=True)
class MotionScore:
    """How likely one hand has just made each moving gesture."""

    track: int
    """As `Hand.track`."""
    handedness: Handedness
    probabilities: tuple[tuple[str, float], ...]
    """(gesture or `none`, probability) of each; they sum to 1."""
    measures: MotionMeasures | None = None
    """Where something aggressive is not out of the question."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A reason to think that the camera shows no live picture."""

    reason: Literal["loop", "still"]
    """A clip that is played over and over; a photograph held before the camera."""
    since: float
    """Media time from which everything seen agrees with it."""
    measures: tuple[tuple[str, float], ...] = ()
    """(name, value) of what it rests on."""


@dataclass(frozen=True, slots=True)
class SeatObservation:
    """Everything seen of one seat in one tick."""

    seat: int
    t: float
    size: tuple[int, int]
    """Width and height of the picture as displayed, in pixels."""
    camera: CameraState
    hands: tuple[Hand, ...] = ()
    person: PersonEvidence | None = None
    """None where presence was not looked at in this frame."""
    nudity: NudityScore | None = None
    """None where nudity was not looked at in this frame."""
    motions: tuple[MotionScore, ...] = ()
    """Of the hands that moved a moment ago; empty where motion was not looked at in this frame."""
    fresh: bool = True
    """False where the picture told nothing new: it repeats an earlier one, so no clock may run on it."""
    earlier: tuple[tuple[float, PersonEvidence], ...] = ()
    """(media time, evidence) of frames before this one that were passed over and looked at only now, because
    the answer has changed since; in the order of their time."""
    measures: tuple[tuple[str, float], ...] = ()
    """(name, value) of what the camera's state rests on: `vision.camera.health` says which."""
    suspicions: tuple[Suspicion, ...] = ()
    """Of this frame, at most one of each reason."""
