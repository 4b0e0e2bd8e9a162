"""Moments as a host writes and reads them: dates in the game's time zone, seconds since 1970 inside."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_SPAN = re.compile(r"(\+?)(\d{1,5}(?:\.\d{1,6})?)([hm])")
FORMATS = {"en": "%Y-%m-%d %H:%M %Z", "de": "%d.%m.%Y, %H:%M Uhr %Z", "ru": "%d.%m.%Y, %H:%M %Z"}
"""By language."""


class TimeError(ValueError):
    """No moment. The message says what to write."""


def zone(name: str) -> tzinfo:
    """A time zone by its IANA name.

    Raises:
        TimeError: there is none of that name.
    """
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise TimeError(f"{name!r} is no time zone; write one as Europe/Berlin or UTC") from error


def parse(text: str, where: tzinfo, now: float, day: float | None) -> float:
    """A moment: a date with time, `+4h` or `+90m` from now, `24h` from the beginning of the game day.

    Args:
        where: the zone of dates that name none.
        now: seconds since 1970.
        day: when the game day began; None: none has.

    Raises:
        TimeError: it is nothing of that.
    """
    span = _SPAN.fullmatch(text.strip())
    if span is not None:
        plus, number, unit = span.groups()
        if not plus and day is None:
            raise TimeError(f"{text}: no game day has begun; write +{text}, or a date as 2026-12-01 14:00")
        base = now if plus or day is None else day
        return base + float(number) * (3_600.0 if unit == "h" else 60.0)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise TimeError(f"{text!r} is no time; write 2026-12-01 14:00, +4h or 24h") from error
    return (moment if moment.tzinfo else moment.replace(tzinfo=where)).timestamp()


def shown(t: float, where: tzinfo, language: str) -> str:
    """A moment in words, to the minute that has begun; seconds where no calendar has it."""
    try:
        return datetime.fromtimestamp(t, where).strftime(FORMATS[language])
    except (ValueError, OverflowError, OSError):
        return f"{t:.0f} s"
