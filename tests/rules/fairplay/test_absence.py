"""Absence (FP-S1): B.2 from the pictures of a seat to the grounds, statement by statement."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import pytest

from rules.events import Json
from rules.table.fairplay.apply import due
from rules.table.fairplay.book import FairPlayBook
from tests.rules.fairplay.table import TEN, Table, only, reason, types
from tests.vision.signals.scenes import SEAT, Shot, absence_signals
from vision.observations import CameraState
from vision.signals.signal import Signal

FPS = 25.0


def person(start: float, end: float) -> list[Shot]:
    return [Shot(start + k / FPS, True) for k in range(round((end - start) * FPS))]


def nobody(start: float, end: float) -> list[Shot]:
    return [replace(shot, person=False) for shot in person(start, end)][1:]


def away(seconds: float) -> list[Shot]:
    """Last seen at 2 s, back after so many seconds exactly."""
    return [
        *person(0.0, 2.0),
        Shot(2.0, True),
        *nobody(2.0, 2.0 + seconds),
        *person(2.0 + seconds, 5.0 + seconds),
    ]


def played(shots: Iterable[Shot], table: Table | None = None) -> Table:
    return told(absence_signals(list(shots)), Table() if table is None else table)


def told(signals: Iterable[Signal], table: Table) -> Table:
    for signal in signals:
        data: dict[str, Json] = dict(signal.data)
        table.send(signal.type, signal.seat, signal.t, **{k: v for k, v in data.items() if k != "seat"})
    return table


@pytest.mark.parametrize(("seconds", "raised"), [(14.999, 0), (15.0, 0), (15.001, 1)])
def test_B2_1_only_more_than_15_seconds_give_grounds(seconds: float, raised: int) -> None:
    assert types(played(away(seconds)).log).count("grounds.raised") == raised


def test_B2_2_who_is_seen_again_in_any_way_is_present() -> None:
    assert played(person(0.0, 40.0)).log == []


def test_B2_3_and_B2_4_the_absence_is_measured_in_the_seats_own_media_time_from_the_last_frame_with_it() -> (
    None
):
    table = played(away(20.0))
    raised = only(table.log, "grounds.raised")
    assert raised.seat == SEAT
    assert raised.data["since"] == pytest.approx(2.0)
    assert raised.t == pytest.approx(17.0, abs=2 / FPS)
    (incident,) = table.state.incidents
    assert incident.t_start == pytest.approx(2.0)
    assert incident.t_end == pytest.approx(22.0)
    assert incident.duration == pytest.approx(20.0)


def test_B2_4_a_single_false_detection_neither_ends_nor_restarts_an_absence() -> None:
    flash = [*person(0.0, 2.0), *nobody(2.0, 10.0), Shot(10.0, True), *nobody(10.0, 20.0)]
    assert only(played(flash).log, "grounds.raised").data["since"] == pytest.approx(2.0 - 1 / FPS)


def test_B2_5_10_s_away_1_s_back_10_s_away_is_no_violation() -> None:
    shots = [
        *person(0.0, 2.0),
        *nobody(2.0, 12.0),
        *person(12.0, 13.0),
        *nobody(13.0, 23.0),
        *person(23.0, 25.0),
    ]
    assert "grounds.raised" not in types(played(shots).log)


def test_B2_5_the_incident_is_raised_once_at_once_and_updated_on_return() -> None:
    table = played(away(60.0))
    assert [d.type for d in table.log if d.audience == "everyone"] == ["grounds.raised", "grounds.updated"]
    updated = only(table.log, "grounds.updated")
    assert updated.data["incident"] == "incident-1"
    assert updated.data["duration"] == pytest.approx(60.0)
    assert len(table.state.incidents) == 1


def test_B2_5_a_repeated_message_of_the_same_absence_raises_nothing_more() -> None:
    table = Table()
    for t in (120.1, 121.0, 140.0):
        table.send("absence.exceeded", 3, t, since=105.0)
    assert types(table.log).count("grounds.raised") == 1


def test_B2_5_the_next_absence_is_another_incident() -> None:
    table = Table()
    table.send("absence.exceeded", 3, 120.1, since=105.0)
    table.send("absence.ended", 3, 121.0, since=105.0, until=120.9)
    table.send("absence.exceeded", 3, 140.1, since=125.0)
    assert types(table.log).count("grounds.raised") == 2


def test_B2_6_a_lost_picture_stops_the_clock_and_is_information_only() -> None:
    lost = [replace(shot, person=False, camera=CameraState.FROZEN) for shot in person(12.0, 40.0)]
    shots = [*person(0.0, 2.0), *nobody(2.0, 12.0), *lost, *person(40.0, 42.0)]
    assert "grounds.raised" not in types(played(shots).log)


@pytest.mark.parametrize("reason_", ["stalled", "frozen", "black", "covered", "muted", "ended", "corrupt"])
def test_B2_6_E04_a_camera_that_shows_nothing_is_no_violation(reason_: str) -> None:
    table = Table()
    assert table.send("camera.unobservable", 3, reason=reason_) == []
    assert table.wait(59.9) == []
    assert table.state.incidents == ()


def test_E04_after_60_s_in_total_a_pause_is_suggested_once_and_nothing_else() -> None:
    table = Table()
    table.send("camera.unobservable", 3, reason="muted")
    table.wait(40.0)
    table.send("camera.restored", 3, reason="muted")
    table.wait(300.0)
    assert table.log == []
    table.send("camera.unobservable", 3, reason="muted")
    (suggested,) = table.wait(25.0)
    assert (suggested.type, suggested.seat, suggested.t, suggested.rule) == (
        "pause.suggested",
        3,
        460.0,
        "E-04",
    )
    assert suggested.data["violation"] is False
    assert table.wait(600.0) == []
    assert table.effects == []


@pytest.mark.parametrize(
    "change", [{"paused": True}, {"running": False}, {"living": (1, 2, 4, 5)}], ids=["pause", "lobby", "out"]
)
def test_E04_time_without_a_running_game_does_not_count(change: dict[str, object]) -> None:
    table = Table()
    table.send("camera.unobservable", 3, reason="muted")
    table.wait(40.0)
    table.set(**change)
    assert table.wait(100.0) == []
    table.set(paused=False, running=True, living=TEN)
    assert table.wait(19.9) == []
    assert types(table.wait(0.2)) == ["pause.suggested"]


def test_E04_E07_the_referee_is_told_when_time_alone_brings_something() -> None:
    table = Table()
    assert due(table.book, table.state) == math.inf
    table.send("camera.unobservable", 3, reason="black")
    assert due(table.book, table.state) == 160.0
    table.wait(50.0)
    table.ballot(table.report(4, "FP-U3"), "technical_foul", by=1)
    assert due(table.book, table.state) == 160.0
    table.wait(10.0)
    assert due(table.book, table.state) == 170.0
    table.wait(10.0)
    assert due(table.book, table.state) == math.inf


def test_E04_the_limit_is_the_tables() -> None:
    table = Table(FairPlayBook(pause_suggested_after=10.0))
    table.send("camera.unobservable", 3, reason="black")
    assert types(table.wait(10.0)) == ["pause.suggested"]


@pytest.mark.parametrize(
    "change", [{"running": False}, {"paused": True}, {"living": (1, 2, 4, 5)}], ids=["lobby", "pause", "out"]
)
def test_B2_7_E05_no_grounds_in_the_lobby_in_a_pause_or_of_who_is_out(change: dict[str, object]) -> None:
    table = Table()
    table.set(**change)
    assert table.send("absence.exceeded", 3, since=80.0) == []


@pytest.mark.parametrize("phase", ["meeting", "shooting", "speech", "vote"])
def test_B2_7_absence_counts_day_and_night(phase: str) -> None:
    table = Table()
    table.set(phase=phase, speaker=0)
    assert "grounds.raised" in types(table.send("absence.exceeded", 3, since=80.0))


def test_B2_7_E05_people_cannot_report_what_is_allowed_either() -> None:
    table = Table()
    table.set(paused=True)
    assert reason(table.send("report.file", 2, accused=3, rule="FP-S1")) == "absence_allowed"


def test_B2_8_the_warning_at_10_s_gives_no_grounds() -> None:
    signals = absence_signals(away(20.0))
    assert [s.t for s in signals if s.type == "absence.warned"] == [pytest.approx(12.0, abs=2 / FPS)]
    assert told([s for s in signals if s.type == "absence.warned"], Table()).log == []


@pytest.mark.parametrize("behind", [0.0, 95.0])
def test_E04_a_dark_camera_is_waited_for_by_the_tables_clock(behind: float) -> None:
    table = Table()
    table.send("camera.unobservable", 3, table.now.t - behind, reason="muted")
    assert table.wait(59.9) == []
    (suggested,) = table.wait(0.2)
    assert suggested.t == 160.0
