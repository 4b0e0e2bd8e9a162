"""What the rules refuse, as a problem that a player can read."""

from __future__ import annotations

from rules.canonical import to_json
from rules.events import Decision, Json
from service.api.problems import Problem


def refuse(decision: Decision, **more: Json) -> Problem:
    """The problem that a decision `refused` becomes: 409 with its reason, rule, text and facts."""
    facts = dict(to_json(decision.data))
    text, reason = str(facts.pop("text", "")), str(facts.pop("reason", ""))
    facts.pop("command", None)
    members: dict[str, Json] = {"reason": reason, "rule": decision.rule, "text": text, "facts": facts, **more}
    return Problem(409, "refused", text, members=members)
