"""What a page shows of a seat, for each kind of viewer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from rules.events import Json
from rules.table.views import Viewer
from service.live.journal import VIEWERS
from service.live.table import LiveTable
from service.web.feed import TableFeed
from service.web.seats import seat_state
from tests.service.avatar.tables import Clock, open_table, start, tables
from tests.service.web.looks import Shown, look, thumb
from vision.observations import CameraState
from vision.signals.absence import AbsenceState

SHOWN = Shown(3, (thumb(),), ((1, "red"),))


def _at_a_table(check: Callable[[LiveTable, TableFeed, Clock], Awaitable[None]]) -> None:
    async def scenario() -> None:
        clock = Clock()
        table = open_table(tables(clock))
        feed = TableFeed(table)
        feed.open()
        await check(table, feed, clock)
        feed.close()
        assert not table.onlookers

    asyncio.run(scenario())


async def _state(table: LiveTable, feed: TableFeed, viewer: Viewer, seat: int = 3) -> dict[str, Json]:
    await feed.refresh(pictures=False)
    return seat_state(table, seat, feed.known.get(seat), viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_words_are_for_all_landmarks_for_the_platform_and_the_seat(viewer: Viewer) -> None:
    async def check(table: LiveTable, feed: TableFeed, clock: Clock) -> None:
        table.saw(look(5.0, SHOWN))
        state = await _state(table, feed, viewer)
        assert (state["camera"], state["presence"], state["veiled"]) == ("ok", "present", False)
        assert state["words"] == ["red"]
        assert ("hands" in state) == (viewer in ("platform", 3))
        assert ("suspected" in state) == (viewer == "platform")

    _at_a_table(check)


def test_a_hand_is_told_with_its_word_its_shape_and_its_points() -> None:
    async def check(table: LiveTable, feed: TableFeed, clock: Clock) -> None:
        table.saw(look(5.0, SHOWN))
        state = await _state(table, feed, "platform")
        assert isinstance(state["hands"], list)
        (hand,) = state["hands"]
        assert isinstance(hand, dict)
        assert isinstance(hand["points"], list)
        assert len(hand["points"]) == 42
        assert hand["points"][:2] == [2000, 2400]
        assert (hand["word"], hand["shape"], hand["score"]) == ("red", "thumb_up", 0.97)
        assert state["size"] == [640, 480]

    _at_a_table(check)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_in_secret_phases_nothing_of_the_hands_is_told_to_anybody(viewer: Viewer) -> None:
    async def check(table: LiveTable, feed: TableFeed, clock: Clock) -> None:
        start(table)
        clock.now = 5.0
        table.saw(look(5.0, SHOWN))
        state = await _state(table, feed, viewer)
        assert state["veiled"] is True
        assert not {"hands", "words", "size"} & set(state)

    _at_a_table(check)


@pytest.mark.parametrize("camera", [CameraState.STALLED, CameraState.BLACK, CameraState.ENDED])
def test_a_sign_is_not_shown_on_while_nothing_can_be_judged(camera: CameraState) -> None:
    async def check(table: LiveTable, feed: TableFeed, clock: Clock) -> None:
        table.saw(look(5.0, SHOWN))
        table.saw(look(6.0, Shown(3, words=((1, "red"),), camera=camera, picture=False)))
        state = await _state(table, feed, "platform")
        assert state["camera"] == camera.value
        assert "words" not in state

    _at_a_table(check)


@pytest.mark.parametrize(
    ("elapsed", "told"),
    [(0.4, None), (1.0, 1.0), (12.5, 12.5)],
)
def test_the_timer_of_an_empty_seat_is_shown_from_the_first_second(
    elapsed: float, told: float | None
) -> None:
    async def check(table: LiveTable, feed: TableFeed, clock: Clock) -> None:
        empty = AbsenceState(observed=True, since=0.0, empty=True, elapsed=elapsed)
        table.saw(look(20.0, Shown(3, absence=empty)))
        state = await _state(table, feed, "spectator")
        assert state["presence"] == "absent"
        expected = None if told is None else {"seconds": told, "warned": 10.0, "limit": 15.0}
        assert state["absence"] == expected

    _at_a_table(check)


def test_a_seat_that_nobody_has_seen_has_no_state() -> None:
    async def check(table: LiveTable, feed: TableFeed, clock: Clock) -> None:
        state = await _state(table, feed, "platform", 9)
        assert (state["seat"], state["camera"], state["presence"], state["input"]) == (9, None, None, None)
        table.seats[9].join("whip")
        assert (await _state(table, feed, "platform", 9))["input"] == "whip"

    _at_a_table(check)


def test_pictures_are_of_the_look_that_is_told_and_none_that_may_not_be_shown() -> None:
    async def scenario() -> None:
        clock = Clock()
        table = open_table(tables(clock))
        feed = TableFeed(table)
        feed.open()
        table.saw(
            look(
                5.0,
                SHOWN,
                Shown(4, nude=1),
                Shown(5, nude=2),
                Shown(6, camera=CameraState.BLACK),
                Shown(7, picture=False, camera=CameraState.ENDED),
            )
        )
        await feed.refresh(pictures=True)
        assert set(feed.shots) == {3, 4}
        assert feed.shots[3].t == feed.known[3].observation.t == 5.0
        assert feed.shots[3].jpeg.startswith(b"\xff\xd8")
        before = feed.shots[4]
        table.saw(look(5.1, SHOWN))
        await feed.refresh(pictures=True)
        assert feed.shots[3].t == 5.1
        assert feed.shots[4] is before, "what has not changed is not encoded again"
        start(table)
        clock.now = 6.0
        table.saw(look(6.0, SHOWN))
        await feed.refresh(pictures=True)
        assert 3 not in feed.shots, "nobody is shown at night"
        feed.close()
        assert not feed.shots
        assert not feed.known

    asyncio.run(scenario())
