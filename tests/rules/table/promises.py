"""What the referee promises of every event: each promise a function that fails where it is broken."""

from __future__ import annotations

from collections.abc import Sequence

from rules.canonical import dumps
from rules.events import Decision, Json
from rules.table.fairplay.state import FairState
from rules.table.game.state import SEATS, Result
from rules.table.state import TableState
from rules.table.views import Viewer, seen, view

ROLE_WORDS = tuple(f'"{role}"'.encode() for role in ("citizen", "sheriff", "mafia", "don"))


def a_refused_command_changes_nothing(
    before: TableState, after: TableState, said: Sequence[Decision]
) -> None:
    """And says why, in words."""
    if any(decision.type == "refused" for decision in said):
        assert len(said) == 1
        assert after is before
        text = said[0].data["text"]
        assert isinstance(text, str)
        assert len(text) > 10
        assert "{" not in text


def every_decision_names_rule_and_cause(said: Sequence[Decision]) -> None:
    for decision in said:
        assert decision.rule or decision.type == "refused"
        assert decision.caused_by, decision


def votes_are_those_of_the_living(before: TableState, after: TableState, said: Sequence[Decision]) -> None:
    """Votes of the day, lifts and ballots add up to the living, and no dead voter is counted."""
    living = set(before.game.living)
    accused_votes = before.book.fair_play.accused_votes
    for decision in said:
        data = decision.data
        if decision.type == "game.started":
            living = set(SEATS)
        if decision.type in ("vote.closed", "lift.closed"):
            assert {seat for seat in SEATS if _list(data["choices"])[seat - 1]} == living
        if decision.type == "vote.closed":
            assert sum(vote for vote in _list(data["votes"]) if isinstance(vote, int)) == len(living)
        if decision.type == "ballot.closed":
            voters = sum(_number(data[name]) for name in ("yes", "no", "not_voted"))
            assert len(living) - (not accused_votes) <= voters <= len(living)
            votes = data.get("votes", {})
            assert isinstance(votes, dict)
            assert {int(seat) for seat in votes} <= living
        if decision.type == "player.left":
            living.remove(decision.seat)
    assert living == set(after.game.living)


def there_are_never_two_winners(state: TableState, said: Sequence[Decision]) -> None:
    """A game ends once, with the result that was told, and then nothing moves.

    Args:
        said: everything since the game began.
    """
    game = state.game
    assert (game.result is not None) == (game.phase == "over")
    ends = [decision for decision in said if decision.type == "game.ended"]
    assert len(ends) == (game.result is not None)
    if game.result is not None:
        assert game.result == Result(ends[0].data["winner"], ends[0].data["why"], ends[0].rule)  # type: ignore[arg-type]


def the_dead_have_no_part(state: TableState) -> None:
    """No ballot, no speech, no place in the list."""
    game, living = state.game, set(state.game.living)
    if game.poll is not None:
        assert {seat for seat in SEATS if game.poll.choices[seat - 1]} <= living
        assert set(game.poll.candidates) <= living
    if game.phase in ("speech", "runoff_speech"):
        assert game.speaker in living
        assert set(game.queue) <= living
    assert sorted(living) == list(game.living)
    assert not living & {left.seat for left in game.record.left}


def every_sanction_rests_on_its_ballot(fair: FairState) -> None:
    """On one that passed, against the same seat; of its kind but for FP-T2 and for what an appeal reduced."""
    ballots = {ballot.id: ballot for ballot in fair.ballots}
    for sanction in fair.sanctions:
        ballot = ballots[sanction.ballot]
        assert (ballot.outcome, ballot.accused) == ("passed", sanction.seat)
        if sanction.rule == "FP-T2":
            assert (sanction.kind, ballot.kind) == ("disqualification", "technical_foul")
        elif sanction.replaces:
            assert (sanction.kind, ballot.kind) == ("technical_foul", "disqualification")
        else:
            assert sanction.kind == ballot.kind


def nobody_is_sanctioned_without_a_ballot_but_by_the_second_technical_foul(state: TableState) -> None:
    """And nobody leaves disqualified without a sanction."""
    fair = state.fair
    every_sanction_rests_on_its_ballot(fair)
    struck = {s.seat for s in fair.sanctions if s.kind == "disqualification"}
    assert {left.seat for left in state.game.record.left if left.how == "disqualified"} <= struck


def no_view_shows_a_hidden_role(state: TableState, said: Sequence[Decision]) -> None:
    """Of a game that runs: outsiders see none, a seat its own alone.

    Args:
        said: the decisions to look at, none of them from the end of a game or later.
    """
    outsiders: tuple[Viewer, ...] = ("spectator", "reviewer")
    for viewer in outsiders:
        shown = dumps(view(state, viewer)) + dumps([*seen(said, viewer)])
        assert not [word for word in ROLE_WORDS if word in shown]
    for seat in SEATS:
        own = view(state, seat)
        assert own.pop("role") == state.game.setup.roles[seat - 1]
        checks = own.pop("checks")
        assert all(isinstance(check, dict) and check["seat"] == seat for check in _list(checks))
        assert not [word for word in ROLE_WORDS if word in dumps(own)]
        assert {d.seat for d in seen(said, seat) if d.audience != "everyone"} <= {seat}


def what_is_due_has_happened(state: TableState) -> None:
    deadline = state.game.deadline
    assert deadline is None or deadline >= state.game.since


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value
