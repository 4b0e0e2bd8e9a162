"""The demo's ten seats: one real clip that is fetched, nine small ones that lie here, made by `make`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from datasets.demo.origins import FALLBACK_NOTE, REAL, origin_of
from datasets.demo.real import real_clip
from datasets.demo.script import SCRIPTS
from datasets.demo.seat import DemoSeat
from models.errors import FetchError

__all__ = ["CLIPS", "DemoSeat", "clips"]

CLIPS = Path(__file__).parent / "clips"


def clips(folder: Path, progress: Callable[[str], None]) -> list[DemoSeat]:
    """The ten seats, in order.

    Args:
        folder: where a fetched clip is kept between runs; made where it is missing.
        progress: told in one line what takes time, and what had to be replaced.

    Returns:
        Seats 1 to 10. Where the real clip cannot be fetched, seat 1 shows the clip of another seat and
        its title says so.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return [_first(folder, progress), *shipped()]


def shipped() -> list[DemoSeat]:
    """Seats 2 to 10, whose clips are part of the repository."""
    seats = []
    for script in SCRIPTS:
        origin, licence = origin_of(script)
        path = CLIPS / f"seat{script.seat:02}.mp4"
        seats.append(
            DemoSeat(script.seat, path, script.title, origin, licence, script.expected, script.shapes)
        )
    return seats


def _first(folder: Path, progress: Callable[[str], None]) -> DemoSeat:
    try:
        path = real_clip(folder, progress)
    except FetchError as error:
        progress(f"seat 1: no real clip ({error}); {FALLBACK_NOTE}")
        other = shipped()[0]
        return DemoSeat(
            1,
            other.path,
            f"{other.title} ({FALLBACK_NOTE})",
            other.origin,
            other.licence,
            other.expected,
            other.shapes,
        )
    return DemoSeat(1, path, REAL.title, REAL.origin, REAL.licence, ())
