"""Durations (C.2) and who runs the clock."""

from __future__ import annotations

import math

import pytest

from rules.events import Event, Json
from rules.table.game.state import SEATS
from rules.table.referee import LONGEST_GAP, apply
from tests.rules.table.tables import PLAYERS, Table, find


def measured(table: Table, phase: str) -> float:
    """How long the first step of that phase lasts."""
    table.to(phase)
    started = table.game.since
    assert table.game.deadline is not None
    return table.game.deadline - started


def tied(turbo: bool) -> Table:
    """A table with a vote of two candidates before it."""
    table = Table(turbo=turbo)
    table.nominate([3, 7])
    return table


@pytest.mark.parametrize(
    ("phase", "turbo", "seconds"),
    [
        ("meeting", False, 60.0),
        ("meeting", True, 60.0),
        ("speech", False, 60.0),
        ("speech", True, 25.0),
        ("shooting", False, 10.0),
        ("shooting", True, 10.0),
        ("don_check", False, 10.0),
        ("don_check", True, 10.0),
        ("sheriff_check", False, 10.0),
        ("sheriff_check", True, 10.0),
    ],
)
def test_C2_each_step_lasts_its_time(phase: str, turbo: bool, seconds: float) -> None:
    assert measured(Table(turbo=turbo), phase) == seconds


@pytest.mark.parametrize(("turbo", "window"), [(False, 5.0), (True, 3.0)])
def test_C2_vote_window_for_each_candidate(turbo: bool, window: float) -> None:
    table = tied(turbo)
    assert measured(table, "vote") == window
    table.tick()
    assert table.phase == "vote"
    assert measured(table, "vote") == window


@pytest.mark.parametrize(("turbo", "seconds"), [(False, 30.0), (True, 15.0)])
def test_E15_C2_runoff_speech(turbo: bool, seconds: float) -> None:
    table = tied(turbo)
    table.vote(dict.fromkeys(range(1, 6), 3))
    assert measured(table, "runoff_speech") == seconds


@pytest.mark.parametrize("turbo", [False, True])
def test_C2_lift_window(turbo: bool) -> None:
    table = tied(turbo)
    for _ in range(2):
        table.vote(dict.fromkeys(range(1, 6), 3))
    assert measured(table, "lift") == 5.0


@pytest.mark.parametrize(("turbo", "seconds"), [(False, 60.0), (True, 25.0)])
def test_C2_farewell(turbo: bool, seconds: float) -> None:
    table = tied(turbo)
    table.vote({})
    assert measured(table, "farewell") == seconds


@pytest.mark.parametrize("gone", [(), (10,), (7,), (7, 10)])
def test_C2_night_steps_last_their_time_whoever_lives(gone: tuple[int, ...]) -> None:
    """Otherwise the timing would leak roles; acting early does not shorten them either."""
    table = Table(living=[seat for seat in SEATS if seat not in gone])
    table.to("shooting")
    start = table.game.since
    for seat in (8, 9):
        table.do("shot.fire", seat, target=1)
    table.to("don_check")
    assert table.game.since == start + 10.0
    if 10 in table.game.living:
        table.do("don.check", 10, target=1)
    table.to("sheriff_check")
    assert table.game.since == start + 20.0
    table.tick()
    assert table.game.since == start + 30.0


def test_E31_at_the_deadline_it_is_too_late() -> None:
    table = tied(False)
    table.to("vote")
    assert table.game.deadline is not None
    deadline = table.game.deadline
    table.t = deadline
    assert table.refused("vote.cast", 1, candidate=3) == "not_up"
    table.t = deadline - 0.001
    table.do("vote.cast", 1, candidate=3)


def test_leading_one_event_fires_all_that_is_due_in_order_each_at_its_time() -> None:
    table, fine = Table(), Table()
    coarse = table.clock(3000.0)
    steps = []
    while fine.game.result is None and fine.game.deadline is not None and fine.game.deadline <= 3000.0:
        steps += fine.tick()
    assert [(d.type, d.seat, d.t, d.data) for d in coarse] == [(d.type, d.seat, d.t, d.data) for d in steps]
    assert [d.t for d in coarse] == sorted(d.t for d in coarse)
    assert table.game == fine.game


def test_leading_the_platform_cannot_end_a_step() -> None:
    assert Table().refused("phase.end") == "clock_leads"


def test_leading_time_never_runs_backwards() -> None:
    table = Table()
    table.clock(70.0)
    table.t = 65.0
    table.do("nomination.make", 1, nominee=4)
    assert table.state.t == 70.0
    assert table.said[-1].t == 70.0


@pytest.mark.parametrize("t", [math.nan, math.inf, -math.inf, 1e13, -1e13, LONGEST_GAP + 1])
def test_leading_a_time_that_cannot_be_is_refused(t: float) -> None:
    table = Table()
    table.t = t
    assert table.refused("clock") == "bad_time"


@pytest.mark.parametrize("paused", [False, True])
def test_following_a_slip_of_a_clock_is_refused_too(paused: bool) -> None:
    """Else a ballot would end years later."""
    table = Table(mode="following")
    table.to("speech")
    if paused:
        table.do("game.pause")
    table.t += LONGEST_GAP + 1
    assert table.refused("report.file", 2, accused=3, rule="FP-U3") == "bad_time"


