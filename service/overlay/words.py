"""What hands say at the moment."""

from __future__ import annotations

from vision.gestures.reading import BOTH
from vision.observations import SeatObservation
from vision.signals.seat import SeatSignals


def words_of(seen: SeatObservation, machines: SeatSignals) -> dict[int, str]:
    """Track of a hand -> the gesture that it is making now, as the table calls it."""
    words: dict[int, str] = {}
    for hold in machines.gestures.holds:
        if hold.told:
            tracks = [hand.track for hand in seen.hands] if hold.track == BOTH else [hold.track]
            words.update(dict.fromkeys(tracks, hold.gesture))
    return words
