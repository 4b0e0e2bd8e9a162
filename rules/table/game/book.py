"""What the rules leave open about the game: every open question a named setting, with its default.

A comment names the open question (E-…) or the statement (C-…) that a setting answers. Times are seconds.
`rules.table.check` finds what contradicts itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Timing:
    """How long each step lasts, in seconds (C.2)."""

    meeting: float = 60.0
    """The mafia's talk in the first night."""
    speech: float = 60.0
    farewell: float = 60.0
    runoff_speech: float = 30.0
    """E-15: the additional time of the tied."""
    vote_window: float = 5.0
    """For each candidate."""
    lift_window: float = 5.0
    shooting: float = 10.0
    check: float = 10.0
    """For the don and for the sheriff alike."""


TURBO = Timing(speech=25.0, farewell=25.0, runoff_speech=15.0, vote_window=3.0)
"""C.2, E-15: the meeting, the shots and the checks last as long as in a normal game."""


@dataclass(frozen=True, slots=True)
class DayBook:
    """Speeches and nominations."""

    first_speaker: int = 1
    """C-105, E-13: the seat that opens day 1; each next day opens with the next living seat."""
    nominations_a_day: int = 1
    """C-104, E-13: standing nominations of one player a day."""
    nominate_self: bool = True
    """C-104."""
    withdraw: bool = True
    """E-13: a nomination may be taken back within the same speech."""
    silenced_nominate: bool = True
    """E-28: who has lost a speech may still nominate, at any time of the discussion."""


@dataclass(frozen=True, slots=True)
class VoteBook:
    """The vote of the day, the runoff and the lift."""

    day1_vote: bool = True
    """E-12."""
    day1_single_nominee_vote: bool = False
    """E-12."""
    in_turn: bool = True
    """C.2: candidates are put to the vote one after another, a window each. False: all at once, for the
    windows of all together."""
    majority: Literal["plurality", "absolute"] = "plurality"
    """E-16, C-106. `absolute`: a single leader with no more than half of the living stays."""
    runoff_while_shrinking: bool = True
    """E-17, C-113: a tie among fewer than before is run off again. False: one runoff, then the lift."""
    lift: bool = True
    """C-112. False: a tie that lasts keeps everybody."""
    lift_day1: bool = True
    """E-17: no restriction on the first day."""
    no_lift: tuple[tuple[int, int], ...] = ()
    """E-17: (tied, living) that may not be lifted, as (2, 4) or (3, 9) in some clubs."""
    all_tied_runoff: bool = True
    """E-17, C-109: a tie of all living players is run off like any other. False: nobody leaves at once."""
    all_tied_lift: bool = False
    """E-17, C-114: whether a lift is held although all living players are tied. False: nobody leaves."""
    cancel_after_dq: bool = True
    """E-11: a disqualification cancels the vote in progress or, between votes, the next one; not one whose
    result is fixed."""


@dataclass(frozen=True, slots=True)
class NightBook:
    """Shots and checks."""

    night0_checks: bool = False
    """E-18, C-201."""
    shot_checker_answered: bool = True
    """E-18, C-209: who is shot still gets that night's answer."""
    check_dead: bool = False
    """E-18, C-210."""


@dataclass(frozen=True, slots=True)
class FarewellBook:
    """Last words, best read, crown."""

    after_end: bool = False
    """E-24: False: an elimination that ends the game ends it without farewell and best read."""
    order: Literal["nomination", "seat"] = "nomination"
    """E-25: of several farewells after a lift."""
    suspects_min: int = 1
    suspects_max: int = 3
    """E-20, C-306."""
    suspects_dead: bool = True
    """C-306."""
    crown: bool = True
    """C-304."""


@dataclass(frozen=True, slots=True)
class EndBook:
    """How a game ends."""

    stalemate_nights: int = 3
    """E-21, C-405: nights in a row without anybody leaving that make a draw; 0 switches it off."""
    win_check_after_dq: bool = True
    """E-27, C-403. False: a disqualification alone never ends a game."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The points of one scoring (C.9). What the rules give no value for is 0 (E-23)."""

    win_town: float
    win_mafia: float
    loss: float = 0.0
    draw: float = 0.0
    disqualified_wins: bool = False
    """E-23: a disqualified player shares in the points of the win."""
    best_read: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    """C-303: by the number of mafia members among the suspects, from none to three."""
    best_read_town_only: bool = True
    """E-20."""
    crown_town: float = 0.0
    """C-304: for a crown left to a town player."""
    crown_mafia: float = 0.0
    """For a crown left to a mafia member."""
    town_votes_mafia_out: float = 0.0
    """For a town player's ballot against a mafia member who leaves by that vote."""
    town_votes_town_out: float = 0.0
    mafia_votes_town_out: float = 0.0
    mafia_votes_mafia_out: float = 0.0
    decisive_factor: float = 1.0
    """C-601: multiplies the four values above for a decisive vote."""
    defaulted_counts: bool = True
    """C-602: ballots that the default rule gave are valued like chosen ones."""
    mafia_out: float = 0.0
    """A penalty of the mafia: for a mafia member who was voted out."""
    self_shot: float = 0.0
    """For the victim of a self-shot."""
    miss: float = 0.0
    """For each living mafia member, each night with a miss."""
    foul: float = 0.0
    technical_foul: float = 0.0
    disqualified: float = 0.0
    least: float = -1000.0
    most: float = 1000.0
    """Bounds of one player's total."""


@dataclass(frozen=True, slots=True)
class ScoringBook:
    """Both scorings, computed side by side after every game (C.9)."""

    main: Literal["classic", "max_mafia"] = "max_mafia"
    classic: ScoreTable = field(default_factory=lambda: ScoreTable(win_town=1.00, win_mafia=1.00))
    max_mafia: ScoreTable = field(default_factory=lambda: ScoreTable(win_town=1.35, win_mafia=0.85))
    decisive_rounds: Literal["final", "every"] = "final"
    """E-22, C-604: the round that gave the day its outcome, or every round."""
