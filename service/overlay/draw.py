"""The overlay of one seat."""

from __future__ import annotations

from service.overlay.absence import draw_absence
from service.overlay.hands import draw_hands
from service.overlay.header import draw_header, draw_meter
from service.overlay.layout import Layout
from service.overlay.people import draw_people
from service.overlay.state import OverlayState
from service.overlay.ticker import draw_ticker, ticker_top
from vision.picture import UInt8Array


def draw_overlay(picture: UInt8Array, state: OverlayState) -> None:
    """Draw what is known about a seat into its picture, in place.

    Args:
        picture: (H, W, 3) RGB uint8, writable and C-contiguous, as displayed; its size is that of
            `state.observation`, to which the coordinates belong.
        state: what to draw.
    """
    layout = Layout(picture.shape[1], picture.shape[0])
    draw_people(picture, state.observation.person, layout)
    draw_hands(picture, state.observation.hands, state.words, layout, ticker_top(state, layout))
    draw_absence(picture, state, layout)
    draw_header(picture, state, layout)
    draw_meter(picture, state, layout)
    draw_ticker(picture, state, layout)
