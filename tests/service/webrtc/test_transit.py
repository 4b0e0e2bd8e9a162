from __future__ import annotations

import pytest

from service.webrtc.transit import Transit


def test_how_late_a_picture_is_shows_from_the_swiftest_packet() -> None:
    transit = Transit()
    assert transit.waited(7.0, 100.0) == 0.0
    for number, (stamp, arrival) in enumerate(((7.0, 100.2), (7.1, 100.15), (7.2, 100.4))):
        transit.packet(number, stamp, arrival)
    assert transit.waited(7.0, 100.3) == pytest.approx(0.25, abs=0.001)
    assert transit.waited(7.2, 100.4) == pytest.approx(0.15, abs=0.001)


@pytest.mark.parametrize("delay", [0.6, 2.5, 60.0])
def test_what_was_held_up_is_late_however_long_it_took(delay: float) -> None:
    transit = Transit()
    for number in range(100):
        transit.packet(number, number / 10, 100 + number / 10)
    for number in range(100, 200):
        transit.packet(number, number / 10, 100 + number / 10 + delay)
        assert transit.waited(number / 10, 100 + number / 10 + delay) == pytest.approx(delay, abs=0.02)


@pytest.mark.parametrize("step", [-500.0, -5.0, 5.0, 500.0])
def test_a_clock_that_was_set_begins_anew(step: float) -> None:
    transit = Transit()
    for number in range(10):
        transit.packet(number, 7.0 + number / 10, 100 + number / 10)
    for number in range(10, 20):
        transit.packet(number, 7.0 + number / 10 + step, 100 + number / 10)
    assert transit.waited(8.9 + step, 101.9) == pytest.approx(0.0, abs=0.001)


def test_a_packet_that_comes_after_newer_ones_is_no_clock_that_was_set() -> None:
    transit = Transit()
    for number in (0, 1, 2, 30, 31, 3, 32):
        transit.packet(number, number / 10, 100 + max(number, 30) / 10)
    transit.packet(33, 3.3, 103.3)
    transit.packet(4, 0.4, 103.4)
    assert transit.waited(0.4, 103.4) == pytest.approx(3.0, abs=0.01)


def test_a_drifting_clock_is_forgiven() -> None:
    transit = Transit()
    for second in range(0, 3600, 2):
        transit.packet(second, second * (1 - 100e-6), float(second))
    assert transit.waited(3600 * (1 - 100e-6), 3600.0) < 0.001
