"""Ordinary movement before a webcam: what must never be taken for a moving gesture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from datasets.motion.gestures import INDEX_TIP, across, gun_turn, thumb_up_turn, tip_offset
from datasets.motion.path import Key, Pen
from datasets.motion.stage import Stage, resting_turn
from datasets.skeleton.anatomy import FloatArray
from datasets.skeleton.vocabulary_forms import FORMS

Doing = Callable[[Stage], None]

TIPS = (4, 8, 12, 16, 20)
_SIGNS = tuple(form.name for form in FORMS)


def _inward(stage: Stage) -> FloatArray:
    """Fingers towards the own face or body."""
    return np.array([stage.between(80, 200), stage.between(-40, 20), stage.between(10, 75)])


def _at_face(stage: Stage, out: tuple[float, float], down: tuple[float, float], *forms: str) -> Pen:
    """Bring the hand to a part of the head or neck; the wrist lies below and outside the fingers."""
    half = stage.body.face / 2
    away = stage.between(-1.0, -0.3)
    place = np.array([half * stage.between(*out) + 0.5, half * stage.between(*down) + 1.2, away])
    stage.hand.go(stage.between(0.35, 1.0), place, _inward(stage), stage.pose(*forms))
    return stage.hand


def _rub(stage: Stage, pen: Pen, size: float, seconds: float, along: FloatArray | None = None) -> None:
    """Small strokes to and fro, 1.5 to 6 a second; `along` scales them by direction."""
    middle, turn = pen.now.place, pen.now.turn
    end = pen.t + seconds
    period = 1 / stage.between(1.5, 6.0)
    stroke = stage.around(0, 0, 0, spread=1.0) * (1.0 if along is None else along)
    stroke = stroke / max(float(np.linalg.norm(stroke)), 0.2) * size
    while pen.t < end:
        pen.go(period / 2, middle + stroke * stage.between(0.7, 1.2), turn + stage.around(0, 0, 0, spread=8))
        pen.go(period / 2, middle - stroke * stage.between(0.0, 0.6), turn)


def glasses(stage: Stage) -> None:
    """Push or take the glasses."""
    pen = _at_face(stage, (-0.5, 1.2), (-0.5, 0.1), "pinch", "one", "pinch_loose", "relaxed_opposed")
    _rub(stage, pen, 0.12, stage.between(0.2, 0.9))


def headset(stage: Stage) -> None:
    """Touch or shift the headset, perhaps with both hands."""
    pen = _at_face(stage, (0.9, 1.5), (-0.9, 0.3), "relaxed", "c_hand", "grasp", "relaxed_opposed")
    if stage.chance(0.4):
        stage.other.until(pen.t - 0.6)
        stage.other.go(0.6, pen.now.place + stage.around(0, 0, 0, spread=0.2), pen.now.turn, pen.now.pose)
    _rub(stage, pen, 0.15, stage.between(0.3, 1.2))


def drink(stage: Stage) -> None:
    """Lift a cup, drink, put it down."""
    turn = np.array([100.0, 10.0, 60.0]) + stage.around(0, 0, 0, spread=25)
    pen = stage.hand
    pen.go(stage.between(0.4, 0.8), stage.chest(), turn, stage.pose("c_hand", "grasp"))
    mouth = np.array([stage.between(1.0, 1.8), stage.between(0.6, 1.4), stage.between(-1.4, -0.7)])
    pen.go(stage.between(0.5, 1.1), mouth, turn + np.array([0, -20, -25]))
    pen.go(stage.between(0.6, 1.8), turn=turn + np.array([0, -40, -40]))
    pen.go(stage.between(0.5, 1.0), stage.bottom(), turn)


def scratch(stage: Stage) -> None:
    """Scratch head, cheek, beard or neck."""
    pen = _at_face(stage, (-0.6, 1.3), (-1.6, 2.2), "relaxed", "claw", "hook", "relaxed_opposed", "one")
    _rub(stage, pen, stage.between(0.08, 0.35), stage.between(0.5, 2.0))


def collar(stage: Stage) -> None:
    """Smooth the collar, the beard or the throat slowly, or wipe the mouth."""
    pen = _at_face(stage, (-0.4, 1.0), (0.8, 2.4), "relaxed", "pinch", "relaxed_opposed", "flat_side")
    step = stage.around(0.3, 0.2, 0, spread=0.5)
    pen.go(stage.between(0.5, 1.2), pen.now.place + step)
    if stage.chance(0.5):
        pen.go(stage.between(0.5, 1.2), pen.now.place - step)


def brush_hair(stage: Stage) -> None:
    """Run a hand through the hair or across the brow."""
    pen = _at_face(stage, (-0.8, 0.8), (-2.2, -1.0), "relaxed", "claw", "palm_relaxed", "flat_side")
    pen.go(stage.between(0.4, 0.9), pen.now.place + stage.around(0.8, -0.1, 0.2, spread=0.6))


def chin(stage: Stage) -> None:
    """Rest the chin or cheek on the hand."""
    pen = _at_face(stage, (-0.3, 1.1), (0.7, 1.5), "fist", "relaxed", "fist_loose", "fist_thumb_beside")
    _sway(stage, pen, stage.between(1.0, 3.0), 0.1)


def phone(stage: Stage) -> None:
    """Hold a telephone at the ear or look at it, thumb moving."""
    if stage.chance(0.4):
        pen = _at_face(stage, (1.0, 1.6), (-0.3, 0.6), "grasp", "c_hand")
    else:
        pen = stage.hand
        turn = np.array([180.0, 20.0, 10.0]) + stage.around(0, 0, 0, spread=30)
        pen.go(stage.between(0.5, 0.9), stage.chest(), turn, stage.pose("grasp", "relaxed_opposed"))
        if stage.chance(0.5):
            tap = stage.pose("one", "relaxed_opposed", "hook")
            stage.other.until(pen.t - 0.5)
            stage.other.go(0.6, stage.chest() * np.array([0.3, 1, 1]), resting_turn(stage), tap)
            _rub(stage, stage.other, 0.2, stage.between(0.5, 1.5))
    _sway(stage, pen, stage.between(0.8, 2.0), 0.08)


def scroll(stage: Stage) -> None:
    """Use mouse, keyboard or touchpad at the picture's lower edge."""
    turn = np.array([180.0, 60.0, 20.0]) + stage.around(0, 0, 0, spread=25)
    stage.hand.go(stage.between(0.4, 0.9), stage.bottom(), turn, stage.pose("relaxed", "slack_fist", "hook"))
    _rub(stage, stage.hand, stage.between(0.1, 0.5), stage.between(0.8, 2.0))


