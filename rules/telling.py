"""Who may be told which decision: the same for every rule book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.events import Decision
from rules.frozen import replace

Viewer = Literal["spectator", "platform", "reviewer"] | int
"""A number is a seat, dead or alive. The platform is whoever holds the game: a server, a host."""


def seen(decisions: Iterable[Decision], viewer: Viewer) -> tuple[Decision, ...]:
    """The decisions that `viewer` may be told.

    Only the platform learns which events caused them, only it and reviewers which are the evidence: events
    are numbered through, and a gap in the numbers would tell that somebody acted at night.
    """
    return tuple(_told(decision, viewer) for decision in decisions if _may_see(decision, viewer))


def _told(decision: Decision, viewer: Viewer) -> Decision:
    if viewer == "platform":
        return decision
    if viewer == "reviewer" or "evidence" not in decision.data:
        return replace(decision, caused_by=())
    return replace(decision, caused_by=(), data={**decision.data, "evidence": []})


def _may_see(decision: Decision, viewer: Viewer) -> bool:
    if viewer == "platform" or decision.audience == "everyone":
        return True
    if decision.audience == "seat":
        return decision.seat == viewer
    return decision.audience == "reviewer" and viewer == "reviewer"
