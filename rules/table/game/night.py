"""Shots and checks (C.4). Nothing of it is told to anybody but the platform and who asked."""

from __future__ import annotations

from typing import Literal

from rules.events import Json
from rules.frozen import replace
from rules.speaking import Refused
from rules.table.game.day import dawn
from rules.table.game.ending import leave
from rules.table.game.flow import WAIT, Followed, enter
from rules.table.game.state import Check, GameState, Night, NightResult, Result, is_mafia
from rules.table.game.turn import Turn


def begin_night(game: GameState, turn: Turn) -> Followed:
    """Shots first, then the don's check, then the sheriff's."""
    night = Night(gone_before=len(game.record.left))
    game = replace(game, night=night, poll=None, queue=(), vote_cancelled=False)
    return enter(game, turn, "shooting", turn.timing(game).shooting), WAIT


def don_check(game: GameState, turn: Turn) -> Followed:
    """The don's time, whether or not there still is one."""
    return enter(game, turn, "don_check", turn.timing(game).check), WAIT


def sheriff_check(game: GameState, turn: Turn) -> Followed:
    """The sheriff's time, whether or not there still is one."""
    return enter(game, turn, "sheriff_check", turn.timing(game).check), WAIT


def shoot(game: GameState, turn: Turn) -> Followed:
    """Every living mafia member shoots alone (C-202); at the own people too (C-205)."""
    seat = turn.event.seat
    if not is_mafia(game.setup, seat):
        raise Refused("not_mafia", "C-202")
    target = turn.seat_named("target")
    night = game.night
    if night.shots[seat - 1]:
        raise Refused("already_shot", "C-202")
    if target not in game.living:
        raise Refused("target_dead", "C-203", target=target)
    shots = (*night.shots[: seat - 1], target, *night.shots[seat:])
    turn.say("shot.taken", "C-202", "seat", {"target": target, "night": game.day}, seat=seat)
    causes = (*night.shot_causes, turn.event.id)
    return replace(game, night=replace(night, shots=shots, shot_causes=causes)), WAIT


def check_by_don(game: GameState, turn: Turn) -> Followed:
    """Is that seat the sheriff (C-206)?"""
    target = _check_target(game, turn, "don", game.night.don_check)
    found = game.setup.roles[target - 1] == "sheriff"
    game = _answer(game, turn, "don", target, found, "is_sheriff" if found else "not_sheriff")
    return replace(game, night=replace(game.night, don_check=target)), WAIT


def check_by_sheriff(game: GameState, turn: Turn) -> Followed:
    """Is that seat of the mafia (C-207)? The don counts as mafia."""
    target = _check_target(game, turn, "sheriff", game.night.sheriff_check)
    found = is_mafia(game.setup, target)
    game = _answer(game, turn, "sheriff", target, found, "mafia" if found else "citizen")
    return replace(game, night=replace(game.night, sheriff_check=target)), WAIT


def _check_target(game: GameState, turn: Turn, role: Literal["don", "sheriff"], made: int) -> int:
    seat = turn.event.seat
    if game.setup.roles[seat - 1] != role:
        raise Refused("not_don" if role == "don" else "not_sheriff", "C-206" if role == "don" else "C-207")
    if made:
        raise Refused("already_checked", "C-206")
    target = turn.seat_named("target")
    if target == seat:
        raise Refused("self_check", "C-210")
    if target not in game.living and not turn.book.night.check_dead:
        raise Refused("target_dead", "C-210", target=target)
    return target


def _answer(
    game: GameState, turn: Turn, role: Literal["don", "sheriff"], target: int, found: bool, answer: str
) -> GameState:
    """Tell the seat alone, unless it was just shot and the table withholds the answer (C-209)."""
    seat = turn.event.seat
    data: dict[str, Json] = {"target": target, "night": game.day}
    if seat == victim(game) and not turn.book.night.shot_checker_answered:
        turn.say("check.unanswered", "C-209", "seat", data, seat=seat)
        return game
    data["answer"] = answer
    turn.say("check.answered", "C-206" if role == "don" else "C-207", "seat", data, seat=seat)
    check = Check(seat, target, game.day, role, found)
    return replace(game, record=replace(game.record, checks=(*game.record.checks, check)))


def victim(game: GameState) -> int:
    """Who is shot: the one living seat that every living mafia member chose, else 0, a miss (C-203)."""
    mafia = [seat for seat in game.living if is_mafia(game.setup, seat)]
    targets = {game.night.shots[seat - 1] for seat in mafia}
    target = targets.pop() if len(targets) == 1 else 0
    return target if target in game.living else 0


def resolve_night(game: GameState, turn: Turn) -> Followed:
    """Dawn: who was shot leaves; a miss is public, a self-shot is not told apart (C-211)."""
    night, found = game.night, victim(game)
    left = turn.outcome((found,) if found else ())
    shot = left[0] if left else 0
    mafia = tuple(seat for seat in game.living if is_mafia(game.setup, seat))
    self_shot = shot in mafia
    facts: dict[str, Json] = {
        "night": game.day,
        "victim": shot,
        "self_shot": self_shot,
        "shots": list(night.shots),
    }
    turn.say(
        "night.resolved",
        "C-205" if self_shot else "C-203",
        "platform",
        facts,
        causes=night.shot_causes or None,
    )
    public: dict[str, Json] = {"night": game.day, "victim": shot, "miss": not shot}
    turn.say("night.ended", "C-211", "everyone", public)
    done = NightResult(game.day, shot, self_shot, mafia)
    game = replace(game, record=replace(game.record, nights=(*game.record.nights, done)))
    game = leave(game, turn, left, "shot", causes=night.shot_causes) if left else game
    game = _count_quiet(game, turn)
    if game.pending is not None and not (left and turn.book.farewell.after_end):
        return game, "over"
    return replace(dawn(game, turn, game.day + 1), queue=left), "farewell"


def _count_quiet(game: GameState, turn: Turn) -> GameState:
    """A draw after so many nights in a row without anybody leaving (C-405)."""
    if len(game.record.left) > game.night.gone_before:
        return game
    game = replace(game, quiet_nights=game.quiet_nights + 1)
    limit = turn.book.end.stalemate_nights
    if limit and game.quiet_nights >= limit:
        return replace(game, pending=Result("none", "stalemate", "C-405"))
    return game
