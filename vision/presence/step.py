"""Presence over time: which seats are looked at in which frame.

A person cannot come or go without changing the picture, so a seat whose picture rests is looked at once or
twice a second, one whose picture changes in every frame, and so is one whose answer has just changed. Where
the answer has changed since the last look, the frames in between are looked at as well, back to the one
that answers as the last look did: the instant is known to the frame.
Hands that are tracked anyway answer for nothing. Where only the dear person detector knows (a turned head,
an empty room with a cat in it), a changing picture alone does not bring it in at every frame.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from vision.camera.samples import Samples, sample
from vision.checks import at_least, positive, within
from vision.frame import Frame
from vision.observations import Hand, PersonEvidence
from vision.presence.lively import Stirred, alive, shares, stir
from vision.presence.lone_hands import HandSearch
from vision.presence.look import LookPolicy, PresenceModels, look
from vision.turns import turn


@dataclass(frozen=True, slots=True)
class PresencePolicy:
    """How often to look, in seconds, and how hard."""

    calm: float = 0.65
    """Between looks at a picture that moves little; twice as long where nobody is and nothing moves."""
    dear: float = 0.1
    """Between questions to the person detector where only the picture changes and it alone has known."""
    alert: float = 1.0
    """How long every frame is looked at after the answer changed."""
    moved: float = 0.06
    """Share of the picture that differs from the last look's by more than `step`, from which it moves.
    A talking head on a webcam stays below, a person who rises goes far beyond."""
    rests: float = 0.002
    """The same share up to which nothing moves: nobody comes without changing more."""
    step: int = 24
    """Brightness levels, above any noise."""
    stirred: float = 0.03
    """Share of a found box that differs by more than `step` between two looks, from which it is alive."""
    lively: float = 30.0
    """How long what has moved counts as alive: nobody sits stiller for longer, a flat picture does."""
    recall: float = 5.0
    """How long the frames and closer looks of a resting picture hold before they are sought again."""
    look: LookPolicy = field(default_factory=LookPolicy)

    def __post_init__(self) -> None:
        positive(calm=self.calm)
        at_least(0, dear=self.dear, alert=self.alert, lively=self.lively, recall=self.recall)
        within(0, 1, moved=self.moved, stirred=self.stirred)
        within(0, self.moved, rests=self.rests)
        within(1, 255, step=self.step)


@dataclass(frozen=True, slots=True, eq=False)
class PresenceState:
    """What is remembered of one seat's last look."""

    t: float
    """Media time of the look."""
    samples: Samples
    """The picture it saw."""
    evidence: PersonEvidence
    changed: float
    """Media time of the look at which the answer last changed."""
    passed_over: tuple[Frame, ...] = ()
    """The frames since, small, for the case that the answer has changed meanwhile."""
    earlier: tuple[tuple[float, PersonEvidence], ...] = ()
    """(media time, evidence) of the frames before the look that were looked at only then."""
    stirred: tuple[Stirred, ...] = ()
    """What was found and has moved lately."""
    examined: float = 0.0
    """Media time from which on the evidence's frames and closer looks hold."""


def step_presence(
    states: Mapping[int, PresenceState],
    frames: Mapping[int, Frame],
    hands: Mapping[int, tuple[Hand, ...]],
    models: PresenceModels,
    policy: PresencePolicy,
    *,
    attend: Collection[int] = (),
    faces: Collection[int] = (),
    search: HandSearch | None = None,
) -> tuple[dict[int, PresenceState], dict[int, PersonEvidence]]:
    """Look at the seats that are due, in one batch a detector.

    Args:
        states: of earlier steps, by seat.
        frames: by seat.
        hands: what the hand tracker sees in these frames, by seat.
        models: loaded engines.
        policy: how often and how hard to look.
        attend: seats to look at whatever the picture does: a limit is near (`signals.absence.attentive`).
        faces: seats where a sign depends on where the face is.
        search: looks for small hands where nobody is found at a seat of `attend`, see `lone_hands`.

    Returns:
        All states, and the evidence of the seats that were looked at.
    """
    samples = {seat: sample(frame.picture) for seat, frame in frames.items()}
    wanted = {
        seat: _Need.FULL if seat in attend else _need(states.get(seat), frame, samples[seat], policy)
        for seat, frame in frames.items()
    }
    due = [seat for seat in frames if hands.get(seat) or wanted[seat] is not _Need.NONE]
    watched = {seat: states[seat] for seat in due if seat in states}
    evidence = look(
        {seat: frames[seat].picture for seat in due},
        hands,
        models,
        policy.look,
        spare=[seat for seat in due if wanted[seat] is not _Need.FULL],
        faces=faces,
        lively={seat: alive(one.stirred, frames[seat].t, policy.lively) for seat, one in watched.items()},
        known={
            seat: one.evidence
            for seat, one in watched.items()
            if _holds(one, frames[seat], samples[seat], policy)
        },
        search=search,
        careful=attend,
    )
    fresh = {
        seat: _looked_at(states.get(seat), frames[seat], samples[seat], found, models, policy)
        for seat, found in evidence.items()
    }
    passed = {
        seat: replace(state, passed_over=(*state.passed_over, _small(frames[seat]))[-MOST:], earlier=())
        for seat, state in states.items()
        if seat in frames and seat not in evidence
    }
    return {**states, **passed, **fresh}, evidence


