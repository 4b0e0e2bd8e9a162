"""Contradictions in a forum's rule book, found before a game starts: where they are and what to do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields

from rules.forum.book import ForumBook

LONGEST = 365 * 86_400.0
"""Seconds of an interval: a year is no interval but a slip."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One contradiction."""

    place: str
    """The setting, as `intervals.twilight`: the path of field names from the rule book on."""
    hint: str
    """What is wrong and what to write instead."""


def check(book: ForumBook) -> tuple[Complaint, ...]:
    """All contradictions of a rule book; none where a game can be played by it."""
    return tuple(Complaint(place, hint) for place, hint in _found(book))


def _found(book: ForumBook) -> Iterator[tuple[str, str]]:
    for field in fields(book.intervals):
        seconds = getattr(book.intervals, field.name)
        least = 0.0 if field.name in ("reminder", "notice", "earliest_limit") else 1.0
        if not math.isfinite(seconds) or not least <= seconds <= LONGEST:
            hint = f"cannot be {seconds} s; write seconds from {least:.0f} to {LONGEST:.0f}"
            yield f"intervals.{field.name}", hint
    setup = book.setup
    if not 2 <= setup.least <= setup.most:
        yield "setup.least", f"{setup.least} to {setup.most} players; write 2 <= least <= most"
    if setup.name_length < 1:
        yield "setup.name_length", "a name has letters; write 1 or more"
    for players, mafia in setup.first_dossier:
        if not 1 <= mafia < players:
            yield "setup.first_dossier", f"({players}, {mafia}) cannot happen; write (players, mafia)"
    if setup.anonymous and book.venue == "chat":
        yield "setup.anonymous", "in a chat nicks are not changed (F-501); leave one of the two"
