"""Ballots of the living on a sanction (B.4, E-03, E-07): opening, voting, counting, closing."""

from __future__ import annotations

from rules.events import Event, Json
from rules.frozen import replace
from rules.table.fairplay.book import KINDS, FairPlayBook, Kind
from rules.table.fairplay.incident import Incident
from rules.table.fairplay.raising import VOTABLE
from rules.table.fairplay.read import choice, text, yes_or_no
from rules.table.fairplay.rules import RULES, kinds_for
from rules.table.fairplay.sanctions import impose
from rules.table.fairplay.state import Ballot, FairState, Outcome, disqualification, find, replaced
from rules.table.fairplay.turn import Refused, Turn

RULE = "B-P2"
MAJORITY = "E-07"


def open_ballot(state: FairState, turn: Turn, event: Event) -> FairState:
    """A living player asks for a vote: data `incident`, `kind`, and `rule` where an alternative is meant.

    Raises:
        Refused: there are no such grounds, they do not allow that sanction, or a limit is reached.
    """
    seat = event.seat
    if not turn.running:
        raise Refused("no_game", RULE)
    if seat not in turn.living:
        raise Refused("not_alive", MAJORITY)
    incident = find(state.incidents, text(event, "incident"))
    if incident is None or incident.grounds_class not in VOTABLE:
        raise Refused("no_grounds", RULE)
    kind = choice(event, "kind", KINDS)
    rule = _rule_for(turn.book, incident, kind, event)
    _check_limits(state, turn, incident, kind)
    _check_initiator(state, turn, seat)
    ballot = _new(state, turn, event, incident, kind, rule)
    turn.say("ballot.opened", ballot.accused, rule, _opened(turn, ballot), automated=False)
    if turn.book.initiator_votes_yes and seat in ballot.voters:
        ballot = replace(ballot, votes=((seat, True),))
        _tell_vote(turn, ballot)
    return close_decided(replace(state, open=(*state.open, ballot), opened=state.opened + 1), turn)


def vote(state: FairState, turn: Turn, event: Event) -> FairState:
    """A living player votes: data `ballot` and `yes`. The first vote is final.

    Raises:
        Refused: the ballot is closed, the seat has no vote in it or has voted.
    """
    ballot = find(state.open, text(event, "ballot"))
    if ballot is None:
        raise Refused("ballot_closed", MAJORITY)
    if event.seat not in turn.living:
        raise Refused("not_alive", MAJORITY)
    if event.seat not in ballot.voters:
        raise Refused("no_vote", MAJORITY)
    if any(seat == event.seat for seat, _ in ballot.votes):
        raise Refused("voted_already", MAJORITY)
    yes = yes_or_no(event, "yes")
    ballot = replace(ballot, votes=(*ballot.votes, (event.seat, yes)), causes=(*ballot.causes, event.id))
    _tell_vote(turn, ballot)
    return close_decided(replace(state, open=replaced(state.open, ballot)), turn)


def due(state: FairState) -> float:
    """When the next ballot's time is up; infinite where none is open."""
    return min((ballot.deadline for ballot in state.open), default=float("inf"))


def close_decided(state: FairState, turn: Turn) -> FairState:
    """Close every ballot whose time is up, that is decided, or that has become pointless."""
    for ballot in state.open:
        if find(state.open, ballot.id) is not None:
            outcome = _outcome(state, turn, ballot)
            if outcome is not None:
                state = _close(state, turn, ballot, outcome)
    return state


def tally(ballot: Ballot, living: tuple[int, ...]) -> tuple[int, int, int]:
    """Yes, no, and votes not cast, of the voters who still live; a vote of who left counts no more."""
    voted = [yes for seat, yes in ballot.votes if seat in living]
    voters = sum(1 for seat in ballot.voters if seat in living)
    return sum(voted), len(voted) - sum(voted), voters - len(voted)


def needed(book: FairPlayBook, voters: int, cast: int) -> int:
    """Yes votes that are a strict majority: of the voters, or of the votes cast (E-07)."""
    return (voters if book.majority_of == "living" else cast) // 2 + 1


def _rule_for(book: FairPlayBook, incident: Incident, kind: Kind, event: Event) -> str:
    """The rule the act is judged under: the one asked for, or the first that allows the sanction."""
    rules = (incident.rule, *incident.alternatives)
    if event.data.get("rule") is not None:
        rules = (choice(event, "rule", rules),)
    for rule in rules:
        if kind in kinds_for(book, RULES[rule]):
            return rule
    raise Refused("kind_not_allowed", "E-03", kind=kind, rule=incident.rule)


