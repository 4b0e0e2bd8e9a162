"""What gestures add to the frame path: processor time a hand, from landmarks to signals.

Counted are the shape classifier with learnt signs and abstention, the motion model with its measures, and the
state machines of a seat's words. Not counted is what finds the hands, what else is said of a seat (camera,
absence, nudity), and a second look at a hand that may accuse its owner (`vision.gestures.scrutiny`), which
few hands ever get.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.clips import Clip
from benchmarks.clock import Cost, cost_of
from vision.gestures.judging import judge
from vision.motion.step import MotionState, step_motion
from vision.observations import SeatObservation
from vision.policy import TablePolicy
from vision.signals.words import Words, step_words
from vision.table import TableModels, TableState, step

Tick = Sequence[SeatObservation]


def measure_gestures(
    clips: Sequence[Clip], models: TableModels, policy: TablePolicy, rounds: int
) -> dict[str, float | int]:
    """Watch clips once, one a seat, then run all that comes after the hands again and again.

    Args:
        clips: one a seat, with hands in view.
        models: the loaded engines.
        policy: our thresholds.
        rounds: how often, after one round to warm up.

    Returns:
        `hands` seen, and processor milliseconds a hand: of `shapes`, `motion`, `signals`, and of all three
        as `cpu_ms_per_hand`.

    Raises:
        ValueError: if no hand is in view.
    """
    ticks = watched(clips, models, policy)
    hands = sum(len(seen.hands) for tick in ticks for seen in tick)
    if not hands:
        raise ValueError("the clips show no hand")
    costs = [_round(ticks, hands, models, policy) for _ in range(rounds + 1)][1:]
    parts = {
        name: round(sum(one[name].cpu_ms for one in costs) / rounds, 4)
        for name in ("shapes", "motion", "signals")
    }
    return {"hands": hands, "cpu_ms_per_hand": round(sum(parts.values()), 4), **parts}


def watched(clips: Sequence[Clip], models: TableModels, policy: TablePolicy) -> list[Tick]:
    """What a table with one seat a clip sees, tick by tick."""
    state = TableState()
    ticks: list[Tick] = []
    for frames in zip(*(clip.shifted(0.0, seat) for seat, clip in enumerate(clips, start=1)), strict=False):
        state, outcome = step(state, list(frames), models, policy)
        ticks.append(outcome.observations)
    return ticks


def _round(ticks: Sequence[Tick], hands: int, models: TableModels, policy: TablePolicy) -> Mapping[str, Cost]:
    def shapes() -> int:
        for tick in ticks:
            judge(
                [(hand, seen.size) for seen in tick for hand in seen.hands],
                models.shapes,
                policy.shapes,
                policy.vocabulary,
            )
        return hands

    def motion() -> int:
        states: dict[int, MotionState] = {}
        for tick in ticks:
            states, _ = step_motion(states, tick, models.motion, policy.motion)
        return hands

    def signals() -> int:
        states: dict[int, Words] = {}
        for tick in ticks:
            for seen in tick:
                before = states.get(seen.seat, Words())
                states[seen.seat], _ = step_words(before, seen, policy.signals, policy.vocabulary)
        return hands

    return {"shapes": cost_of(shapes), "motion": cost_of(motion), "signals": cost_of(signals)}
