"""Sizes that follow the picture."""

from __future__ import annotations

from dataclasses import dataclass

_REFERENCE_HEIGHT = 480
_SMALLEST_TEXT = 10


@dataclass(frozen=True, slots=True)
class Layout:
    """Turns lengths designed for a picture of 480 rows into pixels of this one.

    Small pictures shrink by less than their height, so that 240 rows stay readable.
    """

    width: int
    height: int

    @property
    def unit(self) -> float:
        """Pixels for one pixel of the design."""
        scale = min(self.height, self.width * 0.75) / _REFERENCE_HEIGHT
        return scale if scale >= 1 else 0.45 + 0.55 * scale

    @property
    def header(self) -> int:
        """Rows of the bar at the top."""
        return self.px(42)

    def px(self, length: float) -> int:
        """A length in whole pixels."""
        return round(length * self.unit)

    def text(self, size: float) -> int:
        """A size of text in whole pixels, never too small to read."""
        return max(round(size * self.unit), _SMALLEST_TEXT)