def point_at_screen(stage: Stage) -> None:
    """Point at something on the screen, calmly, moving along it."""
    turn = np.array([150.0, 60.0, 10.0]) + stage.around(0, 0, 0, spread=35)
    away = -min(stage.between(0.25, 0.6) * stage.body.distance, 6.0)
    pose = stage.pose("one", "point_camera", "one_thumb_on_middle")
    for _ in range(int(stage.rng.integers(1, 4))):
        column, row = (size * stage.between(0.2, 0.75) for size in stage.body.size)
        stage.hand.go(stage.between(0.5, 1.1), stage.body.place(column, row, away), turn, pose)
        stage.hand.wait(stage.between(0.1, 0.5))


def reach_to_camera(stage: Stage) -> None:
    """Reach for the camera or the lid to set it right, not hastily."""
    turn = np.array([stage.between(0, 180), 45.0, 0.0]) + stage.around(0, 0, 0, spread=30)
    away = -min(stage.between(0.5, 0.72) * stage.body.distance, 6.5)
    column, row = stage.body.size[0] * stage.between(0.2, 0.7), stage.body.size[1] * stage.between(0.1, 0.6)
    place = stage.body.place(column, row, away)
    stage.hand.go(
        stage.between(0.65, 1.3), place, turn, stage.pose("relaxed", "c_hand", "pinch_loose", "palm")
    )
    _rub(stage, stage.hand, 0.1, stage.between(0.2, 0.8))
    stage.hand.go(stage.between(0.6, 1.2), stage.chest(), resting_turn(stage), stage.pose("relaxed"))


def count(stage: Stage) -> None:
    """Count on the fingers, beginning with the thumb or with the index."""
    turn = np.array([170.0, 0.0, 30.0]) + stage.around(0, 0, 0, spread=30)
    names = ["fist", "thumb_up_loose", "c_index_wide", "three_thumb", "palm"]
    if stage.chance(0.4):
        names = ["fist", "one", "two", "three", "four", "palm"]
    stage.hand.go(stage.between(0.4, 0.8), stage.chest(), turn, stage.pose(names[0]))
    for name in names[1 : int(stage.rng.integers(3, len(names) + 1))]:
        place = stage.hand.now.place + stage.around(0, 0, 0, spread=0.25)
        stage.hand.go(stage.between(0.12, 0.35), place, pose=stage.pose(name))
        stage.hand.wait(stage.between(0.1, 0.5))


