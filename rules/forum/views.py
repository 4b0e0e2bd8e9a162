"""What each may see of a game: a player, a reader of the thread, the host (`platform`).

Everybody sees what stands in the thread: votes, limits, who is dead and how. A player also sees the own role,
team, order and answers. Nothing else depends on the roles, so a view tells nobody who performs what.
"""

from __future__ import annotations

from typing import Any

from rules.canonical import to_json
from rules.events import Json
from rules.forum.duties import duties, outlook
from rules.forum.roles import GROUPS
from rules.forum.state import ForumState, seats_of
from rules.forum.timing import deadline, which
from rules.telling import Viewer, seen

__all__ = ["Viewer", "seen", "view"]


def view(state: ForumState, viewer: Viewer) -> dict[str, Json]:
    """The game as `viewer` may see it, as JSON. A reviewer of conduct sees what a reader sees.

    Raises:
        ValueError: there is no such seat.
    """
    shown = _thread(state)
    if viewer == "platform":
        return {**shown, "game": _json(state), "duties": _json(duties(state)), "outlook": _outlook(state)}
    if not isinstance(viewer, int):
        return shown
    if not 1 <= viewer <= len(state.players):
        raise ValueError(f"there is no seat {viewer}")
    return {**shown, **_own(state, viewer)}


def _thread(state: ForumState) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "phase": state.phase,
        "day": state.day,
        "since": state.since,
        "players": [player.name for player in state.players],
        "living": list(state.living),
        "dead": [{"seat": d.seat, "day": d.day, "how": d.how} for d in state.deaths],
        "condemned": list(state.condemned),
        "votes": list(state.votes),
        "limit": state.clock.limit,
        "deadline": None,
        "deadline_by": "none",
        "result": _json(state.result),
    }
    if state.phase == "day":
        shown["deadline"] = deadline(state.clock, state.book.intervals)
        shown["deadline_by"] = which(state.clock)
    if state.result is not None:
        shown["roles"] = list(state.roles)
    return shown


def _own(state: ForumState, seat: int) -> dict[str, Json]:
    """What a player alone knows."""
    player = state.players[seat - 1]
    own: dict[str, Json] = {"seat": seat, "player": player.player, "login": player.login}
    if not state.roles:
        return own
    role = state.roles[seat - 1]
    own["role"] = role
    if role in GROUPS:
        own["team"] = list(seats_of(state, role))
    own["order"] = next((o.target for o in state.night.orders if o.seat == seat), None)
    own["dossiers"] = [_json(dossier) for dossier in state.dossiers if dossier.seat == seat]
    return own


def _outlook(state: ForumState) -> Json:
    return _json(outlook(state, state.t))


def _json(value: Any) -> Json:
    plain: Json = to_json(value)
    return plain
