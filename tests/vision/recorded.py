"""Detectors whose answers are drawn into the picture, for tests of what is made of the answers.

A seat is taken where the middle of its picture is bright. The other models find nothing. Everything else
is the real thing: the pictures go through preprocessing, batches, decoding and fusion.
"""

from __future__ import annotations

import numpy as np

from models.engine import FloatArray
from models.manifest import entry
from vision.hands import HandModels
from vision.nudity.step import NudityModels
from vision.presence.look import PresenceModels
from vision.table import TableModels

BRIGHT = 140.0
"""Luma levels; above, somebody is there."""
_NOTHING, _CERTAIN = -20.0, 4.0  # logits


class Mute:
    """A model that finds nothing; its outputs have the shapes that the manifest states."""

    label = "recorded"

    def __init__(self, name: str, likeliest: int | None = None) -> None:
        """`likeliest`: the class that a classifier is certain of."""
        self.ports = entry(name).outputs
        self.likeliest = likeliest

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        return tuple(self._filled(port.name, (len(batch), *map(int, port.shape[1:]))) for port in self.ports)

    def _filled(self, name: str, shape: tuple[int, ...]) -> FloatArray:
        values = np.zeros(shape, dtype=np.float32)
        if name == "scores" and self.likeliest is None:
            values += np.float32(_NOTHING)
        elif self.likeliest is not None:
            values[:, self.likeliest] = 1.0
        return values


class Seer:
    """A presence detector that reads the middle of the picture, and counts the pictures it is shown."""

    label = "recorded"

    def __init__(self, name: str, *, logits: bool, middle: tuple[float, float], black: float = 0.0) -> None:
        """`middle`: row and column of the picture's middle, shares of the input; `black`: its least value."""
        self.ports, self.logits, self.middle, self.black = entry(name).outputs, logits, middle, black
        self.looks = 0

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        self.looks += len(batch)
        row, column = (round(share * side) for share, side in zip(self.middle, batch.shape[1:3], strict=True))
        level = batch[:, row, column].mean(axis=1)
        there = (level + 1) * 127.5 > BRIGHT if self.black < 0 else level > BRIGHT
        found = {}
        for port in self.ports:
            values = np.zeros((len(batch), *map(int, port.shape[1:])), dtype=np.float32)
            if port.name == "scores":
                values += np.float32(_NOTHING if self.logits else 0.0)
                values[there, 0, 0] = _CERTAIN if self.logits else 0.98
            found[port.name] = values
        return tuple(found[port.name] for port in self.ports)


class RecordedEye:
    """The models of a table for pictures of 4 to 3. `face_too`: whether the face detector knows as well."""

    def __init__(self, *, face_too: bool = True) -> None:
        centre, upper = (0.5, 0.5), (0.375, 0.5)  # the person detector's picture lies at the upper edge
        self.face: Seer | Mute = Mute("face_short")
        if face_too:
            self.face = Seer("face_short", logits=True, middle=centre, black=-1.0)
        pose = Seer("pose", logits=True, middle=centre, black=-1.0)
        self.person = Seer("person", logits=False, middle=upper)
        self.models = TableModels(
            hands=HandModels(Mute("palm_full"), Mute("hand_full")),
            shapes=Mute("shapes", 0),
            motion=Mute("motion", 0),
            presence=PresenceModels(self.face, pose, self.person),
            nudity=NudityModels(Mute("nsfw_mobilenet", 2), Mute("open_nsfw", 0)),
        )
