"""Every number anywhere in the policy of a table: none may be endless, no number, or below 0."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from vision.policy import TablePolicy
from vision.seating import SeatSettings

Change = Callable[[float], Any]


def numbers(policy: Any, place: str = "") -> Iterator[tuple[str, str, Change]]:
    """Place in the tree, name of the number, and how to make its policy with another value."""
    for field in fields(policy):
        value = getattr(policy, field.name)
        where = f"{place}{field.name}"
        if is_dataclass(value):
            yield from numbers(value, f"{where}.")
        elif isinstance(value, Mapping):
            for key in value:
                yield f"{where}.{key}", f"{field.name}.{key}", _entry(policy, field.name, key)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield where, field.name, _field(policy, field.name)


def _field(policy: Any, name: str) -> Change:
    return lambda value: replace(policy, **{name: value})


def _entry(policy: Any, name: str, key: str) -> Change:
    return lambda value: replace(policy, **{name: {**getattr(policy, name), key: value}})


WITHOUT_WORDS = [field.name for field in fields(TablePolicy) if field.name not in ("vocabulary", "seats")]
FOUND = [
    *(one for part in WITHOUT_WORDS for one in numbers(getattr(TablePolicy(), part), f"{part}.")),
    *numbers(SeatSettings(), "seats.1."),
]
NUMBERS = [pytest.param(name, change, id=place) for place, name, change in FOUND]


def test_the_walk_reaches_every_part() -> None:
    places = {place for place, _, _ in FOUND}
    assert {
        "camera.black",
        "hands.search.idle_s",
        "motion.every",
        "presence.look.keep",
        "shapes.least_of.middle_finger",
        "signals.absence.limit",
        "signals.gestures.hold_of.forbidden",
        "signals.gestures.reading.tilt",
        "signals.motion.outside",
        "signals.sentences.pause",
    } <= places
    assert len(places) > 80


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1.0])
@pytest.mark.parametrize(("name", "change"), NUMBERS)
def test_no_number_is_endless_or_negative(name: str, change: Change, value: float) -> None:
    with pytest.raises(ValueError, match=rf"^{re.escape(name)} must .*, not {re.escape(str(value))}$"):
        change(value)
