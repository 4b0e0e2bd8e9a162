"""The tables of a process: opened, found, closed, and kept in time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from rules.events import Json
from rules.table.book import RuleBook
from service.live.eye import Eye
from service.live.tables import TableExists, Tables, TableSettings, TooManyTables
from tests.service.api.serving import SetClock
from tests.vision.recorded import RecordedEye
from vision.policy import TablePolicy

SETTINGS = TableSettings(RuleBook(), TablePolicy())
PLAYERS: list[Json] = list("abcdefghij")


@pytest.fixture
def eye(default_models: None) -> Iterator[Eye]:
    looking = Eye(RecordedEye().models)
    yield looking
    looking.close()


def test_tables_are_opened_found_and_closed(eye: Eye) -> None:
    async def run() -> None:
        tables = Tables(eye, {}, most=2)
        first = tables.open("a", SETTINGS)
        assert tables.get("a") is first
        with pytest.raises(TableExists):
            tables.open("a", SETTINGS)
        tables.open("b", SETTINGS)
        with pytest.raises(TooManyTables, match="2 tables are open"):
            tables.open("c", SETTINGS)
        tables.close("a")
        tables.close("a")
        assert first.closed
        assert tables.get("a") is None
        assert [table.name for table in tables] == ["b"]
        assert tables.open("a", SETTINGS).opening != first.opening
        tables.close("a")
        tables.close("b")

    asyncio.run(run())


def test_time_goes_on_at_every_table_though_it_stands_at_one(
    eye: Eye, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(now: float) -> None:
        raise RuntimeError("no time")

    async def run() -> str:
        clock = SetClock()
        tables = Tables(eye, {}, clock=clock)
        monkeypatch.setattr(tables.open("broken", SETTINGS), "tick", broken)
        sound = tables.open("sound", SETTINGS)
        sound.command("game.start", 0, {"seed": "1", "players": PLAYERS, "mode": "leading"})
        clock.now = sound.judge.due()
        keeping = asyncio.create_task(tables.keep_time())
        async with asyncio.timeout(30):
            await sound.journal.feed("spectator").wait(len(sound.journal.feed("spectator").after(0)))
        keeping.cancel()
        for name in ("broken", "sound"):
            tables.close(name)
        return sound.judge.state.game.phase

    assert asyncio.run(run()) != "meeting"
    assert "a table's time stood still" in caplog.text
