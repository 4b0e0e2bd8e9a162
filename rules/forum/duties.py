"""Who still owes what, and when the phase ends; for the host alone (F-303, F-304, F-305)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.forum.composition import first_dossier
from rules.forum.dark import must_wait, orders_owed
from rules.forum.day import owes_pistol
from rules.forum.state import ForumState
from rules.forum.timing import Which, deadline, which

What = Literal["role_message", "first_dossier", "vote", "order", "pistol"]


@dataclass(frozen=True, slots=True)
class Duty:
    """Something outstanding."""

    what: What
    seat: int
    """Who owes it; for `role_message` the host owes it to this seat."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How the phase that runs may end."""

    which: Which
    """The deadline that applies; `none` in all phases but the day."""
    deadline: float | None
    """Seconds; None: the host ends the phase."""
    may_end: bool
    """Whether the host may end the phase now."""
    from_then: float | None
    """From when on the host may end it although something is outstanding; None: that does not depend on
    time."""


def duties(state: ForumState) -> tuple[Duty, ...]:
    """Everything that is outstanding in the phase that runs, in the order of seats."""
    if state.phase == "zero_night":
        owed = [Duty("role_message", seat) for seat in state.living if seat not in state.told]
        if first_dossier(state.roles, state.book) and not state.dossiers:
            owed.append(Duty("first_dossier", state.roles.index("commissioner") + 1))
        return tuple(owed)
    if state.phase == "day":
        return tuple(Duty("vote", seat) for seat in state.living if not state.votes[seat - 1])
    if owes_pistol(state):
        return tuple(Duty("pistol", s) for s in state.condemned if state.roles[s - 1] == "commissioner")
    return tuple(Duty("order", seat) for seat in orders_owed(state))


def outlook(state: ForumState, now: float) -> Outlook:
    """When the phase ends, as things are at `now`."""
    intervals = state.book.intervals
    if state.phase == "day":
        end = deadline(state.clock, intervals)
        if state.book.timing == 1:
            return Outlook(which(state.clock), end, False, None)
        patience = state.since + intervals.patience
        return Outlook("none", None, now > patience, patience)
    if state.phase == "dusk" and owes_pistol(state):
        patience = state.since + intervals.pistol
        return Outlook("none", None, now >= patience, patience)
    if state.phase == "night" and must_wait(state):
        patience = state.since + intervals.patience
        return Outlook("none", None, now > patience, patience)
    ready = state.phase in ("dusk", "night") or (state.phase == "zero_night" and not duties(state))
    return Outlook("none", None, ready, None)
