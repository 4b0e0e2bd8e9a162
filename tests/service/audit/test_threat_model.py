"""SECURITY.md: every threat has a defence and a test, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_PAGE = (_ROOT / "SECURITY.md").read_text("utf-8")
_THREATS = _PAGE.partition("## Threats")[2].partition("## TLS")[0]
_ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in _THREATS.splitlines()
    if line.startswith("| ") and not line.startswith("| threat ")
]
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: row[0][:50])
def test_every_threat_has_a_defence_and_a_test(row: list[str]) -> None:
    threat, defence, proof = row
    assert threat
    assert defence
    assert _TEST.findall(proof), "no test"
    assert _TEST.sub("", proof).strip(" ,") == ""


@pytest.mark.parametrize(("file", "name"), sorted(set(_TEST.findall(_PAGE))))
def test_every_test_that_is_named_is_there(file: str, name: str) -> None:
    tree = ast.parse((_ROOT / file).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_page_is_read() -> None:
    assert len(_ROWS) > 40
