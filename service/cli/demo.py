"""`consigliere demo`: ten seats are watched, and everything that can be seen is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from datasets.demo import DemoSeat, clips
from models import store
from models.display import shown_on
from models.errors import ModelError
from models.fetch import fetch
from service.cli.errors import CommandError
from service.cli.watch import answer_for, close, run
from service.events import Event
from service.watch.session import Request, Summary


def demo(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where videos and events go.")] = Path("out/demo"),
    webcam: Annotated[str | None, typer.Option(metavar="INDEX", help="Watch this camera instead.")] = None,
) -> None:
    """Fetch what is missing and watch the demo table."""
    try:
        with shown_on(sys.stderr) as reporter:
            fetch(reporter=reporter)
    except ModelError as error:
        raise CommandError(str(error)) from error
    if webcam is not None:
        answer_for(_watch({1: webcam}, out))
        return
    seats = clips(store.folder().parent / "demo", lambda text: print(text, file=sys.stderr))
    for seat in seats:
        print(f"seat {seat.seat:>2}  {seat.title}")
    seen: dict[int, set[str]] = {seat.seat: set() for seat in seats}
    summary = _watch(
        {seat.seat: str(seat.path) for seat in seats}, out, lambda event: seen[event.seat].add(event.type)
    )
    if not summary.interrupted:
        _compare(seats, seen)
    answer_for(summary)


def _watch(seats: dict[int, str], out: Path, on_event: Callable[[Event], None] | None = None) -> Summary:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{out}: {error.strerror}; name another folder with --out") from error
    request = Request(seats=seats, table="demo", jsonl=out / "events.jsonl", annotate=out)
    summary = run(request, on_event=on_event)
    close(summary, request)
    return summary


def _compare(seats: Sequence[DemoSeat], seen: Mapping[int, set[str]]) -> None:
    """Say whether every seat brought what its clip is made to bring."""
    missing = {seat.seat: sorted(set(seat.expected) - seen[seat.seat]) for seat in seats}
    late = {seat: types for seat, types in missing.items() if types}
    if not late:
        print("every seat brought the events its clip was made for", file=sys.stderr)
    for seat, types in late.items():
        print(f"seat {seat}: expected but not seen: {', '.join(types)}", file=sys.stderr)
