"""A live table: commands and what cameras saw lead to lines that each viewer may read."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from rules.events import Json
from rules.table.game.state import SEATS
from rules.table.views import Viewer
from service.live.eye import Seen
from service.live.journal import Journal
from service.live.seat import Seat
from service.live.table import LiveTable
from service.media import Tick
from vision.gestures.phase import Phase
from vision.picture import Layout, Picture
from vision.signals.signal import Signal
from vision.table import TableState, TableStep

ROLES: list[Json] = ["mafia", "mafia", "don", "sheriff", *["citizen"] * 6]
PLAYERS: list[Json] = list("abcdefghij")


@dataclass
class Held:
    """A table and its clock."""

    now: float = 0.0
    table: LiveTable = field(init=False)

    def __post_init__(self) -> None:
        arrival = threading.Condition()
        seats = {number: Seat(number, self.clock, arrival) for number in SEATS}
        self.table = LiveTable("t", seats, self.clock, Journal("t"), models={"absence": {"person": "1"}})

    def clock(self) -> float:
        return self.now

    def start(self) -> None:
        data: Mapping[str, Json] = {"roles": ROLES, "players": PLAYERS, "mode": "leading"}
        assert not self.table.command("game.start", 0, data).refused

    def until(self, phase: str) -> None:
        """Let the game's clock alone bring it to a phase."""
        while (game := self.table.judge.state.game).phase != phase:
            assert game.deadline is not None
            self.now = game.deadline
            self.table.tick(self.now)

    def saw(self, *signals: Signal) -> None:
        step = TableStep((), signals)
        self.table.saw(Seen(Tick(self.now, (), (), {}, {}), step, TableState(), signals))

    def lines(self, viewer: Viewer = "platform") -> list[dict[str, Any]]:
        return [dict(line.fields) for line in self.table.journal.feed(viewer).after(0)]

    def types(self, viewer: Viewer = "platform") -> list[str]:
        return [line["type"] for line in self.lines(viewer)]


@pytest.fixture
def held() -> Held:
    return Held()


def _absent(seat: int, t: float = 20.0) -> Signal:
    return Signal("absence.exceeded", seat, t, {"since": t - 15.1, "absent": 15.1})


def _sign(seat: int, t: float = 20.0) -> Signal:
    return Signal("gesture.started", seat, t, {"gesture": "red", "shape": "thumb_up", "score": 0.9})


def test_a_command_is_told_before_what_follows_from_it(held: Held) -> None:
    held.start()
    lines = held.lines()
    assert held.types()[:2] == ["game.start", "game.started"]
    assert lines[1]["caused_by"] == [lines[0]["id"]]
    assert "game.start" not in held.types("reviewer")
    assert held.types(1).count("role.dealt") == 1
    assert "role.dealt" not in held.types("spectator")


def test_a_refused_command_leaves_no_trace(held: Held) -> None:
    held.start()
    before, count = held.table.judge.state, len(held.lines())
    answer = held.table.command("vote.cast", 2, {"candidate": 4})
    assert (answer.refused, answer.id, answer.decisions[0].data["reason"]) == (True, "", "not_now")
    assert held.table.judge.state is before
    assert len(held.lines()) == count


def test_a_refused_command_begins_no_game(held: Held) -> None:
    assert held.table.command("game.pause", 0, {}).refused
    assert not held.table.judge.playing


def test_a_command_from_the_future_is_refused_and_one_from_the_past_is_now(held: Held) -> None:
    held.now = 100.0
    with pytest.raises(ValueError, match="ahead of the table's clock, which stands at 100"):
        held.table.command("game.pause", 0, {}, t=102.0)
    held.start()
    held.now = 103.0
    assert not held.table.command("game.pause", 0, {}, t=1.0).refused
    assert held.lines()[-1]["t"] == 100.0


