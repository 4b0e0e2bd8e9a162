"""Tables whose eye sees what a test says."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from rules.events import Json
from rules.table.book import RuleBook
from service.live.eye import Seen
from service.live.table import LiveTable
from service.live.tables import Tables, TableSettings
from service.media import Tick
from vision.observations import CameraState, Hand, Handedness, SeatObservation
from vision.policy import TablePolicy
from vision.table import TableState, TableStep

PLAYERS: list[Json] = [f"player {seat}" for seat in range(1, 11)]


@dataclass
class Blind:
    """In place of the eye: it never looks by itself."""

    arrival: threading.Condition = field(default_factory=threading.Condition)

    def watch(self, table: LiveTable, state: TableState | None = None) -> None: ...

    def leave(self, name: str) -> None: ...

    def close(self) -> None: ...


@dataclass
class Clock:
    """The seconds of a test."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def tables(clock: Clock) -> Tables:
    return Tables(Blind(), {}, clock=clock)  # type: ignore[arg-type]


def open_table(opened: Tables, name: str = "evening", book: RuleBook | None = None) -> LiveTable:
    return opened.open(name, TableSettings(book or RuleBook(), TablePolicy()))


def hand(x: float = 200.0, track: int = 1, handedness: Handedness = "right") -> Hand:
    """A hand of 100 pixels whose wrist is at x, 240."""
    reach = np.linspace(0.0, 100.0, 21, dtype=np.float32)
    points = np.stack([x + reach, 240 - reach, np.zeros_like(reach)], axis=1)
    return Hand(track, points, points, handedness, 0.99, 0.98)


def look(t: float, hands: Mapping[int, tuple[Hand, ...]], camera: CameraState = CameraState.OK) -> Seen:
    """A look at those seats at that time."""
    observations = tuple(
        SeatObservation(seat, t, (640, 480), camera, own) for seat, own in sorted(hands.items())
    )
    return Seen(Tick(t, (), (), {}, {}), TableStep(observations, ()), TableState(), ())


def start(table: LiveTable, roles: list[Json] | None = None) -> None:
    """Begin a game; seats 1 to 3 are the mafia, 4 is the sheriff."""
    dealt: list[Json] = ["don", "mafia", "mafia", "sheriff", *["citizen"] * 6]
    answer = table.command("game.start", 0, {"roles": roles or dealt, "players": PLAYERS})
    assert not answer.refused


def phase(table: LiveTable) -> str:
    """What the game does now."""
    return table.judge.state.game.phase
