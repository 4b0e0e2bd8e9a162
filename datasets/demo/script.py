"""What happens at each seat of the demo, as data."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.render.motion import Hold

SECONDS = 22.0
RATE = 15

Palm = tuple[float, float, float]
_RIGHT: Palm = (-0.155, 0.035, 0.45)
_LEFT: Palm = (0.155, 0.035, 0.45)


@dataclass(frozen=True, slots=True)
class Fault:
    """What the camera suffers from `start` to `end`, seconds."""

    kind: str
    """`frozen`, `black` or `covered`."""
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits there: a cut-out portrait in front of a rendered room."""

    portrait: str
    """A file of `people/`."""
    scale: float = 0.95
    x: float = 395.0
    """Pixel column of the middle."""
    mirrored: bool = False
    away: tuple[float, float] | None = None
    """Seconds between which the seat is empty."""


@dataclass(frozen=True, slots=True)
class Script:
    """One seat's 22 seconds."""

    seat: int
    title: str
    sitter: Sitter | None
    right: tuple[Hold, ...] = ()
    left: tuple[Hold, ...] = ()
    faults: tuple[Fault, ...] = ()
    tone: float = 0.15
    """Of the rendered skin: 0 very light, 1 very dark."""
    sleeve: tuple[float, float, float] = (0.04, 0.05, 0.09)
    room: int = 0
    """Seed of the rendered background, and of all chance in the clip."""
    backdrop: str | None = None
    """A photograph of `people/` instead of a rendered room; it sways like a picture held by hand."""
    warmth: float = 0.0
    size: tuple[int, int] = (640, 480)
    """Width and height of the stored picture."""
    rotation: int = 0
    """Degrees clockwise that a player turns the stored picture by."""
    grain: float = 2.2
    expected: tuple[str, ...] = ()
    """Event types that watching must bring."""

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes shown, in order of time, both hands."""
        return tuple(hold.shape for hold in sorted((*self.right, *self.left), key=lambda h: h.start))


def _signs(palm: Palm, *signs: tuple[str, float, float]) -> tuple[Hold, ...]:
    return tuple(Hold(shape, start, end, palm) for shape, start, end in signs)


_ORANGE = (0.62, 0.10, 0.02)
_SHOWN = ("gesture.started", "gesture.ended")
_BROKEN = ("camera.unobservable", "camera.restored")

SCRIPTS: tuple[Script, ...] = (
    Script(
        2,
        "Sheriff: the sign twice, an open palm between",
        Sitter("collins.webp"),
        right=_signs(_RIGHT, ("ok", 2.5, 6.5), ("palm", 9.0, 12.0), ("ok", 15.0, 19.0)),
        sleeve=_ORANGE,
        room=2,
        expected=_SHOWN,
    ),
    Script(
        3,
        "Red, dark, red",
        Sitter("hopper.webp"),
        right=_signs(_RIGHT, ("thumb_up", 2.0, 6.0), ("thumb_down", 8.0, 12.5), ("thumb_up", 15.0, 19.0)),
        room=3,
        expected=_SHOWN,
    ),
    Script(
        4,
        "Numbers one to five",
        Sitter("collins.webp", x=245.0, mirrored=True),
        left=_signs(
            _LEFT,
            ("one", 2.0, 4.6),
            ("two", 5.2, 7.8),
            ("three", 8.4, 11.0),
            ("four", 11.6, 14.2),
            ("palm", 14.8, 17.4),
        ),
        sleeve=_ORANGE,
        room=4,
        warmth=0.4,
        expected=_SHOWN,
    ),
    Script(
        5,
        "Seven with two hands, then ten",
        Sitter("hopper.webp", scale=0.8, x=320.0),
        right=_signs((-0.185, 0.02, 0.46), ("palm", 2.5, 9.0), ("palm", 11.5, 18.0)),
        left=_signs((0.185, 0.02, 0.46), ("two", 2.5, 9.0), ("palm", 11.5, 18.0)),
        room=5,
        warmth=-0.3,
        expected=_SHOWN,
    ),
    Script(
        6,
        "Question, if, cool, in a wide picture",
        Sitter("collins.webp", scale=0.75, x=450.0),
        right=_signs((-0.16, 0.01, 0.50), ("hook", 2.0, 6.0), ("call", 8.0, 12.0), ("horns", 14.0, 18.5)),
        sleeve=_ORANGE,
        room=6,
        warmth=0.2,
        size=(640, 360),
        expected=_SHOWN,
    ),
    Script(
        7,
        "Hands only: the forbidden gesture, once",
        None,
        right=_signs(
            (0.0, 0.03, 0.45),
            ("palm", 0.6, 6.0),
            ("fist", 6.6, 9.5),
            ("middle_finger", 10.3, 13.0),
            ("fist", 13.8, 16.0),
            ("palm", 16.6, 22.0),
        ),
        tone=0.7,
        sleeve=(0.03, 0.12, 0.10),
        room=7,
        expected=(*_SHOWN, "grounds.raised"),
    ),
    Script(
        8,
        "Leaves the table for more than fifteen seconds and comes back",
        Sitter("collins.webp", x=330.0, away=(3.2, 19.8)),
        room=8,
        grain=2.6,
        expected=(
            "absence.started",
            "absence.warned",
            "absence.exceeded",
            "absence.ended",
            "grounds.raised",
        ),
    ),
    Script(
        9,
        "The camera freezes, later turns black",
        Sitter("hopper.webp", x=330.0, mirrored=True),
        faults=(Fault("frozen", 5.0, 10.0), Fault("black", 14.0, 18.0)),
        room=9,
        grain=2.6,
        expected=_BROKEN,
    ),
    Script(
        10,
        "A telephone held upright in front of a photograph; a finger covers its lens",
        None,
        backdrop="cameraman.webp",
        right=_signs((-0.05, 0.08, 0.42), ("three_thumb", 2.0, 6.0), ("ring_touch", 16.5, 20.5)),
        faults=(Fault("covered", 9.0, 13.0),),
        size=(640, 480),
        rotation=90,
        room=10,
        tone=0.5,
        grain=2.6,
        expected=(*_SHOWN, *_BROKEN),
    ),
)
"""Seats 2 to 10 are rendered; seat 1 is the real clip of `real.py`."""
