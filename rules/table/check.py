"""Contradictions in a rule book, found before a game starts: where they are and what to do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields

from rules.table.book import RuleBook
from rules.table.fairplay.check import contradictions
from rules.table.game.book import ScoreTable, Timing

SHORTEST, LONGEST = 0.1, 86_400.0
"""Seconds of a step: in less nobody can act, and a day is the most that the clock leaps at once."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One contradiction."""

    place: str
    """The setting, as `vote.no_lift`: the path of field names from the rule book on."""
    hint: str
    """What is wrong and what to write instead."""


def check(book: RuleBook) -> tuple[Complaint, ...]:
    """All contradictions of a rule book; none where a game can be played by it."""
    return tuple(
        Complaint(place, hint)
        for part in (_timing, _day_and_vote, _farewell_and_end, _scoring, _fair_play)
        for place, hint in part(book)
    )


Found = Iterator[tuple[str, str]]


def _timing(book: RuleBook) -> Found:
    for name in ("normal", "turbo"):
        timing: Timing = getattr(book, name)
        for field in fields(timing):
            seconds = getattr(timing, field.name)
            if not SHORTEST <= seconds <= LONGEST:
                yield (
                    f"{name}.{field.name}",
                    f"a step cannot last {seconds} s; write seconds from {SHORTEST} to {LONGEST:.0f}",
                )
    for step in ("speech", "farewell", "runoff_speech", "vote_window"):
        fast, slow = getattr(book.turbo, step), getattr(book.normal, step)
        if fast > slow:
            yield f"turbo.{step}", f"turbo ({fast} s) is slower than normal ({slow} s); make it shorter"


def _day_and_vote(book: RuleBook) -> Found:
    day, vote = book.day, book.vote
    if not 1 <= day.first_speaker <= 10:
        yield "day.first_speaker", f"there is no seat {day.first_speaker}; write 1 to 10"
    if day.nominations_a_day < 1:
        yield "day.nominations_a_day", "without nominations there is no vote; write 1 or more"
    if vote.day1_single_nominee_vote and not vote.day1_vote:
        yield "vote.day1_single_nominee_vote", "there is no vote on day 1 at all; set vote.day1_vote too"
    for tied, living in vote.no_lift:
        if not 2 <= tied <= living <= 10:
            yield (
                "vote.no_lift",
                f"({tied}, {living}) cannot happen; write (tied, living) with 2 <= tied <= living <= 10",
            )
    if not vote.lift and (vote.no_lift or vote.all_tied_lift):
        yield (
            "vote.lift",
            "the lift is off, yet another setting speaks of it; leave out no_lift and all_tied_lift",
        )
    if vote.all_tied_lift and not vote.all_tied_runoff:
        yield "vote.all_tied_lift", "a lift needs a runoff before it (C-109); set vote.all_tied_runoff too"


def _farewell_and_end(book: RuleBook) -> Found:
    least, most = book.farewell.suspects_min, book.farewell.suspects_max
    if not 1 <= least <= most <= 9:
        yield (
            "farewell.suspects_max",
            f"{least} to {most} suspects cannot be named; write 1 <= min <= max <= 9",
        )
    if book.end.stalemate_nights < 0:
        yield "end.stalemate_nights", "write a number of nights, or 0 for no draw"


def _scoring(book: RuleBook) -> Found:
    for name in ("classic", "max_mafia"):
        table: ScoreTable = getattr(book.scoring, name)
        place = f"scoring.{name}"
        values = [getattr(table, f.name) for f in fields(table) if f.name != "best_read"]
        if not all(math.isfinite(value) for value in (*values, *table.best_read)):
            yield place, "points are finite numbers"
        if len(table.best_read) != 4:
            yield f"{place}.best_read", "write four values: for 0, 1, 2 and 3 mafia members named"
        if list(table.best_read) != sorted(table.best_read):
            yield f"{place}.best_read", "the more accurate, the more points (C-303); write rising values"
        if table.decisive_factor < 1:
            yield f"{place}.decisive_factor", "decisive votes weigh more, not less (C-601); write 1 or more"
        if table.least > table.most:
            yield f"{place}.least", f"lies above most ({table.most}); swap them"
        if table.win_town < table.loss or table.win_mafia < table.loss:
            yield f"{place}.loss", "a loss gives more than a win; lower it"


def _fair_play(book: RuleBook) -> Found:
    for name, hint in contradictions(book.fair_play):
        yield f"fair_play.{name}", hint
