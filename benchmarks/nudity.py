"""What the judgement of nudity takes of one core for one seat.

Counted are the classifiers with what makes their inputs, and the painting of hands; not what finds the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.clips import Clip
from benchmarks.clock import cost_of
from benchmarks.gestures import watched
from vision.nudity.step import NudityPolicy, NudityState, step_nudity
from vision.observations import Hand
from vision.policy import TablePolicy
from vision.table import TableModels

Hands = Sequence[dict[int, tuple[Hand, ...]]]
"""By seat, frame by frame."""

SECONDS = 20.0
"""Media time that each round lasts: the clips start again as often as that takes."""
_ANY_SCORE = 1e-9


def measure_nudity(
    clips: Sequence[Clip], models: TableModels, policy: TablePolicy, rounds: int
) -> dict[str, float]:
    """Judge clips, one a seat at a time, at the normal rate and as if every look raised an alarm.

    Args:
        clips: each is one seat's.
        models: the loaded engines.
        policy: our thresholds.
        rounds: how often, after one round to warm up.

    Returns:
        `core_share` of a seat whose looks raise the alarms they raise, `core_share_alarmed` of one that is
        alarmed at every look, both 0..1 of one core, and `looks_per_s` of the former.
    """
    alarmed = replace(policy.nudity, alarm=_ANY_SCORE)
    shares: dict[str, list[float]] = {"normal": [], "alarmed": []}
    looks = seconds = 0.0
    for clip in clips:
        hands = [{seen.seat: seen.hands for seen in tick} for tick in watched([clip], models, policy)]
        for name, judging in (("normal", policy.nudity), ("alarmed", alarmed)):
            for number in range(rounds + 1):
                cpu_s, lasted, looked = _round(clip, hands, models, judging)
                if number:
                    shares[name].append(cpu_s / lasted)
                if number and name == "normal":
                    looks, seconds = looks + looked, seconds + lasted
    return {
        "core_share": round(sum(shares["normal"]) / len(shares["normal"]), 5),
        "core_share_alarmed": round(sum(shares["alarmed"]) / len(shares["alarmed"]), 5),
        "looks_per_s": round(looks / seconds, 3),
    }


def _round(clip: Clip, hands: Hands, models: TableModels, policy: NudityPolicy) -> tuple[float, float, int]:
    """Processor seconds, media seconds and looks of one seat that shows the clip again and again."""
    length = clip.frames[-1].t - clip.frames[0].t + clip.period
    times = max(1, round(SECONDS / length))
    films = [clip.shifted(number * length) for number in range(times)]
    looks = 0

    def work() -> int:
        nonlocal looks
        states: dict[int, NudityState] = {}
        for film in films:
            for frame, seen in zip(film, hands, strict=True):
                states, scores = step_nudity(states, {1: frame}, models.nudity, policy, hands=seen)
                looks += len(scores)
        return times * len(clip.frames)

    cost = cost_of(work)
    return cost.cpu_s, times * length, looks
