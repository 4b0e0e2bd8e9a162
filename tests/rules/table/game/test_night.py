"""Shots and checks (C-201 … C-211, E-18)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.table.book import RuleBook
from rules.table.game.book import NightBook
from rules.table.game.state import SEATS
from rules.table.views import seen, view
from tests.rules.table.tables import Table, find, left


def night(book: NightBook | None = None, living: Sequence[int] = SEATS) -> Table:
    """A table in its first night with shots."""
    table = Table(RuleBook(night=book or NightBook()), living=living)
    table.to("shooting")
    return table


def test_C1_shots_first_then_the_don_then_the_sheriff() -> None:
    table = night()
    assert table.refused("don.check", 10, target=1) == "not_now"
    assert table.refused("sheriff.check", 7, target=1) == "not_now"
    table.tick()
    assert table.phase == "don_check"
    assert table.refused("shot.fire", 8, target=1) == "not_now"
    table.tick()
    assert table.phase == "sheriff_check"
    table.tick()
    assert (table.phase, table.game.day) == ("speech", 2)


def test_C201_E18_the_first_night_is_the_meeting_without_shots_and_checks() -> None:
    table = Table()
    assert (table.phase, table.game.day) == ("meeting", 0)
    assert table.refused("shot.fire", 8, target=1) == "not_now"
    assert table.refused("don.check", 10, target=1) == "not_now"
    assert table.refused("sheriff.check", 7, target=1) == "not_now"
    table.tick()
    assert table.phase == "speech"


def test_E18_the_platform_may_allow_checks_in_night_0() -> None:
    table = Table(RuleBook(night=NightBook(night0_checks=True)))
    table.tick()
    table.do("don.check", 10, target=7)
    table.tick()
    table.do("sheriff.check", 7, target=10)
    table.tick()
    assert (table.phase, table.game.day) == ("speech", 1)
    assert [check.night for check in table.game.record.checks] == [0, 0]


def test_C202_everyone_shoots_alone() -> None:
    """No mafia member is told of another's shot."""
    table = night()
    decisions = table.do("shot.fire", 8, target=1)
    for viewer in (9, 10):
        assert seen(decisions, viewer) == ()
        assert view(table.state, viewer)["shot"] == 0
    assert view(table.state, 8)["shot"] == 1


@pytest.mark.parametrize(("seat", "reason"), [(1, "not_mafia"), (7, "not_mafia"), (9, "already_shot")])
def test_C202_only_the_mafia_shoots_once_a_night(seat: int, reason: str) -> None:
    table = night()
    table.do("shot.fire", 9, target=1)
    assert table.refused("shot.fire", seat, target=2) == reason


@pytest.mark.parametrize(
    ("shots", "victim"),
    [
        ({8: 1, 9: 1, 10: 1}, 1),
        ({8: 1, 9: 1, 10: 2}, 0),
        ({8: 1, 9: 1}, 0),
        ({10: 1}, 0),
        ({}, 0),
        ({8: 7, 9: 7, 10: 7}, 7),
    ],
)
def test_C203_a_kill_needs_all_living_mafia_on_one_target(shots: dict[int, int], victim: int) -> None:
    decisions = night().night(shots)
    assert find(decisions, "night.ended").data == {"night": 1, "victim": victim, "miss": not victim}
    assert left(decisions) == ([victim] if victim else [])


def test_C203_only_living_seats_are_shot() -> None:
    table = night(living=[1, 2, 3, 4, 5, 7, 8, 10])
    assert table.refused("shot.fire", 8, target=6) == "target_dead"
    assert table.refused("shot.fire", 9, target=1) == "not_alive"
    assert left(table.night({8: 1, 10: 1})) == [1]


def test_C203_whoever_is_disqualified_by_night_is_neither_needed_nor_hit() -> None:
    table = night()
    for seat in (8, 9):
        table.do("shot.fire", seat, target=1)
    table.disqualify(10)
    assert left(table.night({})) == [1]
    table = night()
    for seat in (8, 9, 10):
        table.do("shot.fire", seat, target=1)
    table.disqualify(1)
    assert find(table.night({}), "night.ended").data["victim"] == 0


