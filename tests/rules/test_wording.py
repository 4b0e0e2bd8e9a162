"""Forms of words, numbers, lists and times in the three languages."""

from __future__ import annotations

import pytest

from rules.events import Decision, Json
from rules.statements.language import Language
from rules.statements.statement import LANGUAGES, Code, headline
from rules.statements.template import Grammar, clock, fill, slavic

CODES = tuple(LANGUAGES)


@pytest.mark.parametrize(
    ("number", "form"),
    [
        (0, "фолов"),
        (1, "фол"),
        (2, "фола"),
        (3, "фола"),
        (4, "фола"),
        (5, "фолов"),
        (10, "фолов"),
        (11, "фолов"),
        (12, "фолов"),
        (14, "фолов"),
        (20, "фолов"),
        (21, "фол"),
        (22, "фола"),
        (25, "фолов"),
        (100, "фолов"),
        (101, "фол"),
        (111, "фолов"),
        (112, "фолов"),
        (0.5, "фола"),
    ],
)
def test_russian_has_three_forms(number: float, form: str) -> None:
    shown = str(number).replace(".", ",")
    assert fill("{n:foul}", {"n": number}, LANGUAGES["ru"].grammar) == f"{shown} {form}"


@pytest.mark.parametrize("code", ["en", "de"])
def test_one_is_singular_and_all_else_plural(code: Code) -> None:
    grammar = LANGUAGES[code].grammar
    one, many = grammar.counted["vote"]
    for number in (0, 2, 5, 21):
        assert fill("{n:vote}", {"n": number}, grammar) == f"{number} {many}"
    assert fill("{n:vote}", {"n": 1}, grammar) == f"1 {one}"


@pytest.mark.parametrize(
    ("seconds", "english", "russian"),
    [
        (1.0, "1 second", "1 секунда"),
        (5.0, "5 seconds", "5 секунд"),
        (2.5, "2.5 seconds", "2,5 секунды"),
        (60.0, "60 seconds", "60 секунд"),
        (120.0, "2 minutes", "2 минуты"),
        (3_600.0, "60 minutes", "60 минут"),
        (7_200.0, "2 hours", "2 часа"),
        (5 * 86_400.0, "5 days", "5 дней"),
        (90.0, "90 seconds", "90 секунд"),
    ],
)
def test_lengths_of_time(seconds: float, english: str, russian: str) -> None:
    assert fill("{s:span}", {"s": seconds}, LANGUAGES["en"].grammar) == english
    assert fill("{s:span}", {"s": seconds}, LANGUAGES["ru"].grammar) == russian


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.0, "0:00"), (59.9, "0:59"), (65.0, "1:05"), (725.0, "12:05"), (4_325.0, "1:12:05")],
)
def test_moments(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


@pytest.mark.parametrize(
    ("seats", "english", "german", "russian"),
    [
        ([], "nobody", "niemand", "никто"),
        ([5], "seat 5", "Platz 5", "игрок 5"),
        ([2, 5], "seats 2 and 5", "Plätze 2 und 5", "игроки 2 и 5"),
        ([1, 2, 10], "seats 1, 2 and 10", "Plätze 1, 2 und 10", "игроки 1, 2 и 10"),
    ],
)
def test_seats_are_listed(seats: list[Json], english: str, german: str, russian: str) -> None:
    expected: dict[Code, str] = {"en": english, "de": german, "ru": russian}
    for code, text in expected.items():
        assert fill("{s:seats}", {"s": seats}, LANGUAGES[code].grammar) == text


def test_what_is_missing_is_left_out_with_its_brackets_and_elsewhere_an_error() -> None:
    grammar = Grammar(slavic, {}, {}, {}, "и", "никто", ",")
    assert fill("a[ b {x}][ c {y}].", {"x": None, "y": 3}, grammar) == "a c 3."
    with pytest.raises(KeyError):
        fill("a {x}", {}, grammar)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=CODES)
