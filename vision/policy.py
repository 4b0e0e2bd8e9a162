"""Every threshold of the eye in one typed value; a rule set changes it (`service.ruleset`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from vision.camera.health import CameraPolicy
from vision.camera.suspicion import SuspicionPolicy
from vision.gestures.scrutiny import ScrutinyPolicy
from vision.gestures.shapes import ShapePolicy
from vision.gestures.vocabulary import Vocabulary
from vision.hands import HandPolicy
from vision.motion.step import MotionPolicy
from vision.nudity.step import NudityPolicy
from vision.presence.step import PresencePolicy
from vision.seating import SeatSettings
from vision.signals.absence import AbsencePolicy
from vision.signals.camera import CameraSignalPolicy
from vision.signals.gestures import HOLD_OF, GesturePolicy
from vision.signals.motion import MotionSignalPolicy
from vision.signals.nudity import NuditySignalPolicy
from vision.signals.sentences import SentencePolicy
from vision.signals.suspicion import SuspicionSignalPolicy


@dataclass(frozen=True, slots=True)
class SignalPolicy:
    """When what is seen becomes a signal."""

    absence: AbsencePolicy = field(default_factory=AbsencePolicy)
    camera: CameraSignalPolicy = field(default_factory=CameraSignalPolicy)
    gestures: GesturePolicy = field(default_factory=GesturePolicy)
    motion: MotionSignalPolicy = field(default_factory=MotionSignalPolicy)
    nudity: NuditySignalPolicy = field(default_factory=NuditySignalPolicy)
    sentences: SentencePolicy = field(default_factory=SentencePolicy)
    suspicion: SuspicionSignalPolicy = field(default_factory=SuspicionSignalPolicy)


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """How a table is watched."""

    camera: CameraPolicy = field(default_factory=CameraPolicy)
    suspicion: SuspicionPolicy = field(default_factory=SuspicionPolicy)
    hands: HandPolicy = field(default_factory=HandPolicy)
    shapes: ShapePolicy = field(default_factory=ShapePolicy)
    scrutiny: ScrutinyPolicy = field(default_factory=ScrutinyPolicy)
    motion: MotionPolicy = field(default_factory=MotionPolicy)
    presence: PresencePolicy = field(default_factory=PresencePolicy)
    nudity: NudityPolicy = field(default_factory=NudityPolicy)
    signals: SignalPolicy = field(default_factory=SignalPolicy)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    seats: Mapping[int, SeatSettings] = field(default_factory=lambda: MappingProxyType({}))
    """How the cameras of single seats hang; a seat that is not named hangs upright and unmirrored."""

    def __post_init__(self) -> None:
        wrong = [seat for seat in self.seats if not 1 <= seat <= 10]
        if wrong:
            raise ValueError(f"seats: there are seats 1 to 10, not {wrong[0]}")
        words = self.vocabulary.gestures | HOLD_OF.keys()
        for gesture in self.signals.gestures.hold_of:
            if gesture not in words:
                known = ", ".join(sorted(words))
                raise ValueError(
                    f"signals.gestures.hold_of.{gesture}: no gesture is called so; there are {known}"
                )
