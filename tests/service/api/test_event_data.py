"""Whatever data an event brings, it is taken, refused or not understood; nothing breaks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.schema_events import EVENTS
from service.api.answers import dumps
from service.api.event_data import ALLOWED, PLATFORMS, complaint
from service.api.json_bounds import DEEPEST, LARGEST, bounded, size
from service.api.rate import Bucket
from tests.service.live.test_table import Held

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-12, 12) | st.floats(-1e9, 1e9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
FIELDS = sorted({name for data in EVENTS.values() for name in data.__annotations__})
WORDS = st.sampled_from(
    ("Ada", "FP-S1", "FP-B5", "incident-1", "ballot-1", "abort_void", "leading", "speech")
)
DATA = st.dictionaries(
    st.sampled_from(FIELDS) | st.text(max_size=6),
    JSON | WORDS | st.integers(0, 11) | st.lists(st.integers(0, 11), max_size=3),
    max_size=5,
)
SENT = st.tuples(st.sampled_from(sorted(PLATFORMS)), st.integers(0, 10), DATA)


@settings(max_examples=150)
@given(st.lists(SENT, max_size=30), st.booleans())
def test_any_events_leave_a_table_that_can_be_shown(sent: list[Any], playing: bool) -> None:
    held = Held()
    if playing:
        held.start()
        held.until("speech")
    for kind, seat, data in sent:
        if complaint(kind, data) is not None:
            continue
        held.now += 0.5
        held.table.command(kind, seat, data)
        held.table.tick(held.now)
    for viewer in ("platform", "reviewer", "spectator", 1):
        dumps(held.table.view(viewer))
        dumps(held.lines(viewer))


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_data_that_misses_what_is_needed_is_told_by_name(kind: str) -> None:
    hints = EVENTS[kind].__annotations__
    needed = [name for name, hint in hints.items() if "NotRequired" not in str(hint)]
    told = complaint(kind, {})
    if needed:
        assert told == f"data.{needed[0]}: Field required"
    else:
        assert told is None


def test_what_is_more_than_needed_is_welcome() -> None:
    assert (
        complaint("vote.cast", {"candidate": 4, "from": "phone", "model_config": 1, "__class__": 2}) is None
    )


def test_players_may_nothing_that_the_platform_may_not() -> None:
    assert ALLOWED["seat"] < ALLOWED["platform"]
    assert ALLOWED["reviewer"] < ALLOWED["platform"]
    assert not ALLOWED["spectator"]
    assert not any(kind.partition(".")[0] in ("absence", "nudity", "gesture") for kind in ALLOWED["seat"])


def _deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (_deep(DEEPEST), None),
        (_deep(DEEPEST + 1), "deeper than"),
        ({"a": LARGEST}, None),
        ({"a": [LARGEST + 1]}, "2 to the 53rd"),
        ({"a": {"b": float("nan")}}, "no number of JSON"),
        ({"a": "\ud800", "b": True, "c": None}, None),
    ],
)
def test_json_is_bounded(value: dict[str, Any], told: str | None) -> None:
    if told is None:
        assert bounded(value) is value
        assert size(value) >= len(value)
    else:
        with pytest.raises(ValueError, match=told):
            bounded(value)


def test_halves_of_surrogate_pairs_are_written_as_json_can_hold_them() -> None:
    assert dumps({"a": "\ud800é"}) == b'{"a":"\\ud800\xc3\xa9"}'


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2.0, burst=4.0)
    assert [bucket.take(0.0) for _ in range(5)] == [True] * 4 + [False]
    assert [bucket.take(t) for t in (0.4, 0.6, 0.9, 1.1, 1.1)] == [False, True, False, True, False]
    assert [bucket.take(100.0) for _ in range(5)] == [True] * 4 + [False]
