"""What the forum's rules leave to the host: every open question a named setting, with its default.

A comment names the open question (E-…) or the statement (F-…) that a setting answers. Times are seconds.
`rules.forum.check` finds what contradicts itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

HOUR = 3_600.0
Venue = Literal["forum", "chat"]


@dataclass(frozen=True, slots=True)
class Intervals:
    """How long things last, in seconds; the host changes them before sign-up alone (F-201)."""

    twilight: float = 2 * HOUR
    """F-203: from the last outstanding vote to the end of the vote."""
    extra: float = 4 * HOUR
    """F-205: from a change in twilight to the end of the vote."""
    notice: float = 4 * HOUR
    """F-202: from the announcement of a limit to the limit, at least."""
    earliest_limit: float = 24 * HOUR
    """F-202: from the beginning of the game day to a limit, at least."""
    reminder: float = 24 * HOUR
    """E-34: the host is reminded so long after the beginning of a day without limit; 0: never."""
    patience: float = 48 * HOUR
    """F-252: in timing 2 a day or night may be ended when strictly more has passed. In timing 1 a night for
    which the host has to wait (F-304); its statements do not say for how long."""
    pistol: float = 24 * HOUR
    """How long the host waits for the Commissioner's shot (F-153); not in the statements."""


@dataclass(frozen=True, slots=True)
class VoteBook:
    """The vote of the day and what follows it."""

    tie: Literal["nobody", "all"] = "nobody"
    """E-30: who is executed when several have the most votes."""
    counts_at_deadline: bool = False
    """E-31: a vote at the very moment of the deadline."""
    extra_extends: bool = False
    """E-32: changes in extra time extend it again. False: extra time is opened once a day."""
    clear_majority_ends: bool = False
    """E-33: more than half of the living against one end the vote at once. False: the timers rule."""
    pistol_check: Literal["after_both", "after_each"] = "after_both"
    """E-40: whether a side has won is asked after the execution and the shot, or after each."""
    ambulance_stops_pistol: bool = False
    """E-43: whom the doctor visited in the last night survives the shot."""


@dataclass(frozen=True, slots=True)
class NightBook:
    """Orders and what they do."""

    mafia_orders: Literal["alive_at_step", "alive_at_dusk"] = "alive_at_step"
    """E-35: whose messages a mafia needs: of members alive when it acts, or when the night began."""
    names_agree: bool = True
    """E-35: differing names are not counted. False: the most named one dies, a tie is not counted."""
    killed_commissioner_answered: bool = False
    """E-36."""
    maniac_self: bool = False
    """E-37: the maniac may name himself."""
    priest_self: Literal["void", "refused"] = "void"
    """E-38: an order of the priest that names himself."""
    priest_blocks_both: bool = False
    """E-39: a blocked member of one mafia blocks the other too."""


@dataclass(frozen=True, slots=True)
class SetupBook:
    """Players, composition, characters."""

    least: int = 6
    """F-001: usual number of players; other numbers are pointed out to the host."""
    most: int = 20
    mafia_limit: Literal["per_group", "total"] = "per_group"
    """E-42: what at most a third of the players may be (F-002)."""
    first_dossier: tuple[tuple[int, int], ...] = ((6, 2), (9, 3))
    """E-44, F-505: (players, mafia) with which the Commissioner gets a dossier in zero night."""
    first_dossier_in: tuple[Venue, ...] = ("chat",)
    """E-44: where that is so."""
    anonymous: bool = False
    """F-402: players write from accounts that the host hands out."""
    name_length: int = 30
    """F-402: letters of a character's name, at most."""
    theme: str = ""
    """F-401: of the game, in the host's words."""
    discouraged: tuple[str, ...] = ("child",)
    """F-401: kinds of characters that bias others; pointed out to the host."""
    welcoming_themes: tuple[str, ...] = ("school",)
    """F-401: themes in which they do not."""


@dataclass(frozen=True, slots=True)
class ForumBook:
    """One typed tree."""

    ruleset: Literal["forum_v1"] = "forum_v1"
    timing: Literal[1, 2] = 1
    """D.3 or D.4."""
    venue: Venue = "forum"
    """D.7 is played in a chat."""
    no_show: Literal["timing", "game_days", "periods"] = "timing"
    """E-41: who is removed: as the timing says; two game days (F-208); two periods of own
    activity (F-253)."""
    intervals: Intervals = field(default_factory=Intervals)
    vote: VoteBook = field(default_factory=VoteBook)
    night: NightBook = field(default_factory=NightBook)
    setup: SetupBook = field(default_factory=SetupBook)


def by_periods(book: ForumBook) -> bool:
    """Whether absence is counted in periods of own activity (F-253), not in game days (F-208)."""
    return book.no_show == "periods" or (book.no_show == "timing" and book.timing == 2)