def test_leading_a_game_may_begin_at_any_time_and_be_spoken_of_long_after() -> None:
    """Only a running clock is guarded; an appeal comes days later."""
    table = Table(start=False)
    table.t = 1.8e9
    table.do("game.start", seed="any", players=[*PLAYERS])
    assert table.game.deadline == 1.8e9 + 60.0
    while table.game.result is None:
        table.tick()
    table.clock(table.t + 10 * LONGEST_GAP)


@pytest.mark.parametrize("t", [math.nan, math.inf, 1e13, 10**400])
def test_a_time_at_which_no_clock_runs_any_more_is_refused_before_the_game_too(t: float) -> None:
    """From 1e300 seconds on a minute is nothing: every step would be over at once, for ever."""
    table = Table(start=False)
    table.t = t
    assert table.refused("game.start", seed="any", players=[*PLAYERS]) == "bad_time"


def test_a_seat_that_is_not_there_is_refused() -> None:
    assert Table().refused("nomination.make", 11, nominee=1) == "bad_seat"


def test_following_nothing_ends_by_itself() -> None:
    table = Table(mode="following")
    assert table.game.deadline is None
    table.clock(10_000.0)
    assert table.phase == "meeting"
    table.do("phase.end", phase="meeting")
    assert table.phase == "speech"
    assert table.refused("phase.end", phase="meeting") == "not_now"


def test_following_a_whole_game_needs_no_clock() -> None:
    table = Table(mode="following")
    table.nominate([2, 3])
    table.vote(dict.fromkeys(range(1, 7), 2))
    while table.game.result is None:
        table.night(dict.fromkeys((8, 9, 10), table.game.living[0]))
    assert table.game.result.winner == "mafia"
    assert [left.seat for left in table.game.record.left] == [2, 1, 3, 4]


@pytest.mark.parametrize(("told", "left"), [([7], [7]), ([3], [3]), ([], [])])
def test_following_the_report_of_who_left_stands_and_a_difference_is_told(
    told: list[int], left: list[int]
) -> None:
    table = Table(mode="following")
    table.nominate([3, 7])
    table.do("phase.end", phase="vote")
    decisions = table.do("phase.end", phase="vote", left=[*told])
    assert [d.seat for d in decisions if d.type == "player.left"] == left
    differs = [d.data for d in decisions if d.type == "report.differs"]
    assert differs == ([] if told == [7] else [{"found": [7], "told": told}])


def test_following_a_report_that_nobody_left_by_a_tie_leads_to_the_runoff() -> None:
    table = Table(mode="following")
    table.nominate([3, 7])
    for seat in range(1, 6):
        table.do("vote.cast", seat, candidate=3)
    table.do("phase.end", phase="vote")
    for seat in range(6, 11):
        table.do("vote.cast", seat, candidate=7)
    decisions = table.do("phase.end", phase="vote", left=[])
    assert not any(decision.type == "report.differs" for decision in decisions)
    assert table.phase == "runoff_speech"


@pytest.mark.parametrize("told", [[11], [2, 2], "7", [True], [None]])
def test_following_a_report_of_who_left_names_living_seats(told: Json) -> None:
    table = Table(mode="following")
    table.nominate([3, 7])
    table.do("phase.end")
    assert table.refused("phase.end", left=told) == "wrong_left"


def test_following_nobody_leaves_at_the_end_of_a_speech() -> None:
    table = Table(mode="following")
    table.to("speech")
    assert table.refused("phase.end", left=[3]) == "nobody_leaves"


def test_following_the_night_by_report() -> None:
    table = Table(mode="following")
    table.to("sheriff_check")
    decisions = table.do("phase.end", left=[4])
    assert find(decisions, "night.ended").data["victim"] == 4
    assert find(decisions, "report.differs").data == {"found": [], "told": [4]}


@pytest.mark.parametrize("mode", ["leading", "following"])
def test_a_pause_stops_the_clock_and_all_commands(mode: str) -> None:
    table = Table(mode=mode)
    table.to("speech")
    table.t = table.game.since + 20.0
    assert table.refused("game.resume") == "not_paused"
    table.do("game.pause")
    assert table.refused("game.pause") == "already_paused"
    assert table.refused("nomination.make", 1, nominee=2) == "paused"
    table.clock(table.t + 500.0)
    assert table.game.speaker == 1
    table.do("game.resume")
    assert table.game.deadline == (table.t + 40.0 if mode == "leading" else None)
    table.do("nomination.make", 1, nominee=2)


def test_a_step_that_begins_in_a_pause_waits_for_its_end() -> None:
    table = Table()
    table.to("speech")
    table.do("game.pause")
    table.disqualify(1)
    assert (table.phase, table.game.speaker, table.game.deadline) == ("speech", 2, None)
    table.t += 100.0
    table.do("game.resume")
    assert table.game.deadline == table.t + 60.0


def test_what_cameras_saw_does_not_move_the_clock() -> None:
    table = Table()
    state, _ = apply(table.state, Event("x", "absence.started", 3, 5000.0, {"since": 4999.0}))
    assert state.t == table.state.t
