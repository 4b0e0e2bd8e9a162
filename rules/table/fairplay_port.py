"""Between game and fair play, which do not know each other: what one sees of the other and asks of it."""

from __future__ import annotations

from rules.events import Decision, Json
from rules.frozen import replace
from rules.table.fairplay.effects import Effect, EndGame, LoseSpeech, Remove, Restore
from rules.table.fairplay.situation import Situation
from rules.table.fairplay.state import FairState, disqualification, technical_fouls
from rules.table.game import scoring
from rules.table.game.ending import opponent_victory
from rules.table.game.removal import disqualify
from rules.table.game.state import SEATS, GameState, Result
from rules.table.game.steps import follow
from rules.table.game.turn import Turn


def watches(fair: FairState) -> bool:
    """Whether fair play waits for anything: an open ballot, a dark camera."""
    return bool(fair.open or fair.dark)


def situation(game: GameState, t: float) -> Situation:
    """What fair play may see of the game: no roles."""
    return Situation(
        t=t,
        running=game.phase not in ("lobby", "over"),
        paused=game.paused is not None,
        phase=game.phase,
        day=game.day,
        next_discussion=game.discussed + 1,
        speaker=game.speaker,
        voting=game.poll.round if game.poll is not None else 0,
        seats=SEATS,
        living=game.living,
        players=game.setup.players,
    )


def carry_out(game: GameState, turn: Turn, effect: Effect, decisions: tuple[Decision, ...]) -> GameState:
    """Do in the game what fair play decided; what the game has left behind is left alone."""
    if isinstance(effect, LoseSpeech):
        return replace(game, silenced=(*game.silenced, (effect.seat, effect.day)))
    if isinstance(effect, Restore):
        record = replace(game.record, restored=(*game.record.restored, effect.seat))
        return replace(game, record=record)
    if game.phase in ("lobby", "over"):
        return game
    if isinstance(effect, EndGame):
        if effect.result == "void":
            result = Result("none", "abort_void", "FP-A1")
        else:
            result = opponent_victory(game, effect.offender)
        return follow(replace(game, pending=result), turn, "over")
    return _remove(game, turn, effect, decisions)


def _remove(game: GameState, turn: Turn, effect: Remove, decisions: tuple[Decision, ...]) -> GameState:
    if effect.seat not in game.living:
        return game
    causes = next((d.caused_by for d in decisions if d.seat == effect.seat and d.caused_by), (turn.event.id,))
    game, step = disqualify(game, turn, effect.seat, causes)
    return follow(game, turn, step)


def score(game: GameState, fair: FairState, turn: Turn, revised: bool) -> None:
    """Both scorings of a game that is over, side by side (C.9)."""
    conduct = tuple(
        scoring.Conduct(
            fair.seats[seat - 1].fouls,
            technical_fouls(fair, seat),
            disqualification(fair, seat) is not None and seat not in game.record.restored,
        )
        for seat in SEATS
    )
    book = turn.book.scoring
    data: dict[str, Json] = {"main": book.main, "revised": revised}
    for name, table in (("classic", book.classic), ("max_mafia", book.max_mafia)):
        data[name] = [s.to_json() for s in scoring.score(table, book, game, conduct)]
    turn.say("scores.given", "C.9", "everyone", data)
