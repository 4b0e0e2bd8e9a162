"""JSON that clients may send where any object is welcome: finite, not deep, not endless."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any

from pydantic import AfterValidator

DEEPEST = 12
"""Levels: the deepest that is of use are a vocabulary's examples, at seven."""
LARGEST = 2**53
"""Whole numbers beyond it are told apart by no JavaScript reader."""


def bounded(value: dict[str, Any]) -> dict[str, Any]:
    """The value itself.

    Raises:
        ValueError: it is too deep, or holds a number that is not finite or too large.
    """
    _check(value, DEEPEST)
    return value


def size(value: Any) -> int:
    """Bytes of a value as JSON without white space, as pure ASCII."""
    return len(json.dumps(value, separators=(",", ":")))


def _check(value: Any, levels: int) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no number of JSON")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise ValueError("a whole number beyond 2 to the 53rd; write it as a text")
    if isinstance(value, dict | list):
        if levels == 0:
            raise ValueError(f"deeper than {DEEPEST} levels")
        for item in value.values() if isinstance(value, dict) else value:
            _check(item, levels - 1)


JsonObject = Annotated[dict[str, Any], AfterValidator(bounded)]
