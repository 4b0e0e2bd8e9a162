"""Last words, best read, crown (C.5)."""

from __future__ import annotations

from rules.events import Json
from rules.frozen import replace
from rules.speaking import Refused
from rules.table.game.flow import WAIT, Followed, enter
from rules.table.game.state import GameState, Testament
from rules.table.game.turn import Turn


def next_farewell(game: GameState, turn: Turn) -> Followed:
    """The next last words; then the discussion (after a shot) or the night (after a vote)."""
    game = close(game, turn)
    if game.queue:
        seat, *rest = game.queue
        game = replace(game, testament=Testament(seat))
        seconds = turn.timing(game).farewell
        return enter(game, turn, "farewell", seconds, speaker=seat, queue=tuple(rest)), WAIT
    game = replace(game, speaker=0)
    if game.pending is not None:
        return game, "over"
    return game, "discussion" if game.discussed < game.day else "night"


def close(game: GameState, turn: Turn) -> GameState:
    """The testament is final at the end of the farewell (E-20)."""
    testament = game.testament
    if testament is None:
        return game
    suspects: list[Json] = list(testament.suspects)
    data: dict[str, Json] = {"suspects": suspects, "crown": testament.crown, "day": game.day}
    turn.say("testament.closed", "C-303", "everyone", data, seat=testament.seat)
    record = replace(game.record, testaments=(*game.record.testaments, testament))
    return replace(game, testament=None, record=record)


def best_read(game: GameState, turn: Turn) -> Followed:
    """Name the suspects (C-303, C-306); may be changed until the farewell ends (E-20)."""
    testament = _own(game, turn)
    book = turn.book.farewell
    named = turn.event.data.get("suspects")
    suspects = tuple(seat for seat in named if type(seat) is int) if isinstance(named, list) else ()
    valid = isinstance(named, list) and len(named) == len(suspects) == len(set(suspects))
    valid = valid and all(1 <= seat <= 10 for seat in suspects)
    if not valid or not book.suspects_min <= len(suspects) <= book.suspects_max:
        raise Refused("suspects_count", "C-306", least=book.suspects_min, most=book.suspects_max)
    if testament.seat in suspects:
        raise Refused("self_suspect", "C-306")
    for seat in suspects:
        if not book.suspects_dead and seat not in game.living:
            raise Refused("suspects_dead", "C-306", suspect=seat)
    facts: dict[str, Json] = {"suspects": list(suspects)}
    turn.say("best_read.given", "C-303", "everyone", facts, seat=testament.seat)
    return replace(game, testament=replace(testament, suspects=suspects)), WAIT


def crown(game: GameState, turn: Turn) -> Followed:
    """Leave the crown to a living player (C-304); may be changed until the farewell ends."""
    testament = _own(game, turn)
    if not turn.book.farewell.crown:
        raise Refused("crown_off", "C-304")
    target = turn.seat_named("target")
    if target == testament.seat:
        raise Refused("crown_self", "C-304")
    if target not in game.living:
        raise Refused("target_dead", "C-304", target=target)
    turn.say("crown.given", "C-304", "everyone", {"target": target}, seat=testament.seat)
    return replace(game, testament=replace(testament, crown=target)), WAIT


def _own(game: GameState, turn: Turn) -> Testament:
    if game.testament is None or game.testament.seat != turn.event.seat:
        raise Refused("not_your_speech", "C-302")
    return game.testament
