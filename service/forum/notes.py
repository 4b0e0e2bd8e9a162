"""What only the host is told, in English: posts that do not count and why, what became of orders, slips."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.events import Decision, Json
from rules.forum.state import ForumState, name

REPORTS: Mapping[str, str] = MappingProxyType(
    {
        "dead_author": "a dead player wrote in the thread",
        "at_night": "written at night",
        "head_missing": "does not begin with the character's nick and a rule",
        "head_differs": "begins with another nick",
        "wrong_account": "written from another account",
        "names_nobody": "no vote: the bold text names nobody",
        "name_in_sentence": "no vote: the bold text is more than a name",
        "unclear_markup": "no vote: bold and something else at once, or never closed",
        "several_votes": "no vote: several players are named in bold",
        "target_dead": "no vote: the player named is dead",
        "self_vote": "no vote: players do not vote for themselves",
        "vote_final": "no vote: the first one counts and cannot be changed",
        "no_vote_now": "no vote: no vote is open",
    }
)
"""Reasons of `rules.forum.posts`."""
STEPS: Mapping[str, str] = MappingProxyType(
    {
        "blocked": "is named by the priest",
        "void": "order without effect",
        "guarded": "has the ambulance",
        "saved": "survives an attack",
        "killed": "is killed",
        "idle": "does not act",
        "dossier": "is checked",
        "unclear": "learns nothing",
        "unanswered": "is dead and gets no answer",
    }
)
"""Steps of `rules.forum.night`."""
TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "intervals.changed": "Intervals changed; they are announced with the sign-up.",
        "player.joined": "{player} takes part, unseen by the others. Players: {players}.",
        "player.gone": "{player} no longer takes part. Players: {players}.",
        "size.unusual": "{players} players; usual are {least} to {most}.",
        "deal.not_random": "The roles were not dealt at random, which is strongly discouraged.",
        "character.discouraged": "The character {name} ({kind}) may bias the others.",
        "messages.noted": "Told their roles: {told}.",
        "orders.missing": "The night ended without orders by {seats}.",
        "host.reminded": "The day has run long without a limit; no vote yet by {seats}. Announce a limit.",
    }
)


def note(state: ForumState, decision: Decision) -> str:
    """One line for the host, with the statement it rests on."""
    who = name(state, decision.seat) if decision.seat else ""
    data = decision.data
    if decision.type == "post.noted":
        addressed = _names(state, data["addressed"])
        text = f"{who}: no vote" + (f"; addresses {addressed}" if addressed else "")
    elif decision.type == "post.reported":
        quoted = f" ({data['text']!r})" if data["text"] else ""
        text = f"{who}: {REPORTS[str(data['reason'])]}{quoted}"
    elif decision.type == "order.accounted":
        side = f" ({str(data['side']).replace('_', ' ')})" if data["side"] else ""
        text = f"{who + ' ' if who else ''}{STEPS[str(data['step'])]}{side}"
    else:
        listed = {key: _names(state, data[key]) for key in ("seats", "told") if key in data}
        text = TEXTS[decision.type].format(**{**data, **listed})
    return f"{text} [{decision.rule}]"


def _names(state: ForumState, seats: Json) -> str:
    return ", ".join(name(state, int(str(seat))) for seat in seats) if isinstance(seats, list) else ""
