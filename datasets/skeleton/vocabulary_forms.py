"""The forms of every single-hand shape of the vocabulary.

The finger patterns are those of the table of gestures (README, Gestures); orientations follow it too: a
thumb counts as up or down within 45° of the vertical, ten more than the table asks, since the gesture stage
can be stricter and this one cannot be laxer; numbers are shown upright; the finger gun points
anywhere but down.
"""

from __future__ import annotations

from datasets.skeleton.forms import Aim, Finger, Form, Near, Thumb, View

STRAIGHT = Finger((-18, 28), (-3, 14), (-6, 11))
FOLDED = Finger((22, 88), (80, 132), (8, 65))
FOLDED_LATE = Finger((55, 95), (35, 95), (45, 85))
"""Folded as the landmark model sees a fist from its knuckles: the bend moves from the middle joint to both
others."""
HOOKED = Finger((-25, 45), (28, 105), (12, 70))
CURVED = Finger((25, 75), (22, 70), (8, 50))
FLAT_BENT = Finger((50, 88), (0, 30), (0, 20))
RELAXED = Finger((10, 50), (15, 60), (5, 35))
DROOPING = Finger((15, 60), (20, 75), (5, 45))
HALF_FOLDED = Finger((15, 70), (60, 112), (15, 65))

OUT = Thumb((38, 72), (-5, 40), (-10, 40), (-15, 22), (-28, 22))
RAISED = Thumb((28, 72), (0, 45), (-15, 45), (-18, 20), (-28, 15))
ACROSS = Thumb((0, 32), (28, 70), (10, 65), (15, 60), (10, 80))
TUCKED = Thumb((-8, 25), (25, 65), (10, 65), (20, 60), (25, 85))
ALONG = Thumb((5, 30), (0, 35), (-10, 40), (-5, 35), (-5, 45))
OPPOSED = Thumb((0, 50), (25, 75), (-10, 60), (-10, 55), (-15, 65))

PALM = (0.0, 45.0)
BACK = (180.0, 45.0)
RADIAL = (90.0, 45.0)
ULNAR = (-90.0, 45.0)


def yaws(palm: float, back: float, radial: float, ulnar: float) -> tuple[tuple[float, float, float], ...]:
    """A mixture over the sides of the hand that face the camera."""
    return ((*PALM, palm), (*BACK, back), (*RADIAL, radial), (*ULNAR, ulnar))


UPRIGHT = View(yaws(0.5, 0.28, 0.12, 0.1), pitch=(-40, 40), roll=(-60, 60))
LYING = View(yaws(0.3, 0.5, 0.1, 0.1), pitch=(-35, 35), roll=(-110, 110))
OPEN_TO_CAMERA = View(yaws(0.72, 0.2, 0.05, 0.03), pitch=(-40, 40), roll=(-55, 55))
ANY_ROLL = View(yaws(0.4, 0.3, 0.15, 0.15), roll=(-180, 180))
SIDEWAYS = View(yaws(0.3, 0.4, 0.2, 0.1), roll=(-115, 115))
RUDE = View(yaws(0.25, 0.45, 0.15, 0.15), pitch=(-50, 65), roll=(-115, 115))

SPREAD_FINGERS = (
    STRAIGHT.spread(-4, 16),
    STRAIGHT.spread(-6, 8),
    STRAIGHT.spread(-12, 5),
    STRAIGHT.spread(-22, 4),
)
_CLOSED = (STRAIGHT.spread(-9, 0), STRAIGHT.spread(-3, 3), STRAIGHT.spread(0, 8), STRAIGHT.spread(3, 15))
_FIST = (FOLDED, FOLDED, FOLDED, FOLDED)
V_FINGERS = (STRAIGHT.spread(-2, 16), STRAIGHT.spread(-15, 2))
_TOGETHER = (STRAIGHT.spread(-9, -1), STRAIGHT.spread(-3, 4))


def _thumb_aim(low: float, high: float) -> tuple[Aim, ...]:
    # The thumb lies in the picture plane: one that points at the lens is neither up nor down.
    return (Aim(2, 4, (low, high), (-0.75, 0.75)),)


def _thumb(name: str, low: float, high: float) -> list[Form]:
    view = View(yaws(0.3, 0.3, 0.25, 0.15), pitch=(-55, 95), roll=(-180, 180), aims=_thumb_aim(low, high))
    apart = (Near(4, 6, 0.42), Near(4, 5, 0.38), Near(4, 8, 0.4))
    # A hanging or drooping fist: the fingers may be loose, the thumb decides.
    loose = (HALF_FOLDED,) * 4
    return [
        Form(f"{name}_tight", name, RAISED, _FIST, view, apart, 0.5),
        Form(f"{name}_late", name, RAISED, (FOLDED_LATE,) * 4, view, apart, 0.3),
        Form(f"{name}_loose", name, RAISED, loose, view, apart, 0.2),
    ]


