"""Dawn, discussion, nominations (C.3)."""

from __future__ import annotations

from rules.events import Json
from rules.frozen import replace
from rules.speaking import Refused
from rules.table.game.flow import WAIT, Followed, enter
from rules.table.game.state import GameState, Night, balance
from rules.table.game.tolerance import critical, fault_tolerance
from rules.table.game.turn import Turn


def dawn(game: GameState, turn: Turn, day: int) -> GameState:
    """A new day: the balance is assessed anew each morning (C-506)."""
    game = replace(game, day=day, nominations=(), poll=None, night=Night())
    living: list[Json] = list(game.living)
    turn.say("day.began", "C.1", "everyone", {"day": day, "living": living})
    town, mafia = balance(game)
    facts: dict[str, Json] = {
        "day": day,
        "town": town,
        "mafia": mafia,
        "fault_tolerance": fault_tolerance(town, mafia),
        "critical": critical(town, mafia),
    }
    turn.say("balance.assessed", "C-503", "platform", facts)
    return game


def first_day(game: GameState, turn: Turn) -> Followed:
    """Day 1 follows the first night; nobody was shot in it (C-201)."""
    return dawn(game, turn, 1), "discussion"


def discussion(game: GameState, turn: Turn) -> Followed:
    """Every living player speaks once, from the opener on around the table (C-105)."""
    first = game.opener + 1 if game.opener else turn.book.day.first_speaker
    order = tuple(sorted(game.living, key=lambda seat: (seat < first, seat)))
    return replace(game, opener=order[0], queue=order, discussed=game.day), "speech"


def next_speech(game: GameState, turn: Turn) -> Followed:
    """The next player's own speech, or the vote once all have spoken."""
    for place, seat in enumerate(game.queue, start=1):
        if (seat, game.day) not in game.silenced:
            seconds, rest = turn.timing(game).speech, game.queue[place:]
            return enter(game, turn, "speech", seconds, speaker=seat, queue=rest), WAIT
        turn.say("speech.skipped", "FP-F1", "everyone", {"day": game.day}, seat=seat)
    return replace(game, speaker=0, queue=()), "vote"


def nominate(game: GameState, turn: Turn) -> Followed:
    """Accept a nomination (C-104)."""
    seat = turn.event.seat
    nominee = turn.seat_named("nominee")
    _check_floor(game, turn, seat)
    if nominee not in game.living:
        raise Refused("target_dead", "C-104", target=nominee)
    if nominee == seat and not turn.book.day.nominate_self:
        raise Refused("self_nomination", "C-104")
    if any(nominee == other for _, other in game.nominations):
        raise Refused("already_nominated", "C-104", nominee=nominee)
    if sum(1 for by, _ in game.nominations if by == seat) >= turn.book.day.nominations_a_day:
        raise Refused("nomination_used", "C-104")
    game = replace(game, nominations=(*game.nominations, (seat, nominee)))
    data: dict[str, Json] = {"nominee": nominee, "place": len(game.nominations)}
    turn.say("nomination.accepted", "C-104", "everyone", data, seat=seat)
    return game, WAIT


def withdraw(game: GameState, turn: Turn) -> Followed:
    """Take the own latest nomination back, within the own speech (E-13)."""
    seat = turn.event.seat
    _check_floor(game, turn, seat)
    if not turn.book.day.withdraw:
        raise Refused("withdraw_off", "E-13")
    own = [pair for pair in game.nominations if pair[0] == seat]
    if not own:
        raise Refused("nothing_to_withdraw", "E-13")
    kept = tuple(pair for pair in game.nominations if pair != own[-1])
    turn.say("nomination.withdrawn", "E-13", "everyone", {"nominee": own[-1][1]}, seat=seat)
    return replace(game, nominations=kept), WAIT


def _check_floor(game: GameState, turn: Turn, seat: int) -> None:
    """Only in the own speech; who lost it may act at any time of the discussion (E-28)."""
    if game.speaker == seat:
        return
    if not (turn.book.day.silenced_nominate and (seat, game.day) in game.silenced):
        raise Refused("not_your_speech", "C-104")