def test_nouns_have_as_many_forms_as_the_language_asks_for(language: Language) -> None:
    forms = {language.grammar.form(number) for number in range(200)}
    assert forms == set(range(len(forms)))
    for noun, words in language.grammar.counted.items():
        assert len(words) == len(forms), noun


TOLD: list[tuple[str, dict[str, Json], dict[Code, str]]] = [
    (
        "vote.closed",
        {"candidates": [3, 7], "votes": [4, 6], "left": [3, 7], "tied": [], "defaulted": [8]},
        {
            "de": "Stimmen nach Platz: 3: 4, 7: 6. Das Ergebnis: gegen die Plätze 3 und 7. "
            "Ohne eigene Wahl für die letzte Nominierung gezählt: Platz 8.",
            "ru": "Голоса по местам: 3: 4, 7: 6. Итог — против игроков 3 и 7. "
            "Никого не выбрали, голос засчитан против выставленного последним: игрок 8.",
        },
    ),
    (
        "lift.opened",
        {"day": 1, "candidates": [2, 9]},
        {
            "de": "Tag 1: Der Gleichstand bleibt. Abstimmung über die Aufhebung: Plätze 2 und 9.",
            "ru": "День 1: голоса снова поровну. Поднять игроков 2 и 9?",
        },
    ),
    (
        "lift.closed",
        {"yes": 1, "needed": 6, "left": [], "candidates": [2, 9]},
        {
            "de": "Keine Aufhebung: 1 Stimme dafür, nötig: 6. Alle bleiben: Plätze 2 und 9.",
            "ru": "За подъём 1 голос, нужно 6. Остаются все: игроки 2 и 9.",
        },
    ),
    (
        "speech.lost",
        {"count": 3, "round": 2},
        {
            "de": "Platz 5 hat 3 Fouls und verliert die Rede von Tag 2. Weitere Fouls kosten nichts.",
            "ru": "Игрок 5 набрал 3 фола и теряет речь дня 2. Дальнейшие фолы ничего не стоят.",
        },
    ),
    (
        "best_read.given",
        {"suspects": [8, 9]},
        {"de": "Platz 5 verdächtigt die Plätze 8 und 9.", "ru": "Игрок 5 подозревает игроков 8 и 9."},
    ),
    (
        "balance.assessed",
        {"day": 2, "town": 6, "mafia": 3, "fault_tolerance": 1, "critical": "night"},
        {
            "de": "Tag 2: 6 für die Stadt, 3 für die Mafia; die Stadt übersteht noch 1 falsche Wahl. "
            "Eine falsche Wahl verliert das Spiel beim nächsten Treffer.",
            "ru": "День 2: у города 6, у мафии 3; город переживёт ещё 1 неверное голосование. "
            "Неверное голосование приведёт к поражению при следующем попадании.",
        },
    ),
]


@pytest.mark.parametrize(("kind", "data", "expected"), TOLD, ids=[kind for kind, _, _ in TOLD])
def test_cases_and_numbers_fit_in_german_and_russian(
    kind: str, data: dict[str, Json], expected: dict[Code, str]
) -> None:
    for code, text in expected.items():
        assert headline(Decision(kind, 5, 0.0, data), code) == text


def test_points_with_a_decimal_comma_are_told_apart() -> None:
    points: Json = {"1": 1.35, "2": 0.0}
    assert fill("{p:pairs}", {"p": points}, LANGUAGES["en"].grammar) == "1: 1.35, 2: 0"
    assert fill("{p:pairs}", {"p": points}, LANGUAGES["de"].grammar) == "1: 1,35; 2: 0"


def test_how_long_evidence_is_kept_is_told_in_whole_hours() -> None:
    data: dict[str, Json] = {"appeal": "a", "against": "b", "evidence_until": 600.0 + 4 * 86_400.0}
    decision = Decision("appeal.opened", 5, 725.5, data, "B-P4", ("e1",), False, "reviewer")
    kept: dict[Code, str] = {
        "en": "for another 95 hours",
        "de": "noch 95 Stunden",
        "ru": "хранятся ещё 95 часов",
    }
    for code, text in kept.items():
        assert text in headline(decision, code)
