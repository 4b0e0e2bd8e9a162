"""The moving gestures, each written for the acting hand and, where it takes two, the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from datasets.motion.body import hand_points
from datasets.motion.path import Key
from datasets.motion.stage import Interval, Stage
from datasets.skeleton.anatomy import FloatArray

Act = Callable[[Stage], Interval]

_RING_JOINTS = (13, 14, 15)
INDEX_TIP = 8


def tip_offset(stage: Stage, key: Key, joint: int) -> FloatArray:
    """From the wrist to a joint of a hand, (3,) outward, down, away."""
    point = hand_points(stage.body.hands, key.pose[None], key.turn[None])[0, joint]
    return across(point)


def across(place: FloatArray) -> FloatArray:
    """A place of one hand in the other hand's outward direction, or back."""
    return np.asarray(place * np.array([-1.0, 1.0, 1.0]))


def tap_ring(stage: Stage) -> Interval:
    """The index finger taps the other hand's ring finger once to three times."""
    base, hand = stage.other, stage.hand
    side = 0.0 if stage.chance(0.5) else 180.0
    raised = np.array([stage.between(-0.2, 1.2), stage.between(1.6, 3.2), stage.between(-2.5, -1.2)])
    turn = np.array([side, 10.0, 25.0]) + stage.around(0, 0, 0, spread=30)
    base.go(stage.between(0.4, 0.8), raised, turn, stage.pose("palm", "palm_relaxed", "four_closed"))
    near = across(base.now.place + tip_offset(stage, base.now, int(stage.rng.choice(_RING_JOINTS))))
    hand.until(base.t - stage.between(0.0, 0.3))
    turn = np.array([150.0, 10.0, 70.0]) + stage.around(0, 0, 0, spread=35)
    pose = stage.pose("one", "one_thumb_on_middle", "one")
    aim = Key(0.0, near, turn, pose)
    touch = near - tip_offset(stage, aim, INDEX_TIP) + stage.around(0, 0, -0.05, spread=0.06)
    back = stage.around(0.5, -0.25, -0.35, spread=0.35) * stage.between(0.5, 1.2)
    start = hand.go(stage.between(0.3, 0.6), touch + back, turn, pose)
    taps = int(stage.rng.integers(1, 4))
    done = end = 0.0
    for tap in range(taps):
        end = hand.go(stage.between(0.1, 0.25), touch)
        done = done or end
        if tap < taps - 1:
            hand.go(stage.between(0.08, 0.2), touch + back * stage.between(0.5, 1.0))
    hand.wait(stage.between(0.05, 0.3))
    hand.go(stage.between(0.1, 0.3), touch + back)
    base.until(hand.t)
    return Interval(start, done, end)


def vote(stage: Stage) -> Interval:
    """A fist with its thumb up is lowered, placed at the bottom of the picture and held."""
    hand = stage.hand
    turn = thumb_up_turn(stage)
    pose = stage.pose("thumb_up_tight", "thumb_up_late", "thumb_up_loose")
    bottom = stage.bottom()
    middle = bottom + np.array(
        [stage.between(-0.3, 0.5), stage.between(-3.2, -1.5), stage.between(-0.3, 0.5)]
    )
    start = hand.go(stage.between(0.4, 0.8), middle, turn, pose)
    start = hand.wait(stage.between(0.1, 0.9))
    arrived = hand.go(stage.between(0.25, 0.7), bottom, turn + stage.around(0, 0, 0, spread=8))
    hand.wait(stage.between(0.8, 2.0))
    # It counts once it rests: lowering alone ends a `red`, too.
    return Interval(start, arrived + 0.1, arrived + 0.25)


def thumb_up_turn(stage: Stage) -> FloatArray:
    """A fist turned so that its raised thumb points up."""
    return np.array([180.0, 20.0, 85.0]) + stage.around(0, 0, 0, spread=22)


def gun_turn(stage: Stage) -> FloatArray:
    """A finger gun aimed sideways or up, its thumb on top."""
    return np.array([180.0, 0.0, stage.between(20, 95)]) + stage.around(0, 0, 0, spread=25)


