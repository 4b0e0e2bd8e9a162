"""Who may be told of what the cameras saw, and how much of it.

Decisions name their audience themselves; signals do not know the game. What everybody may hear is what
everybody can see: signs, an empty seat, a dark camera. Doubts about a person (nudity, a picture that may not
be live, what a score rests on) are for those who run the table and those who review it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from rules.events import Audience, Json
from vision.signals.signal import Signal

_PUBLIC: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "gesture.started": frozenset(("gesture", "shape", "hand", "score", "since", "moving")),
        "gesture.ended": frozenset(("gesture", "shape", "hand", "score", "since", "moving", "duration")),
        "sentence.spoken": frozenset(("words", "since")),
        "absence.started": frozenset(("since",)),
        "absence.warned": frozenset(("since", "absent")),
        "absence.exceeded": frozenset(("since", "absent")),
        "absence.ended": frozenset(("since", "duration")),
        "camera.unobservable": frozenset(("reason", "since")),
        "camera.restored": frozenset(("reason", "since", "duration")),
    }
)
"""Signals for everybody, with the fields of their data that everybody may read."""

_CONDITIONS = frozenset(("observed_fps", "age_ms"))
"""How well the seat was watched: everybody may know how fairly."""

_SIGNS = frozenset(("gesture", "sentence"))


def audience_of(signal: Signal, silent: Collection[int]) -> Audience:
    """Who may be told of a signal.

    Args:
        signal: what a camera saw.
        silent: seats whose signs nobody may read: those who are out of the game.
    """
    if signal.data.get("audience") == "audit":
        return "platform"
    word = signal.type.partition(".")[0]
    if word in _SIGNS and signal.seat in silent:
        return "platform"
    return "everyone" if signal.type in _PUBLIC else "reviewer"


def public(kind: str, data: Mapping[str, Json]) -> dict[str, Json]:
    """The part of a signal's data that everybody may read."""
    return {name: value for name, value in data.items() if name in _PUBLIC[kind] or name in _CONDITIONS}
