"""Tables and seats as JSON, for who asks."""

from __future__ import annotations

from dataclasses import asdict

from rules.events import Json
from rules.table.views import Viewer
from service.live.seat import Seat
from service.live.table import LiveTable


def listed(table: LiveTable) -> dict[str, Json]:
    """A table in the list of all."""
    return {
        "table": table.name,
        "clock": round(table.clock(), 3),
        "playing": table.judge.playing,
        "phase": table.judge.state.game.phase,
        "paused": resting(table),
        "fed": [number for number, seat in table.seats.items() if seat.input is not None],
    }


def shown(table: LiveTable, viewer: Viewer) -> dict[str, Json]:
    """A table as a viewer may see it."""
    return {
        "table": table.name,
        "clock": round(table.clock(), 3),
        "playing": table.judge.playing,
        "paused": resting(table),
        "seats": [_seat(table, seat, viewer) for seat in table.seats.values()],
        "game": table.view(viewer),
    }


def resting(table: LiveTable) -> bool:
    """Whether the platform or the game lets everybody rest."""
    return table.paused or table.judge.state.game.paused is not None


def _seat(table: LiveTable, seat: Seat, viewer: Viewer) -> dict[str, Json]:
    known = None if table.last is None else table.last.state.signals.get(seat.number)
    source = seat.input
    told: dict[str, Json] = {
        "seat": seat.number,
        "feed": None if source is None else source.name,
        "camera": None if known is None else known.camera.now.value,
        "presence": None if known is None else known.absence.now.presence.value,
        "absent_seconds": 0.0
        if known is None or not known.absence.now.empty
        else round(known.absence.now.elapsed, 3),
        "muted": seat.muted,
    }
    if viewer in ("platform", "reviewer", seat.number):
        age = seat.age
        told["observed_fps"] = seat.fps
        told["age_ms"] = None if age is None else round(age * 1000.0, 1)
        told["counts"] = dict[str, Json](asdict(seat.counts))
    return told
