"""Technical fouls, disqualification and abort: what a ballot that passed brings about (B.0, B.4)."""

from __future__ import annotations

import pytest

from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.effects import EndGame, Remove
from rules.table.fairplay.state import technical_fouls
from tests.rules.fairplay.table import TEN, Table, only, reason, types


def test_FP_T2_the_first_technical_foul_has_no_effect() -> None:
    table = Table()
    given = table.sanction(3, "FP-U3", "technical_foul")[-1]
    assert (given.type, given.data["count"]) == ("technical_foul.given", 1)
    assert table.effects == []
    assert table.now.living == TEN


def test_B_D2_FP_T2_the_second_disqualifies_in_the_same_instant_without_a_vote() -> None:
    table = Table()
    table.sanction(3, "FP-U3", "technical_foul")
    table.wait(30.0)
    decisions = table.sanction(3, "FP-U6", "technical_foul")
    closed, second, disqualified, ban = decisions[-4:]
    assert types(decisions)[-4:] == [
        "ballot.closed",
        "technical_foul.given",
        "player.disqualified",
        "ban.proposed",
    ]
    assert (second.data["count"], second.automated, second.rule) == (2, False, "FP-U6")
    assert (disqualified.rule, disqualified.automated, disqualified.t) == ("FP-T2", True, second.t)
    assert disqualified.data["broken"] == "FP-U6"
    assert disqualified.caused_by == closed.caused_by
    assert ban.data["sanction"] == disqualified.data["sanction"]
    assert table.effects == [Remove(3)]
    assert types(table.log).count("ballot.opened") == 2


def test_FP_T2_counts_by_player() -> None:
    table = Table()
    table.sanction(3, "FP-U3", "technical_foul")
    table.sanction(4, "FP-U3", "technical_foul")
    assert [technical_fouls(table.state, seat) for seat in (3, 4, 5)] == [1, 1, 0]
    assert table.effects == []


def test_FP_T2_a_table_may_disqualify_at_another_count() -> None:
    table = Table(FairPlayBook(tech_fouls_dq=3))
    for rule in ("FP-U3", "FP-U4"):
        table.sanction(3, rule, "technical_foul")
    assert table.effects == []
    table.sanction(3, "FP-U5", "technical_foul")
    assert table.effects == [Remove(3)]


def test_FP_T2_fouls_from_the_button_are_no_technical_fouls() -> None:
    table = Table()
    for _ in range(5):
        table.send("interject.press", 3)
    table.sanction(3, "FP-U3", "technical_foul")
    assert technical_fouls(table.state, 3) == 1
    assert not any(isinstance(effect, Remove) for effect in table.effects)


def test_B_D3_B4_who_is_disqualified_for_a_special_violation_leaves_immediately() -> None:
    table = Table()
    given = only(table.sanction(3, "FP-S2", "disqualification"), "player.disqualified")
    assert given.data["in_game"] is True
    assert table.effects == [Remove(3)]
    assert 3 not in table.now.living
    assert reason(table.send("interject.press", 3)) == "not_alive"


def test_B4_a_player_is_disqualified_once() -> None:
    table = Table()
    first, second = table.report(3, "FP-S2"), table.report(3, "FP-S3")
    table.vote(table.ballot(first, "disqualification", by=1), yes=(2, 4, 5, 6, 7))
    for kind in ("disqualification", "technical_foul"):
        assert reason(table.send("ballot.open", 2, incident=second, kind=kind)) == "accused_out"
    assert "ballot.opened" in types(table.send("ballot.open", 2, incident=second, kind="abort_void"))


def test_B4_an_open_ballot_on_a_player_lapses_when_he_is_disqualified_by_another() -> None:
    table = Table(FairPlayBook(open_ballots=2))
    first, second = table.report(3, "FP-S2"), table.report(3, "FP-S3")
    one = table.ballot(first, "disqualification", by=1)
    two = table.ballot(second, "technical_foul", by=1)
    table.vote(one, yes=(2, 4, 5, 6, 7))
    closed = {d.data["ballot"]: d.data["outcome"] for d in table.log if d.type == "ballot.closed"}
    assert closed == {one: "passed", two: "lapsed"}
    assert table.state.seats[0].failed_ballots == 0


def test_E27_participants_may_abort_instead_of_disqualifying() -> None:
    table = Table()
    table.sanction(3, "FP-S2", "abort_opponent_victory")
    assert table.effects == [EndGame("opponent_victory", 3)]


def test_C404_an_abort_ends_the_game_at_once_and_open_ballots_lapse() -> None:
    table = Table(FairPlayBook(open_ballots=2))
    first, second = table.report(3, "FP-S2"), table.report(4, "FP-U3")
    other = table.ballot(second, "technical_foul", by=2)
    table.vote(table.ballot(first, "abort_void", by=1), yes=(2, 4, 5, 6, 7))
    assert table.now.running is False
    assert types(table.log)[-2:] == ["game.aborted", "ballot.closed"]
    assert table.log[-1].data["outcome"] == "lapsed"
    assert reason(table.vote(other, yes=(5,))) == "ballot_closed"


def test_a_ballot_lapses_when_the_game_ends_by_itself() -> None:
    table = Table()
    table.ballot(table.report(3, "FP-S2"), "disqualification", by=1)
    (closed,) = table.set(running=False)
    assert closed.data["outcome"] == "lapsed"
    assert table.state.sanctions == ()


@pytest.mark.parametrize(("allowed", "outcome"), [(True, None), (False, "lapsed")])
def test_E29_a_ballot_on_somebody_who_leaves_by_the_game(allowed: bool, outcome: str | None) -> None:
    table = Table(FairPlayBook(eliminated_can_be_sanctioned=allowed))
    table.ballot(table.report(3, "FP-S2"), "disqualification", by=1)
    decisions = table.set(living=tuple(seat for seat in TEN if seat != 3))
    assert [d.data["outcome"] for d in decisions] == ([] if outcome is None else [outcome])


def test_a_lapsed_ballot_does_not_use_up_the_one_vote() -> None:
    table = Table()
    incident = table.report(3, "FP-S2")
    table.ballot(incident, "disqualification", by=1)
    table.set(running=False)
    table.set(running=True)
    assert "ballot.opened" in types(table.send("ballot.open", 2, incident=incident, kind="disqualification"))


def test_every_decision_names_its_rule_its_causes_and_whether_people_decided() -> None:
    table = Table()
    table.send("interject.press", 2)
    table.send("gesture.started", 3, gesture="forbidden", score=0.9)
    table.sanction(4, "FP-S2", "disqualification")
    table.sanction(5, "FP-U3", "technical_foul")
    for decision in table.log:
        assert decision.rule
        assert decision.caused_by
    automatic = {d.type for d in table.log if d.automated}
    assert automatic == {"foul.given", "grounds.raised", "incident.recorded", "ban.proposed"}
