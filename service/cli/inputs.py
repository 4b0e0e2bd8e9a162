"""`SEAT=INPUT` arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from service.cli.errors import CommandError

SEATS = range(1, 11)
_NAMED = re.compile(r"(\d+)=(.+)", re.DOTALL)


def assign_seats(inputs: Sequence[str]) -> dict[int, str]:
    """Give every input its seat: the one it names, else the lowest that is free.

    Raises:
        CommandError: no input, more than ten, a seat outside 1..10 or named twice.
    """
    if not inputs:
        raise CommandError("no input; name a video file, a folder of pictures, a camera index or a URL")
    if len(inputs) > len(SEATS):
        raise CommandError(f"{len(inputs)} inputs, but a table has {len(SEATS)} seats")
    seats: dict[int, str] = {}
    unnamed: list[str] = []
    for text in inputs:
        match = _NAMED.fullmatch(text)
        if match is None:
            unnamed.append(text)
            continue
        seat = int(match[1])
        if seat not in SEATS:
            raise CommandError(f"{text}: seat {seat} is not one of 1..{len(SEATS)}")
        if seat in seats:
            raise CommandError(f"{text}: seat {seat} is taken by {seats[seat]}; give it another number")
        seats[seat] = match[2]
    free = (seat for seat in SEATS if seat not in seats)
    seats.update(zip(free, unnamed, strict=False))
    return dict(sorted(seats.items()))