def test_the_clock_ends_steps_at_their_deadline_however_late_it_is_looked_at(held: Held) -> None:
    held.start()
    deadline = held.table.judge.due()
    held.table.tick(deadline - 0.001)
    assert held.table.view("spectator")["phase"] == "meeting"
    held.now = deadline + 0.04
    held.table.tick(held.now)
    assert held.table.view("spectator")["phase"] != "meeting"
    started = [line for line in held.lines("spectator") if line["type"] == "phase.started"]
    assert started[-1]["t"] == pytest.approx(deadline)


def test_a_watched_table_gives_grounds_without_a_game(held: Held) -> None:
    held.saw(_absent(4))
    assert held.types() == ["absence.exceeded", "grounds.raised"]
    assert held.types("spectator") == held.types()
    lines = held.lines()
    assert lines[0]["data"]["models"] == {"person": "1"}
    assert "models" not in held.lines("spectator")[0]["data"]
    assert lines[1]["caused_by"] == [lines[0]["id"]]


def test_signals_of_a_look_are_told_in_the_order_of_their_time(held: Held) -> None:
    held.saw(_sign(5, 9.0), _sign(7, 8.0), _sign(2, 8.0))
    assert [line["seat"] for line in held.lines()] == [2, 7, 5]


@pytest.mark.parametrize("viewer", ["platform", "reviewer", "spectator", 5])
def test_an_event_says_how_well_the_seat_was_watched(held: Held, viewer: Viewer) -> None:
    held.now = 20.25
    picture = Picture(Layout.GRAY, (np.zeros((4, 4), np.uint8),))
    feed = held.table.seats[4].join("film")
    for number in range(30):
        held.now += 1 / 15
        feed.put(picture, number / 15)
        held.table.seats[4].take()
    held.saw(_absent(4, held.now - 0.125))
    (line, *_) = held.lines(viewer)
    assert line["data"]["observed_fps"] == pytest.approx(15.0, abs=0.5)
    assert line["data"]["age_ms"] == pytest.approx(125.0, abs=0.1)


def test_signs_of_the_dead_are_for_the_platform_alone(held: Held) -> None:
    held.start()
    held.until("shooting")
    for seat in (1, 2, 3):
        held.table.command("shot.fire", seat, {"target": 5})
    held.until("farewell")
    assert 5 not in held.table.judge.state.game.living
    held.saw(_sign(5), _sign(6))
    assert [line["seat"] for line in held.lines("spectator") if line["type"] == "gesture.started"] == [6]
    assert [line["seat"] for line in held.lines() if line["type"] == "gesture.started"] == [5, 6]
    assert 5 in held.table.resting


def test_the_eye_is_told_what_the_game_does(held: Held) -> None:
    assert held.table.phases.at(3, 0.0) is Phase.FREE
    held.start()
    assert held.table.phases.at(3, held.now) is Phase.MEETING
    held.until("speech")
    held.now += 5.0
    speaker = held.table.judge.state.game.speaker
    assert held.table.phases.at(speaker, held.now) is Phase.OWN_SPEECH
    held.until("shooting")
    assert held.table.phases.at(speaker, held.now) is Phase.NIGHT


def test_everybody_rests_in_a_pause(held: Held) -> None:
    held.table.pause(True)
    assert held.table.resting == frozenset(SEATS)
    held.table.pause(False)
    held.start()
    assert held.table.resting == frozenset()
    held.table.command("game.pause", 0, {})
    assert held.table.resting == frozenset(SEATS)
    held.table.command("game.resume", 0, {})
    assert held.table.resting == frozenset()


def test_a_closed_table_tells_its_tracks_and_nothing_more_happens(held: Held) -> None:
    told: list[int] = []
    for seat in (2, 7):
        held.table.seats[seat].join("whip", lambda seat=seat: told.append(seat))  # type: ignore[misc]
    held.start()
    held.table.close()
    assert told == [2, 7]
    count = len(held.lines())
    held.saw(_absent(4))
    held.now = 1e4
    held.table.tick(held.now)
    assert len(held.lines()) == count
    assert held.table.journal.feed("spectator").closed
