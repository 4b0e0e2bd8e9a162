from __future__ import annotations

from service.webrtc.transit import ELSEWHERE, Transit


def test_how_late_a_picture_is_shows_from_the_swiftest_packet() -> None:
    transit = Transit()
    assert transit.waited(7.0, 100.0) == 0.0
    for stamp, arrival in ((7.0, 100.2), (7.1, 100.15), (7.2, 100.4)):
        transit.packet(stamp, arrival)
    assert abs(transit.waited(7.0, 100.3) - 0.25) < 0.001
    assert abs(transit.waited(7.2, 100.4) - 0.15) < 0.001


def test_a_clock_that_was_set_begins_anew() -> None:
    transit = Transit()
    transit.packet(7.0, 100.0)
    transit.packet(7.0 + 2 * ELSEWHERE + 0.1, 100.1)
    assert transit.waited(7.0 + 2 * ELSEWHERE + 0.1, 100.1) == 0.0


def test_a_drifting_clock_is_forgiven() -> None:
    transit = Transit()
    for second in range(0, 3600, 2):
        transit.packet(second * (1 - 100e-6), float(second))
    assert transit.waited(3600 * (1 - 100e-6), 3600.0) < 0.001
