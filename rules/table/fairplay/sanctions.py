"""What a vote brings about: technical foul, disqualification, abort; and FP-T2, the only automatism."""

from __future__ import annotations

from rules.events import Json
from rules.frozen import replace
from rules.table.fairplay.book import Kind
from rules.table.fairplay.effects import EndGame, Remove
from rules.table.fairplay.raising import propose
from rules.table.fairplay.rules import RULES
from rules.table.fairplay.state import (
    Ballot,
    FairState,
    Sanction,
    disqualification,
    technical_fouls,
)
from rules.table.fairplay.turn import Turn


def impose(state: FairState, turn: Turn, ballot: Ballot) -> FairState:
    """Carry out a ballot that passed."""
    match ballot.kind:
        case "technical_foul":
            return _technical_foul(state, turn, ballot)
        case "disqualification":
            return _disqualify(state, turn, ballot, ballot.rule, automated=False)
        case "abort_void":
            return _abort(state, turn, ballot, EndGame("void", ballot.accused))
        case "abort_opponent_victory":
            return _abort(state, turn, ballot, EndGame("opponent_victory", ballot.accused))


def _technical_foul(state: FairState, turn: Turn, ballot: Ballot) -> FairState:
    """The first has no effect; the second disqualifies in the same instant, without a vote (FP-T2)."""
    state, sanction = _record(state, turn, ballot, "technical_foul", ballot.rule)
    count = technical_fouls(state, ballot.accused)
    data = {**_facts(sanction, ballot), "count": count}
    turn.say("technical_foul.given", ballot.accused, ballot.rule, data, causes=ballot.causes, automated=False)
    if count >= turn.book.tech_fouls_dq and disqualification(state, ballot.accused) is None:
        return _disqualify(state, turn, ballot, "FP-T2", automated=True)
    return state


def _disqualify(state: FairState, turn: Turn, ballot: Ballot, rule: str, automated: bool) -> FairState:
    seat = ballot.accused
    state, sanction = _record(state, turn, ballot, "disqualification", rule)
    in_game = seat in turn.living
    data: dict[str, Json] = {
        **_facts(sanction, ballot),
        "in_game": in_game,
        "appeal_until": turn.t + turn.book.appeal_within,
    }
    turn.say("player.disqualified", seat, rule, data, causes=ballot.causes, automated=automated)
    if in_game:
        turn.effects.append(Remove(seat))
    return propose(state, turn, seat, ballot.incident, sanction.id)


def _abort(state: FairState, turn: Turn, ballot: Ballot, effect: EndGame) -> FairState:
    state, sanction = _record(state, turn, ballot, ballot.kind, "FP-A1")
    data: dict[str, Json] = {**_facts(sanction, ballot), "form": effect.result}
    turn.say("game.aborted", ballot.accused, "FP-A1", data, causes=ballot.causes, automated=False)
    turn.effects.append(effect)
    return state


def _record(
    state: FairState, turn: Turn, ballot: Ballot, kind: Kind, rule: str
) -> tuple[FairState, Sanction]:
    imposed = sum(1 for known in state.sanctions if not known.replaces)  # the rest came of private appeals
    sanction = Sanction(
        id=f"sanction-{imposed + 1}",
        kind=kind,
        seat=ballot.accused,
        rule=rule,
        incident=ballot.incident,
        ballot=ballot.id,
        t=turn.t,
        stage=turn.stage,
    )
    return replace(state, sanctions=(*state.sanctions, sanction)), sanction


def _facts(sanction: Sanction, ballot: Ballot) -> dict[str, Json]:
    """`reason` is the rule that was broken, whatever rule the consequence follows from."""
    return {
        "sanction": sanction.id,
        "reason": RULES[ballot.rule].title,
        "broken": ballot.rule,
        "grounds": ballot.incident,
        "ballot": ballot.id,
    }
