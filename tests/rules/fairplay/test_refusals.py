"""Every refusal of fair play has words that a player can read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules.table.fairplay
from rules.table.fairplay.refusals import TEXTS, text


def raised() -> Iterator[tuple[str, frozenset[str]]]:
    """Every refusal in the code of fair play: its name and the facts given with it."""
    (folder,) = rules.table.fairplay.__path__
    for path in sorted(Path(folder).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                yield str(code.value), frozenset(str(word.arg) for word in node.keywords)


@pytest.mark.parametrize(("code", "facts"), sorted(set(raised())))
def test_every_refusal_says_why_in_a_sentence(code: str, facts: frozenset[str]) -> None:
    said = text(code, {**dict.fromkeys(facts, "7"), **({"kind": "abort_void"} if "kind" in facts else {})})
    assert said[0].isupper() or said[0].isdigit()
    assert said.endswith(".")
    assert "{" not in said


def test_no_reason_is_kept_that_nothing_gives() -> None:
    assert {code for code, _ in raised()} == set(TEXTS)
