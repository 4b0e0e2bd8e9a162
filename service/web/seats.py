"""What a page shows of one seat, as JSON, for each kind of viewer.

Whoever sees the table may know what everybody is told: whether a seat is taken, whether its camera can be
judged, the signs that are told. The landmarks, unfinished signs and the picture are for the platform, and for
the seat itself its own hands. In secret phases there is nothing of a seat's hands and no picture for anybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.events import Json
from rules.table.views import Viewer
from service.live.table import LiveTable
from service.overlay.words import words_of
from vision.observations import Hand, SeatObservation
from vision.policy import TablePolicy
from vision.seating import PLAIN
from vision.signals.absence import AbsencePolicy, AbsenceState
from vision.signals.seat import SeatSignals


@dataclass(frozen=True, slots=True)
class Known:
    """The newest that is known of a seat."""

    observation: SeatObservation
    machines: SeatSignals


def seat_state(table: LiveTable, number: int, known: Known | None, viewer: Viewer) -> dict[str, Json]:
    """One seat as a viewer may see it.

    Args:
        table: where it is.
        number: 1..10
        known: None where nothing was seen yet.
        viewer: who looks.
    """
    seat = table.seats[number]
    shown: dict[str, Json] = {
        "seat": number,
        "input": None if seat.input is None else seat.input.name,
        "muted": seat.muted,
        "resting": number in table.resting,
        "camera": None,
        "presence": None,
        "veiled": False,
    }
    if known is None:
        return shown
    seen, machines = known.observation, known.machines
    absence, limits = machines.absence.now, table.policy.signals.absence
    veiled = veils(table, seen)
    shown |= {
        "t": round(seen.t, 3),
        "camera": seen.camera.value,
        "presence": absence.presence.value,
        "absence": _absence(absence, limits),
        "veiled": veiled,
        "mirrored": _mirrored(table.policy, number),
    }
    if not veiled and seen.camera.observable:
        shown |= _signs(table, known, viewer)
    if viewer == "platform":
        shown["covered"] = covered(machines)
        shown["suspected"] = [reason for reason, _ in machines.suspicion.told]
    return shown


def veils(table: LiveTable, seen: SeatObservation) -> bool:
    """Whether the phase hides a seat's hands and picture."""
    return table.phases.at(seen.seat, seen.t).secret


def covered(machines: SeatSignals) -> bool:
    """Whether the picture of a seat is not to be shown: nudity was confirmed and has not been cleared."""
    return machines.nudity.told == 2


def _mirrored(policy: TablePolicy, number: int) -> bool:
    return policy.seats.get(number, PLAIN).mirrored


def _absence(state: AbsenceState, limits: AbsencePolicy) -> Json:
    """The timer of an empty seat."""
    if not state.empty or state.elapsed < limits.start_after:
        return None
    return {"seconds": round(state.elapsed, 2), "warned": limits.warn_after, "limit": limits.limit}


def _signs(table: LiveTable, known: Known, viewer: Viewer) -> dict[str, Json]:
    seen, words = known.observation, words_of(known.observation, known.machines)
    own = viewer in ("platform", seen.seat)
    if not own and seen.seat in table.judge.silent:
        return {"words": []}
    told: list[Json] = [*dict.fromkeys(words.values())]
    if not own:
        return {"words": told}
    return {"words": told, "size": [*seen.size], "hands": _hands(seen.hands, words)}


def _hands(hands: Sequence[Hand], words: Mapping[int, str]) -> list[Json]:
    return [_hand(hand, words.get(hand.track)) for hand in hands if np.isfinite(hand.smoothed[:, :2]).all()]


def _hand(hand: Hand, word: str | None) -> Json:
    shape = hand.shape
    points: list[Json] = np.rint(hand.smoothed[:, :2] * 10).astype(int).ravel().tolist()
    return {
        "track": hand.track,
        "hand": hand.handedness,
        "points": points,
        "word": word,
        "shape": None if shape is None or shape.shape == "no_gesture" else shape.shape,
        "score": None if shape is None else round(shape.score, 3),
        "abstained": None if shape is None else shape.abstained,
    }
