"""German: its grammar and its words; the texts stand in the modules of this folder."""

from __future__ import annotations

from rules.statements.de import conduct, game
from rules.statements.de.refusals import REFUSALS
from rules.statements.de.rules import BREACHES, RULES
from rules.statements.language import Language
from rules.statements.template import Grammar, one_other

WORDS = {
    "breaches": BREACHES,
    "roles": {"citizen": "Bürger", "sheriff": "Sheriff", "mafia": "Mafia", "don": "Don"},
    "winners": {"town": "Die Stadt gewinnt", "mafia": "Die Mafia gewinnt", "none": "Niemand gewinnt"},
    "scorings": {"classic": "Classic", "max_mafia": "Max Mafia"},
    "critical": {
        "no": "entscheidet noch nichts",
        "night": "verliert das Spiel beim nächsten Treffer",
        "now": "beendet das Spiel sofort",
    },
    "kinds": {
        "technical_foul": "technisches Foul",
        "disqualification": "Disqualifikation",
        "abort_void": "Abbruch des Spiels ohne Sieger",
        "abort_opponent_victory": "Abbruch des Spiels mit Niederlage des betroffenen Teams",
    },
    "points_back": {"yes": "Das Spiel wird gewertet, als hätte es keine Disqualifikation gegeben."},
    "phases": {
        "meeting": "Treffen der Mafia",
        "speech": "Rede",
        "vote": "Abstimmung",
        "runoff_speech": "zusätzliche Redezeit",
        "lift": "Abstimmung über die Aufhebung",
        "farewell": "letzte Worte",
        "shooting": "Schüsse",
        "don_check": "Prüfung des Dons",
        "sheriff_check": "Prüfung des Sheriffs",
    },
}

COUNTED = {
    "player_here": ("Person ist da", "Personen sind da"),
    "error": ("falsche Wahl", "falsche Wahlen"),
    "vote": ("Stimme", "Stimmen"),
    "foul": ("Foul", "Fouls"),
    "second": ("Sekunde", "Sekunden"),
    "minute": ("Minute", "Minuten"),
    "hour": ("Stunde", "Stunden"),
    "day": ("Tag", "Tage"),
    "day_dat": ("Tag", "Tagen"),
}

LISTED = {
    "seats": ("Platz", "Plätze"),
    "seats_acc": ("Platz", "die Plätze"),
    "seats_dat": ("Platz", "den Plätzen"),
    "events": ("dem Ereignis", "den Ereignissen"),
}

LANGUAGE = Language(
    code="de",
    grammar=Grammar(
        form=one_other,
        counted=COUNTED,
        listed=LISTED,
        words=WORDS,
        conjunction="und",
        nobody="niemand",
        decimal=",",
    ),
    decisions={**game.DECISIONS, **conduct.DECISIONS},
    rules=RULES,
    frame={
        "when": "Um {t:clock} Tischzeit:",
        "rule": "Regel {rule}: {rule_text}.",
        "events": "[Es beruht auf {caused_by:events}.]",
    },
    deciders={
        "referee": "Das hat der Schiedsrichter automatisch nach der Regel entschieden.",
        "vote": "Das haben die Spielenden durch Abstimmung entschieden, keine Maschine.",
        "player": "Das hat eine spielende Person getan, keine Maschine.",
        "report": "Das hat ein Mensch gemeldet, keine Maschine erkannt.",
        "appeal": "Darum bittet die betroffene Person; keine Maschine entscheidet darüber.",
        "review": "Das hat ein unbeteiligter Mensch entschieden, keine Maschine.",
    },
    contest=conduct.CONTEST,
    refusals=REFUSALS,
)
