"""Who may review: a person who has had no part in the case (E-09)."""

from __future__ import annotations

from rules.table.fairplay.state import FairState, find
from rules.table.fairplay.turn import Refused, Turn


def involved(state: FairState, turn: Turn, incident: str) -> frozenset[str]:
    """Names of the people who may not review the incident: the players of the game and who reported it."""
    known = find(state.incidents, incident)
    return frozenset((*turn.now.players, *(known.hosts if known is not None else ())))


def check_reviewer(state: FairState, turn: Turn, reviewer: str, incident: str, *others: str) -> None:
    """See that the reviewer has had no part in the incident and is none of `others`.

    Raises:
        Refused: he has, or is.
    """
    if reviewer in involved(state, turn, incident) or reviewer in others:
        raise Refused("reviewer_involved", "E-09", reviewer=reviewer)