def _check_limits(state: FairState, turn: Turn, incident: Incident, kind: Kind) -> None:
    book, accused = turn.book, incident.seat
    if len(state.open) >= book.open_ballots:
        raise Refused("ballot_open", MAJORITY)
    if book.one_sanction_per_incident and any(s.incident == incident.id for s in state.sanctions):
        raise Refused("sanctioned_already", RULE)
    held = [b for b in (*state.ballots, *state.open) if b.incident == incident.id and b.kind == kind]
    if sum(1 for b in held if b.outcome != "lapsed") >= book.ballots_per_incident_and_kind:
        raise Refused("voted_on_already", MAJORITY, kind=kind)
    if turn.now.day > incident.stage.day + book.grounds_valid_days:
        raise Refused("grounds_stale", MAJORITY, days=book.grounds_valid_days)
    if kind in ("technical_foul", "disqualification") and _beyond(state, turn, accused):
        raise Refused("accused_out", RULE, accused=accused)


def _check_initiator(state: FairState, turn: Turn, seat: int) -> None:
    limit = turn.book.failed_ballots_per_player
    if state.seats[seat - 1].failed_ballots >= limit:
        raise Refused("too_many_failed", MAJORITY, limit=limit)


def _beyond(state: FairState, turn: Turn, accused: int) -> bool:
    """Whether a technical foul or disqualification of that seat has become pointless."""
    if disqualification(state, accused) is not None:
        return True
    return accused not in turn.living and not turn.book.eliminated_can_be_sanctioned


def _new(state: FairState, turn: Turn, event: Event, incident: Incident, kind: Kind, rule: str) -> Ballot:
    living = turn.living
    return Ballot(
        id=f"ballot-{state.opened + 1}",
        incident=incident.id,
        kind=kind,
        rule=rule,
        accused=incident.seat,
        initiator=event.seat,
        voters=tuple(s for s in living if turn.book.accused_votes or s != incident.seat),
        opened=turn.t,
        deadline=turn.t + turn.book.ballot_seconds,
        stage=turn.stage,
        alive=len(living),
        votes=(),
        causes=(event.id,),
    )


def _opened(turn: Turn, ballot: Ballot) -> dict[str, Json]:
    return {
        "ballot": ballot.id,
        "incident": ballot.incident,
        "kind": ballot.kind,
        "rule": ballot.rule,
        "initiator": ballot.initiator,
        "voters": list(ballot.voters),
        "needed": needed(turn.book, len(ballot.voters), len(ballot.voters)),
        "deadline": ballot.deadline,
    }


def _tell_vote(turn: Turn, ballot: Ballot) -> None:
    """Tell of the latest vote; where votes are secret, only that there is one more."""
    seat, yes = ballot.votes[-1]
    data: dict[str, Json] = {"ballot": ballot.id, "kind": ballot.kind, "cast": len(ballot.votes)}
    if turn.book.votes_public:
        data["yes"] = yes
    turn.say("ballot.cast", seat if turn.book.votes_public else 0, ballot.rule, data, automated=False)


def _outcome(state: FairState, turn: Turn, ballot: Ballot) -> Outcome | None:
    """How the ballot ends now; None while it goes on."""
    book = turn.book
    personal = ballot.kind in ("technical_foul", "disqualification")
    if not turn.running or (personal and _beyond(state, turn, ballot.accused)):
        return "lapsed"
    yes, no, missing = tally(ballot, turn.living)
    if missing == 0 or turn.now.t >= ballot.deadline:
        return "passed" if _passes(book, yes, no, missing) else "failed"
    if not book.close_when_decided:
        return None
    if _passes(book, yes, no, missing) and _passes(book, yes, no + missing, 0):
        return "passed"
    return None if _passes(book, yes + missing, no, 0) else "failed"


def _passes(book: FairPlayBook, yes: int, no: int, missing: int) -> bool:
    cast = yes + no
    return cast >= book.quorum and yes >= needed(book, cast + missing, cast)


def _close(state: FairState, turn: Turn, ballot: Ballot, outcome: Outcome) -> FairState:
    """Write down the result; a ballot whose time is up closes at its deadline, whenever that is noticed."""
    turn.t = min(turn.now.t, ballot.deadline)
    yes, no, missing = tally(ballot, turn.living)
    closed = replace(ballot, outcome=outcome, closed=turn.t)
    data: dict[str, Json] = {
        "ballot": ballot.id,
        "incident": ballot.incident,
        "kind": ballot.kind,
        "yes": yes,
        "no": no,
        "not_voted": missing,
        "needed": needed(turn.book, yes + no + missing, yes + no),
        "outcome": outcome,
    }
    if turn.book.votes_public:
        data["votes"] = {str(seat): given for seat, given in ballot.votes if seat in turn.living}
    turn.say("ballot.closed", ballot.accused, ballot.rule, data, causes=ballot.causes, automated=False)
    state = replace(
        state, open=tuple(b for b in state.open if b.id != ballot.id), ballots=(*state.ballots, closed)
    )
    if outcome == "failed":
        state = _count_failure(state, ballot.initiator)
    if outcome == "passed":
        state = impose(state, turn, closed)
    turn.t = turn.now.t
    return state


def _count_failure(state: FairState, seat: int) -> FairState:
    record = state.seats[seat - 1]
    new = replace(record, failed_ballots=record.failed_ballots + 1)
    return replace(state, seats=(*state.seats[: seat - 1], new, *state.seats[seat:]))
