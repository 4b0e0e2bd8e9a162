"""One tick of the hands of all seats: a pure function of frames and states."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from vision.frame import Frame
from vision.hands.association import assign, distinct, is_known
from vision.hands.measure import Measured, is_hand, measure
from vision.hands.models import HandModels
from vision.hands.palms import Palm, find_palms
from vision.hands.policy import HandPolicy
from vision.hands.region import Region
from vision.hands.search import LastSearch, due
from vision.hands.track import Track, begin, follow, lose
from vision.observations import Hand


@dataclass(frozen=True, slots=True, eq=False)
class HandState:
    """What is remembered of one seat between frames; `HandState()` is the start."""

    t: float | None = None
    """Media time of the last frame, seconds."""
    size: tuple[int, int] = (0, 0)
    """Width and height of the last picture as displayed."""
    tracks: tuple[Track, ...] = ()
    """Hands in view, and hands lost a moment ago."""
    next_number: int = 1
    """Identity for the next new hand."""
    last_search: LastSearch = field(default_factory=LastSearch)


def step_hands(
    states: Mapping[int, HandState],
    frames: Sequence[Frame],
    models: HandModels,
    policy: HandPolicy,
) -> tuple[dict[int, HandState], dict[int, tuple[Hand, ...]]]:
    """Find and follow the hands of all seats that have a new frame.

    At most one batch of palm searches and one batch of landmark crops run, over all seats together.
    Media time that stands still or runs backwards restarts the filters; a jump of more than
    `TrackPolicy.restart_s` forgets the hands; a picture that changed its size but not its shape keeps them.

    Args:
        states: by seat; a seat that is missing starts anew.
        frames: at most one a seat.
        models: the loaded engines.
        policy: thresholds and intervals.

    Returns:
        The states after this tick (those of seats without a frame unchanged), and by seat of `frames`
        the hands in view in order of their track number, at most `policy.max_hands`.

    Raises:
        ValueError: two frames of one seat, or a media time that is not finite.
    """
    _check(frames)
    plans = [_plan(states.get(frame.seat, HandState()), frame, policy) for frame in frames]
    _search([plan for plan in plans if plan.searching], models, policy)
    looks = [(plan.frame.picture, look) for plan in plans for look in plan.looks]
    results = iter(measure(looks, models.landmarks))
    after, hands = dict(states), {}
    for plan in plans:
        found = [next(results) for _ in plan.looks]
        state = _conclude(plan, found, policy)
        after[plan.frame.seat] = state
        hands[plan.frame.seat] = tuple(track.hand() for track in state.tracks if track.visible)
    return after, hands


@dataclass(slots=True)
class _Plan:
    """What a seat needs in this tick."""

    frame: Frame
    tracks: tuple[Track, ...]
    next_number: int
    last_search: LastSearch
    searching: bool
    looks: list[Region]
    """First those of `tracks`, then, after a search, those around new palms."""
    own: int
    """How many looks are those of tracks."""


def _check(frames: Sequence[Frame]) -> None:
    seats = [frame.seat for frame in frames]
    if len(set(seats)) != len(seats):
        raise ValueError(f"more than one frame of a seat in a tick: {sorted(seats)}")
    for frame in frames:
        if not math.isfinite(frame.t):
            raise ValueError(f"seat {frame.seat}: media time must be finite, not {frame.t}")


def _plan(state: HandState, frame: Frame, policy: HandPolicy) -> _Plan:
    tracks, last = _carried_over(state, frame, policy)
    remembered = due(last, tracks, frame.picture, frame.t, policy)
    searching = remembered is not None
    # A lost hand is looked for where it is expected only when the palm search runs too: it may be
    # hidden behind another hand, and would then be found as that one on every frame.
    looks = [
        region
        for track in tracks
        if track.visible or searching
        if (region := track.region(frame.t, policy.track.glide_s)).usable
    ]
    return _Plan(frame, tracks, state.next_number, remembered or last, searching, looks, len(looks))


def _carried_over(state: HandState, frame: Frame, policy: HandPolicy) -> tuple[tuple[Track, ...], LastSearch]:
    """The tracks and the last search as they stand for this frame's time and size."""
    size = frame.picture.size
    if state.t is None or frame.t - state.t > policy.track.restart_s:
        return (), LastSearch()
    tracks, last = state.tracks, state.last_search
    if size != state.size:
        x, y = size[0] / state.size[0], size[1] / state.size[1]
        if abs(math.log(x / y)) > _SAME_SHAPE:
            return (), LastSearch()
        tracks, last = tuple(track.scaled(x, y) for track in tracks), LastSearch()
    if frame.t <= state.t:
        tracks, last = tuple(track.at_rest(frame.t) for track in tracks), LastSearch()
    return tracks, last


_SAME_SHAPE = 0.05
"""Log ratio of two aspect ratios below which a picture was only scaled (encoders round to even sizes)."""


def _search(plans: Sequence[_Plan], models: HandModels, policy: HandPolicy) -> None:
    """Add the hands around new palms to what is looked at."""
    search = policy.search
    pictures = [plan.frame.picture for plan in plans]
    found = find_palms(pictures, models.palm, score=search.score, overlap=search.overlap, most=search.most)
    for plan, palms in zip(plans, found, strict=True):
        plan.looks += [palm.region for palm in palms if _is_new(palm, plan, policy)]


def _is_new(palm: Palm, plan: _Plan, policy: HandPolicy) -> bool:
    return palm.region.usable and not is_known(palm, plan.tracks, plan.frame.t, policy.track)


def _conclude(plan: _Plan, found: Sequence[Measured | None], policy: HandPolicy) -> HandState:
    """Give each measured hand its identity."""
    t, size = plan.frame.t, plan.frame.picture.size
    sound = [
        (i >= plan.own, -hand.presence, i, hand)
        for i, hand in enumerate(found)
        if hand is not None and is_hand(hand, size, policy.track)
    ]
    hands = distinct([hand for *_, hand in sorted(sound, key=lambda rank: rank[:3])], policy.track)
    pairs = assign(plan.tracks, hands, t, policy.track)
    seen = sorted(pairs, key=lambda i: (not plan.tracks[i].visible, i))[: policy.max_hands]
    tracks = [
        follow(track, hands[pairs[i]], t, policy) if i in seen else lose(track, t, policy.track)
        for i, track in enumerate(plan.tracks)
    ]
    kept = [track for track in tracks if track is not None]
    number = plan.next_number
    newcomers = [hand for i, hand in enumerate(hands) if i not in pairs.values()]
    for hand in newcomers[: policy.max_hands - len(seen)]:
        kept.append(begin(number, hand, t))
        number += 1
    last = plan.last_search
    if plan.searching:
        last = replace(last, in_vain=number == plan.next_number)
    return HandState(t, size, tuple(kept), number, last)
