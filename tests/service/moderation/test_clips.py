"""Told absences against labelled ones, in frames."""

from __future__ import annotations

import numpy as np
import pytest

from service.moderation.clips import Told, match, told
from service.moderation.index import Absence
from vision.signals.absence import AbsencePolicy
from vision.signals.signal import Signal

PERIOD = 0.04
TIMES = [round(k * PERIOD, 6) for k in range(1001)]
POLICY = AbsencePolicy()


def signal(kind: str, t: float, **data: float) -> Signal:
    return Signal(kind, 1, t, data)


def test_signals_become_absences() -> None:
    signals = [
        signal("absence.started", 4.0, since=3.0),
        signal("absence.warned", 13.0, since=3.0),
        signal("absence.exceeded", 18.04, since=3.0),
        signal("camera.restored", 19.0),
        signal("absence.ended", 21.5, since=3.0, until=21.0, duration=18.0),
        signal("absence.started", 31.0, since=30.0),
    ]
    assert told(signals) == [Told(3.0, 18.04, 21.0), Told(30.0, None, None)]


@pytest.mark.parametrize(
    ("label", "found", "errors", "unfair", "forgone"),
    [
        (Absence(4.0, 24.0), Told(4.0, 19.04, 24.0), (0, 0, 0), False, False),
        (Absence(4.0, 24.0), Told(4.08, 19.12, 23.92), (2, 2, -2), False, False),
        (Absence(4.0, 24.0), Told(4.0, None, 24.0), (0, None, 0), False, True),
        (Absence(4.0, 19.0), Told(4.0, None, 19.0), (0, None, 0), False, False),
        (Absence(4.0, 19.0), Told(4.0, 19.04, 19.0), (0, None, 0), True, False),
        (Absence(4.0, 19.04), Told(4.0, 19.04, 19.04), (0, 0, 0), False, False),
        (Absence(4.0, None), Told(4.0, 19.04, None), (0, 0, None), False, False),
    ],
    ids=["right", "late", "not accused", "15 s exactly", "15 s accused", "one frame more", "does not return"],
)
def test_errors_in_frames(
    label: Absence,
    found: Told,
    errors: tuple[float | None, float | None, float | None],
    unfair: bool,
    forgone: bool,
) -> None:
    (timing,), rest = match([label], [found], TIMES, PERIOD, POLICY)
    assert rest == ()
    assert timing.found
    for got, wanted in zip((timing.started, timing.exceeded, timing.ended), errors, strict=True):
        assert got is None if wanted is None else got == pytest.approx(wanted, abs=1e-6)
    assert (timing.unfair, timing.forgone) == (unfair, forgone)


def test_what_was_not_told_and_what_was_imagined() -> None:
    imagined = Told(30.0, None, 33.0)
    (timing,), rest = match([Absence(4.0, 24.0)], [imagined], TIMES, PERIOD, POLICY)
    assert (timing.found, timing.forgone, timing.started) == (False, True, None)
    assert rest == (imagined,)
    assert np.isfinite(TIMES).all()
