"""A frame: a seat's picture at a media time."""

from __future__ import annotations

from dataclasses import dataclass

from vision.picture import Picture


@dataclass(frozen=True, slots=True)
class Frame:
    """What one seat's camera showed at one instant."""

    seat: int
    """1..10"""
    t: float
    """Media time in seconds of the seat's own track, from RTP or the container, never the wall clock."""
    picture: Picture
