"""Fouls from the interject button: the table of B.3, FP-F1, E-10 and E-28."""

from __future__ import annotations

import pytest

from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.effects import LoseSpeech
from rules.table.fairplay.situation import Situation
from tests.rules.fairplay.table import TEN, Table, only, reason, types


def pressed(table: Table, seat: int, times: int) -> None:
    for _ in range(times):
        table.send("interject.press", seat)


def test_B3_a_press_during_another_players_speech_is_a_foul_and_opens_the_microphone() -> None:
    table = Table()
    (foul,) = table.send("interject.press", 3)
    assert (foul.type, foul.seat, foul.rule) == ("foul.given", 3, "FP-F1")
    assert foul.data == {"count": 1, "round": 2, "microphone": 5.0}
    assert (foul.automated, foul.audience, foul.caused_by) == (True, "everyone", ("e1",))


def test_B3_a_press_during_the_own_speech_is_no_foul() -> None:
    table = Table()
    before = table.state
    assert reason(table.send("interject.press", 5)) == "own_speech"
    assert table.state is before


@pytest.mark.parametrize("phase", ["farewell", "runoff_speech"])
def test_B3_a_press_during_a_farewell_or_runoff_speech_of_somebody_else_is_a_foul(phase: str) -> None:
    table = Table()
    table.set(phase=phase, speaker=7)
    assert types(table.send("interject.press", 3)) == ["foul.given"]
    assert reason(table.send("interject.press", 7)) == "own_speech"


@pytest.mark.parametrize("count", [1, 2])
def test_B3_one_or_two_fouls_have_no_effect(count: int) -> None:
    table = Table()
    pressed(table, 3, count)
    assert types(table.log) == ["foul.given"] * count
    assert table.effects == []


@pytest.mark.parametrize(
    ("phase", "day", "next_discussion", "lost"),
    [
        ("speech", 2, 3, 3),
        ("vote", 2, 3, 3),
        ("farewell", 2, 3, 3),
        ("shooting", 2, 3, 3),
        ("farewell", 3, 3, 3),
        ("meeting", 0, 1, 1),
        ("speech", 1, 2, 2),
    ],
    ids=["own_turn_to_come", "vote", "farewell_voted", "night", "farewell_night", "meeting", "day_1"],
)
def test_B3_the_third_foul_loses_the_speech_of_the_next_round(
    phase: str, day: int, next_discussion: int, lost: int
) -> None:
    table = Table()
    pressed(table, 3, 2)
    table.set(phase=phase, day=day, next_discussion=next_discussion, speaker=0)
    foul, speech = table.send("interject.press", 3)
    assert foul.data["count"] == 3
    assert (speech.type, speech.seat, speech.rule) == ("speech.lost", 3, "FP-F1")
    assert speech.data == {"count": 3, "round": lost}
    assert table.effects == [LoseSpeech(3, lost)]


@pytest.mark.parametrize("living", [(1, 3, 5), (1, 3, 5, 8)], ids=["3_alive", "4_alive"])
def test_B3_with_3_or_4_alive_the_whole_speech_is_lost_too(living: tuple[int, ...]) -> None:
    table = Table()
    table.set(living=living)
    pressed(table, 3, 3)
    assert table.effects == [LoseSpeech(3, 3)]


def test_B3_fouls_4_and_more_are_counted_and_cost_nothing() -> None:
    table = Table()
    pressed(table, 3, 3)
    table.set(day=3, next_discussion=4)
    pressed(table, 3, 9)
    assert table.effects == [LoseSpeech(3, 3)]
    assert types(table.log) == ["foul.given"] * 3 + ["speech.lost"] + ["foul.given"] * 9
    assert [d.data["count"] for d in table.log if d.type == "foul.given"] == list(range(1, 13))


def test_B3_removal_at_4_fouls_does_not_happen() -> None:
    table = Table()
    pressed(table, 3, 30)
    assert table.now.living == TEN
    assert table.state.sanctions == ()


