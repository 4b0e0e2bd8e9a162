"""How a game stands, for the host alone: who still owes what, when the phase ends, who is alive."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from types import MappingProxyType
from typing import Any

from rules.counting import tally
from rules.forum.duties import Outlook, duties, outlook
from rules.forum.state import ForumState, name
from service.forum.game_file import Head
from service.forum.times import shown, zone

PHASES: Mapping[str, str] = MappingProxyType(
    {
        "setup": "Before the sign-up. Next: forum host signup",
        "sign_up": "Sign-up. Next: forum host join, then start",
        "zero_night": "Zero night. Next: send the messages, forum host told, then day",
        "day": "Day {day}",
        "dusk": "Dusk of day {day}: the vote is over. Next: forum host night",
        "night": "Night {day}. Next: forum host order, then day",
        "over": "The game is over",
    }
)
OWED: Mapping[str, str] = MappingProxyType(
    {
        "role_message": "to be told their role",
        "first_dossier": "may ask for the first dossier",
        "vote": "owes a vote",
        "order": "owes an order",
        "pistol": "may shoot",
    }
)
ENDS: Mapping[str, str] = MappingProxyType(
    {"limit": "the limit", "twilight": "the end of twilight", "extra": "the end of extra time"}
)


def status(head: Head, state: ForumState, now: float) -> dict[str, Any]:
    """The game as JSON: names of players, moments in seconds since 1970."""
    ahead = outlook(state, now)
    owed: dict[str, list[str]] = {}
    for duty in duties(state) if state.roles and state.phase != "over" else ():
        owed.setdefault(duty.what, []).append(name(state, duty.seat))
    votes = tally(state.living, state.votes) if state.votes else ()
    counts = {name(state, seat): count for seat, count in zip(state.living, votes, strict=False) if count}
    return {
        "phase": state.phase,
        "day": state.day,
        "since": state.since,
        "zone": head.zone,
        "deadline": ahead.deadline,
        "deadline_by": ahead.which,
        "may_end": ahead.may_end,
        "may_end_from": ahead.from_then,
        "owed": owed,
        "votes": dict(sorted(counts.items(), key=lambda pair: -pair[1])) if state.phase == "day" else {},
        "living": [name(state, seat) for seat in state.living],
        "dead": [{"name": name(state, d.seat), "day": d.day, "how": d.how} for d in state.deaths],
        "players": [player.player for player in state.players],
        "winner": state.result.winner if state.result else None,
    }


def lines(head: Head, state: ForumState, now: float) -> list[str]:
    """The same in words."""
    found = status(head, state, now)
    where = zone(head.zone)
    told = [PHASES[state.phase].format(day=state.day) + _end(outlook(state, now), state, where)]
    if found["winner"]:
        told.append(f"Winner: {str(found['winner']).replace('_', ' ')}")
    for what, names in found["owed"].items():
        told.append(f"{OWED[what]}: {', '.join(names)}")
    if found["votes"]:
        told.append("votes: " + ", ".join(f"{who} {count}" for who, count in found["votes"].items()))
    if state.roles:
        told.append(f"alive: {', '.join(found['living'])}")
    elif state.players:
        told.append(f"players ({len(state.players)}): {', '.join(found['players'])}")
    if found["dead"]:
        told.append("dead: " + ", ".join(f"{d['name']} (day {d['day']}, {d['how']})" for d in found["dead"]))
    return told


def _end(ahead: Outlook, state: ForumState, where: tzinfo) -> str:
    """When the phase ends, as far as that is known."""
    if state.phase in ("setup", "sign_up", "over"):
        return ""
    if ahead.deadline is not None:
        return f"; ends at {shown(ahead.deadline, where, 'en')}, {ENDS[ahead.which]}"
    if ahead.may_end:
        return "; you may end it now"
    if ahead.from_then is not None:
        return f"; you may end it once all have acted, or from {shown(ahead.from_then, where, 'en')}"
    return "; no end is set" if state.phase == "day" else ""
