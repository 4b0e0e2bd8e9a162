"""The camera's facts give grounds, once an incident, and never a sanction."""

from __future__ import annotations

import pytest

from rules.events import Decision, Event, Json
from rules.table.fairplay.grounds import GroundsState, apply

FORBIDDEN: dict[str, Json] = {"gesture": "forbidden", "shape": "middle_finger", "since": 4.0}


def run(*events: Event) -> list[Decision]:
    state = GroundsState()
    decisions: list[Decision] = []
    for event in events:
        state, new = apply(state, event)
        decisions += new
    return decisions


@pytest.mark.parametrize(
    ("event", "rule", "grounds_class", "alternatives"),
    [
        (Event("e1", "absence.exceeded", 3, 20.1, {"since": 5.0}), "FP-S1", "DQ", []),
        (Event("e1", "nudity.confirmed", 3, 8.0, {"score": 0.99}), "FP-S4", "DQ", []),
        (Event("e1", "gesture.started", 3, 4.4, FORBIDDEN), "FP-G1", "BAN", ["FP-U1", "FP-U2"]),
        (Event("e1", "gesture.started", 3, 4.4, {"gesture": "aggressive_throat"}), "FP-U2", "TF", ["FP-S3"]),
        (Event("e1", "gesture.started", 3, 4.4, {"gesture": "aggressive_strike"}), "FP-U2", "TF", ["FP-S3"]),
    ],
)
def test_each_breach_names_its_rule_and_its_evidence(
    event: Event, rule: str, grounds_class: str, alternatives: list[str]
) -> None:
    (decision,) = run(event)
    assert decision.type == "grounds.raised"
    assert (decision.seat, decision.t) == (event.seat, event.t)
    assert decision.data["rule"] == rule
    assert decision.data["class"] == grounds_class
    assert decision.data["alternatives"] == alternatives
    assert decision.data["evidence"] == ["e1"]
    assert decision.data["auto_effect"] == "none"


@pytest.mark.parametrize(
    "event",
    [
        Event("e1", "absence.warned", 1, 10.0),
        Event("e1", "nudity.suspected", 1, 3.0),
        Event("e1", "gesture.started", 1, 3.0, {"gesture": "dark"}),
        Event("e1", "gesture.ended", 1, 3.0, FORBIDDEN),
        Event("e1", "gesture.started", 1, 3.0, {"gesture": "applause"}),
        Event("e1", "gesture.ended", 1, 3.0, {"gesture": "aggressive_strike"}),
        Event("e1", "camera.unobservable", 1, 3.0, {"reason": "frozen"}),
    ],
)
def test_what_breaks_no_rule_raises_nothing(event: Event) -> None:
    assert run(event) == []


@pytest.mark.parametrize(("second", "count"), [(13.9, 1), (14.4, 2), (-3595.0, 2), (3604.0, 2)])
def test_a_repeat_within_ten_seconds_is_the_same_incident(second: float, count: int) -> None:
    """A clock that leaps by an hour, back or ahead, silences nothing."""
    first = Event("e1", "gesture.started", 2, 4.4, FORBIDDEN)
    again = Event("e2", "gesture.started", 2, second, FORBIDDEN)
    assert len(run(first, again)) == count


def test_two_kinds_of_aggression_within_ten_seconds_are_one_incident() -> None:
    kinds = ("aggressive_throat", "aggressive_strike")
    events = [Event(f"e{i}", "gesture.started", 2, 4.0 + 3 * i, {"gesture": k}) for i, k in enumerate(kinds)]
    assert [decision.data["evidence"] for decision in run(*events)] == [["e0"]]


def test_seats_are_judged_apart() -> None:
    events = [Event(f"e{s}", "gesture.started", s, 4.4, FORBIDDEN) for s in (1, 2)]
    assert [d.seat for d in run(*events)] == [1, 2]
