"""Every statement, example, night, timing case and party of the forum's rules has a test named after it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.forum.composition import PARTIES
from tests.rules.forum.test_host import TABLE
from tests.rules.forum.test_night import NIGHTS
from tests.rules.forum.test_timing import CASES

FOLDER = Path(__file__).parent
RANGES = (
    *((1, 12), (101, 104), (111, 112), (121, 124), (131, 135), (141, 143), (151, 154)),
    *((201, 208), (251, 253), (301, 305), (401, 403), (501, 505)),
)
STATEMENTS = (
    *(f"F{number:03}" for first, last in RANGES for number in range(first, last + 1)),
    *(f"FE{number}" for number in range(1, 5)),
    *(f"E{number}" for number in range(30, 45)),
    "N1_to_N14",
    "derived_timing_limits_2_for_20_and_21_for_24_are_invalid",
    "derived_timing_a_change_at_exactly_16_is_not_counted",
)


def names() -> Iterator[str]:
    for path in sorted(FOLDER.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_test_is_named_after_it(statement: str) -> None:
    assert any(re.match(f"test_{statement}(?![0-9])", name) for name in names())


def test_the_rows_of_tables_are_cases_of_their_own() -> None:
    assert list(NIGHTS) == [f"N{number}" for number in range(1, 15)]
    numbered = {str(number) for number in range(1, 20)}
    assert set(TABLE) == set(PARTIES) == {*numbered, "unnumbered"}
    assert set(CASES) == {
        "last_22_limit_24",
        "last_23_limit_24",
        "last_10_limit_30_change_11",
        "last_14_change_15_59_59",
    }
