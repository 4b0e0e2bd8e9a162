"""Grounds: when what the cameras saw entitles the players to a vote.

Nothing here sanctions. `apply` is the whole of it for a table that is only watched and plays no game under
the referee; `rules.table.fairplay.raising` builds incidents of a running game from the same parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.events import Decision, Event, Json
from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.rules import RULES, Rule

INCIDENT_GAP = FairPlayBook().incident_gap
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
    rule = rule_broken(event)
    if rule is None:
        return state, ()
    key = (event.seat, rule.id)
    before = state.raised.get(key)
    # A clock that leapt, either way, is another time: it must not silence new grounds.
    if before is not None and abs(event.t - before) < INCIDENT_GAP:
        return state, ()
    raised = MappingProxyType({**state.raised, key: event.t})
    return GroundsState(raised), (_raised(rule, event),)


def rule_broken(event: Event) -> Rule | None:
    """The rule that what a camera saw breaks by itself, if any."""
    if event.type == "absence.exceeded":
        return RULES["FP-S1"]
    if event.type == "nudity.confirmed":
        return RULES["FP-S4"]
    if event.type == "gesture.started":
        return _gesture_rule(event.data.get("gesture"))
    return None


def rule_ended(event: Event) -> Rule | None:
    """The rule whose breach has come to an end by what a camera saw, if any."""
    if event.type == "absence.ended":
        return RULES["FP-S1"]
    if event.type == "nudity.cleared":
        return RULES["FP-S4"]
    if event.type == "gesture.ended":
        return _gesture_rule(event.data.get("gesture"))
    return None


def _gesture_rule(gesture: Json) -> Rule | None:
    if not isinstance(gesture, str):
        return None
    if gesture == "forbidden":
        return RULES["FP-G1"]
    return RULES["FP-U2"] if gesture.startswith("aggressive_") else None


def _raised(rule: Rule, event: Event) -> Decision:
    facts = grounds(rule, event, event.data.get("since", event.t))
    return Decision("grounds.raised", event.seat, event.t, facts, rule.id, (event.id,), audience="everyone")


def grounds(rule: Rule, event: Event, since: Json) -> dict[str, Json]:
    """The facts of `grounds.raised`, as the event contract names them."""
    return {
        "rule": rule.id,
        "title": rule.title,
        "class": rule.grounds_class,
        "alternatives": list(rule.alternatives),
        "evidence": [event.id],
        "since": since,
        "auto_effect": "none",
    }
