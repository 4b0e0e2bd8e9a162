"""English: its grammar and its words; the texts stand in the modules of this folder."""

from __future__ import annotations

from rules.statements.en import conduct, game
from rules.statements.en.rules import BREACHES, RULES
from rules.statements.language import Language
from rules.statements.template import Grammar, one_other
from rules.table.fairplay.refusals import KINDS

WORDS = {
    "breaches": BREACHES,
    "roles": {"citizen": "citizen", "sheriff": "sheriff", "mafia": "mafia", "don": "don"},
    "winners": {"town": "the town wins", "mafia": "the mafia wins", "none": "nobody wins"},
    "scorings": {"classic": "Classic", "max_mafia": "Max Mafia"},
    "critical": {
        "no": "loses nothing for good yet",
        "night": "loses the game at the next hit",
        "now": "ends the game at once",
    },
    "kinds": {str(kind): words for kind, words in KINDS.items()},
    "points_back": {"yes": "The game is scored as if there had been no disqualification."},
}

COUNTED = {
    "player_here": ("player is here", "players are here"),
    "error": ("more wrong vote", "more wrong votes"),
    "vote": ("vote", "votes"),
    "foul": ("foul", "fouls"),
    "second": ("second", "seconds"),
    "minute": ("minute", "minutes"),
    "hour": ("hour", "hours"),
    "day": ("day", "days"),
}

LISTED = {
    "seats": ("seat", "seats"),
    "events": ("event", "events"),
}

LANGUAGE = Language(
    code="en",
    grammar=Grammar(
        form=one_other,
        counted=COUNTED,
        listed=LISTED,
        words=WORDS,
        conjunction="and",
        nobody="nobody",
        decimal=".",
    ),
    decisions={**game.DECISIONS, **conduct.DECISIONS},
    rules=RULES,
    frame={
        "when": "At {t:clock} of table time:",
        "rule": "Rule {rule}: {rule_text}.",
        "events": "[It rests on {caused_by:events}.]",
    },
    deciders={
        "referee": "The referee decided this automatically, from the rule.",
        "vote": "The players decided this by vote; no machine decided it.",
        "player": "A player did this; no machine decided it.",
        "report": "A person reported this; no machine recognised it.",
        "appeal": "The person concerned asks for this; no machine decides it.",
        "review": "A person without part in the case decided this; no machine decided it.",
    },
    contest=conduct.CONTEST,
    refusals={},
)
