"""A sign that goes on with a motion is no second word: a vote that comes to rest on the table is one vote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.signals.motion import RESTS, MotionSignalState, Seen
from vision.signals.signal import Signal


def one_word(
    state: MotionSignalState, signals: Sequence[Signal]
) -> tuple[MotionSignalState, tuple[Signal, ...]]:
    """Take out the held signs that only go on with a motion that was told.

    Args:
        state: of the step before.
        signals: `gesture.started` and `gesture.ended` of the seat's held signs.

    Returns:
        The state, and the signals that are words of their own.
    """
    if not signals:
        return state, ()
    joined, kept = set(state.joined), []
    for signal in signals:
        name = (str(signal.data["gesture"]), signal.data["since"])
        if signal.type == "gesture.ended" and name in joined:
            joined.remove(name)
        elif signal.type == "gesture.started" and any(_rests(seen, signal) for seen in state.seen):
            joined.add(name)
        else:
            kept.append(signal)
    return replace(state, joined=frozenset(joined)), tuple(kept)


def _rests(seen: Seen, signal: Signal) -> bool:
    """Whether a held sign is the rest of a motion."""
    same = seen.hand == signal.data["hand"] or "both" in (seen.hand, signal.data["hand"])
    return seen.told and same and signal.data["gesture"] in RESTS.get(seen.gesture, (seen.gesture,))
