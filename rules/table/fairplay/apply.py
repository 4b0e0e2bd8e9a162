"""Fair play from outside: `apply` for events, `advance` for time and for what changed in the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.events import Audience, Decision, Event, Json
from rules.table.fairplay import appeals, ballots, bans, dark, fouls, raising, refusals, reports
from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.situation import Situation
from rules.table.fairplay.state import FairState
from rules.table.fairplay.turn import Outcome, Refused, Turn

Handler = Callable[[FairState, Turn, Event], FairState]

SIGNALS: Mapping[str, Handler] = MappingProxyType(
    {
        "absence.exceeded": raising.saw,
        "absence.ended": raising.ended,
        "nudity.confirmed": raising.saw,
        "nudity.cleared": raising.ended,
        "gesture.started": raising.saw,
        "gesture.ended": raising.ended,
        "suspicion.noticed": raising.suspected,
        "camera.unobservable": dark.went_dark,
        "camera.restored": dark.came_back,
    }
)
"""What cameras say. None of it is ever refused, and none of it ever sanctions."""

COMMANDS: Mapping[str, Handler] = MappingProxyType(
    {
        "interject.press": fouls.press,
        "report.file": reports.file_report,
        "ballot.open": ballots.open_ballot,
        "ballot.vote": ballots.vote,
        "ban.decide": bans.decide,
        "appeal.file": appeals.file_appeal,
        "appeal.decide": appeals.decide,
    }
)
"""What people ask for."""


def apply(book: FairPlayBook, state: FairState, now: Situation, event: Event) -> Outcome:
    """What an event changes. Call `advance` with the same situation before it.

    Returns:
        The new state, what was decided, and what the game has to do. Events that are no concern of fair play
        give back the very same state and nothing else; a command that is refused gives back the very same
        state and one decision `refused`.
    """
    handler = SIGNALS.get(event.type) or COMMANDS.get(event.type)
    if handler is None:
        return Outcome(state)
    turn = Turn(book, now, event, event.t if event.type in SIGNALS else now.t)
    try:
        return turn.outcome(handler(state, turn, event))
    except Refused as refusal:
        return Outcome(state, (_refused(event, now.t, refusal),), refused=True)


def advance(book: FairPlayBook, state: FairState, now: Situation) -> Outcome:
    """Close the ballots whose time is up or whose matter is gone, and suggest pauses that are due.

    Call it with the situation at each new moment, and again after each change of the game (somebody left, the
    game ended): it costs next to nothing where nothing is open.
    """
    if not state.open and not state.dark:
        return Outcome(state)
    turn = Turn(book, now)
    state = ballots.close_decided(state, turn)
    return turn.outcome(dark.advance(state, turn))


def due(book: FairPlayBook, state: FairState) -> float:
    """The next moment at which `advance` has something to do by itself; infinite where there is none."""
    return min(ballots.due(state), dark.due(state, book.pause_suggested_after))


def _refused(event: Event, t: float, refusal: Refused) -> Decision:
    data: dict[str, Json] = {
        "command": event.type,
        "reason": refusal.code,
        "text": refusals.text(refusal.code, refusal.facts),
        **refusal.facts,
    }
    audience: Audience = "seat" if event.seat else "platform"
    return Decision("refused", event.seat, t, data, refusal.rule, (event.id,), True, audience)
