"""Grounds: when what the cameras saw entitles the players to a vote.

The referee only raises grounds here; it never sanctions. Ballots, fouls and the game itself stand on the
same `apply(state, event)` shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from rules.events import Decision, Event, Json

GroundsClass = Literal["TF", "DQ", "BAN"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of fair play that a camera can give grounds for."""

    id: str
    grounds_class: GroundsClass
    """What may follow: a technical foul or a disqualification by vote, or a ban that the platform reviews."""
    alternatives: tuple[str, ...]
    """Other rules under which the same facts may be judged."""
    title: str


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.id: rule
        for rule in (
            Rule("FP-S1", "DQ", (), "left the table for longer than allowed"),
            Rule("FP-S4", "DQ", (), "showed naked body parts"),
            Rule("FP-U2", "TF", ("FP-S3",), "gestured aggressively"),
            Rule("FP-G1", "BAN", ("FP-U1", "FP-U2"), "showed the forbidden gesture"),
        )
    }
)

INCIDENT_GAP = 10.0
"""Seconds within which the same rule at the same seat is one incident, not two."""


@dataclass(frozen=True, slots=True)
class GroundsState:
    """When each rule last gave grounds, by (seat, rule id), in media seconds."""

    raised: Mapping[tuple[int, str], float] = field(default_factory=lambda: MappingProxyType({}))


def apply(state: GroundsState, event: Event) -> tuple[GroundsState, tuple[Decision, ...]]:
    """Raise grounds where an event breaks a rule that cameras can judge.

    Returns:
        The new state and no or one decision `grounds.raised`. Events that break nothing change nothing.
    """
    rule = _rule_broken(event)
    if rule is None:
        return state, ()
    key = (event.seat, rule.id)
    before = state.raised.get(key)
    if before is not None and event.t - before < INCIDENT_GAP:
        return state, ()
    raised = MappingProxyType({**state.raised, key: event.t})
    return GroundsState(raised), (_grounds(rule, event),)


def _rule_broken(event: Event) -> Rule | None:
    if event.type == "absence.exceeded":
        return RULES["FP-S1"]
    if event.type == "nudity.confirmed":
        return RULES["FP-S4"]
    if event.type == "gesture.started":
        return _gesture_rule(str(event.data.get("gesture")))
    return None


def _gesture_rule(gesture: str) -> Rule | None:
    if gesture == "forbidden":
        return RULES["FP-G1"]
    return RULES["FP-U2"] if gesture.startswith("aggressive_") else None


def _grounds(rule: Rule, event: Event) -> Decision:
    data: dict[str, Json] = {
        "rule": rule.id,
        "title": rule.title,
        "class": rule.grounds_class,
        "alternatives": list(rule.alternatives),
        "evidence": [event.id],
        "since": event.data.get("since", event.t),
        "auto_effect": "none",
    }
    return Decision("grounds.raised", event.seat, event.t, data)
