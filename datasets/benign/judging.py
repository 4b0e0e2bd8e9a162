"""What the judgement of nudity says of one picture and of one clip.

A still picture is *suspected* where a seat that showed it, and nothing else, would raise `nudity.suspected`:
where its look counts and reaches `suspect_score`. It is *confirmed* where the seat would be confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from vision.frame import Frame
from vision.hands import HandModels, HandPolicy, find_hands
from vision.nudity.step import NudityModels, NudityPolicy, judge
from vision.observations import CameraState, NudityScore, SeatObservation
from vision.picture import Picture
from vision.signals.nudity import NuditySignalPolicy, NudityState, step_nudity_signals

_SEAT = 1


class Verdict(IntEnum):
    """The worst that is said of a picture."""

    CALM = 0
    SUSPECTED = 1
    CONFIRMED = 2


@dataclass(frozen=True)
class Eye:
    """Loaded models and thresholds."""

    hands: HandModels
    nudity: NudityModels
    finding: HandPolicy
    judging: NudityPolicy
    telling: NuditySignalPolicy


@dataclass(frozen=True, slots=True)
class Judged:
    """One picture, or one frame of a clip."""

    name: str
    kind: str
    """Where it comes from: the folder, the clips, or the kind of a made one."""
    score: NudityScore
    hands: int
    """How many were found and painted over."""
    verdict: Verdict


def judged(name: str, kind: str, picture: Picture, eye: Eye) -> Judged:
    """Judge a picture as the table does: hands are found first and painted over."""
    hands = find_hands(picture, eye.hands, eye.finding)
    score = judge({_SEAT: Frame(_SEAT, 0.0, picture)}, eye.nudity, eye.judging, hands={_SEAT: hands})[_SEAT]
    return Judged(name, kind, score, len(hands), verdict_of(score, eye.telling))


def verdict_of(score: NudityScore, policy: NuditySignalPolicy) -> Verdict:
    """What a seat that shows the picture for long enough is told."""
    state, verdict = NudityState(), Verdict.CALM
    for t in _instants(policy):
        seen = SeatObservation(_SEAT, t, (1, 1), CameraState.OK, nudity=score)
        state, signals = step_nudity_signals(state, seen, policy)
        for signal in signals:
            said = Verdict.CONFIRMED if signal.type == "nudity.confirmed" else Verdict.SUSPECTED
            verdict = max(verdict, said)
    return verdict


def _instants(policy: NuditySignalPolicy) -> Iterator[float]:
    count = max(policy.suspect_looks, policy.confirm_looks) + round(2 * policy.window)
    return (number * min(0.5, policy.picture_gap) for number in range(count))


def told_of_clip(looks: Iterable[tuple[float, NudityScore]], policy: NuditySignalPolicy) -> list[str]:
    """The types of the signals that a seat with those looks raises; media time in seconds."""
    state, told = NudityState(), []
    for t, score in looks:
        seen = SeatObservation(_SEAT, t, (1, 1), CameraState.OK, nudity=score)
        state, signals = step_nudity_signals(state, seen, policy)
        told += [signal.type for signal in signals]
    return told
