"""The two rule books share what lies beside them and do not know each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "rules"


def imported(folder: str) -> Iterator[str]:
    for path in sorted((RULES / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield str(node.module)
            elif isinstance(node, ast.Import):
                yield from (name.name for name in node.names)


@pytest.mark.parametrize(("book", "other"), [("forum", "table"), ("table", "forum")])
def test_neither_rule_book_knows_the_other(book: str, other: str) -> None:
    modules = {*imported(book)}
    assert not {module for module in modules if module.startswith(f"rules.{other}")}
    assert not {module for module in modules if module.split(".")[0] in ("service", "vision", "models")}


@pytest.mark.parametrize("shared", ["deals", "counting", "clock", "speaking", "telling", "events", "frozen"])
def test_both_use_what_they_share(shared: str) -> None:
    for book in ("forum", "table"):
        assert f"rules.{shared}" in {*imported(book)}
