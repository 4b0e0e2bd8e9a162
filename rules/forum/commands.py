"""What may be asked of a game in a forum, by whom and when; everything else is refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.forum import dark, day, execution, lobby, posts, start
from rules.forum.state import ForumState, Phase
from rules.forum.turn import Turn
from rules.speaking import Refused

RUNNING: tuple[Phase, ...] = ("zero_night", "day", "dusk", "night")


@dataclass(frozen=True, slots=True)
class Command:
    """One kind of event that the rules understand."""

    step: Callable[[ForumState, Turn], ForumState]
    by: Literal["host", "player"]
    phases: tuple[Phase, ...]
    alive: bool = True
    """Whether only living players may; for commands of players."""


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "intervals.change": Command(lobby.change_intervals, "host", ("setup",)),
        "signup.open": Command(lobby.open_signup, "host", ("setup",)),
        "player.join": Command(lobby.join, "host", ("sign_up",)),
        "player.leave": Command(lobby.leave, "host", ("sign_up",)),
        "account.ask": Command(lobby.ask_account, "player", ("sign_up", *RUNNING), alive=False),
        "character.take": Command(lobby.take_character, "player", ("sign_up", *RUNNING), alive=False),
        "game.start": Command(start.start, "host", ("sign_up",)),
        "messages.sent": Command(start.note_told, "host", ("zero_night",)),
        "limit.announce": Command(day.set_limit, "host", ("day",)),
        "vote.cast": Command(day.vote, "player", ("day",)),
        "vote.close": Command(day.close_by_host, "host", ("day",)),
        "post.made": Command(posts.take, "player", RUNNING, alive=False),
        "pistol.shoot": Command(execution.shoot, "player", ("dusk",)),
        "night.begin": Command(day.begin_night, "host", ("dusk",)),
        "night.order": Command(dark.order, "player", ("zero_night", "night")),
        "story.tell": Command(dark.tell_story, "player", ("night",)),
        "night.end": Command(dark.end_night, "host", ("zero_night", "night")),
    }
)


def obey(state: ForumState, turn: Turn) -> ForumState:
    """Carry out the turn's event.

    Raises:
        Refused: the rules do not allow it now. The state given is unchanged, as it always is.
    """
    command = COMMANDS[turn.event.type]
    _check(state, turn.event.seat, command)
    return command.step(state, turn)


def _check(state: ForumState, seat: int, command: Command) -> None:
    if command.by == "host" and seat:
        raise Refused("not_host")
    if command.by == "player" and not seat:
        raise Refused("player_only")
    if state.phase not in command.phases:
        if state.phase == "over":
            raise Refused("game_over", "F-011")
        if state.phase in ("setup", "sign_up"):
            before = {"setup", "sign_up"}.intersection(command.phases)
            raise Refused("not_now" if before else "no_game", _rule(command))
        raise Refused("not_now", _rule(command))
    running = bool(state.roles)
    if command.by == "player" and command.alive and running and seat not in state.living:
        raise Refused("not_alive", "F-012")


def _rule(command: Command) -> str:
    """The statement by which a command has its time."""
    if command.step is lobby.change_intervals:
        return "F-201"
    if "sign_up" in command.phases or "setup" in command.phases:
        return "F-301"
    if "day" in command.phases:
        return "F-206"
    return "F-154" if command.step is execution.shoot else "F-305"