def test_B3_a_silenced_player_still_votes_on_sanctions() -> None:
    table = Table()
    pressed(table, 3, 3)
    table.set(day=3, next_discussion=4)
    ballot = table.ballot(table.report(8, "FP-U3"), "technical_foul", by=3)
    assert table.state.open[0].votes == ((3, True),)
    assert ballot == "ballot-1"


def test_E28_a_silenced_player_still_interjects() -> None:
    table = Table()
    pressed(table, 3, 3)
    table.set(day=3, next_discussion=4)
    assert types(table.send("interject.press", 3)) == ["foul.given"]


def test_E28_a_table_may_take_the_button_from_who_lost_the_speech_on_that_day_alone() -> None:
    table = Table(FairPlayBook(silenced_keeps_interject=False))
    pressed(table, 3, 3)
    assert types(table.send("interject.press", 3)) == ["foul.given"]
    table.set(day=3, phase="farewell")
    assert types(table.send("interject.press", 3)) == ["foul.given"]
    table.set(next_discussion=4, phase="speech")
    assert reason(table.send("interject.press", 3)) == "silenced"
    table.set(day=4, next_discussion=5)
    assert types(table.send("interject.press", 3)) == ["foul.given"]


def test_E28_before_the_first_discussion_nobody_has_lost_anything() -> None:
    table = Table(FairPlayBook(silenced_keeps_interject=False))
    table.set(phase="meeting", day=0, next_discussion=1, speaker=0)
    assert types(table.send("interject.press", 3)) == ["foul.given"]


def test_E10_interjecting_beyond_3_fouls_stays_free_by_default() -> None:
    table = Table()
    pressed(table, 3, 3)
    assert types(table.send("interject.press", 3)) == ["foul.given"]


def test_E10_a_platform_may_switch_the_button_off_at_3() -> None:
    table = Table(FairPlayBook(interject_disabled_at=3))
    pressed(table, 3, 3)
    assert reason(table.send("interject.press", 3)) == "button_off"
    assert types(table.send("interject.press", 4)) == ["foul.given"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"running": False}, "no_game"),
        ({"paused": True}, "paused"),
        ({"living": (1, 2, 5)}, "not_alive"),
    ],
)
def test_FP_F1_the_button_does_nothing_outside_the_game(change: dict[str, object], expected: str) -> None:
    table = Table()
    table.set(**change)
    assert reason(table.send("interject.press", 3)) == expected


def test_FP_F1_what_a_camera_sees_is_never_a_foul() -> None:
    table = Table()
    for gesture in ("raise_hand", "applause", "palm", "forbidden", "aggressive_strike"):
        table.send("gesture.started", 3, gesture=gesture)
    assert table.state.seats[2].fouls == 0


def test_FP_F1_a_press_that_is_sent_twice_is_one() -> None:
    table = Table()
    table.send("interject.press", 3)
    table.count -= 1  # the same identifier again
    before = table.state
    assert reason(table.send("interject.press", 3)) == "pressed_already"
    assert table.state is before
    assert only(table.send("interject.press", 3), "foul.given").data["count"] == 2


def test_B_D1_fouls_are_automatic_and_counted_by_seat() -> None:
    table = Table()
    for seat in (1, 2, 3, 1):
        table.send("interject.press", seat)
    assert [record.fouls for record in table.state.seats[:3]] == [2, 1, 1]
    assert all(decision.automated for decision in table.log)


def test_G_constants_of_fair_play() -> None:
    book = FairPlayBook()
    assert (book.fouls_silence, book.tech_fouls_dq, book.interject_disabled_at) == (3, 2, None)


def test_E26_counts_start_anew_with_each_game() -> None:
    table = Table(now=Situation(t=0.0, running=True, day=1, next_discussion=2))
    assert only(table.send("interject.press", 3), "foul.given").data["count"] == 1
    again = Table(now=Situation(t=0.0, running=True, day=1, next_discussion=2))
    assert only(again.send("interject.press", 3), "foul.given").data["count"] == 1
