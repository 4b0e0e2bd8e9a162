"""The forms of every single-hand shape of the vocabulary.

The finger patterns are those of the table of gestures (README, Gestures); orientations follow it too: a
thumb counts as up or down within 45° of the vertical, ten more than the table asks, since the gesture stage
can be stricter and this one cannot be laxer; numbers are shown upright; the finger gun points
anywhere but down.
"""

from __future__ import annotations

from dataclasses import replace

from datasets.skeleton.forms import Aim, Finger, Form, Near, View
from datasets.skeleton.number_forms import NUMBERS
from datasets.skeleton.postures import (
    ACROSS,
    ALONG,
    ANY_ROLL,
    DROOPING,
    FIST,
    FOLDED,
    FOLDED_EARLY,
    FOLDED_LATE,
    HALF_FOLDED,
    HOOKED,
    LEVEL,
    OPEN_TO_CAMERA,
    OPPOSED,
    OUT,
    RAISED,
    RELAXED,
    RUDE,
    SIDEWAYS,
    SPREAD_FINGERS,
    STRAIGHT,
    TOGETHER,
    TUCKED,
    yaws,
)


def _thumb_aim(low: float, high: float) -> tuple[Aim, ...]:
    # The thumb lies in the picture plane: one that points at the lens is neither up nor down.
    return (Aim(2, 4, (low, high), (-0.75, 0.75)),)


def _thumb(name: str, low: float, high: float) -> list[Form]:
    view = View(yaws(0.3, 0.3, 0.25, 0.15), pitch=(-55, 95), roll=(-180, 180), aims=_thumb_aim(low, high))
    apart = (Near(4, 6, 0.42), Near(4, 5, 0.38), Near(4, 8, 0.4))
    # A hanging or drooping fist: the fingers may be loose, the thumb decides.
    loose = (HALF_FOLDED,) * 4
    return [
        Form(f"{name}_tight", name, RAISED, FIST, view, apart, 0.5),
        Form(f"{name}_late", name, RAISED, (FOLDED_LATE,) * 4, view, apart, 0.3),
        Form(f"{name}_loose", name, RAISED, loose, view, apart, 0.2),
    ]


_FORMS: tuple[Form, ...] = (
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
        # A wide ring closed by the middle finger: no other sign is near, and players mean an `ok`.
        "ok_middle",
        "ok",
        OPPOSED,
        (
            Finger((-10, 35), (0, 45), (0, 25)),
            Finger((15, 75), (25, 90), (5, 45)),
            Finger((-5, 45), (0, 65), (0, 35)),
            Finger((-15, 35), (0, 40), (0, 25)),
        ),
        View(yaws(0.45, 0.15, 0.25, 0.15), roll=(-60, 60)),
        (Near(4, 12, 0, 0.24), Near(12, 9, 0.52)),
        0.35,
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
        (Near(4, 10, 0, 0.55),),
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
    *NUMBERS,
    Form(
        "fist",
        "fist",
        ACROSS,
        FIST,
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
    Form("fist_tucked", "fist", TUCKED, FIST, View(yaws(0.5, 0.2, 0.15, 0.15), roll=(-90, 90)), (), 0.2),
    Form(
        "fist_thumb_beside",
        "fist",
        ALONG,
        FIST,
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
        (*TOGETHER, FOLDED, FOLDED),
        LEVEL,
        (Near(4, 6, 0.4), Near(8, 12, 0, 0.32)),
    ),
    Form(
        "finger_gun_two_thumb_along",
        "finger_gun_two",
        ALONG,
        (*TOGETHER, FOLDED, FOLDED),
        View(LEVEL.yaw, roll=(-115, 115), aims=(Aim(5, 8, (60, 115)),)),
        (Near(4, 6, 0, 0.6), Near(8, 12, 0, 0.32)),
        0.35,
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

_EARLY = 0.4
"""Weight of a form's twin whose folded fingers are reported bent early, against its own."""


def early(form: Form) -> Form:
    """The same form as it looks where the landmark model bends its folded fingers early."""
    index, middle, ring, little = (FOLDED_EARLY if f is FOLDED else f for f in form.fingers)
    return replace(
        form, name=f"{form.name}_early", fingers=(index, middle, ring, little), weight=form.weight * _EARLY
    )


FORMS = (*_FORMS, *(early(form) for form in _FORMS if FOLDED in form.fingers))
"""Weights are shares within one label. `timeout` needs two hands and `me` needs the body: neither is a form
of one hand."""
