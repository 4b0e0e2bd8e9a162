"""Everything the referee knows of one table."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.table.book import RuleBook
from rules.table.fairplay.state import FairState
from rules.table.game.state import GameState


@dataclass(frozen=True, slots=True)
class TableState:
    """One immutable value; `rules.canonical` writes it as JSON and reads it back."""

    book: RuleBook = field(default_factory=RuleBook)
    game: GameState = field(default_factory=GameState)
    fair: FairState = field(default_factory=FairState)
    t: float = 0.0
    """The table's clock: seconds, the latest time that any event brought."""
