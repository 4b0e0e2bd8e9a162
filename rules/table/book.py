"""The rule book of a table: everything a platform may decide for itself.

Part C's settings stand in `rules.table.game.book`, part B's in `rules.table.fairplay.book`. What stands
here as a constant is the game itself and no setting.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.table.fairplay.book import FairPlayBook
from rules.table.game.book import (
    TURBO,
    DayBook,
    EndBook,
    FarewellBook,
    NightBook,
    ScoringBook,
    Timing,
    VoteBook,
)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """One typed tree; each part says which open question a setting answers."""

    normal: Timing = field(default_factory=Timing)
    turbo: Timing = field(default_factory=lambda: TURBO)
    day: DayBook = field(default_factory=DayBook)
    vote: VoteBook = field(default_factory=VoteBook)
    night: NightBook = field(default_factory=NightBook)
    farewell: FarewellBook = field(default_factory=FarewellBook)
    end: EndBook = field(default_factory=EndBook)
    scoring: ScoringBook = field(default_factory=ScoringBook)
    fair_play: FairPlayBook = field(default_factory=FairPlayBook)
