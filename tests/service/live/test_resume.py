"""A table that is resumed is the table that was left, and nobody is accused for the time between."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

import pytest
from sqlalchemy import update

from rules.canonical import dumps
from rules.events import Json
from rules.table.book import RuleBook
from service.api.opening import restored
from service.demo.players import Players, demo_book
from service.live.eye import Eye, Seen, Watched
from service.live.journal import VIEWERS
from service.live.table import LiveTable
from service.live.tables import Tables, TableSettings
from service.media import Tick
from service.storage import Database
from service.storage.log import TableLog
from service.storage.schema import INPUTS
from service.storage.tables import open_tables, records
from tests.service.api.serving import SetClock
from vision.observations import CameraState
from vision.policy import TablePolicy
from vision.signals.signal import Signal
from vision.table import TableState, TableStep

SETTINGS = TableSettings(demo_book(), TablePolicy())


@dataclass
class Watcher:
    """In place of the eye: remembers what it was told to remember."""

    arrival: threading.Condition = field(default_factory=threading.Condition)
    states: dict[str, TableState] = field(default_factory=dict)

    def watch(self, table: Watched, state: TableState | None = None) -> None:
        self.states[table.name] = state or TableState()

    def leave(self, name: str) -> None: ...


@dataclass
class Process:
    """One process's tables on a database."""

    database: Database
    clock: SetClock = field(default_factory=SetClock)
    wall: SetClock = field(default_factory=lambda: SetClock(1_800_000_000.0))
    eye: Watcher = field(default_factory=Watcher)
    tables: Tables = field(init=False)

    def __post_init__(self) -> None:
        log = TableLog(self.database)
        self.tables = Tables(
            cast(Eye, self.eye), {"gesture": {"shapes": "1"}}, clock=self.clock, wall=self.wall, log=log
        )

    async def settled(self) -> None:
        """Until everything is written, and told."""
        await asyncio.wrap_future(self.database.write(lambda _: None))
        await asyncio.sleep(0)

    def resumed(self) -> LiveTable:
        (stored,) = self.database.read(lambda c: open_tables(c, "main"))
        kept = self.database.read(lambda c: records(c, stored))
        return self.tables.resume(stored, SETTINGS, kept)


def run(database: Database, play: Callable[[Process, LiveTable], None]) -> tuple[Process, LiveTable]:
    """A table at which something is played; then its process is gone."""

    async def scenario() -> tuple[Process, LiveTable]:
        process = Process(database)
        table = process.tables.open("evening", SETTINGS)
        play(process, table)
        await process.settled()
        return process, table

    return asyncio.run(scenario())


def again(database: Database, away: float = 60.0) -> tuple[Process, LiveTable]:
    """The same table in the next process."""

    async def scenario() -> tuple[Process, LiveTable]:
        process = Process(database)
        process.wall.now += away
        table = process.resumed()
        await process.settled()
        return process, table

    return asyncio.run(scenario())


def saw(process: Process, table: LiveTable, *signals: Signal) -> None:
    table.saw(Seen(Tick(process.clock.now, (), (), {}, {}), TableStep((), signals), TableState(), signals))


def lines(table: LiveTable, viewer: object = "platform") -> list[Mapping[str, Json]]:
    return [line.fields for line in table.journal.feed(viewer).after(0)]  # type: ignore[arg-type]


def _sign(table: LiveTable, chance: random.Random) -> Signal:
    kind = chance.choice(("gesture.started", "gesture.ended", "absence.warned", "camera.unobservable"))
    data: dict[str, Json] = {"gesture": "red", "hand": "left", "since": table.clock(), "score": 0.9}
    if kind == "camera.unobservable":
        data = {"reason": "black", "since": table.clock()}
    return Signal(kind, chance.randint(1, 10), table.clock(), data)


def _evening(seed: int, moments: int) -> Callable[[Process, LiveTable], None]:
    """A game as it goes, with signs in between, broken off after so many moments."""

    def play(process: Process, table: LiveTable) -> None:
        chance = random.Random(seed)
        players = Players(table, seed)
        players.start()
        for _ in range(moments):
            process.clock.now += chance.uniform(0.0, 2.0)
            if chance.random() < 0.1:
                saw(process, table, _sign(table, chance))
            if chance.random() < 0.02:
                table.mute(chance.randint(1, 10), chance.random() < 0.5)
            if chance.random() < 0.02:
                table.pause(chance.random() < 0.5)
            table.tick(table.clock())
            players.act(table.clock())

    return play


