"""Why a command is refused, in words a player can read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.events import Json

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "absence_allowed": "Who is out of the game, or in a pause, may leave the table.",
        "accused_out": "Seat {accused} is out already; this can no longer be imposed on it.",
        "appeal_late": "The time to appeal is over.",
        "appealed_already": "You have appealed against this; an appeal is heard once.",
        "ballot_closed": "This vote is not open.",
        "ballot_open": "Another vote is under way; wait until it is closed.",
        "button_off": "You have interjected {count} times; at this table the button is off from then on.",
        "decided_already": "This has been decided.",
        "grounds_stale": "This is too long ago: a vote is possible until {days} day(s) after it.",
        "kind_not_allowed": "A breach of {rule} does not allow this: {kind}.",
        "no_game": "No game is running.",
        "no_grounds": "There are no grounds to vote on.",
        "no_such_appeal": "There is no such appeal.",
        "no_such_ban": "Nobody has asked for this ban.",
        "no_such_choice": "Choose {field} from: {choices}.",
        "no_such_seat": "Name a seat of this table as {field}.",
        "no_text": "Give {field} as a text of 1 to {longest} characters.",
        "no_texts": "Give {field} as a list of at most {most} texts.",
        "no_vote": "You have no vote in this ballot.",
        "no_yes_or_no": "Answer {field} with yes or no.",
        "not_alive": "You are no longer in the game.",
        "not_appealable": "Only a disqualification or a ban can be appealed against.",
        "not_platform": "Only the platform may do this.",
        "not_yours": "You can appeal only in your own case.",
        "own_report": "You cannot report yourself.",
        "own_speech": "This is your own speech: speak without interjecting.",
        "paused": "The game is paused.",
        "pressed_already": "This press of the button has been counted.",
        "reported_already": "You have reported this.",
        "reviewer_involved": "{reviewer} had a part in this case and may not decide it.",
        "sanctioned_already": "This act has been sanctioned; it is not voted on again.",
        "silenced": "You have lost the speech of this round, and interjecting with it.",
        "too_many_failed": "{limit} votes that you opened have failed; you can open no more in this game.",
        "too_many_reports": "You have made {limit} reports in this game; you can make no more.",
        "voted_already": "You have voted; the first vote is final.",
        "voted_on_already": "The players have voted on this already: {kind}.",
    }
)


KINDS: Mapping[Json, str] = MappingProxyType(
    {
        "technical_foul": "a technical foul",
        "disqualification": "a disqualification",
        "abort_void": "aborting the game without a winner",
        "abort_opponent_victory": "aborting the game with a defeat of the offender's team",
    }
)
"""What a ballot may be about, as a player reads it."""


def text(code: str, facts: Mapping[str, Json]) -> str:
    """The reason in plain English."""
    said = {**facts, "kind": KINDS[facts["kind"]]} if "kind" in facts else facts
    return TEXTS[code].format(**said)