@pytest.mark.parametrize("last", [8, 9, 10])
def test_C204_a_single_mafia_kills_alone(last: int) -> None:
    table = night(living=[1, 2, 3, 4, 5, 6, 7, last])
    assert left(table.night({last: 2})) == [2]


def test_C205_a_self_shot_resolves_like_any_hit_and_is_labelled_for_the_platform_alone() -> None:
    decisions = night().night({8: 9, 9: 9, 10: 9})
    assert left(decisions) == [9]
    resolved = find(decisions, "night.resolved")
    assert resolved.data["self_shot"] is True
    assert resolved.audience == "platform"
    assert all("self_shot" not in decision.data for decision in seen(decisions, "spectator"))


def test_C205_the_last_mafia_may_end_the_game_for_the_town() -> None:
    table = night(living=[1, 2, 10])
    table.night({10: 10})
    assert table.game.result is not None
    assert table.game.result.winner == "town"


@pytest.mark.parametrize(("target", "answer"), [(7, "is_sheriff"), (1, "not_sheriff"), (8, "not_sheriff")])
def test_C206_the_don_learns_whether_it_is_the_sheriff(target: int, answer: str) -> None:
    table = night()
    table.to("don_check")
    answered = find(table.do("don.check", 10, target=target), "check.answered")
    assert (answered.seat, answered.audience, answered.data["answer"]) == (10, "seat", answer)
    assert table.refused("don.check", 10, target=2) == "already_checked"
    assert table.refused("don.check", 8, target=2) == "not_don"


@pytest.mark.parametrize(("target", "answer"), [(8, "mafia"), (10, "mafia"), (1, "citizen")])
def test_C207_the_sheriff_learns_whether_it_is_mafia_and_the_don_is(target: int, answer: str) -> None:
    table = night()
    table.to("sheriff_check")
    answered = find(table.do("sheriff.check", 7, target=target), "check.answered")
    assert (answered.seat, answered.audience, answered.data["answer"]) == (7, "seat", answer)
    assert table.refused("sheriff.check", 7, target=2) == "already_checked"
    assert table.refused("sheriff.check", 10, target=2) == "not_sheriff"


def test_C208_no_check_no_information_no_penalty() -> None:
    decisions = night().night({})
    assert not any(d.type.startswith(("check", "foul", "technical")) for d in decisions)


@pytest.mark.parametrize(("phase", "seat"), [("don_check", 10), ("sheriff_check", 7)])
@pytest.mark.parametrize("answered", [True, False])
def test_C209_E18_who_is_shot_still_gets_the_answer(phase: str, seat: int, answered: bool) -> None:
    table = night(NightBook(shot_checker_answered=answered))
    for shooter in (8, 9, 10):
        table.do("shot.fire", shooter, target=seat)
    table.to(phase)
    decisions = table.do(phase.replace("_check", ".check"), seat, target=1)
    assert decisions[0].type == ("check.answered" if answered else "check.unanswered")
    assert ("answer" in decisions[0].data) == answered
    table.to("farewell")
    assert table.game.speaker == seat


def test_C210_E18_own_seat_and_dead_seats_are_not_checked_but_a_check_may_be_repeated() -> None:
    table = night()
    table.night({8: 4, 9: 4, 10: 4})
    table.to("don_check")
    assert table.refused("don.check", 10, target=10) == "self_check"
    assert table.refused("don.check", 10, target=4) == "target_dead"
    table.do("don.check", 10, target=1)
    table.to_day(3)
    table.to("don_check")
    table.do("don.check", 10, target=1)


def test_E18_the_platform_may_let_the_dead_be_checked() -> None:
    table = night(NightBook(check_dead=True))
    table.night({8: 4, 9: 4, 10: 4})
    table.to("don_check")
    assert find(table.do("don.check", 10, target=4), "check.answered").data["answer"] == "not_sheriff"


def test_C211_hit_and_miss_are_public_at_dawn() -> None:
    for shots, miss in (({8: 1, 9: 1, 10: 1}, False), ({8: 1}, True)):
        ended = find(night().night(shots), "night.ended")
        assert ended.audience == "everyone"
        assert ended.data["miss"] is miss