def shot(stage: Stage) -> Interval:
    """A raised finger gun fires: the index flexes, or the hand kicks up."""
    hand = stage.hand
    raised = np.array([stage.between(0.6, 3.0), stage.between(-1.5, 1.9), stage.between(-2.5, -0.8)])
    turn, pose = gun_turn(stage), stage.pose("finger_gun", "finger_gun", "finger_gun_two")
    hand.go(stage.between(0.35, 0.7), raised, turn, pose)
    start = hand.wait(stage.between(0.25, 0.9))
    kick = stage.chance(0.6)
    done = end = 0.0
    for _ in range(int(stage.rng.choice([1, 1, 1, 2, 3]))):
        fast, slow = stage.between(0.06, 0.25), stage.between(0.09, 0.4)
        if kick:
            tilt = np.array([0.0, stage.between(-10, 25), -stage.between(20, 50)])
            lift = np.array([0.0, -stage.between(0.15, 0.7), stage.between(0.0, 0.4)])
            hand.go(fast, raised + lift, turn + tilt, pose)
        else:
            bent = pose.copy()
            bent[[0, 2, 3]] += stage.between(25, 45) * np.array([0.6, 1.3, 0.7])
            hand.go(fast, pose=bent)
        end = hand.go(slow, raised, turn, pose)
        done = done or end
        if stage.chance(0.5):
            hand.wait(stage.between(0.03, 0.2))
    hand.wait(stage.between(0.1, 0.8))
    return Interval(start, done, end)


def applause(stage: Stage) -> Interval:
    """Palms meet three times or more."""
    a, b = stage.hand, stage.other
    shift, down, away = stage.between(-0.5, 0.5), stage.between(0.9, 3.2), stage.between(-2.5, -1.0)
    lean = np.array([90.0, stage.between(0, 60), stage.between(-5, 40)])
    turns = [lean + stage.around(0, 0, 0, spread=20) for _ in (a, b)]
    poses = [stage.pose("palm_closed", "palm_relaxed", "flat_side") for _ in (a, b)]
    # Clapping people part their hands by 10 to 25 cm.
    wide, met = stage.between(0.6, 1.5), stage.between(0.12, 0.3)
    # 1.6 to 5 claps a second: Repp, J. Acoust. Soc. Am. 81(4), 1987, found 2.6 to 5.1.
    period = 1 / stage.between(1.6, 5.0)
    offset = stage.around(0, 0.2, 0, spread=0.3)

    def at(gap: float) -> tuple[FloatArray, FloatArray]:
        own = np.array([shift + gap, down, away])
        return own, np.array([gap - shift, down, away]) + offset

    a.until(b.t)
    b.until(a.t)
    approach = stage.between(0.35, 0.7)
    own, theirs = at(wide)
    start = a.go(approach, own, turns[0], poses[0])
    b.go(approach, theirs, turns[1], poses[1])
    lazy = 0.3 if stage.chance(0.4) else 1.0
    done = end = 0.0
    for clap in range(int(stage.rng.integers(3, 10))):
        own, theirs = at(met)
        meeting = period * stage.between(0.4, 0.5)
        end = a.go(meeting, own)
        b.go(meeting, theirs, stroke=b.now.stroke)
        if clap == 2:
            done = end
        own, theirs = at(met + (wide - met) * stage.between(0.8, 1.1))
        a.go(period - meeting, own)
        b.go(period - meeting, theirs * np.array([lazy, 1, 1]) if lazy < 1 else theirs)
    return Interval(start, done, end)


def throat(stage: Stage) -> Interval:
    """A flat hand or a thumb is drawn across the neck."""
    hand = stage.hand
    thumb = stage.chance(0.35)
    pose = stage.pose("thumb_up_tight", "thumb_up_loose") if thumb else stage.pose("palm_closed", "flat_side")
    twist = stage.between(70, 130) if thumb else stage.between(80, 190)
    turn = np.array([twist, stage.between(-15, 25), stage.between(65, 115)])
    reach = 0.9 if thumb else 1.7
    path = stage.body.face * stage.between(0.75, 1.6)
    begin = reach - 0.5 * path + stage.between(-0.2, 0.3)
    down, away = stage.body.face * stage.between(0.62, 1.0), stage.between(-1.1, -0.4)
    places = [np.array([begin, down, away]), np.array([begin + path, down + stage.between(-0.3, 0.4), away])]
    if stage.chance(0.25):
        places.reverse()
    hand.go(stage.between(0.35, 0.7), places[0], turn, pose)
    start = hand.wait(stage.between(0.02, 0.4))
    end = hand.go(stage.between(0.22, 1.0), places[1], turn + stage.around(0, 0, 0, spread=12))
    hand.wait(stage.between(0.02, 0.3))
    return Interval(start, end, end)


