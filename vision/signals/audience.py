"""For whom a signal is: in a secret phase for the audit store at most, never for the table (domain A.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.gestures.phase import Phase
from vision.signals.signal import Signal


def addressed(signals: Sequence[Signal], phase: Phase, audit: bool) -> list[Signal]:
    """The signals with their `audience`, "table" or "audit".

    Args:
        signals: of one phase.
        phase: what the table was doing.
        audit: whether secret phases are told of at all; if not, nothing of them is left.
    """
    if not signals or (phase.secret and not audit):
        return []
    audience = "audit" if phase.secret else "table"
    return [replace(signal, data={**signal.data, "audience": audience}) for signal in signals]