FORMS: tuple[Form, ...] = (
    *_thumb("thumb_up", 0, 45),
    *_thumb("thumb_down", 135, 180),
    Form(
        "ok",
        "ok",
        OPPOSED,
        (Finger((20, 75), (20, 85), (0, 60)), *SPREAD_FINGERS[1:]),
        View(yaws(0.62, 0.14, 0.12, 0.12), roll=(-60, 60)),
        (Near(4, 8, 0, 0.2),),
        0.7,
    ),
    Form(
        "ok_loose",
        "ok",
        OPPOSED,
        (Finger((15, 70), (20, 85), (0, 60)), RELAXED, RELAXED, STRAIGHT),
        View(yaws(0.45, 0.15, 0.25, 0.15), roll=(-60, 60)),
        (Near(4, 8, 0, 0.2),),
        0.4,
    ),
    Form(
        "ok_drooping",
        "ok",
        OPPOSED,
        (Finger((15, 70), (20, 85), (0, 60)), DROOPING, DROOPING, Finger((-10, 40), (0, 45), (0, 30))),
        View(yaws(0.35, 0.15, 0.35, 0.15), roll=(-60, 60)),
        (Near(4, 8, 0, 0.22),),
        0.3,
    ),
    Form(
        "ring_touch_tip",
        "ring_touch",
        OPPOSED,
        (STRAIGHT.spread(-4, 14), STRAIGHT, Finger((25, 90), (25, 95), (0, 60)), STRAIGHT.spread(-20, 4)),
        OPEN_TO_CAMERA,
        (Near(4, 16, 0, 0.22),),
        0.7,
    ),
    Form(
        "ring_touch_phalanx",
        "ring_touch",
        OPPOSED,
        (STRAIGHT.spread(-4, 14), STRAIGHT, Finger((10, 80), (15, 90), (0, 50)), STRAIGHT.spread(-20, 4)),
        OPEN_TO_CAMERA,
        (Near(4, 15, 0, 0.26),),
        0.3,
    ),
    Form(
        "hook",
        "hook",
        ACROSS,
        (HOOKED, FOLDED, FOLDED, FOLDED),
        View(yaws(0.3, 0.25, 0.25, 0.2), roll=(-60, 60)),
    ),
    Form(
        "hook_thumb_along",
        "hook",
        ALONG,
        (HOOKED, FOLDED, FOLDED, FOLDED),
        View(yaws(0.3, 0.25, 0.25, 0.2), roll=(-60, 60)),
        (Near(4, 8, 0.45), Near(4, 5, 0, 0.4)),
        0.4,
    ),
    Form("call", "call", OUT, (FOLDED, FOLDED, FOLDED, STRAIGHT.spread(-20, 4)), ANY_ROLL, (), 0.8),
    Form("call_loose", "call", OUT, (*(HALF_FOLDED,) * 3, STRAIGHT.spread(-20, 4)), ANY_ROLL, (), 0.2),
    Form(
        "horns",
        "horns",
        ACROSS,
        (STRAIGHT, FOLDED, FOLDED, STRAIGHT.spread(-16, 6)),
        View(yaws(0.5, 0.3, 0.12, 0.08), roll=(-70, 70)),
        (Near(4, 5, 0, 0.75),),
    ),
    Form(
        "point_camera",
        "point_camera",
        ALONG,
        (STRAIGHT, FOLDED, FOLDED, FOLDED),
        View(((0.0, 180.0, 1.0),), pitch=(40, 95), roll=(-70, 70), aims=(Aim(5, 8, (0, 180), (0.85, 1.0)),)),
    ),
    Form(
        "zero_round",
        "zero",
        OPPOSED,
        (CURVED,) * 4,
        View(yaws(0.3, 0.1, 0.45, 0.15), roll=(-60, 60)),
        (Near(4, 8, 0, 0.28), Near(4, 12, 0, 0.4)),
    ),
    Form("one", "one", TUCKED, (STRAIGHT.spread(-8, 12), FOLDED, FOLDED, FOLDED), UPRIGHT, (), 0.6),
    Form(
        "one_thumb_on_middle",
        "one",
        ACROSS,
        (STRAIGHT.spread(-8, 12), FOLDED, FOLDED, FOLDED),
        UPRIGHT,
        (),
        0.4,
    ),
    Form("two", "two", TUCKED, (*V_FINGERS, FOLDED, FOLDED), UPRIGHT, (), 0.45),
    Form("two_thumb_on_ring", "two", ACROSS, (*V_FINGERS, FOLDED, FOLDED), UPRIGHT, (), 0.35),
    Form("two_together", "two", TUCKED, (*_TOGETHER, FOLDED, FOLDED), UPRIGHT, (), 0.2),
    Form("three", "three", TUCKED, (*SPREAD_FINGERS[:3], FOLDED), UPRIGHT, (), 0.6),
    Form("three_thumb_across", "three", ACROSS, (*SPREAD_FINGERS[:3], FOLDED), UPRIGHT, (), 0.4),
    Form(
        "three_without_index",
        "three",
        ACROSS,
        (FOLDED, STRAIGHT, STRAIGHT, STRAIGHT.spread(-20, 4)),
        UPRIGHT,
        (Near(4, 6, 0, 0.55), Near(4, 8, 0.12)),
        0.25,
    ),
    Form(
        "three_thumb",
        "three_thumb",
        OUT,
        (STRAIGHT.spread(0, 16), STRAIGHT.spread(-14, 0), FOLDED, FOLDED),
        View(yaws(0.5, 0.3, 0.1, 0.1), roll=(-100, 100)),
        (Near(4, 6, 0.45),),
    ),
    Form("four", "four", TUCKED, SPREAD_FINGERS, UPRIGHT, (), 0.45),
    Form("four_across", "four", ACROSS, SPREAD_FINGERS, UPRIGHT, (Near(4, 8, 0.5),), 0.35),
    Form("four_lying", "four", ACROSS, SPREAD_FINGERS, LYING, (Near(4, 8, 0.5),), 0.2),
    Form("four_closed", "four", TUCKED, _CLOSED, UPRIGHT, (), 0.2),
    Form("palm", "palm", OUT, SPREAD_FINGERS, OPEN_TO_CAMERA, (), 0.65),
    Form("palm_lying", "palm", OUT, SPREAD_FINGERS, LYING, (), 0.15),
    Form("palm_relaxed", "palm", RAISED, (STRAIGHT,) * 4, OPEN_TO_CAMERA, (), 0.15),
    Form("palm_closed", "palm", ALONG, _CLOSED, OPEN_TO_CAMERA, (Near(4, 5, 0, 0.55),), 0.2),
    Form(
        "fist",
        "fist",
        ACROSS,
        _FIST,
        View(yaws(0.5, 0.2, 0.15, 0.15), pitch=(-50, 50), roll=(-90, 90)),
        (),
        0.4,
    ),
    Form(
        "fist_loose",
        "fist",
        ACROSS,
        (HALF_FOLDED,) * 4,
        View(yaws(0.5, 0.2, 0.15, 0.15), pitch=(-50, 50), roll=(-90, 90)),
        (Near(4, 8, 0, 0.7),),
        0.2,
    ),
    Form(
        "fist_knuckles_first",
        "fist",
        ACROSS,
        (FOLDED_LATE,) * 4,
        View(((0.0, 90.0, 1.0),), pitch=(40, 110), roll=(-100, 100)),
        (),
        0.2,
    ),
    Form(
        "fist_knuckles_first_thumb_beside",
        "fist",
        ALONG,
        (FOLDED_LATE,) * 4,
        View(((0.0, 90.0, 1.0),), pitch=(40, 110), roll=(-100, 100)),
        (),
        0.15,
    ),
    Form("fist_tucked", "fist", TUCKED, _FIST, View(yaws(0.5, 0.2, 0.15, 0.15), roll=(-90, 90)), (), 0.2),
    Form(
        "fist_thumb_beside",
        "fist",
        ALONG,
        _FIST,
        View(yaws(0.5, 0.2, 0.15, 0.15), pitch=(-50, 50), roll=(-90, 90)),
        (Near(4, 6, 0, 0.36),),
        0.3,
    ),
    Form(
        "finger_gun",
        "finger_gun",
        RAISED,
        (STRAIGHT, FOLDED, FOLDED, FOLDED),
        SIDEWAYS,
        (Near(4, 6, 0.45), Near(4, 5, 0.4)),
    ),
    Form(
        "finger_gun_two",
        "finger_gun_two",
        RAISED,
        (*_TOGETHER, FOLDED, FOLDED),
        SIDEWAYS,
        (Near(4, 6, 0.45), Near(8, 12, 0, 0.3)),
    ),
    Form("middle_finger", "middle_finger", ACROSS, (FOLDED, STRAIGHT, FOLDED, FOLDED), RUDE, (), 0.4),
    Form(
        "middle_finger_late",
        "middle_finger",
        ACROSS,
        (FOLDED_LATE, STRAIGHT, FOLDED_LATE, FOLDED_LATE),
        RUDE,
        (),
        0.2,
    ),
    Form(
        "middle_finger_late_out",
        "middle_finger",
        OUT,
        (FOLDED_LATE, STRAIGHT, FOLDED_LATE, FOLDED_LATE),
        RUDE,
        (),
        0.1,
    ),
    Form(
        "middle_finger_thumb_beside",
        "middle_finger",
        ALONG,
        (FOLDED, STRAIGHT, FOLDED, FOLDED),
        RUDE,
        (),
        0.15,
    ),
    Form("middle_finger_thumb_out", "middle_finger", OUT, (FOLDED, STRAIGHT, FOLDED, FOLDED), RUDE, (), 0.2),
    Form(
        "middle_finger_loose",
        "middle_finger",
        ACROSS,
        (HALF_FOLDED, STRAIGHT, HALF_FOLDED, HALF_FOLDED),
        RUDE,
        (),
        0.15,
    ),
    Form(
        "middle_finger_loose_out",
        "middle_finger",
        OUT,
        (HALF_FOLDED, STRAIGHT, HALF_FOLDED, HALF_FOLDED),
        RUDE,
        (),
        0.1,
    ),
)
"""Weights are shares within one label. `timeout` needs two hands and `me` needs the body: neither is a form
of one hand."""
