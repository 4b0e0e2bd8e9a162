"""What a decision's texts may speak of: its data, and what follows from them; and which text it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.events import Decision, Json

Data = Mapping[str, Json]


def facts(decision: Decision) -> dict[str, Json]:
    """Everything a text may name: nothing but the decision itself, as its reader sees it."""
    found: dict[str, Json] = {
        **decision.data,
        "seat": decision.seat,
        "t": decision.t,
        "rule": decision.rule or decision.data.get("rule"),
        "caused_by": list(decision.caused_by),
    }
    more = _MORE.get(decision.type)
    if more is not None:
        found.update(more(decision.data))
    until = decision.data.get("appeal_until")
    if isinstance(until, int | float):
        found["appeal_within"] = float(round(until - decision.t))
    kept = decision.data.get("evidence_until")
    if isinstance(kept, int | float):
        found["evidence_for"] = max(0.0, (kept - decision.t) // 3600 * 3600)
    return found


def variant(decision: Decision) -> str:
    """Which of the type's texts fits; empty where it has but one."""
    choose = _VARIANTS.get(decision.type)
    if choose is None:
        return ""
    found = choose(decision) if callable(choose) else decision.data.get(choose)
    return _yes(found) if isinstance(found, bool) else str(found)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _vote(decision: Decision) -> str:
    if decision.data.get("left"):
        return "left"
    return "tied" if decision.data.get("tied") else "none"


def _night(decision: Decision) -> str:
    if not decision.data.get("victim"):
        return "miss"
    return "self_shot" if decision.data.get("self_shot") else "shot"


def _cast(decision: Decision) -> str:
    yes = decision.data.get("yes")
    return _yes(yes) if isinstance(yes, bool) else "secret"


_VARIANTS: Mapping[str, str | Callable[[Decision], str]] = MappingProxyType(
    {
        "phase.started": "phase",
        "vote.skipped": "reason",
        "vote.closed": _vote,
        "lift.cast": "yes",
        "lift.closed": lambda d: _yes(bool(d.data.get("left"))),
        "player.left": "how",
        "check.answered": "answer",
        "night.ended": "miss",
        "night.resolved": _night,
        "testament.closed": lambda d: _yes(bool(d.data.get("suspects") or d.data.get("crown"))),
        "game.ended": "why",
        "scores.given": "revised",
        "grounds.raised": lambda d: str(d.data.get("source", "camera")),
        "information.noted": "why",
        "report.recorded": "joined",
        "ballot.cast": _cast,
        "ballot.closed": "outcome",
        "player.disqualified": lambda d: "automatic" if d.automated else "vote",
        "game.aborted": "form",
        "ban.decided": "answer",
        "appeal.decided": "outcome",
    }
)


def _counts(data: Data) -> dict[str, Json]:
    candidates, votes = data["candidates"], data["votes"]
    if not isinstance(candidates, list) or not isinstance(votes, list):
        return {}
    return {"counts": {str(seat): count for seat, count in zip(candidates, votes, strict=True)}}


def _roles(data: Data) -> dict[str, Json]:
    roles = data["roles"]
    return {"cast": _by_seat(roles)} if isinstance(roles, list) else {}


def _players(data: Data) -> dict[str, Json]:
    players = data["players"]
    return {"names": _by_seat(players)} if isinstance(players, list) else {}


def _by_seat(values: list[Json]) -> dict[str, Json]:
    return {str(seat): value for seat, value in enumerate(values, start=1)}


def _points(data: Data) -> dict[str, Json]:
    scores = data.get(str(data.get("main")))
    if not isinstance(scores, list):
        return {}
    return {"points": {str(s["seat"]): s["total"] for s in scores if isinstance(s, dict)}}


def _restored(data: Data) -> dict[str, Json]:
    restored = data["restored"]
    return dict(restored) if isinstance(restored, dict) else {}


_MORE: Mapping[str, Callable[[Data], dict[str, Json]]] = MappingProxyType(
    {
        "game.started": _players,
        "vote.closed": _counts,
        "game.ended": _roles,
        "scores.given": _points,
        "appeal.decided": _restored,
    }
)
