"""Hands that show nothing of the vocabulary: near misses, other signs, and postures at rest."""

from __future__ import annotations

import itertools

from datasets.skeleton.forms import Aim, Finger, Form, Near, Thumb, View
from datasets.skeleton.postures import (
    ACROSS,
    ALONG,
    ANY_ROLL,
    CLOSED,
    CURVED,
    FIST,
    FLAT_BENT,
    FOLDED,
    FOLDED_LATE,
    HALF_FOLDED,
    HOOKED,
    OPPOSED,
    OUT,
    RAISED,
    RELAXED,
    SPREAD_FINGERS,
    STRAIGHT,
    TUCKED,
    UPRIGHT,
    V_FINGERS,
    yaws,
)

NONE = "no_gesture"

_MEANT = {
    "00000",
    "10000",
    "01000",
    "01100",
    "01110",
    "11100",
    "01111",
    "11111",
    "11000",
    "10001",
    "01001",
    "00100",
    "10100",
    "00111",
    "01101",
}
"""Finger patterns (thumb, index, middle, ring, little; 1 extended) that are shapes of the vocabulary, or too
near to one: a lone folded ring finger is held down by the thumb, which is `ring_touch`."""

_FREE = View(yaws(0.45, 0.25, 0.15, 0.15), pitch=(-50, 50), roll=(-90, 90))
_SIDE_ROLL = View(yaws(0.4, 0.4, 0.1, 0.1), roll=(65, 115))
_BACK_ROLL = View(yaws(0.0, 1.0, 0.0, 0.0), roll=(40, 110))
_DOWN = View(yaws(0.4, 0.4, 0.1, 0.1), pitch=(-40, 40), roll=(120, 240))
_THUMB_UP = View(
    yaws(0.3, 0.4, 0.15, 0.15),
    pitch=(-55, 95),
    roll=(-180, 180),
    aims=(Aim(2, 4, (0, 40), (-0.75, 0.75)),),
)
_OPEN = Near(4, 10, 0.4)
"""A thumb that stands off the folded fingers, over which that of a `hook` lies."""
_LATE = (FOLDED_LATE,) * 3
_CROSSED = (STRAIGHT.spread(-16, -2), STRAIGHT.spread(-2, 12), FOLDED, FOLDED)
"""Crossed fingers as the landmark model reports most of them: not crossed, but with tips that touch."""
_FLAT_BENT = Finger((30, 110), (0, 30), (0, 28))
"""A flat hand bent at its knuckles."""
_FLAT = Finger((0, 75), (0, 28), (0, 26))


def _pattern(bits: str) -> Form:
    thumb = OUT if bits[0] == "1" else ACROSS
    index, middle, ring, little = (STRAIGHT if bit == "1" else FOLDED for bit in bits[1:])
    return Form(f"pattern_{bits}", NONE, thumb, (index, middle, ring, little), _FREE)


def _patterns() -> list[Form]:
    every = ("".join(bits) for bits in itertools.product("01", repeat=5))
    return [_pattern(bits) for bits in every if bits not in _MEANT]


def _level_thumb() -> View:
    return View(yaws(0.3, 0.3, 0.25, 0.15), pitch=(-55, 95), roll=(-180, 180), aims=(Aim(2, 4, (62, 118)),))


