"""Where the seat's person is in the picture, as far as signs need to know it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.observations import Box, Detection, PersonEvidence

_SURE = 0.65
"""Least score of a face: empty places reach 0.61 (`vision.presence.fusion.Calibration`)."""
_NECK = 0.5
"""Chin to shoulder line, by the height of a face box (eyebrows to chin). Source: the canon of
eight heads to a figure puts the shoulders a third of a head, half of such a box, below the chin."""


@dataclass(frozen=True, slots=True)
class Body:
    """The face of the seat's person, and what follows from it."""

    face: Box
    """From the eyebrows to the chin, display pixels."""

    @property
    def height(self) -> float:
        """Of the face, pixels."""
        return self.face[3] - self.face[1]

    @property
    def shoulders(self) -> float:
        """The y of the shoulder line, display pixels."""
        return self.face[3] + _NECK * self.height

    @property
    def head(self) -> tuple[float, float]:
        """The middle of the face."""
        return (self.face[0] + self.face[2]) / 2, (self.face[1] + self.face[3]) / 2

    @property
    def chest(self) -> tuple[float, float]:
        """The breastbone: a face's height below the shoulder line."""
        return self.head[0], self.shoulders + self.height

    @property
    def trunk(self) -> Box:
        """Face and chest: three faces wide, from the eyebrows to two faces below the shoulders."""
        x, half = self.head[0], 1.5 * (self.face[2] - self.face[0])
        return x - half, self.face[1], x + half, self.shoulders + 2 * self.height


def body_of(person: PersonEvidence | None) -> Body | None:
    """The body that a look at the person found; None where it did not find or look for a face."""
    if person is None:
        return None
    sure = [face for face in person.faces if face.score >= _SURE]
    return Body(max(sure, key=_area).box) if sure else None


def _area(found: Detection) -> float:
    x0, y0, x1, y1 = found.box
    return (x1 - x0) * (y1 - y0)
