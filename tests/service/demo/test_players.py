"""Random players at a live table whose clock a test moves."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from rules.events import Json
from service.demo.players import NAMES, Players, demo_book
from service.live.table import LiveTable
from service.live.tables import Tables, TableSettings
from tests.service.avatar.tables import Clock, tables
from tests.service.web.looks import look
from vision.policy import TablePolicy
from vision.signals.signal import Signal

STEP = 0.25


def _open(opened: Tables) -> LiveTable:
    return opened.open("demo", TableSettings(demo_book(), TablePolicy()))


def _play(seed: int, breach: str | None = None) -> tuple[LiveTable, float]:
    """One game to its end; a camera sees the same seat do something now and then."""
    clock = Clock()
    table = _open(tables(clock))
    players = Players(table, seed)
    players.start()
    while not players.over and clock.now < 3600:
        clock.now += STEP
        table.tick(clock.now)
        players.act(clock.now)
        if breach and clock.now % 40 == 0:
            data: dict[str, Json] = {"gesture": "forbidden", "score": 0.98, "since": clock.now}
            table.saw(replace(look(clock.now), signals=(Signal(breach, 7, clock.now, data),)))
    return table, clock.now


@pytest.mark.parametrize("seed", range(5))
def test_a_game_is_played_to_its_end_at_a_pace_one_can_follow(seed: int) -> None:
    async def scenario() -> None:
        table, seconds = _play(seed)
        game = table.judge.state.game
        assert game.result is not None
        assert game.setup.players == NAMES
        assert 60 < seconds < 1800
        lines = table.journal.feed("spectator").after(0)
        counts = Counter(str(line.fields["type"]) for line in lines)
        assert counts["day.began"] >= 2
        assert counts["nomination.accepted"] > 0
        assert counts["vote.cast"] > 0
        assert counts["night.ended"] > 0

    asyncio.run(scenario())


def test_the_same_seed_gives_the_same_game() -> None:
    async def scenario() -> None:
        lines = [_play(7)[0].journal.feed("platform").after(0) for _ in range(2)]
        first, second = ([dict(line.fields) for line in one] for one in lines)
        assert first == second

    asyncio.run(scenario())


def test_players_ask_for_ballots_on_what_cameras_see_and_all_vote() -> None:
    async def scenario() -> None:
        table, _ = _play(3, "gesture.started")
        fair = table.judge.state.fair
        asked = [ballot for ballot in fair.ballots if ballot.accused == 7]
        assert asked
        assert all(len(ballot.votes) >= len(ballot.voters) // 2 for ballot in asked)
        assert {yes for ballot in asked for _, yes in ballot.votes} == {True, False}

    asyncio.run(scenario())
