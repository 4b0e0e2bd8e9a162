"""Whose hands are shown to whom."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from rules.table.views import Viewer
from service.avatar.broadcast import Broadcast
from service.avatar.codec import SeatHands, decode
from service.avatar.showing import RATE, Pace
from service.live.journal import VIEWERS
from service.live.table import LiveTable
from tests.service.avatar.tables import Clock, hand, look, open_table, phase, start, tables
from vision.observations import CameraState


class Screen:
    """What somebody was sent."""

    def __init__(self) -> None:
        self.messages: list[tuple[int, tuple[SeatHands, ...]]] = []

    def send(self, message: bytes) -> None:
        self.messages.append(decode(message))

    def seats(self) -> set[int]:
        return {record.seat for _, records in self.messages for record in records}


def _screens(broadcast: Broadcast) -> dict[Viewer, Screen]:
    screens = {viewer: Screen() for viewer in VIEWERS}
    for viewer, screen in screens.items():
        broadcast.add(viewer, screen.send)
    return screens


def _all_hands(t: float, table: LiveTable) -> None:
    table.saw(look(t, {seat: (hand(),) for seat in range(1, 11)}))


def test_everybody_sees_the_smoothed_hands_in_an_open_table() -> None:
    async def scenario() -> None:
        table = open_table(tables(Clock()))
        screens = _screens(Broadcast(table))
        table.saw(look(1.25, {3: (hand(100.0, 7, "left"), hand(300.0, 8)), 5: ()}))
        for screen in screens.values():
            ((_, (third, fifth)),) = screen.messages
            assert (third.seat, third.t) == (3, 1.25)
            assert third.aspect == pytest.approx(4 / 3, abs=1e-3)
            assert [(own.track, own.handedness) for own in third.hands] == [(7, "left"), (8, "right")]
            np.testing.assert_allclose(640 * third.hands[0].points[0], (100, 240), atol=0.5)
            np.testing.assert_allclose(640 * third.hands[0].points[20], (200, 140), atol=0.5)
            assert (fifth.seat, fifth.hands) == (5, ())

    asyncio.run(scenario())


def test_nobody_sees_hands_in_the_meeting() -> None:
    async def scenario() -> None:
        clock = Clock()
        table = open_table(tables(clock))
        screens = _screens(Broadcast(table))
        start(table)
        assert phase(table) == "meeting"
        for tenth in range(1, 20):
            clock.now = tenth / 10
            _all_hands(clock.now, table)
        assert all(screen.messages == [] for screen in screens.values())

    asyncio.run(scenario())


def test_a_night_is_dark_from_its_first_moment_until_a_second_after_its_last() -> None:
    async def scenario() -> None:
        clock = Clock()
        table = open_table(tables(clock))
        screens = _screens(Broadcast(table))
        start(table)
        clock.now = 60.0
        table.tick(60.0)  # the meeting is over
        assert phase(table) == "speech"
        _all_hands(60.5, table)
        assert all(screen.messages == [] for screen in screens.values())
        clock.now = 61.1
        _all_hands(61.1, table)
        assert all(screen.seats() == set(range(1, 11)) for screen in screens.values())
        until_shooting = 60.0
        while phase(table) != "shooting":
            until_shooting += 1.0
            table.tick(until_shooting)
            clock.now = until_shooting
        for screen in screens.values():
            screen.messages.clear()
        # Taken before the night, looked at in it: the night holds for it.
        _all_hands(until_shooting - 0.2, table)
        _all_hands(until_shooting + 0.1, table)
        assert all(screen.messages == [] for screen in screens.values())

    asyncio.run(scenario())


def test_hands_of_who_is_out_go_to_the_platform_alone() -> None:
    async def scenario() -> None:
        clock = Clock()
        table = open_table(tables(clock))
        screens = _screens(Broadcast(table))
        start(table)
        _play_until_somebody_is_shot(table, clock)
        (out,) = set(range(1, 11)) - set(table.judge.state.game.living)
        clock.now += 2.0
        _all_hands(clock.now, table)
        for viewer, screen in screens.items():
            assert (out in screen.seats()) == (viewer == "platform")
            assert len(screen.seats()) == (10 if viewer == "platform" else 9)

    asyncio.run(scenario())


def _play_until_somebody_is_shot(table: LiveTable, clock: Clock) -> None:
    for _ in range(2000):
        game = table.judge.state.game
        if game.phase == "shooting":
            for seat in (1, 2, 3):
                table.command("shot.fire", seat, {"target": 7})
        if len(game.living) == 9 and game.phase == "farewell":
            return
        clock.now += 1.0
        table.tick(clock.now)
    raise AssertionError("nobody was shot")


def test_a_seat_without_a_size_is_not_told() -> None:
    async def scenario() -> None:
        table = open_table(tables(Clock()))
        screen = _screens(Broadcast(table))["spectator"]
        silent = look(1.0, {2: ()}, CameraState.ENDED)
        observation = silent.step.observations[0]
        object.__setattr__(observation, "size", (0, 0))
        table.saw(silent)
        assert screen.messages == []

    asyncio.run(scenario())


def test_who_leaves_is_sent_nothing_and_the_table_is_no_longer_listened_to() -> None:
    async def scenario() -> None:
        table = open_table(tables(Clock()))
        broadcast, screen = Broadcast(table), Screen()
        watcher = broadcast.add("spectator", screen.send)
        broadcast.remove(watcher)
        _all_hands(1.0, table)
        assert screen.messages == []
        assert not table.onlookers
        assert not broadcast.watched

    asyncio.run(scenario())


def test_messages_are_numbered_without_gaps_for_each_kind_of_viewer() -> None:
    async def scenario() -> None:
        table = open_table(tables(Clock()))
        screens = _screens(Broadcast(table))
        for number in range(40):
            _all_hands(number * 0.1, table)
        for screen in screens.values():
            assert [sequence for sequence, _ in screen.messages] == list(range(40))

    asyncio.run(scenario())


@pytest.mark.parametrize(("fps", "told"), [(10, 10), (15, 15), (29.97, 29.97), (30, 30), (60, 30), (120, 30)])
def test_no_seat_takes_more_than_its_rate(fps: float, told: float) -> None:
    pace, chance = Pace(), np.random.default_rng(3)
    times = np.sort(np.arange(600) / fps + chance.normal(0, 0.003, 600).clip(-0.006, 0.006))
    count = sum(pace.take(1, float(t)) for t in times)
    expected = told * 600 / fps
    assert expected - 3 <= count <= min(RATE * (times[-1] - times[0]) + 4, 600)


def test_a_track_that_begins_anew_is_told_at_once() -> None:
    pace = Pace()
    for t in (10.0, 10.001, 10.002, 10.003):
        pace.take(1, t)
    assert not pace.take(1, 10.004)
    assert pace.take(1, 3.0)