NEGATIVES: tuple[Form, ...] = (
    *_patterns(),
    Form("thumb_level", NONE, RAISED, FIST, _level_thumb(), (Near(4, 6, 0.42), Near(4, 5, 0.38)), 3.0),
    Form(
        "middle_touch",
        NONE,
        OPPOSED,
        (STRAIGHT, Finger((20, 85), (45, 125), (15, 95)), STRAIGHT, STRAIGHT.spread(-20, 4)),
        UPRIGHT,
        # Held down by the thumb; where the two make a wide ring it is an `ok`.
        (Near(4, 12, 0, 0.24), Near(12, 9, 0, 0.5)),
        2.0,
    ),
    Form(
        "pinch",
        NONE,
        OPPOSED,
        (Finger((25, 75), (10, 70), (0, 45)), FOLDED, FOLDED, FOLDED),
        _FREE,
        (Near(4, 8, 0, 0.2),),
        2.5,
    ),
    Form(
        "pinch_loose",
        NONE,
        OPPOSED,
        (Finger((25, 75), (10, 70), (0, 45)), *(HALF_FOLDED,) * 3),
        _FREE,
        (Near(4, 8, 0, 0.2),),
        1.5,
    ),
    Form("duck_beak", NONE, OPPOSED, (FLAT_BENT,) * 4, _FREE, (Near(4, 8, 0, 0.35),), 2.0),
    Form("c_hand", NONE, OPPOSED, (CURVED,) * 4, _FREE, (Near(4, 8, 0.6),), 2.0),
    Form(
        "c_index",
        NONE,
        OPPOSED,
        (HOOKED, FOLDED, FOLDED, FOLDED),
        _FREE,
        (Near(4, 8, 0.35), Near(4, 6, 0.4), _OPEN),
        2.5,
    ),
    Form("c_index_wide", NONE, OUT, (HOOKED, FOLDED, FOLDED, FOLDED), _FREE, (_OPEN,), 2.5),
    Form("c_index_late", NONE, OUT, (HOOKED, *_LATE), _FREE, (_OPEN, Near(4, 8, 0.35)), 2.0),
    Form("c_index_late_opposed", NONE, OPPOSED, (HOOKED, *_LATE), _FREE, (_OPEN, Near(4, 8, 0.35)), 2.0),
    Form("bent_v", NONE, TUCKED, (HOOKED, HOOKED, FOLDED, FOLDED), _FREE, (), 2.0),
    Form(
        "crossed",
        NONE,
        TUCKED,
        (STRAIGHT.spread(-25, -12), STRAIGHT.spread(3, 16), FOLDED, FOLDED),
        UPRIGHT,
        (),
        4.0,
    ),
    Form(
        "crossed_thumb_along",
        NONE,
        ALONG,
        (STRAIGHT.spread(-25, -10), STRAIGHT.spread(2, 16), FOLDED, FOLDED),
        UPRIGHT,
        (),
        2.0,
    ),
    Form("crossed_as_seen", NONE, TUCKED, _CROSSED, UPRIGHT, (Near(8, 12, 0, 0.25),), 7.0),
    Form("crossed_as_seen_thumb_across", NONE, ACROSS, _CROSSED, UPRIGHT, (Near(8, 12, 0, 0.25),), 4.0),
    Form("two_down", NONE, TUCKED, (*V_FINGERS, FOLDED, FOLDED), _DOWN, (), 1.5),
    Form("two_down_thumb_on_ring", NONE, ACROSS, (*V_FINGERS, FOLDED, FOLDED), _DOWN, (), 1.5),
    Form("three_down", NONE, ACROSS, (*SPREAD_FINGERS[:3], FOLDED), _DOWN, (), 1.0),
    Form("claw", NONE, RAISED, (HOOKED,) * 4, _FREE, (), 2.0),
    Form("flat_side", NONE, ALONG, (STRAIGHT,) * 4, _SIDE_ROLL, (), 1.5),
    Form("flat_side_thumb_raised", NONE, RAISED, (_FLAT,) * 4, _SIDE_ROLL, (Near(4, 6, 0.42),), 3.0),
    Form("flat_bent_thumb_up", NONE, RAISED, (_FLAT_BENT,) * 4, _THUMB_UP, (Near(4, 6, 0.6),), 3.0),
    Form("flat_back", NONE, ALONG, CLOSED, _BACK_ROLL, (), 1.5),
    Form("relaxed", NONE, ALONG, (RELAXED,) * 4, ANY_ROLL, (), 4.0),
    Form("relaxed_opposed", NONE, OPPOSED, (RELAXED,) * 4, ANY_ROLL, (), 3.0),
    Form("grasp", NONE, OPPOSED, (HALF_FOLDED,) * 4, ANY_ROLL, (Near(4, 8, 0.5),), 2.0),
    Form("hook_all_but", NONE, ACROSS, (HALF_FOLDED, HOOKED, HALF_FOLDED, FOLDED), _FREE, (), 2.5),
    Form("middle_hooked", NONE, ACROSS, (FOLDED, HOOKED, FOLDED, FOLDED), _FREE, (), 2.0),
    Form("middle_leading", NONE, ALONG, (RELAXED, STRAIGHT, RELAXED, RELAXED), ANY_ROLL, (), 3.0),
    Form(
        "slack_fist",
        NONE,
        Thumb((0, 60), (0, 60), (-10, 60), (-10, 40), (-20, 50)),
        (RELAXED, RELAXED, HALF_FOLDED, HALF_FOLDED),
        ANY_ROLL,
        (),
        2.0,
    ),
)
"""Weights are shares within `no_gesture`. `middle_leading`, `middle_hooked` and `hook_all_but` stand
against false alarms of the forbidden gesture: a finger that pushes glasses, scratches or scrolls."""