def _looked_at(
    before: PresenceState | None,
    frame: Frame,
    samples: Samples,
    found: PersonEvidence,
    models: PresenceModels,
    policy: PresencePolicy,
) -> PresenceState:
    """What is remembered of a look and of those before it."""
    now = PresenceState(frame.t, samples, found, changed=frame.t, examined=frame.t)
    if before is None:
        return now
    moved = _moved(before, frame, samples, found, policy)
    examined = before.examined if _holds(before, frame, samples, policy) else frame.t
    now = replace(now, stirred=moved, examined=examined)
    if before.evidence.present == found.present and before.t <= frame.t:
        return replace(now, changed=before.changed)
    return replace(now, earlier=_looked_back(before, models, policy))


def _holds(before: PresenceState, frame: Frame, samples: Samples, policy: PresencePolicy) -> bool:
    """Whether what the last look learnt at some expense still holds."""
    return 0 <= frame.t - before.examined <= policy.recall and samples.shape == before.samples.shape


def _looked_back(
    before: PresenceState, models: PresenceModels, policy: PresencePolicy
) -> tuple[tuple[float, PersonEvidence], ...]:
    """The evidence of the frames since the last look, from the newest back to one that answers as it did."""
    found: list[tuple[float, PersonEvidence]] = []
    rest = before.passed_over
    while rest and not (found and found[0][1].present == before.evidence.present):
        rest, batch = rest[:-_AT_ONCE], rest[-_AT_ONCE:]
        pictures = {k: frame.picture for k, frame in enumerate(batch)}
        lively = {k: alive(before.stirred, frame.t, policy.lively) for k, frame in enumerate(batch)}
        known = dict.fromkeys(pictures, before.evidence)
        looks = look(pictures, {}, models, policy.look, lively=lively, known=known)
        found = [(frame.t, looks[k]) for k, frame in enumerate(batch)] + found
    return tuple(found)


def _moved(
    before: PresenceState, frame: Frame, samples: Samples, found: PersonEvidence, policy: PresencePolicy
) -> tuple[Stirred, ...]:
    """What is known to have moved, with what has moved since the look before."""
    if frame.t < before.t or samples.shape != before.samples.shape:
        return ()
    differs = np.rot90(np.abs(samples - before.samples) > policy.step, -frame.picture.rotation // 90)
    boxes = [one.box for one in (*found.faces, *found.bodies, *found.flat)]
    return stir(before.stirred, frame.t, shares(boxes, frame.picture.size), differs, policy.stirred)


def _small(frame: Frame) -> Frame:
    """The frame as it may be kept: of a large one every n-th pixel, which is all that detectors sample."""
    picture = frame.picture
    step = -(-max(picture.stored_size) // _SIDE)
    if step == 1:
        return frame
    planes = tuple(np.ascontiguousarray(plane[::step, ::step]) for plane in picture.planes)
    return replace(frame, picture=replace(picture, planes=planes))


MOST = 40
"""Frames kept between two looks: as many as `calm` holds of a fast camera."""
_AT_ONCE = 8  # looked back at in one batch
_SIDE = 640  # pixels of the longer side of a frame that is kept
_TICK = 1e-6  # seconds; media times are ticks of a clock turned into binary fractions


class _Need(Enum):
    """How much a frame needs to be looked at."""

    NONE = 0
    CHEAP = 1
    FULL = 2


def _need(before: PresenceState | None, frame: Frame, samples: Samples, policy: PresencePolicy) -> _Need:
    if before is None or frame.t < before.t or samples.shape != before.samples.shape:
        return _Need.FULL
    if frame.t - before.changed <= policy.alert:
        return _Need.FULL
    changed = float(np.mean(np.abs(samples - before.samples) > policy.step))
    rests = changed <= policy.rests and not before.evidence.present
    every = 2 * policy.calm if rests else policy.calm
    if turn(frame.seat, frame.t, every) != turn(frame.seat, before.t, every):
        return _Need.FULL
    if changed <= policy.moved:
        return _Need.NONE
    cheap = "face" in before.evidence.evidence or "hands" in before.evidence.evidence
    return _Need.FULL if cheap or frame.t - before.t >= policy.dear - _TICK else _Need.CHEAP
