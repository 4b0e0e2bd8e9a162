"""What has just happened, at the lower edge."""

from __future__ import annotations

from service.overlay.labels import pill
from service.overlay.layout import Layout
from service.overlay.palette import DIM, INK, LEVELS, WHITE
from service.overlay.sprites import elided, paste, text_width
from service.overlay.state import OverlayState, TickerLine
from vision.picture import UInt8Array

SHOWN_S = 5.0
"""Seconds that a line can be seen."""
FADE_S = 1.5
"""Seconds at the end of that in which it fades."""
_MOST, _STEP = 4, 28
"""Lines at most, and rows of the design from one to the next."""


def draw_ticker(picture: UInt8Array, state: OverlayState, layout: Layout) -> None:
    """The newest line at the bottom, older ones above it."""
    now = state.observation.t
    bottom = layout.height - layout.px(9)
    for line in reversed(_shown(state, layout)):
        opacity = min((SHOWN_S - (now - line.t)) / FADE_S, 1.0)
        _draw_line(picture, line, bottom, opacity, layout)
        bottom -= layout.px(_STEP)


def ticker_top(state: OverlayState, layout: Layout) -> int:
    """The first row that the lines take."""
    return layout.height - layout.px(5) - len(_shown(state, layout)) * layout.px(_STEP)


def _shown(state: OverlayState, layout: Layout) -> list[TickerLine]:
    now = state.observation.t
    fresh = [line for line in state.events if 0.0 <= now - line.t < SHOWN_S]
    return fresh[-max(min(_MOST, (layout.height - layout.header) // 2 // layout.px(_STEP)), 1) :]


def _draw_line(picture: UInt8Array, line: TickerLine, bottom: int, opacity: float, layout: Layout) -> None:
    height, size, small = layout.px(24), layout.text(13), layout.text(11)
    when = f"{int(line.t) // 60}:{int(line.t) % 60:02d}"
    room = layout.width - 2 * layout.px(9) - text_width(when, small) - round(height * 2.2)
    text = elided(line.text, size, 500, room)
    parts = ((when, small, 400, DIM), (text, size, 500, WHITE)) if text else ((when, small, 400, DIM),)
    sprite = pill(parts, height, INK, 0.74, radius=0.34, dot=LEVELS[line.level])
    paste(picture, sprite, layout.px(9), bottom - height, opacity)
