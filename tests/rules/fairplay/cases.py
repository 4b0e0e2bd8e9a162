"""Cases for appeals and bans, for tests."""

from __future__ import annotations

from rules.events import Json
from rules.table.fairplay.book import FairPlayBook
from tests.rules.fairplay.table import Table, only

NOTHING: dict[str, Json] = {
    "disqualification_struck": False,
    "technical_foul_struck": None,
    "technical_foul_instead": None,
    "bans_withdrawn": [],
    "points": False,
    "seat_in_game": False,
}


def by_ballot(book: FairPlayBook | None = None) -> Table:
    """Seat 3 is disqualified by ballot (sanction-1, ban-sanction-1) and the game goes on."""
    table = Table(book)
    table.sanction(3, "FP-S2", "disqualification")
    return table


def decided(table: Table, against: str, outcome: str, **more: Json) -> dict[str, Json]:
    """Appeal and decide; what was restored."""
    table.send("appeal.file", 3, against=against, text="It was my brother.")
    appeal = table.state.appeals[-1].id
    decisions = table.send("appeal.decide", 0, None, appeal=appeal, outcome=outcome, reviewer="Zoe", **more)
    restored = only(decisions, "appeal.decided").data["restored"]
    assert isinstance(restored, dict)
    return restored
