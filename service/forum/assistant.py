"""What a host asks for, put to the rules and kept: players by their names, moments by the clock given."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.events import Decision, Event, Json
from rules.forum.lobby import key, names
from rules.forum.referee import apply
from rules.forum.state import ForumState
from service.forum.game_file import GameFileError, Head, Kept, load, locked, save
from service.forum.markup import Markup, PostError, read

NOBODY = "nobody"
"""What a host writes where nobody is meant."""


class HostError(Exception):
    """What was asked for cannot be. The message is for the host."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a request brought about."""

    head: Head
    before: ForumState
    state: ForumState
    decisions: tuple[Decision, ...]
    refusal: Decision | None = None
    """Why nothing of what was asked for happened; what was due by then has."""


def act(path: Path, kind: str, who: str, data: dict[str, Json], now: float) -> Step:
    """One request, kept in the file unless the rules refuse it.

    Args:
        kind: the event's type, as in `rules.forum.commands`; `clock` lets time pass.
        who: the player by any of its names; empty: the host.
        data: the event's data; `target` and `seats` may name players.
        now: seconds since 1970.

    Raises:
        HostError: a name that nobody bears, or a time before what is kept.
        GameFileError: the file cannot be used.
    """
    if not path.is_file():
        load(path)  # says so, before a lock file is made beside nothing
    with locked(path):
        kept = load(path)
        if now < kept.state.t:
            raise HostError("this is earlier than what has been taken down; give a later time with --at")
        _refuse_nobody(kind, data)
        seat = seat_of(kept.state, who) if who else 0
        facts = {name: _seats(kept.state, name, value) for name, value in data.items()}
        step, events = _judge(kept, kind, seat, facts, now)
        if len(events) > len(kept.events):
            save(path, kept.head, events)
        return step


def post(path: Path, who: str, text: str, markup: Markup | None, account: str, now: float) -> Step:
    """A post of a player, read and judged.

    Raises:
        HostError: as for `act`, or it is too long.
        GameFileError: the file cannot be used.
    """
    kept = load(path)
    try:
        marked = read(text, markup or kept.head.markup)
    except PostError as error:
        raise HostError(str(error)) from error
    data: dict[str, Json] = {
        "bold": [*marked.bold],
        "unclear": [*marked.unclear],
        "addressed": [*marked.addressed],
        "nick": marked.nick,
        "account": account,
    }
    return act(path, "post.made", who, data, now)


def start(path: Path, data: dict[str, Json], seed: str | None, now: float) -> Step:
    """Deal the roles: from a seed, or else from the system's own chance.

    Raises:
        HostError: players have no account yet where accounts are anonymous; else as for `act`.
        GameFileError: the file cannot be used.
    """
    state = load(path).state
    if state.book.setup.anonymous:
        missing = [player.player for player in state.players if not player.login]
        if missing:
            raise HostError(f"no account yet: {', '.join(missing)}; hand them out with: forum host account")
    chance: dict[str, Json] = {} if "deal" in data else {"seed": seed or secrets.token_hex(16)}
    return act(path, "game.start", "", {**data, **chance}, now)


def look(path: Path, now: float) -> Step:
    """How things are; what is due by now happens and is kept.

    Raises:
        GameFileError: the file cannot be used.
    """
    state = load(path).state
    return act(path, "clock", "", {}, max(now, state.t))


def _refuse_nobody(kind: str, data: dict[str, Json]) -> None:
    """Nobody may be called what the host writes where nobody is meant."""
    wanted = {"player.join": "player", "character.take": "name"}.get(kind)
    if wanted is not None and key(str(data.get(wanted, ""))) == key(NOBODY):
        raise HostError(f"{NOBODY!r} means that nobody is meant; choose another name")


def seat_of(state: ForumState, who: str) -> int:
    """The seat of a player by any of its names.

    Raises:
        HostError: nobody is called that; the message lists who there is.
    """
    wanted = key(who)
    for seat, player in enumerate(state.players, start=1):
        if wanted in names(player):
            return seat
    known = ", ".join(sorted(player.name for player in state.players)) or "nobody yet"
    raise HostError(f"nobody is called {who!r}; players: {known}")


def _judge(
    kept: Kept, kind: str, seat: int, data: dict[str, Json], now: float
) -> tuple[Step, tuple[Event, ...]]:
    """What is due first, then what is asked for: a refusal does not undo the end of a vote."""
    events = kept.events
    clock = Event(f"e{len(events) + 1}", "clock", 0, now)
    state, due = apply(kept.state, clock)
    if due and due[-1].type == "refused":
        raise HostError(str(due[-1].data["text"]))
    if due:
        events = (*events, clock)
    if kind == "clock":
        return Step(kept.head, kept.state, state, due), events
    event = Event(f"e{len(events) + 1}", kind, seat, now, data)
    after, decisions = apply(state, event)
    if decisions and decisions[-1].type == "refused":
        return Step(kept.head, kept.state, state, due, decisions[-1]), events
    return Step(kept.head, kept.state, after, (*due, *decisions)), (*events, event)


def _seats(state: ForumState, name: str, value: Json) -> Json:
    """Seats in place of names of players."""
    if name == "target" and isinstance(value, str):
        return seat_of(state, value) if value else 0
    if name == "seats" and isinstance(value, Sequence) and not isinstance(value, str):
        return [seat_of(state, str(who)) for who in value]
    return value


__all__ = ["GameFileError", "HostError", "Step", "act", "look", "post", "seat_of", "start"]
