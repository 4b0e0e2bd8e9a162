"""Whatever comes from outside is judged or refused in words; nothing breaks, nothing is half applied."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules.table.fairplay
from rules.canonical import dumps
from rules.events import Event, Json
from rules.table.fairplay.apply import COMMANDS, SIGNALS
from rules.table.fairplay.refusals import TEXTS, text
from rules.table.referee import apply
from tests.rules.fairplay.test_through_referee import eventful

WORDS = st.sampled_from(
    [
        "",
        " ",
        "incident-1",
        "ballot-2",
        "sanction-3",
        "ban-1",
        "appeal-1",
        "FP-U2",
        "technical_foul",
        "{x}",
        "{",
    ]
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.just(10**400)
ANY: st.SearchStrategy[Json] = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2), max_leaves=4
)
# fmt: off
FIELDS = (
    "accused", "rule", "note", "evidence", "by", "incident", "kind", "ballot", "yes", "against", "text",
    "appeal", "outcome", "reviewer", "until", "ban", "answer", "gesture", "since", "score", "models",
)
# fmt: on


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
    said = text(code, dict.fromkeys(facts, "7"))
    assert said[0].isupper() or said[0].isdigit()
    assert said.endswith(".")
    assert "{" not in said


def test_no_reason_is_kept_that_nothing_gives() -> None:
    assert {code for code, _ in raised()} == set(TEXTS)


@settings(max_examples=300)
@given(
    st.sampled_from(sorted({**COMMANDS, **SIGNALS})),
    st.integers(0, 10),
    st.dictionaries(st.sampled_from(FIELDS), ANY, max_size=6),
)
def test_no_data_from_outside_breaks_fair_play(type: str, seat: int, data: dict[str, Json]) -> None:
    before = EVENTFUL.state
    after, decisions = apply(before, Event("new", type, seat, EVENTFUL.t, data))
    dumps(after)
    if "refused" in [d.type for d in decisions]:
        assert after is before
        assert len(decisions) == 1


EVENTFUL = eventful()
