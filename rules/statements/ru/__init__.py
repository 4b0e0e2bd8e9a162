"""Russian: its grammar and its words; the texts stand in the modules of this folder."""

from __future__ import annotations

from rules.statements.language import Language
from rules.statements.ru import conduct, game
from rules.statements.ru.refusals import REFUSALS
from rules.statements.ru.rules import BREACHES, RULES
from rules.statements.template import Grammar, slavic

WORDS = {
    "breaches": BREACHES,
    "roles": {"citizen": "мирный", "sheriff": "шериф", "mafia": "мафия", "don": "дон"},
    "winners": {"town": "побеждает город", "mafia": "побеждает мафия", "none": "никто не побеждает"},
    "scorings": {"classic": "Classic", "max_mafia": "Max Mafia"},
    "critical": {
        "no": "ещё ничего не решает",
        "night": "приведёт к поражению при следующем попадании",
        "now": "сразу закончит игру",
    },
    "kinds": {
        "technical_foul": "технический фол",
        "disqualification": "дисквалификация",
        "abort_void": "прерывание игры без победителя",
        "abort_opponent_victory": "прерывание игры с поражением команды нарушителя",
    },
    "points_back": {"yes": "Очки считаются так, будто дисквалификации не было."},
    "phases": {
        "meeting": "договорка мафии",
        "speech": "речь",
        "vote": "голосование",
        "runoff_speech": "дополнительная речь",
        "lift": "голосование о подъёме всех",
        "farewell": "последнее слово",
        "shooting": "стрельба",
        "don_check": "проверка дона",
        "sheriff_check": "проверка шерифа",
    },
}

COUNTED = {
    "player_here": ("игрок", "игрока", "игроков"),
    "error": ("неверное голосование", "неверных голосования", "неверных голосований"),
    "vote": ("голос", "голоса", "голосов"),
    "foul": ("фол", "фола", "фолов"),
    "second": ("секунда", "секунды", "секунд"),
    "second_acc": ("секунду", "секунды", "секунд"),
    "second_gen": ("секунды", "секунд", "секунд"),
    "minute": ("минута", "минуты", "минут"),
    "minute_acc": ("минуту", "минуты", "минут"),
    "minute_gen": ("минуты", "минут", "минут"),
    "hour": ("час", "часа", "часов"),
    "hour_gen": ("часа", "часов", "часов"),
    "day": ("день", "дня", "дней"),
    "day_gen": ("дня", "дней", "дней"),
}

LISTED = {
    "seats": ("игрок", "игроки"),
    "seats_gen": ("игрока", "игроков"),
    "events": ("событие", "события"),
}

LANGUAGE = Language(
    code="ru",
    grammar=Grammar(
        form=slavic,
        counted=COUNTED,
        listed=LISTED,
        words=WORDS,
        conjunction="и",
        nobody="никто",
        decimal=",",
    ),
    decisions={**game.DECISIONS, **conduct.DECISIONS},
    rules=RULES,
    frame={
        "when": "В {t:clock} по времени стола:",
        "rule": "Правило {rule}: {rule_text}.",
        "events": "[Основание: {caused_by:events}.]",
    },
    deciders={
        "referee": "Это решил судья автоматически, по правилу.",
        "vote": "Это решили игроки голосованием, а не машина.",
        "player": "Это сделал игрок, а не машина.",
        "report": "Об этом сообщил человек, машина этого не распознавала.",
        "appeal": "Об этом просит сам игрок; решает не машина.",
        "review": "Это решил непричастный человек, а не машина.",
    },
    contest=conduct.CONTEST,
    refusals=REFUSALS,
)
