"""Every threshold of the eye in one typed value; a rule set changes it (`service.ruleset`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.camera.health import CameraPolicy
from vision.gestures.shapes import ShapePolicy
from vision.gestures.vocabulary import Vocabulary
from vision.hands import HandPolicy
from vision.nudity.step import NudityPolicy
from vision.presence.step import PresencePolicy
from vision.signals.absence import AbsencePolicy
from vision.signals.camera import CameraSignalPolicy
from vision.signals.gestures import GesturePolicy
from vision.signals.nudity import NuditySignalPolicy


@dataclass(frozen=True, slots=True)
class SignalPolicy:
    """When what is seen becomes a signal."""

    absence: AbsencePolicy = field(default_factory=AbsencePolicy)
    camera: CameraSignalPolicy = field(default_factory=CameraSignalPolicy)
    gestures: GesturePolicy = field(default_factory=GesturePolicy)
    nudity: NuditySignalPolicy = field(default_factory=NuditySignalPolicy)


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """How a table is watched."""

    camera: CameraPolicy = field(default_factory=CameraPolicy)
    hands: HandPolicy = field(default_factory=HandPolicy)
    shapes: ShapePolicy = field(default_factory=ShapePolicy)
    presence: PresencePolicy = field(default_factory=PresencePolicy)
    nudity: NudityPolicy = field(default_factory=NudityPolicy)
    signals: SignalPolicy = field(default_factory=SignalPolicy)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
