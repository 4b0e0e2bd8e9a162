"""When a message is tried again: after seconds at first, then ever more rarely, for three days.

Counted in attempts, not in days by the clock: a clock that is set a day ahead ends nothing early.
"""

from __future__ import annotations

import math
from datetime import UTC
from email.utils import parsedate_to_datetime

FIRST = 5.0
"""Seconds to the second attempt."""
FACTOR = 3.0
LONGEST = 70_000.0
"""Seconds: twelve waits from 5 s on, each three times the one before and none longer, are 72 hours."""
RETRIES = 12
JITTER = 0.2
"""Each wait is up to a fifth shorter or longer, so that one that comes back is not asked all at once."""
LONGEST_ASKED = 86_400.0
"""Seconds for which a receiver can put us off at a time."""


def wait(failed: int, chance: float, asked: float | None = None) -> float | None:
    """Seconds to the next attempt; None where there is none.

    Args:
        failed: attempts so far, from 1.
        chance: from 0 to 1, for the jitter.
        asked: what the receiver asked for (`retry_after`): never less than that, within reason.
    """
    if failed > RETRIES:
        return None
    plain = min(FIRST * FACTOR ** (failed - 1), LONGEST) * (1 - JITTER + 2 * JITTER * chance)
    return plain if asked is None else max(plain, min(asked, LONGEST_ASKED))


def retry_after(value: str | None, date: str | None, now: float) -> float | None:
    """The seconds that `Retry-After` asks for (RFC 9110 section 10.2.3); None where it is none.

    Args:
        value: the header: seconds, or an HTTP date.
        date: the answer's own `Date`, from which such a date is counted: one of the clocks may be wrong.
        now: seconds since 1970, for an answer without a date.
    """
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text) if len(text) <= 9 else LONGEST_ASKED
    until = _instant(text)
    if until is None:
        return None
    begin = _instant(date) if date is not None else None
    return max(until - (now if begin is None else begin), 0.0)


def _instant(text: str) -> float | None:
    """Seconds since 1970 of an HTTP date."""
    try:
        parsed = parsedate_to_datetime(text)
        instant = (parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return instant if math.isfinite(instant) else None
