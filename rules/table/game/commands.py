"""What may be asked of the game, by whom and when; everything else is refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.events import Json
from rules.frozen import replace
from rules.speaking import Refused
from rules.table.game import day, farewell, lobby, night, voting
from rules.table.game.flow import WAIT, Followed, Step
from rules.table.game.state import GameState, Phase
from rules.table.game.steps import AFTER, end_phase, follow
from rules.table.game.turn import Turn

RUNNING: tuple[Phase, ...] = tuple(AFTER)
SPEECHES: tuple[Phase, ...] = ("speech", "runoff_speech", "farewell")


def finish_speech(game: GameState, turn: Turn) -> Followed:
    """The speaker has said all; what is left of the time is given up."""
    if game.speaker != turn.event.seat:
        raise Refused("not_your_speech", "C-102")
    turn.say("speech.finished", "C-102", "everyone", {"phase": game.phase}, seat=game.speaker)
    return game, AFTER[game.phase]


def end_by_platform(game: GameState, turn: Turn) -> Followed:
    """The platform, which runs the game, reports that the step is over.

    `phase` names the step that ended, so that a report that comes twice ends only one. `left` names who left
    by it, where somebody could: the referee follows the report and says where it finds otherwise.
    """
    if game.setup.mode == "leading":
        raise Refused("clock_leads", "C.2")
    phase = turn.event.data.get("phase")
    if phase is not None and phase != game.phase:
        raise Refused("not_now", "C.1", phase=game.phase)
    told = turn.event.data.get("left")
    if told is not None:
        turn.told = _seats(game, told)
    game = end_phase(game, turn)
    if turn.told is not None:
        raise Refused("nobody_leaves", "C-106")
    return game, WAIT


def _seats(game: GameState, told: Json) -> tuple[int, ...]:
    named = told if isinstance(told, list) else [told]
    seats = tuple(seat for seat in named if type(seat) is int and seat in game.living)
    if not isinstance(told, list) or len(set(seats)) != len(told):
        raise Refused("wrong_left", "C-106")
    return seats


def pause(game: GameState, turn: Turn) -> Followed:
    """Stop the clock of the step."""
    if game.paused is not None:
        raise Refused("already_paused", "E-05")
    left = -1.0 if game.deadline is None else game.deadline - turn.t
    turn.say("game.paused", "E-05", "everyone", {"left": None if left < 0 else left})
    return replace(game, paused=left, deadline=None), WAIT


def resume(game: GameState, turn: Turn) -> Followed:
    """Let the clock of the step run on."""
    left = game.paused
    if left is None:
        raise Refused("not_paused", "E-05")
    deadline = None if left < 0 else turn.t + left
    turn.say("game.resumed", "E-05", "everyone", {"deadline": deadline})
    return replace(game, paused=None, deadline=deadline), WAIT


@dataclass(frozen=True, slots=True)
class Command:
    """One kind of event that the game understands."""

    step: Step
    by: Literal["platform", "seat"]
    phases: tuple[Phase, ...]
    alive: bool = True
    """Whether only living players may; for commands of seats."""
    while_paused: bool = False


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "player.join": Command(lobby.join, "platform", ("lobby",)),
        "player.leave": Command(lobby.leave_table, "platform", ("lobby",)),
        "game.start": Command(lobby.start, "platform", ("lobby",)),
        "game.pause": Command(pause, "platform", RUNNING, while_paused=True),
        "game.resume": Command(resume, "platform", RUNNING, while_paused=True),
        "phase.end": Command(end_by_platform, "platform", RUNNING),
        "speech.finish": Command(finish_speech, "seat", SPEECHES, alive=False),
        "nomination.make": Command(day.nominate, "seat", ("speech",)),
        "nomination.withdraw": Command(day.withdraw, "seat", ("speech",)),
        "vote.cast": Command(voting.cast, "seat", ("vote",)),
        "lift.cast": Command(voting.cast_lift, "seat", ("lift",)),
        "best_read.give": Command(farewell.best_read, "seat", ("farewell",), alive=False),
        "crown.give": Command(farewell.crown, "seat", ("farewell",), alive=False),
        "shot.fire": Command(night.shoot, "seat", ("shooting",)),
        "don.check": Command(night.check_by_don, "seat", ("don_check",)),
        "sheriff.check": Command(night.check_by_sheriff, "seat", ("sheriff_check",)),
    }
)


def obey(game: GameState, turn: Turn) -> GameState:
    """Carry out the turn's event.

    Raises:
        Refused: the rules do not allow it now. The game given is unchanged, as it always is.
    """
    command = COMMANDS[turn.event.type]
    _check(game, turn, command)
    game, step = command.step(game, turn)
    return follow(game, turn, step)


def _check(game: GameState, turn: Turn, command: Command) -> None:
    seat = turn.event.seat
    if command.by == "platform":
        if seat:
            raise Refused("not_platform")
    elif not seat:
        raise Refused("seat_only")
    if game.phase not in command.phases:
        if game.phase == "over":
            raise Refused("game_over", "C-404")
        if game.phase == "lobby":
            raise Refused("no_game")
        raise Refused("already_dealt" if "lobby" in command.phases else "not_now", "C.1", phase=game.phase)
    if game.paused is not None and not command.while_paused:
        raise Refused("paused", "E-05")
    if command.by == "seat" and command.alive and seat not in game.living:
        raise Refused("not_alive")