def strike(stage: Stage) -> Interval:
    """A punch or slap at the lens, a fist shaken beside the head, or jabs at the lens."""
    kind = stage.rng.choice(["punch", "slap", "shake", "jab"], p=[0.4, 0.2, 0.3, 0.1])
    return {"punch": _punch, "slap": _slap, "shake": _shake, "jab": _jab}[str(kind)](stage)


def _lens(stage: Stage, nearness: float) -> float:
    """How far before the face a hand is at that share of the way to the lens; arms have about 7 palms."""
    return -min(nearness * stage.body.distance, 6.5)


def _hit(stage: Stage, turn: FloatArray, pose: FloatArray, times: int) -> Interval:
    hand = stage.hand
    drawn_back = np.array([stage.between(0.8, 2.6), stage.between(0.3, 2.4), stage.between(-1.0, 0.0)])
    hand.go(stage.between(0.3, 0.6), drawn_back, turn, pose)
    start = hand.wait(stage.between(0.05, 0.5))
    done = end = 0.0
    for _ in range(times):
        away = _lens(stage, stage.between(0.5, 0.7))
        column, row = (size * stage.between(0.3, 0.6) for size in stage.body.size)
        there = stage.body.place(column, row, away)
        end = hand.go(stage.between(0.12, 0.35), there, turn + stage.around(0, 0, 0, spread=15), stroke="hit")
        done = done or end
        hand.wait(stage.between(0.02, 0.12))
        hand.go(stage.between(0.15, 0.4), drawn_back)
    return Interval(start, done, end)


def _punch(stage: Stage) -> Interval:
    turn = np.array([150.0, 65.0, 20.0]) + stage.around(0, 0, 0, spread=30)
    pose = stage.pose("fist", "fist_knuckles_first", "fist_tucked", "fist_loose")
    return _hit(stage, turn, pose, int(stage.rng.choice([1, 1, 2])))


def _slap(stage: Stage) -> Interval:
    turn = np.array([20.0, 10.0, 0.0]) + stage.around(0, 0, 0, spread=30)
    return _hit(stage, turn, stage.pose("palm", "palm_closed", "palm_relaxed"), 1)


def _jab(stage: Stage) -> Interval:
    turn = np.array([150.0, 75.0, 10.0]) + stage.around(0, 0, 0, spread=20)
    return _hit(stage, turn, stage.pose("point_camera", "one"), int(stage.rng.integers(2, 4)))


def _shake(stage: Stage) -> Interval:
    hand = stage.hand
    beside = np.array([stage.between(1.4, 3.2), stage.between(-0.8, 1.6), stage.between(-2.5, -0.8)])
    turn = np.array([stage.between(60, 200), stage.between(-10, 50), stage.between(-20, 50)])
    pose = stage.pose("fist", "fist_tucked", "fist_loose", "fist_thumb_beside")
    start = hand.go(stage.between(0.3, 0.6), beside, turn, pose)
    swing = stage.around(0, 0.55, -0.45, spread=0.25) * stage.between(0.8, 1.6)
    period = 1 / stage.between(2.2, 5.0)
    done = end = 0.0
    for cycle in range(int(stage.rng.integers(2, 6))):
        tilt = np.array([0.0, stage.between(5, 30), 0.0])
        hand.go(period / 2, beside + swing * stage.between(0.8, 1.1), turn + tilt)
        end = hand.go(period / 2, beside, turn)
        if cycle == 1:
            done = end
    return Interval(start, done, end)


GESTURES: Mapping[str, Act] = MappingProxyType(
    {
        "don": tap_ring,
        "vote": vote,
        "shot": shot,
        "applause": applause,
        "aggressive_throat": throat,
        "aggressive_strike": strike,
    }
)
