"""When a seat's whole picture is searched for palms: only where a hand may be new."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.hands.motion import Blocks, around, blocks, moved_blocks
from vision.hands.policy import HandPolicy
from vision.hands.region import Region
from vision.hands.track import Track
from vision.picture import Picture


@dataclass(frozen=True, slots=True, eq=False)
class LastSearch:
    """What is remembered of a seat's last palm search."""

    t: float = -math.inf
    """Its media time, seconds."""
    blocks: Blocks | None = None
    """The picture then, coarsely."""
    hands: tuple[Region, ...] = ()
    """The hands that were tracked then."""
    moved_at: NDArray[np.float64] | None = None
    """When each block was last found to have moved, media time; -inf where never."""
    in_vain: bool = False
    """True where no new hand was found: what has been moving is perhaps none."""


def due(
    last: LastSearch, tracks: Sequence[Track], picture: Picture, t: float, policy: HandPolicy
) -> LastSearch | None:
    """Whether to search this frame; if so, what to remember of it.

    Never while all hands are tracked; at once after one was lost, then at short intervals while it is
    remembered and while something moves outside the tracked hands; less often where such motion was
    searched in vain a moment ago (though a hand may have been too blurred to be found); else rarely. See
    `SearchPolicy` for the intervals, their cost and the bounds they give.
    """
    visible = [track for track in tracks if track.visible]
    if len(visible) >= policy.max_hands:
        return None
    waited = t - last.t
    lost = [track for track in tracks if not track.visible]
    asked = waited >= policy.search.idle_s or _lost_due(last, lost, waited, policy.search.lost_s)
    if not asked and waited < policy.search.motion_s:
        return None
    regions = tuple(track.region(t, policy.track.glide_s) for track in visible)
    now = blocks(picture)
    if last.blocks is None or last.blocks.shape != now.shape:
        return LastSearch(t, now, regions)
    known = (*regions, *last.hands)
    moved = moved_blocks(last.blocks, now, policy.search.motion_level, picture.size, known)
    history = last.moved_at if last.in_vain and last.moved_at is not None else np.full(now.shape, -math.inf)
    if waited < policy.search.familiar_s:
        moved &= ~around(history >= t - _FAMILIAR)
    if not asked and np.count_nonzero(moved) < policy.search.motion_blocks:
        return None
    return LastSearch(t, now, regions, np.where(moved, t, history))


_FAMILIAR = 1.0
"""For how long motion that was searched in vain stays familiar in its place, seconds."""


def _lost_due(last: LastSearch, lost: Sequence[Track], waited: float, interval: float) -> bool:
    return any(last.t <= track.seen or waited >= interval for track in lost)