def count_with_other_hand(stage: Stage) -> None:
    """Count by touching one fingertip after another with the other hand's index, perhaps the ring finger's
    after three others."""
    base = stage.other
    turn = np.array([180.0 * stage.chance(0.5), 10.0, 25.0]) + stage.around(0, 0, 0, spread=30)
    place = np.array([stage.between(-0.2, 1.2), stage.between(1.6, 3.2), stage.between(-2.5, -1.2)])
    base.go(stage.between(0.4, 0.7), place, turn, stage.pose("palm", "palm_relaxed"))
    stage.hand.until(base.t - 0.3)
    turn = np.array([150.0, 10.0, 70.0]) + stage.around(0, 0, 0, spread=35)
    pose = stage.pose("one", "one_thumb_on_middle")
    pointing = tip_offset(stage, Key(0.0, place, turn, pose), INDEX_TIP)
    back = stage.around(0.4, -0.3, -0.35, spread=0.25)
    first = int(stage.chance(0.3))
    for number, tip in enumerate(TIPS[first : first + int(stage.rng.integers(1, 5))]):
        near = across(base.now.place + tip_offset(stage, base.now, tip))
        touch = near - pointing + stage.around(0, 0, 0, spread=0.1)
        stage.hand.go(stage.between(0.15, 0.4) + 0.25 * (number == 0), touch + back, turn, pose)
        stage.hand.go(stage.between(0.1, 0.25), touch)
        stage.hand.wait(stage.between(0.05, 0.4))
        stage.hand.go(stage.between(0.12, 0.25), touch + back)
    base.until(stage.hand.t)


def wave(stage: Stage) -> None:
    """Wave hello."""
    raised = np.array([stage.between(1.2, 3.2), stage.between(-1.0, 2.0), stage.between(-2.5, -0.5)])
    turn = np.array([0.0, 0.0, 0.0]) + stage.around(0, 0, 0, spread=25)
    stage.hand.go(stage.between(0.4, 0.7), raised, turn, stage.pose("palm", "palm_closed", "palm_relaxed"))
    period, width = 1 / stage.between(1.5, 4.0), stage.between(0.15, 0.9)
    for _ in range(int(stage.rng.integers(2, 6))):
        for sign in (1, -1):
            place = raised + np.array([sign * width, 0, 0])
            stage.hand.go(period / 2, place, turn + np.array([0, 0, -sign * 18.0]))


def talk(stage: Stage) -> None:
    """Speak with both hands: strokes, beats, open hands that meet now and then."""
    for _ in range(int(stage.rng.integers(3, 8))):
        for pen in (stage.hand, stage.other):
            if stage.chance(0.75):
                place = np.array([stage.between(-0.3, 3), stage.between(0.9, 3.6), stage.between(-3.2, -0.6)])
                pose = stage.pose(
                    "relaxed", "palm_relaxed", "palm_closed", "relaxed_opposed", "pinch", "c_hand"
                )
                pen.go(stage.between(0.25, 0.8), place, _free_turn(stage), pose)
            if stage.chance(0.3):
                _rub(stage, pen, stage.between(0.1, 0.4), stage.between(0.3, 0.8))
        if stage.chance(0.5):
            stage.hand.until(stage.other.t)
            stage.other.until(stage.hand.t)


def clasp(stage: Stage) -> None:
    """Put the hands together once or twice, fold them or rub them."""
    a, b = stage.hand, stage.other
    a.until(b.t)
    b.until(a.t)
    down, away, seconds = stage.between(1.2, 3.2), stage.between(-2.0, -0.8), stage.between(0.4, 0.8)
    for pen in (a, b):
        turn = np.array([100.0, 30.0, 20.0]) + stage.around(0, 0, 0, spread=25)
        place = np.array([stage.between(0.1, 0.35), down, away])
        pen.go(seconds, place, turn, stage.pose("relaxed", "palm_closed", "flat_side", "fist_loose"))
    if stage.chance(0.5):
        # Palms that are rubbed slide along each other: parting three times in two seconds is clapping.
        _rub(stage, a, stage.between(0.1, 0.4), stage.between(0.5, 1.5), np.array([0.15, 1.0, 1.0]))
    elif stage.chance(0.4):
        for pen in (a, b):
            rest = pen.now.place
            pen.go(0.3, rest + np.array([stage.between(0.5, 1.0), 0, 0]))
            pen.go(0.3, rest)
    a.until(b.t)
    b.until(a.t)


