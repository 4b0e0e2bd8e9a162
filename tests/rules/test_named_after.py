"""Every numbered statement of fair play and of the game has a test that is named after it.

A name holds the number without its dots and dashes: `test_C107_…` for C-107, `test_B2_5_…` for B.2.5,
`test_FP_U2_…` for FP-U2; `FP_U1_to_U7` stands for all between. The rows of tables are compared one by one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rules.fairplay.test_majorities import NEEDED
from tests.rules.table.game.test_decisive import LIFTS, ROUNDS
from tests.rules.table.game.test_winning import BALANCES, TOLERANCE

FOLDER = Path(__file__).parent


def numbers(prefix: str, first: int, last: int, width: int = 1) -> list[str]:
    return [f"{prefix}{number:0{width}}" for number in range(first, last + 1)]


STATEMENTS = [
    *("B-P2", "B-P3", "B-P4"),  # B-P1 says what the rules are for
    *numbers("B-D", 1, 5),
    *("FP-F1", "FP-T2", "FP-G1", "FP-A1", *numbers("FP-U", 1, 7), *numbers("FP-S", 1, 4)),
    *numbers("B.2.", 1, 8),
    *("B.3", "B.4", "B.5"),
    *numbers("C-", 1, 5, 3),
    *("C.1", "C.2", "C.9"),
    *(*numbers("C-", 101, 115), *numbers("C-", 201, 211), *numbers("C-", 301, 307)),
    *(*numbers("C-", 401, 405), *numbers("C-", 501, 506), *numbers("C-", 601, 604)),
    *numbers("V", 1, 9),
    *numbers("E-", 1, 29, 2),
    *("E.3", "G"),
]


def names() -> Iterator[str]:
    for path in sorted(FOLDER.rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def tokens(name: str) -> set[str]:
    """The numbers that a test's name holds, ranges written out."""
    found = set(re.findall(r"(?<![A-Za-z0-9])(?:FP_[A-Z]|B_[A-Z]|[A-Z])\d*(?:_\d+)?(?![A-Za-z0-9])", name))
    for prefix, first, last in re.findall(r"((?:FP_)?[A-Z])(\d+)_to_[A-Z](\d+)", name):
        found |= {f"{prefix}{number}" for number in range(int(first), int(last) + 1)}
    return found


NAMED = {token for name in names() for token in tokens(name)}


def as_named(statement: str) -> str:
    number = statement.replace("B.2.", "B2_").replace(".", "")
    return number.replace("-", "_" if number.startswith(("FP", "B-")) else "")


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_test_is_named_after_it(statement: str) -> None:
    assert as_named(statement) in NAMED


FOUL_TABLE = (
    "a_press_during_another_players_speech",
    "a_press_during_the_own_speech",
    "a_press_during_a_farewell_or_runoff_speech",
    "one_or_two_fouls_have_no_effect",
    "the_third_foul_loses_the_speech_of_the_next_round",
    "a_third_foul_in_the_night",
    "a_third_foul_in_the_farewell_before_the_discussion",
    "a_silenced_player_votes_may_be_nominated_and_says_farewell",
    "with_3_or_4_alive_the_whole_speech_is_lost_too",
    "fouls_4_and_more_are_counted_and_cost_nothing",
    "removal_at_4_fouls_does_not_happen",
)


@pytest.mark.parametrize("row", FOUL_TABLE)
def test_each_row_of_the_foul_table_is_a_test(row: str) -> None:
    assert any(name.startswith(f"test_B3_{row}") for name in names())


MAJORITIES = {10: 6, 9: 5, 8: 5, 7: 4, 6: 4, 5: 3, 4: 3, 3: 2}
ALIVE = "7v3 6v3 5v3 4v3 7v2 6v2 5v2 4v2 3v2 7v1 6v1 5v1 4v1 3v1 2v1"
SURVIVED = "1 1 0 0 2 1 1 0 0 2 2 1 1 0 0"
WON = {"3v3": "mafia", "2v2": "mafia", "1v1": "mafia", "5v0": "town", "7v3": None, "4v3": None, "2v1": None}


def test_the_tables_of_numbers_are_those_of_the_rules() -> None:
    assert MAJORITIES.items() <= NEEDED.items()
    expected = dict(zip(ALIVE.split(), map(int, SURVIVED.split()), strict=True))
    assert expected == TOLERANCE
    assert WON.items() <= BALANCES.items()
    assert set(ROUNDS) == {"A5 B4", "A6 B3", "A6 B4", "A5 B5", "A4 B3 C3", "A4 B4 C2", "A3 B3 C3", "A9"}
    assert {"10 alive, yes 6", "9 alive, yes 5", "10 alive, yes 5", "10 alive, yes 4"} <= set(LIFTS)
