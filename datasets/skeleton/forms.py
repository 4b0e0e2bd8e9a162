"""What a form of a shape is: joint ranges, what touches what, and how people hold it to a camera."""

from __future__ import annotations

from dataclasses import dataclass

Range = tuple[float, float]
"""Lowest and highest value, degrees."""


@dataclass(frozen=True, slots=True)
class Finger:
    """Joint ranges of a finger, degrees; abduction is radial positive, on top of the finger's natural fan."""

    mcp: Range
    pip: Range
    dip: Range
    abduction: Range = (-4.0, 4.0)

    def spread(self, low: float, high: float) -> Finger:
        """The same finger at another abduction."""
        return Finger(self.mcp, self.pip, self.dip, (low, high))


@dataclass(frozen=True, slots=True)
class Thumb:
    """Joint ranges of the thumb, degrees."""

    radial: Range
    palmar: Range
    pronation: Range
    mcp: Range
    ip: Range


@dataclass(frozen=True, slots=True)
class Near:
    """Two landmarks no farther apart than `high` and no nearer than `low`, in palms."""

    a: int
    b: int
    low: float = 0.0
    high: float = 9.0


@dataclass(frozen=True, slots=True)
class Aim:
    """Where the line from landmark `a` to `b` points in the picture."""

    a: int
    b: int
    from_up: Range = (0.0, 180.0)
    """Degrees between its picture direction and up."""
    towards_camera: tuple[float, float] = (-1.0, 1.0)
    """Bounds of the part of its unit direction along the view, 1 pointing at the lens."""


@dataclass(frozen=True, slots=True)
class View:
    """How the hand is held: angles as `camera.orientation` takes them."""

    yaw: tuple[tuple[float, float, float], ...]
    """(centre, half width, weight) each."""
    pitch: Range = (-35.0, 35.0)
    roll: Range = (-45.0, 45.0)
    aims: tuple[Aim, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One way to make a shape, and the shape it counts as."""

    name: str
    label: str
    thumb: Thumb
    fingers: tuple[Finger, Finger, Finger, Finger]
    """index, middle, ring, little"""
    view: View
    contacts: tuple[Near, ...] = ()
    weight: float = 1.0
    """Share among the forms of its label."""
