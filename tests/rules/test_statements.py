"""Statements of reasons: whole in three languages, right in their forms, and silent about hidden roles."""

from __future__ import annotations

import ast
import random
import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

import rules.table
from rules.events import Decision, Event, Json
from rules.statements.facts import variant
from rules.statements.statement import LANGUAGES, Code, headline, statement
from rules.table.fairplay.refusals import TEXTS as CONDUCT_REFUSALS
from rules.table.fairplay.refusals import text as conduct_text
from rules.table.game.refusals import TEXTS as GAME_REFUSALS
from rules.table.game.refusals import text as game_text
from rules.table.referee import apply, new_table
from rules.table.views import Viewer, seen
from tests.rules import all_decisions
from tests.rules.table.tables import PLAYERS, ROLES, Table

CODES = tuple(LANGUAGES)


REFUSALS = {**CONDUCT_REFUSALS, **GAME_REFUSALS}


def key(decision: Decision) -> str:
    chosen = variant(decision)
    return f"{decision.type}/{chosen}" if chosen else decision.type


def test_every_text_of_every_language_is_used_by_a_decision_and_no_decision_lacks_one() -> None:
    used = {key(decision) for decision in all_decisions.decisions()}
    for language in LANGUAGES.values():
        assert set(language.decisions) == used, language.code


@pytest.mark.parametrize("code", CODES)
def test_every_statement_is_whole(code: Code) -> None:
    for decision in all_decisions.decisions():
        text = statement(decision, code)
        for mark in ("{", "}", "[", "]", "None", "True", "False", "  ", ".."):
            assert mark not in text, text
        assert text.endswith((".", "!", "?")), text


@pytest.mark.parametrize("code", CODES)
def test_a_statement_names_rule_and_causes_and_whether_it_was_automatic(code: Code) -> None:
    language = LANGUAGES[code]
    for decision in all_decisions.decisions():
        text = statement(decision, code)
        assert all(cause in text for cause in decision.caused_by)
        assert not decision.rule or f"{decision.rule}: {language.rules[decision.rule]}." in text
        assert (language.deciders["referee"] in text) == decision.automated


def test_languages_know_the_same_things() -> None:
    english = LANGUAGES["en"]
    for language in LANGUAGES.values():
        assert set(language.rules) == set(english.rules)
        assert set(language.deciders) == set(english.deciders)
        assert set(language.contest) == set(english.contest)
        assert set(language.frame) == set(english.frame)


@pytest.mark.parametrize("code", ["de", "ru"])
def test_every_refusal_is_translated_with_the_same_facts(code: Code) -> None:
    refusals = LANGUAGES[code].refusals
    assert set(refusals) == set(REFUSALS)
    for name, text in refusals.items():
        assert gaps(text) <= gaps(REFUSALS[name]), name


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", ["de", "ru"])
def test_a_refusal_is_told_in_the_language(code: Code) -> None:
    state = new_table()
    data: dict[str, Json] = {"seed": "1", "players": [*PLAYERS]}
    state, _ = apply(state, Event("e1", "game.start", 0, 0.0, data))
    _, (refused,) = apply(state, Event("e2", "vote.cast", 3, 1.0, {"candidate": 4}))
    expected = {"de": "Gerade läuft: Treffen der Mafia.", "ru": "Сейчас идёт: договорка мафии."}
    assert expected[code] in statement(refused, code)
    assert "meeting" not in statement(refused, code)


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_names_the_rule_that_it_is_about_and_the_one_it_rests_on(code: Code) -> None:
    table = Table()
    table.to("speech")
    table.do("report.file", 1, accused=2, rule="FP-U1")
    (refused,) = table.send("ballot.open", 1, {"incident": "incident-1", "kind": "disqualification"})
    text = statement(refused, code)
    assert "FP-U1" in text
    assert f"E-03: {LANGUAGES[code].rules['E-03']}." in text


def test_every_rule_that_the_code_names_is_said_in_words() -> None:
    named = set()
    for path in Path(rules.table.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and re.fullmatch(r"(B-|C-|E-|FP-|C\.)[A-Z]?[0-9]+", value):
                named.add(value)
    assert {"C-107", "E-03", "FP-T2", "B-P4", "C.9"} <= named
    assert named <= set(LANGUAGES["en"].rules)


def test_a_refusal_of_a_seat_beyond_the_table_can_be_told() -> None:
    _, (refused,) = apply(new_table(), Event("e1", "vote.cast", 12, 0.0))
    assert "There is no such seat." in statement(refused, "en")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "en",
            "At 12:05 of table time: Seat 5 is disqualified by the second technical foul. The latest breach: "
            "insulted somebody. Rule FP-T2: the second technical foul disqualifies at once, without a "
            "vote. The "
            "referee decided this automatically, from the rule. It rests on events e1, e2 and e3. The person "
            "concerned may appeal, once and privately, within 3 days; a person without part in the case "
            "decides, "
            "and may give the points back.",
        ),
        (
            "de",
            "Um 12:05 Tischzeit: Platz 5 ist durch das zweite technische Foul disqualifiziert. Der "
            "letzte Verstoß: "
            "eine Beleidigung. Regel FP-T2: das zweite technische Foul disqualifiziert sofort, ohne "
            "Abstimmung. "
            "Das hat der Schiedsrichter automatisch nach der Regel entschieden. Es beruht auf den "
            "Ereignissen e1, "
            "e2 und e3. Die betroffene Person kann sich einmal und vertraulich beschweren, innerhalb "
            "von 3 Tagen; "
            "ein unbeteiligter Mensch entscheidet und kann die Punkte zurückgeben.",
        ),
        (
            "ru",
            "В 12:05 по времени стола: Игрок 5 дисквалифицирован за второй технический фол. Последнее "
            "нарушение: оскорбление. Правило FP-T2: второй технический фол дисквалифицирует сразу, без "
            "голосования. Это решил судья автоматически, по правилу. Основание: события e1, e2 и e3. "
            "Игрок может "
            "подать апелляцию, один раз и в частном порядке, в течение 3 дней; решает непричастный "
            "человек, он может вернуть "
            "очки.",
        ),
    ],
)
def test_an_automatic_disqualification_in_full(code: Code, text: str) -> None:
    data: dict[str, Json] = {
        "sanction": "sanction-3",
        "reason": "insulted somebody",
        "broken": "FP-U1",
        "grounds": "incident-2",
        "ballot": "ballot-2",
        "in_game": True,
        "appeal_until": 725.0 + 3 * 86_400.0,
    }
    decision = Decision("player.disqualified", 5, 725.0, data, "FP-T2", ("e1", "e2", "e3"), True, "everyone")
    assert statement(decision, code) == text


