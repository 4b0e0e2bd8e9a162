"""Decisions in the host's words: what goes into the thread, whom to send what, what is for the host alone.

Names stand in place of seats. Nothing in a text for the thread depends on who performed what at night. Where
accounts are anonymous, names come in the order of the alphabet: that of the seats is the order of sign-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.events import Decision, Json
from rules.forum.state import ForumState, name
from rules.statements.statement import LANGUAGES as GRAMMARS
from rules.statements.template import fill
from service.forum.game_file import Head, Language
from service.forum.notes import note
from service.forum.times import shown, zone
from service.forum.words import LANGUAGES
from service.forum.words.words import Words

SEATS = frozenset(("living", "condemned", "tied", "skipped", "victims", "team"))
"""Facts that are seats."""
TIMES = frozenset(("deadline", "limit"))
ONE = "one"


@dataclass(frozen=True, slots=True)
class Message:
    """A private message to send."""

    to: str
    """The player, as the host knows the person."""
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """What to do with what was decided."""

    thread: tuple[str, ...]
    messages: tuple[Message, ...]
    notes: tuple[str, ...]


def tell(head: Head, state: ForumState, decisions: Iterable[Decision], language: Language) -> Told:
    """All that is to be told.

    Args:
        state: the game after the decisions.
    """
    thread: list[str] = []
    messages: dict[str, list[str]] = {}
    notes: list[str] = []
    for decision in decisions:
        if decision.audience == "everyone":
            text = words(head, state, decision, language)
            thread += [text] if text else []
        elif decision.audience == "seat":
            person = state.players[decision.seat - 1].player
            messages.setdefault(person, []).append(words(head, state, decision, language))
        else:
            notes.append(note(state, decision))
    sent = (Message(person, " ".join(texts)) for person, texts in messages.items())
    return Told(tuple(thread), tuple(sent), tuple(notes))


def words(head: Head, state: ForumState, decision: Decision, language: Language) -> str:
    """One decision as its readers are told it."""
    table = LANGUAGES[language]
    texts = table.public if decision.audience == "everyone" else table.private
    variant = f"{decision.type}/{_variant(decision)}"
    if variant.endswith("/several") and variant not in texts:
        variant = f"{decision.type}/victims"
    text = texts[variant if variant in texts else decision.type]
    told = fill(text, _facts(head, state, decision, language), GRAMMARS[language].grammar) if text else ""
    if decision.type == "game.ended" and decision.data["anonymous"]:
        told += f"\n{texts['game.ended/tidy']}"
    return told


def _variant(decision: Decision) -> str:
    """Which of a type's texts fits."""
    data = decision.data
    if decision.type == "signup.opened":
        return str(data["timing"])
    if decision.type == "vote.closed":
        if data["condemned"]:
            return "condemned"
        return "tied" if data["tied"] else "none"
    if decision.type == "night.ended":
        victims = data["victims"]
        count = len(victims) if isinstance(victims, list) else 0
        return ("nobody", "victims")[count] if count < 2 else "several"
    if decision.type == "game.ended":
        return "nobody" if data["winner"] == "nobody" else "side"
    choices = {
        "extra_time.began": ("void", "void", ONE),
        "pistol.shot": ("dies", "dies", "lives"),
        "player.killed": ("texts", "texts", "none"),
        "order.noted": ("target", "somebody", "nobody"),
    }
    fact, yes, no = choices.get(decision.type, ("", ONE, ONE))
    return yes if data.get(fact) else no


def _facts(head: Head, state: ForumState, decision: Decision, language: Language) -> dict[str, Json]:
    """The decision's facts with names, dates and words in place of seats, seconds and keys."""
    table = LANGUAGES[language]
    facts: dict[str, Json] = {**decision.data}
    intervals = facts.get("intervals")
    if isinstance(intervals, dict):
        facts |= intervals
    for key in SEATS & set(facts):
        facts[key] = _listed(state, facts[key])
    for key in TIMES & set(facts):
        moment = facts[key]
        facts[key] = shown(moment, zone(head.zone), language) if isinstance(moment, float) else ""
    if decision.seat and state.players:
        facts["name"] = name(state, decision.seat)
    if isinstance(facts.get("target"), int) and facts["target"]:
        facts["target"] = name(state, int(str(facts["target"])))
    if "role" in facts:
        role = str(facts["role"])
        facts["role"], facts["duty"] = table.roles.get(role, role), table.duties.get(role, "")
    variants = facts.get("variants")
    if isinstance(variants, dict):
        facts["variants"] = " ".join(_variants(variants, table))
    facts |= _tables(state, decision.data, table.roles)
    if "winner" in facts:
        facts["winner"] = table.sides.get(str(facts["winner"]), "")
    killers = facts.get("killers")
    if isinstance(killers, list):
        facts["killers"] = [table.sides[str(killer)] for killer in killers]
    texts = facts.get("texts")
    if isinstance(texts, list):
        facts["texts"] = "\n\n".join(map(str, texts))
    facts["longest"], facts["head"] = state.book.setup.name_length, "[Nick {hr}]"
    return facts


def _variants(chosen: Mapping[str, Json], table: Words) -> list[str]:
    """What differs from the usual rules, each thing once; what is for the host alone is left out."""
    texts = (
        table.variants.get(f"{path}/{value}", table.variants.get(path, "")) for path, value in chosen.items()
    )
    said = (text.format(value=value) for text, value in zip(texts, chosen.values(), strict=True))
    return [*dict.fromkeys(filter(None, said))]


def _tables(state: ForumState, data: Mapping[str, Json], roles: Mapping[str, str]) -> dict[str, Json]:
    """Facts that are pairs: votes, composition, who was who, players."""
    facts: dict[str, Json] = {}
    counts, composition, players, dealt = (
        data.get(key) for key in ("counts", "composition", "players", "roles")
    )
    if isinstance(counts, dict):
        facts["counts"] = {name(state, int(seat)): count for seat, count in _ranked(state, counts)}
    if isinstance(composition, dict):
        order = [*roles, *sorted(set(composition) - set(roles))]  # the added characters come last
        facts["composition"] = {roles.get(r, r): composition[r] for r in order if r in composition}
    if isinstance(players, list):
        facts["players"] = _ordered(state, [str(player) for player in players])
    if isinstance(dealt, list):
        pairs = {name(state, seat): str(role) for seat, role in enumerate(dealt, start=1)}
        facts["cast"] = {
            str(player): roles.get(pairs[str(player)], pairs[str(player)])
            for player in _ordered(state, [*pairs])
        }
    return facts


def _ranked(state: ForumState, counts: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """Votes, most first; equal ones by name."""
    return sorted(counts.items(), key=lambda pair: (-float(str(pair[1])), name(state, int(pair[0]))))


def _listed(state: ForumState, seats: Json) -> list[Json]:
    numbers = [seat for seat in seats if isinstance(seat, int)] if isinstance(seats, list) else []
    return _ordered(state, [name(state, seat) for seat in numbers])


def _ordered(state: ForumState, names: list[str]) -> list[Json]:
    return [*sorted(names)] if state.book.setup.anonymous else [*names]
