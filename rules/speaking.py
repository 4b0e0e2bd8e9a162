"""How rules speak: decisions collected while one state becomes the next, and commands refused.

States are never changed; what is said about the change from one to the next is only collected.
"""

from __future__ import annotations

from rules.events import Audience, Decision, Event, Json


class Refused(Exception):
    """A command that the rules do not allow now: a name for the reason, the rule, facts for its words."""

    def __init__(self, code: str, rule: str = "", **facts: Json) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.facts = facts


class Speech:
    """What one event makes the rules say."""

    __slots__ = ("decisions", "event", "t")

    def __init__(self, event: Event, t: float) -> None:
        self.event = event
        self.t = t
        """The moment that is judged: a deadline that has passed, or the event's own time."""
        self.decisions: list[Decision] = []

    def say(
        self,
        type: str,
        rule: str,
        audience: Audience,
        /,
        data: dict[str, Json],
        *,
        seat: int = 0,
        causes: tuple[str, ...] | None = None,
        automated: bool = True,
    ) -> None:
        """Add a decision. Without `causes` the event is the cause."""
        caused_by = (self.event.id,) if causes is None else causes
        self.decisions.append(Decision(type, seat, self.t, data, rule, caused_by, automated, audience))