def test_a_disqualification_by_vote_says_that_people_decided() -> None:
    (decision, *_) = [
        d for d in all_decisions.decisions() if d.type == "player.disqualified" and not d.automated
    ]
    assert "The players decided this by vote" in statement(decision, "en")
    assert "may appeal, once and privately, within 3 days" in statement(decision, "en")


def test_only_what_can_be_appealed_against_is_said_to_be() -> None:
    appealable = {
        decision.type
        for decision in all_decisions.decisions()
        if "may appeal, once and privately" in statement(decision, "en")
    }
    assert appealable == {"player.disqualified", "ban.decided"}


@pytest.mark.parametrize("viewer", ["spectator", 1, 5, "reviewer"])
def test_no_text_tells_how_the_roles_lie(viewer: Viewer) -> None:
    """Two deals that the viewer cannot tell apart, and one public course of events: the same texts."""
    other = [*ROLES]
    other[1], other[8] = other[8], other[1]  # seats 2 and 9: a citizen and a mafia member change roles
    other[2], other[6] = other[6], other[2]  # seats 3 and 7: a citizen and the sheriff
    for seed in range(6):
        assert texts([*ROLES], seed, viewer) == texts([*other], seed, viewer)
        assert texts([*ROLES], seed, "platform") != texts([*other], seed, "platform")


def texts(roles: list[Json], seed: int, viewer: Viewer) -> list[str]:
    """What the viewer reads of two days and nights; at night the mafia misses and everybody checks seat 4."""
    chance = random.Random(seed)
    state, said = new_table(), []
    data: dict[str, Json] = {"roles": roles, "players": [*PLAYERS]}
    event, count = Event("e0", "game.start", 0, 0.0, data), 0
    while state.game.day < 3 and state.game.result is None:
        state, decided = apply(state, event)
        said += [f"{statement(d, code)} {headline(d, code)}" for d in seen(decided, viewer) for code in CODES]
        count += 1
        event = happening(state.game.phase, state.game.speaker, chance, count, state.t)
        if event.type == "clock":
            event = replace(event, t=state.game.deadline or state.t)
    return said


def happening(phase: str, speaker: int, chance: random.Random, count: int, t: float) -> Event:
    """Something public that may be refused, an act of the night, or the end of the step."""
    kinds: dict[str, tuple[str, dict[str, Json]]] = {
        "speech": ("nomination.make", {"nominee": chance.randint(1, 10)}),
        "vote": ("vote.cast", {"candidate": chance.randint(1, 10)}),
        "lift": ("lift.cast", {"yes": chance.random() < 0.5}),
        "farewell": ("crown.give", {"target": chance.randint(1, 10)}),
        "shooting": ("shot.fire", {"target": chance.randint(1, 10)}),
        "don_check": ("don.check", {"target": 4}),
        "sheriff_check": ("sheriff.check", {"target": 4}),
    }
    seat = (
        chance.randint(6, 10) if phase in ("shooting", "sheriff_check") else speaker or chance.randint(1, 10)
    )
    if phase in kinds and chance.random() < 0.7 and phase != "shooting":
        kind, data = kinds[phase]
        return Event(f"e{count}", kind, seat, t, data)
    return Event(f"e{count}", "clock", 0, t)


@pytest.mark.parametrize("t", [0.1, 0.3, 12.34, 1e6 / 3])
def test_a_time_to_appeal_is_a_whole_number_of_days_at_any_moment(t: float) -> None:
    data: dict[str, Json] = {"broken": "FP-U1", "appeal_until": t + 3 * 86_400.0}
    decision = Decision("player.disqualified", 5, t, data, "FP-S2", ("e1",), False, "everyone")
    assert "within 3 days" in statement(decision, "en")


@pytest.mark.parametrize("phase", ["meeting", "don_check", "runoff_speech"])
def test_no_refusal_shows_a_player_a_word_of_the_code(phase: str) -> None:
    facts: dict[str, Json] = {"phase": phase, "kind": "abort_opponent_victory", "rule": "FP-U1"}
    for table in (game_text("not_now", facts), conduct_text("kind_not_allowed", facts)):
        assert "_" not in table
