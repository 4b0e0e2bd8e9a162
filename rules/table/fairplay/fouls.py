"""Fouls from the interject button (FP-F1): the third costs one speech, and nothing costs more, ever."""

from __future__ import annotations

from rules.events import Event, Json
from rules.frozen import replace
from rules.table.fairplay.effects import LoseSpeech
from rules.table.fairplay.state import FairState
from rules.table.fairplay.turn import Refused, Turn

RULE = "FP-F1"


def press(state: FairState, turn: Turn, event: Event) -> FairState:
    """Somebody presses the interject button.

    Raises:
        Refused: no game runs, the game is paused, the seat is out, has the floor, or its button is off; or
            this very event was judged before, for everything else a player does twice is refused anyway.
    """
    seat, now, book = event.seat, turn.now, turn.book
    _check_allowed(state, turn, seat)
    record = state.seats[seat - 1]
    if record.pressed == event.id:
        raise Refused("pressed_already", RULE)
    count = record.fouls + 1
    given: dict[str, Json] = {"count": count, "round": now.day, "microphone": book.interject_microphone}
    turn.say("foul.given", seat, RULE, given)
    silenced = record.silenced
    if count == book.fouls_silence:
        silenced = now.next_discussion
        turn.say("speech.lost", seat, RULE, {"count": count, "round": silenced})
        turn.effects.append(LoseSpeech(seat, silenced))
    new = replace(record, fouls=count, pressed=event.id, silenced=silenced)
    return replace(state, seats=(*state.seats[: seat - 1], new, *state.seats[seat:]))


def _check_allowed(state: FairState, turn: Turn, seat: int) -> None:
    now, book = turn.now, turn.book
    if not now.running:
        raise Refused("no_game", RULE)
    if now.paused:
        raise Refused("paused", RULE)
    if seat not in now.living:
        raise Refused("not_alive", RULE)
    if seat == now.speaker:
        raise Refused("own_speech", RULE)
    record = state.seats[seat - 1]
    if book.interject_disabled_at is not None and record.fouls >= book.interject_disabled_at:
        raise Refused("button_off", "E-10", count=record.fouls)
    # `next_discussion` is past the silenced day from the moment its discussion begins.
    silent_now = record.silenced == now.next_discussion - 1 and record.silenced > 0
    if silent_now and not book.silenced_keeps_interject:
        raise Refused("silenced", "E-28")
