"""Whatever comes as the data of an event is judged or refused: nothing breaks, nothing is half applied."""

from __future__ import annotations

import functools
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.canonical import dumps, loads, to_json
from rules.events import Event, Json
from rules.schema import schema
from rules.schema_events import EVENTS
from rules.statements.statement import LANGUAGES, statement
from rules.table.fairplay.apply import COMMANDS as OF_FAIR_PLAY
from rules.table.game.commands import COMMANDS as OF_THE_GAME
from rules.table.referee import apply, new_table
from rules.table.state import TableState
from rules.table.views import Viewer, seen, view
from service.referee.players import game
from tests.rules.json_schema import errors

ROOT: dict[str, Any] = schema()
COMMANDS = {*OF_THE_GAME, *OF_FAIR_PLAY}
WORDS = ("FP-S3", "audit", "technical_foul", "forbidden", "aggressive_strike", "permanent", "upheld", "Zoe")
NAMES = ("incident-1", "ballot-1", "sanction-1", "ban-sanction-1", "appeal-sanction-1")
TEXTS = st.sampled_from(["", " ", "x", "{x}", "{", "\x00", "\ud800", "a" * 4001, "3", *WORDS, *NAMES])
NUMBERS = st.integers(-1, 12) | st.floats() | st.sampled_from([10**400, 1e300, True, False])
ANY: st.SearchStrategy[Json] = st.recursive(
    st.none() | TEXTS | NUMBERS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=5,
)
TIMES = st.sampled_from([-5.0, 0.0, 0.5, 30.0, 90_000.0, 1e12, 1e308, float("nan"), float("inf")])


@functools.cache
def tables() -> tuple[TableState, ...]:
    """Moments of games in which everything happens."""
    found = [new_table()]
    for seed in range(6):
        played = [state for _, state, _ in game(seed, mode="following" if seed % 3 else "leading", rude=0.3)]
        found += played[:: max(1, len(played) // 20)]
    return tuple(found)


def fitting(shape: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a schema, as far as ours go."""
    if "anyOf" in shape:
        return st.one_of([fitting(option) for option in shape["anyOf"]])
    if "enum" in shape:
        return st.sampled_from(shape["enum"])
    match shape["type"]:
        case "array":
            return st.lists(fitting(shape["items"]), max_size=11)
        case "object":
            required = {name: fitting(shape["properties"][name]) for name in shape.get("required", ())}
            others = {
                name: fitting(item) for name, item in shape["properties"].items() if name not in required
            }
            return st.fixed_dictionaries(required, optional=others)
    plain: dict[str, st.SearchStrategy[Any]] = {
        "string": TEXTS,
        "integer": st.integers(-1, 12) | st.just(10**400),
        "number": st.floats(allow_nan=False, allow_infinity=False),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    return plain[shape["type"]]


@st.composite
def by_schema(draw: st.DrawFn) -> tuple[str, dict[str, Json]]:
    """An event as published, and not what the table expects."""
    kind = draw(st.sampled_from(sorted(EVENTS)))
    data: dict[str, Json] = draw(fitting(ROOT["$defs"][f"event:{kind}"]["properties"]["data"]))
    return kind, data


@st.composite
def against_schema(draw: st.DrawFn) -> tuple[str, dict[str, Json]]:
    """An event with anything in its fields, or in some of them."""
    kind, data = draw(by_schema())
    names = sorted(ROOT["$defs"][f"event:{kind}"]["properties"]["data"]["properties"])
    return kind, {**data, **draw(st.dictionaries(st.sampled_from([*names, "x", "models", "until"]), ANY))}


def judged(place: int, kind: str, seat: int, after: float, data: dict[str, Json]) -> list[str]:
    """Judge one event, see that all that must hold holds, and give the types of what was decided."""
    before = tables()[place % len(tables())]
    after_it, decisions = apply(before, Event("new", kind, seat, before.t + after, data))
    said = [decision.type for decision in decisions]
    if "refused" in said:
        assert after_it is before
        assert said == ["refused"]
    assert loads(TableState, dumps(after_it)) == after_it
    viewers: tuple[Viewer, ...] = ("platform", "reviewer", "spectator", 1, 10)
    for viewer in viewers:
        dumps(view(after_it, viewer))
        dumps([*seen(decisions, viewer)])
    for decision in decisions:
        line = to_json(decision)
        assert errors(line, ROOT["$defs"][f"decision:{decision.type}"], ROOT) == [], line
        for code in LANGUAGES:
            assert statement(decision, code)
    return said


PLACE, SEAT = st.integers(0, 120), st.integers(-1, 11)


@settings(max_examples=600, deadline=None)
@given(PLACE, by_schema(), SEAT, TIMES)
def test_an_event_that_fits_the_schema_is_judged_or_refused(
    place: int, event: tuple[str, dict[str, Json]], seat: int, after: float
) -> None:
    kind, data = event
    judged(place, kind, seat, after, data)


@settings(max_examples=1200, deadline=None)
@given(PLACE, against_schema(), SEAT, TIMES)
def test_a_command_that_does_not_fit_the_schema_is_refused_and_a_signal_breaks_nothing(
    place: int, event: tuple[str, dict[str, Json]], seat: int, after: float
) -> None:
    kind, data = event
    said = judged(place, kind, seat, after, data)
    shape = ROOT["$defs"][f"event:{kind}"]["properties"]["data"]
    if kind in COMMANDS and errors(data, shape, ROOT):
        assert said == ["refused"]
