"""Nudity over time: which seats are judged in which frame, and by whom.

The cheapest question comes first, and each later one is asked only where all before it are alarmed: the
first opinion, whether there is any skin at all, the second opinion, and the naked parts where a detector of
them is installed.

Hands and forearms are painted over before anybody judges (`vision.nudity.harmless`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from models.engine import Engine, FloatArray
from vision.checks import positive, within
from vision.frame import Frame
from vision.nudity.harmless import harmless
from vision.nudity.parts import PartPolicy, detect_parts, violating
from vision.nudity.pixels import for_nsfwjs, for_open_nsfw
from vision.nudity.skin import skin_share
from vision.observations import Hand, NudityScore
from vision.turns import turn


@dataclass(frozen=True)
class NudityModels:
    """Loaded engines of two classifiers that share neither training nor makers."""

    first: Engine
    """`nsfw_mobilenet`: (N, 224, 224, 3) float32 RGB in 0..1; gives (N, 5) probabilities."""
    second: Engine
    """`open_nsfw`: (N, 224, 224, 3) float32 BGR less the mean; gives (N, 2) probabilities."""
    parts: Engine | None = None
    """What names the parts of a body (`vision.nudity.parts`), where the operator has installed it."""
    versions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Of the models by name (`FIRST`, `SECOND`, `THIRD`), for whoever contests a signal."""


@dataclass(frozen=True, slots=True)
class NudityPolicy:
    """How often to judge, in seconds, and when to ask again."""

    calm: float = 1.0
    """Between looks at a seat whose last look raised no alarm."""
    alarmed: float = 0.5
    """Between looks at a seat whose last look did."""
    alarm: float = 0.5
    """Probability by an opinion from which the next is asked."""
    skin: float = 0.04
    """Share of the picture that must have the colour of skin, where colours can be judged."""
    parts: PartPolicy = field(default_factory=PartPolicy)
    """Which naked parts are a violation; asks for the optional part detector."""

    def __post_init__(self) -> None:
        positive(calm=self.calm, alarmed=self.alarmed, alarm=self.alarm)
        within(0, 1, alarm=self.alarm, skin=self.skin)


@dataclass(frozen=True, slots=True)
class NudityState:
    """What is remembered of one seat's last look."""

    t: float
    """Media time of the look."""
    score: NudityScore


FIRST, SECOND, THIRD = "nsfw_mobilenet", "open_nsfw", "nudenet_320n"
"""The models' names."""
NO_SKIN, NO_PART = "no_skin", "no_part"
DENIALS = (NO_SKIN, NO_PART)
"""Why a look does not count: nothing has the colour of skin; no part was found that breaks the rules."""


def step_nudity(
    states: Mapping[int, NudityState],
    frames: Mapping[int, Frame],
    models: NudityModels,
    policy: NudityPolicy,
    *,
    hands: Mapping[int, tuple[Hand, ...]] | None = None,
) -> tuple[dict[int, NudityState], dict[int, NudityScore]]:
    """Judge the seats that are due, in one batch an opinion.

    Args:
        states: of earlier steps, by seat.
        frames: by seat.
        models: loaded engines.
        policy: how often to judge.
        hands: what the hand tracker sees in these frames, by seat.

    Returns:
        All states, and the scores of the seats that were judged.
    """
    due = {seat: frame for seat, frame in frames.items() if _due(states.get(seat), frame, policy)}
    scores = judge(due, models, policy, hands=hands)
    after = {**states, **{seat: NudityState(due[seat].t, score) for seat, score in scores.items()}}
    return after, scores


def judge(
    frames: Mapping[int, Frame],
    models: NudityModels,
    policy: NudityPolicy,
    *,
    hands: Mapping[int, tuple[Hand, ...]] | None = None,
) -> dict[int, NudityScore]:
    """Judge every frame now, as far as the first opinion, the skin, the second and the parts are alarmed."""
    if not frames:
        return {}
    hidden = {seat: harmless((hands or {}).get(seat, ())) for seat in frames}
    batch = np.stack([for_nsfwjs(frame.picture, hidden[seat]) for seat, frame in frames.items()])
    said = {
        seat: _with_opinion(None, FIRST, score, models)
        for seat, score in zip(frames, _unsafe(models.first.run(batch)[0]), strict=True)
    }
    for seat, pixels in zip(frames, batch, strict=True):
        if said[seat].score >= policy.alarm:
            share = skin_share(pixels)
            if share is not None and share < policy.skin:
                said[seat] = replace(said[seat], denied=NO_SKIN)
    asked = _alarmed(said, policy)
    if asked:
        batch = np.stack([for_open_nsfw(frames[seat].picture, hidden[seat]) for seat in asked])
        for seat, row in zip(asked, models.second.run(batch)[0], strict=True):
            said[seat] = _with_opinion(said[seat], SECOND, float(row[1]), models)
    asked = _alarmed(said, policy)
    if models.parts is not None and asked:
        pictures = [frames[seat].picture for seat in asked]
        found = detect_parts(pictures, models.parts, [hidden[seat] for seat in asked])
        for seat, parts in zip(asked, found, strict=True):
            said[seat] = _with_parts(said[seat], violating(parts, policy.parts), models)
    return said


def _alarmed(said: Mapping[int, NudityScore], policy: NudityPolicy) -> list[int]:
    return [seat for seat, score in said.items() if score.score >= policy.alarm and score.denied is None]


def _with_opinion(before: NudityScore | None, name: str, score: float, models: NudityModels) -> NudityScore:
    version = (name, models.versions.get(name, ""))
    if before is None:
        return NudityScore(score, ((name, score),), models=(version,))
    return replace(
        before,
        score=min(before.score, score),
        opinions=(*before.opinions, (name, score)),
        models=(*before.models, version),
    )


def _with_parts(
    before: NudityScore, parts: tuple[tuple[str, float], ...], models: NudityModels
) -> NudityScore:
    return replace(
        before,
        parts=parts,
        denied=None if parts else NO_PART,
        models=(*before.models, (THIRD, models.versions.get(THIRD, ""))),
    )


_HENTAI, _PORN = 1, 3


def _unsafe(classes: FloatArray) -> list[float]:
    """The probability of a naked body from (N, 5): Drawing, Hentai, Neutral, Porn, Sexy.

    Sexy does not count: that class was filled with dressed people too, and a bare arm or a swimsuit is
    no violation.
    """
    return [float(min(1.0, row[_HENTAI] + row[_PORN])) for row in classes]


def _due(before: NudityState | None, frame: Frame, policy: NudityPolicy) -> bool:
    if before is None or frame.t < before.t:
        return True
    every = policy.alarmed if before.score.opinions[0][1] >= policy.alarm else policy.calm
    return turn(frame.seat, frame.t, every) != turn(frame.seat, before.t, every)
