"""Bans: people of the platform answer what an incident or a disqualification asks (B-P3, FP-G1)."""

from __future__ import annotations

from typing import Literal

from rules.events import Audience, Event, Json
from rules.frozen import replace
from rules.table.fairplay.read import choice, remark, text
from rules.table.fairplay.review import check_reviewer
from rules.table.fairplay.state import Ban, FairState, find, replaced
from rules.table.fairplay.turn import Refused, Turn

RULE = "B-P3"
ANSWERS: tuple[Literal["none", "temporary", "permanent"], ...] = ("none", "temporary", "permanent")


def decide(state: FairState, turn: Turn, event: Event) -> FairState:
    """A person decides: data `ban`, `answer` (`none`, `temporary` with `until`, `permanent`), `reviewer`.

    Raises:
        Refused: nobody asks for that ban, it is decided, or the person may not decide on it.
    """
    if event.seat != 0:
        raise Refused("not_platform", RULE)
    ban = find(state.bans, text(event, "ban"))
    if ban is None:
        raise Refused("no_such_ban", RULE)
    if ban.answer != "open":
        raise Refused("decided_already", RULE)
    answer = choice(event, "answer", ANSWERS)
    reviewer = text(event, "reviewer")
    check_reviewer(state, turn, reviewer, ban.incident)
    until = text(event, "until") if answer == "temporary" else remark(event, "until")
    new = replace(
        ban, answer=answer, until=until if answer == "temporary" else "", reviewer=reviewer, decided=turn.t
    )
    tell(turn, new)
    return replace(state, bans=replaced(state.bans, new))


def tell(turn: Turn, ban: Ban, audience: Audience = "seat", *, final: bool = False) -> None:
    """Tell how the question stands: the person concerned, or reviewers while that person knows nothing.

    Args:
        final: an appeal was heard; there is no other.
    """
    data: dict[str, Json] = {
        "ban": ban.id,
        "answer": ban.answer,
        "until": ban.until or None,
        "incident": ban.incident,
        "reviewer": ban.reviewer,
    }
    if ban.in_force and not final:
        data["appeal_until"] = turn.t + turn.book.appeal_within
    rule = RULE if ban.sanction else "FP-G1"
    turn.say("ban.decided", ban.seat, rule, data, automated=False, audience=audience)