def sign(stage: Stage) -> None:
    """Show a static sign or two and take the hand down again."""
    for _ in range(int(stage.rng.integers(1, 4))):
        place = np.array([stage.between(0.3, 3.0), stage.between(0.2, 3.0), stage.between(-3.0, -0.8)])
        turn = np.array([180.0 * stage.chance(0.4), 0.0, 15.0]) + stage.around(0, 0, 0, spread=30)
        stage.hand.go(stage.between(0.3, 0.8), place, turn, stage.pose(*_SIGNS))
        _sway(stage, stage.hand, stage.between(0.4, 1.5), 0.1)
    stage.hand.go(
        stage.between(0.3, 0.9), stage.below() if stage.chance(0.6) else stage.bottom(), resting_turn(stage)
    )


def red(stage: Stage) -> None:
    """Show a thumb up, perhaps shaken a little, and take it out of view or relax it."""
    turn, pose = thumb_up_turn(stage), stage.pose("thumb_up_tight", "thumb_up_loose", "thumb_up_late")
    place = np.array([stage.between(0.3, 3.0), stage.between(0.2, 2.8), stage.between(-3.0, -0.8)])
    stage.hand.go(stage.between(0.35, 0.8), place, turn, pose)
    if stage.chance(0.3):
        _rub(stage, stage.hand, 0.12, 0.6)
    _sway(stage, stage.hand, stage.between(0.5, 1.6), 0.06)
    gone = stage.pose("relaxed") if stage.chance(0.5) else pose
    stage.hand.go(stage.between(0.3, 0.7), stage.below(), pose=gone)


def quiet_gun(stage: Stage) -> None:
    """Hold a finger gun or show two in the German way without firing, then lower it."""
    place = np.array([stage.between(0.6, 3.0), stage.between(-1.0, 2.5), stage.between(-2.5, -0.8)])
    turn, pose = gun_turn(stage), stage.pose("finger_gun", "finger_gun_two", "three_thumb")
    stage.hand.go(stage.between(0.35, 0.8), place, turn, pose)
    _sway(stage, stage.hand, stage.between(0.6, 2.0), 0.12)
    stage.hand.go(stage.between(0.4, 0.8), stage.below(), resting_turn(stage), stage.pose("relaxed"))


def cross_body(stage: Stage) -> None:
    """Sweep a hand across at chest height: shoo, deny, take something from the other side."""
    pen = stage.hand
    down = stage.between(2.2, 3.6)
    start, end = stage.between(-0.5, 0.5), stage.between(1.6, 3.0)
    turn, pose = _inward(stage), stage.pose("flat_side", "palm_closed", "relaxed", "palm_relaxed")
    pen.go(stage.between(0.4, 0.7), np.array([start, down, stage.between(-2, -0.9)]), turn, pose)
    pen.go(
        stage.between(0.25, 0.8), np.array([end, down + stage.between(-0.6, 0.4), stage.between(-2, -0.9)])
    )


def rest(stage: Stage) -> None:
    """Do nothing for a while."""
    _sway(stage, stage.hand, stage.between(0.5, 2.0), 0.05)


def _free_turn(stage: Stage) -> FloatArray:
    return np.array([stage.between(-20, 220), stage.between(-30, 65), stage.between(-20, 90)])


def _sway(stage: Stage, pen: Pen, seconds: float, size: float) -> None:
    middle, end = pen.now.place, pen.t + seconds
    while pen.t < end:
        pen.go(stage.between(0.3, 0.8), middle + stage.around(0, 0, 0, spread=size))


ORDINARY: Mapping[str, Doing] = MappingProxyType(
    {
        doing.__name__: doing
        for doing in (
            glasses,
            headset,
            drink,
            scratch,
            collar,
            brush_hair,
            chin,
            phone,
            scroll,
            point_at_screen,
            reach_to_camera,
            count,
            count_with_other_hand,
            wave,
            talk,
            clasp,
            sign,
            red,
            quiet_gun,
            cross_body,
            rest,
        )
    }
)
