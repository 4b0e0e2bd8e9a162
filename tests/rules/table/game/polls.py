"""Tables at a vote, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from rules.events import Decision
from rules.table.book import RuleBook
from rules.table.game.book import VoteBook
from rules.table.game.state import SEATS
from tests.rules.table.tables import Table


def ballots(**votes: Sequence[int]) -> dict[int, int]:
    """`on3=[1, 2]`: seats 1 and 2 vote for 3."""
    return {seat: int(key[2:]) for key, seats in votes.items() for seat in seats}


def alive(number: int) -> list[int]:
    """Ten players, or nine or eight without citizens."""
    return [seat for seat in SEATS if seat not in (5, 6)[: 10 - number]]


def voting(nominees: Sequence[int], number: int = 10, day: int = 1, book: VoteBook | None = None) -> Table:
    table = Table(RuleBook(vote=book or VoteBook()), living=alive(number))
    table.to_day(day)
    table.nominate(nominees)
    return table


def five_all(table: Table) -> list[Decision]:
    """Ten players vote 5:5 on 2 and 9."""
    return table.vote(ballots(on2=range(1, 6), on9=range(6, 11)))
