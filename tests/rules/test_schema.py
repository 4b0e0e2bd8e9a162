"""The published schema is the one of the code, and what the referee takes and gives fits it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.canonical import to_json
from rules.events import Event
from rules.schema import schema, text
from rules.schema_decisions import DECISIONS
from rules.schema_events import EVENTS
from rules.table.fairplay import apply as fairplay
from rules.table.game import commands
from rules.table.referee import apply, new_table
from tests.rules import all_decisions
from tests.rules.json_schema import errors

ROOT: dict[str, Any] = json.loads(text())


def of(kind: str, value: Any) -> list[str]:
    return errors(value, ROOT["$defs"][f"{kind}:{value['type']}"], ROOT)


def test_the_committed_copy_is_what_the_code_gives() -> None:
    copy = Path(rules.__path__[0], "schema.json").read_text(encoding="utf-8")
    assert copy == text(), "run `consigliere referee schema --out rules/schema.json`"


def test_every_decision_that_the_code_names_has_a_schema_and_no_other() -> None:
    assert all_decisions.named_in_code() == set(DECISIONS)


def test_every_event_that_the_referee_understands_has_a_schema() -> None:
    assert {*commands.COMMANDS, *fairplay.COMMANDS, *fairplay.SIGNALS, "clock"} <= set(EVENTS)


def test_decisions_of_every_type_were_taken_and_fit() -> None:
    found = set()
    for decision in all_decisions.decisions():
        assert of("decision", to_json(decision)) == [], decision
        found.add(decision.type)
    assert found == set(DECISIONS)


def test_all_events_of_random_games_fit() -> None:
    found = set()
    for event, decided in all_decisions.judged():
        if "refused" not in [decision.type for decision in decided]:
            assert of("event", to_json(event)) == [], event
            found.add(event.type)
    assert {"game.start", "vote.cast", "ballot.vote", "appeal.decide", "ban.decide", "clock"} <= found


@pytest.mark.parametrize("seat", [-1, 11])
def test_the_refusal_of_a_wrong_seat_fits_too(seat: int) -> None:
    _, (refused,) = apply(new_table(), Event("e1", "game.start", seat, 0.0))
    assert of("decision", to_json(refused)) == []


@pytest.mark.parametrize(
    ("kind", "line", "message"),
    [
        ("event", {"type": "vote.cast", "id": "e1", "seat": 11, "t": 0.0}, ".seat: 11 is not between"),
        ("event", {"type": "vote.cast", "seat": 1, "t": 0.0}, "lacks id"),
        ("event", {"type": "lift.cast", "id": "e", "seat": 1, "t": 0, "data": {"yes": 1}}, ".data.yes: 1"),
        ("event", {"type": "shot.fire", "id": "e", "seat": 1, "t": 0, "data": {}}, "lacks target"),
        ("decision", {"type": "foul.given", "data": {"count": 1, "microphone": 5, "x": 1}}, "knows no x"),
        ("decision", {"type": "player.left", "data": {"how": "bored", "day": 1}}, "'bored' is none of"),
    ],
)
def test_what_does_not_fit_is_told(kind: str, line: dict[str, Any], message: str) -> None:
    assert any(message in error for error in of(kind, line)), of(kind, line)


def test_every_line_fits_the_whole_schema_too() -> None:
    for event, decided in all_decisions.judged()[::401]:
        assert errors(to_json(event), schema(), ROOT) == []
        for decision in decided:
            assert errors(to_json(decision), schema(), ROOT) == []
