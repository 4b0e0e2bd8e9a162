"""When messages are tried again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.delivery.schedule import LONGEST_ASKED, RETRIES, retry_after, wait

NOW = 1_798_761_600.0  # Fri, 01 Jan 2027 00:00:00 GMT


def test_the_waits_grow_and_are_three_days_together() -> None:
    waits = [wait(failed, 0.5) for failed in range(1, RETRIES + 1)]
    assert waits[:4] == [5.0, 15.0, 45.0, 135.0]
    assert waits == sorted(filter(None, waits))
    assert sum(filter(None, waits)) == pytest.approx(72 * 3600, abs=10)
    assert wait(RETRIES + 1, 0.5) is None


@given(failed=st.integers(1, RETRIES), chance=st.floats(0, 1), asked=st.floats(0, 1e12) | st.none())
def test_no_wait_is_far_from_its_middle_or_shorter_than_what_was_asked(
    failed: int, chance: float, asked: float | None
) -> None:
    middle, got = wait(failed, 0.5), wait(failed, chance, asked)
    assert middle is not None
    assert got is not None
    assert got >= middle * 0.8 - 1e-9
    assert got <= max(middle * 1.2, LONGEST_ASKED)
    if asked is not None:
        assert got >= min(asked, LONGEST_ASKED)


@pytest.mark.parametrize(
    ("value", "date", "seconds"),
    [
        (None, None, None),
        ("120", None, 120.0),
        (" 7 ", None, 7.0),
        ("0", None, 0.0),
        ("9" * 400, None, LONGEST_ASKED),
        ("-5", None, None),
        ("1.5", None, None),
        ("soon", None, None),
        ("", None, None),
        ("٣", None, None),
        ("Fri, 01 Jan 2027 00:02:00 GMT", None, 120.0),
        ("Friday, 01-Jan-27 00:02:00 GMT", None, 120.0),
        ("Fri, 01 Jan 2027 00:02:00 +0000", None, 120.0),
        ("Thu, 31 Dec 2026 23:00:00 GMT", None, 0.0),
        # the receiver's clock is a day ahead of ours: its own Date says what it means
        ("Sat, 02 Jan 2027 00:01:00 GMT", "Sat, 02 Jan 2027 00:00:00 GMT", 60.0),
        ("Fri, 01 Jan 2027 00:02:00 GMT", "yesterday", 120.0),
        ("Fri, 99 Jan 2027 00:02:00 GMT", None, None),
    ],
)
def test_what_retry_after_asks_for(value: str | None, date: str | None, seconds: float | None) -> None:
    assert retry_after(value, date, NOW) == seconds


@given(st.text(max_size=40))
def test_nonsense_in_retry_after_is_passed_over(value: str) -> None:
    seconds = retry_after(value, value, NOW)
    assert seconds is None or seconds >= 0
