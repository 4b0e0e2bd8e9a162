"""What disqualification and abort do to a running game."""

from __future__ import annotations

import pytest

from rules.table.book import RuleBook
from rules.table.game.book import VoteBook
from rules.table.game.state import SEATS
from tests.rules.table.tables import Table, find, left, points, sanction, types


def test_B4_a_disqualified_player_leaves_without_farewell_and_with_a_hidden_role() -> None:
    table = Table()
    table.to_day(1)
    decisions = sanction(table, 9, "FP-S2", "disqualification")
    assert left(decisions) == [9]
    assert table.game.living == (1, 2, 3, 4, 5, 6, 7, 8, 10)
    public = [d for d in decisions if d.audience == "everyone"]
    assert not any("role" in d.data or "team" in d.data for d in public)
    assert "farewell" not in [d.data.get("phase") for d in decisions]
    before = len(table.said)
    table.to_day(2)
    assert 9 not in [d.seat for d in table.said[before:] if d.data.get("phase") == "speech"]


def test_B4_a_disqualified_speaker_loses_the_floor_at_once() -> None:
    table = Table()
    table.to_day(1)
    assert table.game.speaker == 1
    sanction(table, 1, "FP-S2", "disqualification")
    assert (table.phase, table.game.speaker) == ("speech", 2)


def test_E11_a_disqualification_during_the_vote_cancels_it() -> None:
    table = Table()
    table.to_day(1)
    table.nominate([3, 7])
    table.to("vote")
    table.do("vote.cast", 1, candidate=3)
    decisions = sanction(table, 9, "FP-S2", "disqualification")
    assert find(decisions, "vote.cancelled").rule == "E-11"
    assert left(decisions) == [9]
    assert (table.phase, table.game.poll) == ("shooting", None)


def test_E11_a_disqualification_in_the_discussion_cancels_the_vote_of_that_day() -> None:
    table = Table()
    table.to_day(1)
    sanction(table, 9, "FP-S2", "disqualification")
    decisions = table.nominate([3, 7])
    assert table.phase == "shooting"
    assert left(decisions) == []


def test_E11_a_result_that_is_fixed_stands() -> None:
    table = Table()
    table.to_day(1)
    table.nominate([3, 7])
    table.vote(dict.fromkeys(SEATS, 3))
    assert (table.phase, table.game.speaker) == ("farewell", 3)
    decisions = sanction(table, 9, "FP-S2", "disqualification")
    assert "vote.cancelled" not in types(decisions)
    assert table.game.living == (1, 2, 4, 5, 6, 7, 8, 10)
    assert (table.phase, table.game.speaker) == ("farewell", 3)


def test_E11_without_cancelling_the_running_vote_goes_on_without_the_disqualified() -> None:
    table = Table(RuleBook(vote=VoteBook(cancel_after_dq=False)))
    table.to_day(1)
    table.nominate([3, 7])
    table.to("vote")
    for seat in (1, 2, 9):
        table.do("vote.cast", seat, candidate=3)
    sanction(table, 9, "FP-S2", "disqualification")
    assert table.phase == "vote"
    table.tick()
    table.tick()
    ballots = table.game.record.rounds[-1].choices
    assert ballots[8] == 0
    assert sum(choice != 0 for choice in ballots) == 9


@pytest.mark.parametrize(
    ("living", "seat", "winner"),
    [
        ((1, 2, 3, 8, 9), 1, "mafia"),
        ((1, 2, 3, 8, 9), 8, None),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 1, None),
        ((1, 2, 9), 9, "town"),
        ((1, 2, 3, 4, 8, 9, 10), 1, "mafia"),
    ],
    ids=["3v2_town", "3v2_mafia", "7v3_town", "2v1_mafia", "4v3_town"],
)
def test_C403_E27_the_win_check_follows_a_disqualification(
    living: tuple[int, ...], seat: int, winner: str | None
) -> None:
    table = Table(living=living)
    table.to_day(1)
    decisions = sanction(table, seat, "FP-S2", "disqualification")
    ended = [d.data["winner"] for d in decisions if d.type == "game.ended"]
    assert ended == ([] if winner is None else [winner])


def test_FP_T2_the_second_technical_foul_removes_from_the_game_at_once() -> None:
    table = Table()
    table.to_day(1)
    assert left(sanction(table, 4, "FP-U3", "technical_foul")) == []
    decisions = sanction(table, 4, "FP-U6", "technical_foul")
    assert left(decisions) == [4]
    assert find(decisions, "player.disqualified").rule == "FP-T2"
    assert 4 not in table.game.living


@pytest.mark.parametrize(("offender", "winner"), [(1, "mafia"), (7, "mafia"), (9, "town"), (10, "town")])
def test_B_D4_opponent_victory_defeats_the_offenders_team_at_once(offender: int, winner: str) -> None:
    table = Table()
    table.to_day(1)
    decisions = sanction(table, offender, "FP-U3", "abort_opponent_victory")
    ended = find(decisions, "game.ended")
    assert (ended.data["winner"], ended.data["why"]) == (winner, "opponent_victory")
    totals = points(decisions, "max_mafia")
    town, mafia = totals[:7], totals[7:]
    assert (town, mafia) == (([1.35] * 7, [0.0] * 3) if winner == "town" else ([0.0] * 7, [0.85] * 3))


def test_E08_a_void_abort_has_no_winner_and_no_points() -> None:
    table = Table()
    table.to_day(1)
    decisions = sanction(table, 9, "FP-U3", "abort_void")
    assert find(decisions, "game.ended").data["winner"] == "none"
    for scoring in ("classic", "max_mafia"):
        assert points(decisions, scoring) == [0.0] * 10


def test_C404_nothing_of_the_game_goes_on_after_an_abort() -> None:
    table = Table()
    table.to_day(1)
    sanction(table, 9, "FP-U3", "abort_void")
    assert table.refused("speech.finish", table.game.speaker or 1) == "game_over"
    assert table.refused("interject.press", 2) == "no_game"
