"""One run of `consigliere watch`: everything that is opened is closed, however it ends."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from service.events import Event, EventLog
from service.media import FolderSource, Source, SourceError, open_source, ticks
from service.media.jsonl import JsonLines
from service.media.ticks import Speed
from service.provenance import behind
from service.watch.annotate import Annotator
from service.watch.background import Background
from service.watch.pipeline import Moment, moments
from service.watch.progress import Progress
from vision.policy import TablePolicy
from vision.table import TableModels


@dataclass(frozen=True)
class Request:
    """What to watch and where to tell of it."""

    seats: Mapping[int, str]
    """Seat -> input."""
    table: str = "table"
    speed: Speed = "max"
    jsonl: Path | str | None = None
    annotate: Path | None = None
    limit: float | None = None
    """Seconds of media time after which to stop."""
    policy: TablePolicy = field(default_factory=TablePolicy)


@dataclass
class Summary:
    """What a run did."""

    frames: int = 0
    until: float = 0.0
    events: int = 0
    videos: list[Path] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """Outputs that are not whole, one line each; one whose reader went away is none of them."""
    interrupted: bool = False


def watch_table(
    request: Request,
    models: Callable[[], TableModels],
    on_event: Callable[[Event], None],
    on_failure: Callable[[str], None],
    on_note: Callable[[str], None],
) -> Summary:
    """Watch until all inputs end, the limit passes or the user interrupts.

    Args:
        request: what to watch.
        models: opens the engines; asked after the inputs are known to be readable.
        on_event: called with every event as it happens.
        on_failure: told in one line of an output that had to stop; the run goes on with the others.
        on_note: told in one line how an input is shown where that does not go without saying.

    Raises:
        SourceError: an input cannot be opened.
        OSError: an output cannot be created.
    """
    summary = Summary()

    def failed(line: str) -> None:
        summary.failures.append(line)
        on_failure(line)

    with ExitStack() as stack:
        sources = stack.enter_context(_opened(request.seats))
        lines = None
        if request.jsonl:
            lines = stack.enter_context(JsonLines(request.jsonl, failed, on_leaving=on_failure))
        drawing = None
        if request.annotate is not None:
            annotator = Annotator(request.annotate, f"Table {request.table}", request.policy, failed)
            stack.enter_context(closing(annotator))
            summary.videos = annotator.videos
            drawing = stack.enter_context(Background(annotator.draw))
        engines = models()
        for source in sources:
            if isinstance(source, FolderSource) and source.note:
                on_note(f"seat {source.seat}: {source.note}")
        stopped = stack.enter_context(_interruptible())
        progress = stack.enter_context(Progress(_duration(sources, request.limit)))
        feed = stack.enter_context(closing(ticks(sources, request.speed)))
        for moment in moments(feed, engines, request.policy, EventLog(request.table, behind(engines))):
            _take(moment, summary, lines, on_event)
            if drawing is not None:
                drawing.give(moment)
            progress.advance(moment.tick.t)
            if stopped() or (request.limit is not None and moment.tick.t >= request.limit):
                summary.interrupted = stopped()
                break
    return summary


def _take(
    moment: Moment, summary: Summary, lines: JsonLines | None, on_event: Callable[[Event], None]
) -> None:
    summary.frames += len(moment.tick.frames)
    summary.until = moment.tick.t
    summary.events += len(moment.events)
    for event in moment.events:
        if lines is not None:
            lines.write(event.to_json())
        on_event(event)


@contextmanager
def _opened(seats: Mapping[int, str]) -> Iterator[Sequence[Source]]:
    """The sources, or none: an input that cannot be opened closes the others."""
    with ExitStack() as stack:
        sources: list[Source] = []
        for seat, spec in seats.items():
            try:
                sources.append(stack.enter_context(closing(open_source(seat, spec))))
            except SourceError as error:
                raise SourceError(f"seat {seat}: {error}") from error
        yield sources


def _duration(sources: Sequence[Source], limit: float | None) -> float | None:
    """Expected media seconds, None where that is open."""
    ends = [source.duration for source in sources]
    known = [end for end in ends if end is not None]
    expected = max(known) if len(known) == len(ends) else None
    return min(filter(None, (expected, limit)), default=None)


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl-C and a polite kill end the run after the current tick; a second Ctrl-C ends it at once."""
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        if asked and number == signal.SIGINT:
            raise KeyboardInterrupt
        asked.append(number)

    with ExitStack() as stack:
        with suppress(ValueError):  # outside the main thread there are no signals to handle
            for number in (signal.SIGINT, signal.SIGTERM):
                stack.callback(signal.signal, number, signal.signal(number, ask))
        yield lambda: bool(asked)
