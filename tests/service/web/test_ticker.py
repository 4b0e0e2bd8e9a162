"""Lines in words."""

from __future__ import annotations

import asyncio

import pytest

from rules.events import Json
from service.live.journal import Line
from service.live.table import LiveTable
from service.web.ticker import told
from tests.service.avatar.tables import Clock, open_table, start, tables


@pytest.mark.parametrize(
    ("kind", "data", "text", "level"),
    [
        ("gesture.started", {"gesture": "red", "shape": "thumb_up"}, "shows red (thumb_up)", "info"),
        ("gesture.started", {"gesture": "forbidden", "shape": "middle_finger"}, None, "alarm"),
        ("absence.warned", {"since": 1.0, "absent": 10.0}, "empty for 10.0 s: come back", "notice"),
        ("camera.unobservable", {"reason": "black"}, "camera black, nothing can be judged", "notice"),
    ],
)
def test_a_signal_is_told_in_words(kind: str, data: dict[str, Json], text: str | None, level: str) -> None:
    fields: dict[str, Json] = {
        "id": "x",
        "type": kind,
        "table": "evening",
        "seat": 4,
        "t": 12.5,
        "data": data,
    }
    line = told(Line(7, fields))
    assert line is not None
    assert (line["number"], line["seat"], line["t"], line["level"]) == (7, 4, 12.5, level)
    assert text is None or line["text"] == text


def test_the_end_of_a_sign_goes_without_saying() -> None:
    fields: dict[str, Json] = {
        "id": "x",
        "type": "gesture.ended",
        "table": "t",
        "seat": 1,
        "t": 1.0,
        "data": {},
    }
    assert told(Line(1, fields)) is None


def test_every_line_of_a_game_is_told_or_goes_without_saying() -> None:
    async def scenario() -> None:
        clock = Clock()
        table: LiveTable = open_table(tables(clock))
        start(table)
        while table.judge.state.game.result is None and clock.now < 20_000:
            clock.now += 1.0
            table.tick(clock.now)
        for viewer in ("platform", "spectator", "reviewer", 4):
            lines = [told(line) for line in table.journal.feed(viewer).after(0)]
            texts = [line["text"] for line in lines if line is not None]
            assert str(texts[0]).startswith("The roles are dealt. At the table: 1: player 1, 2: player 2")
            assert any("A draw" in str(text) for text in texts)
            assert all(isinstance(text, str) and "{" not in text for text in texts)

    asyncio.run(scenario())
