"""Why a command is refused, in words a player can read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.events import Json

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "already_checked": "You have made your check of this night.",
        "already_dealt": "The roles are dealt; the game is under way.",
        "already_nominated": "Seat {nominee} is already nominated.",
        "already_paused": "The game is already paused.",
        "already_shot": "You have shot tonight; a shot is final.",
        "already_voted": "You have voted in this round; the first choice is final.",
        "bad_roles": "The roles must be ten: 6 citizens, the sheriff, 2 mafia and the don.",
        "bad_seat": "There is no such seat.",
        "bad_time": "The event's time is no number, or more than a day ahead; catch up by clock events.",
        "clock_leads": "The referee runs the clock of this game; a step ends when its time is up.",
        "crown_off": "This table leaves no crowns.",
        "crown_self": "The crown goes to somebody else.",
        "deal_unclear": "Name a seed or the ten roles to deal from, one of the two.",
        "game_over": "The game is over.",
        "no_game": "No game is under way.",
        "nobody_leaves": "Nobody can leave at the end of this step.",
        "no_seat_named": "Name a seat from 1 to 10 as {field}.",
        "nomination_used": "You have made your nomination of this day.",
        "not_a_candidate": "Seat {candidate} is not a candidate.",
        "not_alive": "You are no longer in the game.",
        "not_don": "Only the don may do this.",
        "not_mafia": "Only the mafia shoots.",
        "not_now": "Too early or too late. The table is at: {phase}.",
        "not_paused": "The game is not paused.",
        "not_platform": "Only the platform may do this.",
        "not_sheriff": "Only the sheriff may do this.",
        "not_ten": "Ten different players are needed; {count} are here.",
        "not_up": "Seat {candidate} is not put to the vote now; seat {up} is.",
        "not_your_speech": "You can do this only in your own speech.",
        "nothing_to_withdraw": "You have nominated nobody.",
        "paused": "The game is paused.",
        "player_here": "{player} is already at the table.",
        "player_unknown": "{player} is not at the table.",
        "seat_only": "Only a player at a seat may do this.",
        "self_check": "You know your own role.",
        "self_nomination": "At this table you may not nominate yourself.",
        "self_suspect": "Suspects are others than yourself.",
        "suspects_count": "Name {least} to {most} different seats.",
        "suspects_dead": "Seat {suspect} is no longer in the game.",
        "table_full": "The table is full.",
        "target_dead": "Seat {target} is no longer in the game.",
        "unknown_event": "The referee knows no {type}.",
        "withdraw_off": "At this table nominations stand.",
        "wrong_answer": "Answer yes or no.",
        "wrong_left": "The seats that left must be living seats, each named once.",
        "wrong_mode": "The mode is following or leading.",
        "wrong_player": "Name the player.",
    }
)


PHASES: Mapping[Json, str] = MappingProxyType(
    {
        "meeting": "the meeting of the mafia",
        "speech": "a speech",
        "vote": "the vote",
        "runoff_speech": "a speech of the tied",
        "lift": "the vote on all the tied",
        "farewell": "last words",
        "shooting": "the shots",
        "don_check": "the don's check",
        "sheriff_check": "the sheriff's check",
    }
)
"""Phases of a running game, as a player reads them."""


def text(code: str, facts: Mapping[str, Json]) -> str:
    """The reason in plain English."""
    said = {**facts, "phase": PHASES[facts["phase"]]} if "phase" in facts else facts
    return TEXTS[code].format(**said)