@pytest.mark.parametrize(("seed", "moments"), [(1, 3), (2, 40), (3, 150), (4, 400), (5, 900)])
def test_a_resumed_table_is_the_one_that_was_left(database: Database, seed: int, moments: int) -> None:
    _, before = run(database, _evening(seed, moments))
    process, after = again(database)
    assert dumps(after.judge.state) == dumps(before.judge.state)
    assert after.opening == before.opening
    assert after.paused == before.paused
    assert [seat.muted for seat in after.seats.values()] == [seat.muted for seat in before.seats.values()]
    for viewer in VIEWERS:
        old = lines(before, viewer)
        assert lines(after, viewer)[: len(old)] == old
    identifiers = [line["id"] for line in lines(after)]
    assert len(set(identifiers)) == len(identifiers)
    told = [line["type"] for line in lines(after)[len(lines(before)) :]]
    assert told[0] == "table.resumed"
    assert "grounds.raised" not in told
    assert process.tables.get("evening") is after


def test_it_goes_on_and_can_be_resumed_again(database: Database) -> None:
    run(database, _evening(7, 60))
    process, second = again(database)

    async def scenario() -> None:
        process.clock.now += 1.0
        second.pause(True)
        await process.settled()

    asyncio.run(scenario())
    _, third = again(database)
    assert third.paused
    assert [line["type"] for line in lines(third)].count("table.resumed") == 2
    old = lines(second)
    assert lines(third)[: len(old)] == old


@pytest.mark.parametrize(("away", "told"), [(60.0, 60.0), (-3600.0, 0.0), (86400.0, 86400.0)])
def test_everybody_is_told_for_how_long_nobody_watched(database: Database, away: float, told: float) -> None:
    """Also where this machine's clock was set back or forward meanwhile; the table's time stood still."""

    def play(process: Process, table: LiveTable) -> None:
        process.clock.now = 100.0
        saw(process, table, Signal("gesture.started", 3, 100.0, {"gesture": "red", "hand": "left"}))

    run(database, play)
    _, table = again(database, away)
    (line,) = [line for line in lines(table, "spectator") if line["type"] == "table.resumed"]
    data = cast(dict[str, Json], line["data"])
    assert data["seconds"] == told
    assert line["t"] == 100.0
    assert table.clock() == 100.0


def test_what_stood_open_ends_or_goes_on(database: Database) -> None:
    def play(process: Process, table: LiveTable) -> None:
        process.clock.now = 50.0
        saw(
            process,
            table,
            Signal("gesture.started", 1, 40.0, {"gesture": "red", "hand": "left", "since": 39.0}),
            Signal("gesture.started", 2, 40.0, {"gesture": "red", "hand": "left", "since": 39.0}),
            Signal("gesture.ended", 2, 41.0, {"gesture": "red", "hand": "left", "since": 39.0}),
            Signal("absence.started", 3, 42.0, {"since": 40.0}),
            Signal("absence.exceeded", 3, 45.0, {"since": 20.0}),
            Signal("nudity.confirmed", 4, 43.0, {"since": 40.0}),
            Signal("camera.unobservable", 5, 44.0, {"reason": "black", "since": 43.0}),
            Signal("camera.suspected", 6, 44.0, {"reason": "loop", "since": 43.0}),
        )

    run(database, play)
    process, table = again(database)
    told = lines(table)
    after = told[[line["type"] for line in told].index("table.resumed") + 1 :]
    assert [(line["type"], line["seat"]) for line in after] == [("gesture.ended", 1), ("camera.cleared", 6)]
    machines = process.eye.states["evening"].signals
    assert sorted(machines) == [1, 3, 4, 5, 6]
    assert (machines[3].absence.now.told, machines[3].absence.now.elapsed) == (3, 0.0)
    assert machines[4].nudity.told == 2
    assert machines[5].camera.told is CameraState.BLACK
    assert all(seat.waiting for seat in table.seats.values())


def test_rules_that_decide_otherwise_now_change_nothing_that_was_told(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    _, before = run(database, _evening(9, 40))
    change = update(INPUTS).where(INPUTS.c.number == 1).values(decisions="[]")
    database.write(lambda c: c.execute(change).rowcount).result(20)
    _, after = again(database)
    assert "decide otherwise" in caplog.text
    assert dumps(after.judge.state) == dumps(before.judge.state)


def test_a_table_closed_for_good_is_not_resumed(database: Database) -> None:
    def play(process: Process, table: LiveTable) -> None:
        process.tables.close("evening")

    run(database, play)
    assert database.read(lambda c: open_tables(c, "main")) == []


def test_a_table_is_left_for_the_next_process(database: Database) -> None:
    def play(process: Process, table: LiveTable) -> None:
        process.tables.close("evening", for_good=False)

    run(database, play)
    assert [stored.name for stored in database.read(lambda c: open_tables(c, "main"))] == ["evening"]
    assert database.read(lambda c: open_tables(c, "another")) == []


def test_how_a_table_is_watched_is_found_again() -> None:
    asked = {"ruleset": {"signals": {"absence": {"limit": 20.0}}}, "vocabulary": None, "seats": {}}
    found = restored(RuleBook(), asked, TableSettings(RuleBook(), TablePolicy()))
    assert found.policy.signals.absence.limit == 20.0
    assert found.asked == asked
