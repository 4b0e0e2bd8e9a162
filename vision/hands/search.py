"""When a seat's whole picture is searched for palms: only where a hand may be new."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.hands.motion import Blocks, blocks, moved_blocks
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
    by_motion: bool = False
    """True where only motion asked for it."""
    in_vain: bool = False
    """True where motion asked for it and no new hand was found."""


def due(
    last: LastSearch, tracks: Sequence[Track], picture: Picture, t: float, policy: HandPolicy
) -> LastSearch | None:
    """Whether to search this frame; if so, what to remember of it.

    Never while all hands are tracked; at once after one was lost, then at short intervals while it is
    remembered and while something outside the tracked hands differs from the last searched picture;
    else rarely. See `SearchPolicy` for the intervals, their cost and the bounds they give.
    """
    visible = [track for track in tracks if track.visible]
    if len(visible) >= policy.max_hands:
        return None
    waited = t - last.t
    search = policy.search
    regions = tuple(track.region(t, policy.track.glide_s) for track in visible)
    lost = [track for track in tracks if not track.visible]
    if waited >= search.idle_s or _lost_due(last, lost, waited, search.lost_s):
        return LastSearch(t, blocks(picture), regions)
    if waited < (search.vain_s if last.in_vain else search.motion_s):
        return None
    now = blocks(picture)
    if last.blocks is None or last.blocks.shape != now.shape:
        return LastSearch(t, now, regions)
    moved = moved_blocks(last.blocks, now, search.motion_level, picture.size, (*regions, *last.hands))
    return LastSearch(t, now, regions, by_motion=True) if moved >= search.motion_blocks else None


def _lost_due(last: LastSearch, lost: Sequence[Track], waited: float, interval: float) -> bool:
    return any(last.t <= track.seen or waited >= interval for track in lost)
