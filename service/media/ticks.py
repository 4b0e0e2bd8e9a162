"""All seats of a table, tick by tick."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from service.media.live import Reader
from service.media.mailbox import Mailbox
from service.media.source import Item, Source, SourceEvent
from vision.frame import Frame

Speed = Literal["max", "real"]
_PATIENCE = 1.0
"""Seconds granted to each reader to close its source."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What is looked at in one step of the table: at most one frame a seat."""

    t: float
    """Seconds since the table began: media time of the earliest item for files, the clock for live seats."""
    frames: tuple[Frame, ...]
    """In the order of the seats."""
    events: tuple[SourceEvent, ...]
    """In the order of the seats, in each in the order of their time. They lie before the seat's frame."""
    ages: Mapping[int, float]
    """For every seat whose source is open: seconds since its newest frame, 0 for those in this tick."""
    replaced: Mapping[int, int]
    """For every seat, how many of its frames were replaced unread so far; empty for files at full speed."""


def ticks(
    sources: Sequence[Source],
    speed: Speed = "max",
    *,
    clock: Callable[[], float] = time.monotonic,
    heartbeat: float = 0.25,
) -> Generator[Tick, None, None]:
    """Merge the seats.

    At full speed files are pulled in step with their media time: the same files give the same ticks, and no
    frame is left out. A live source, or `speed="real"`, gives every seat a thread and a mailbox: whoever asks
    for the next tick gets the newest frame of each seat that has one, and at the latest after `heartbeat`
    seconds an empty tick, so that time goes on for a seat that is silent. A source that ends or breaks
    says so with an event; the others go on. Sources are closed at the end, or when the iterator is.
    """
    if speed == "max" and not any(source.live for source in sources):
        return _stepped(sources)
    return _live(sources, clock, heartbeat)


def _stepped(sources: Sequence[Source]) -> Generator[Tick, None, None]:
    ordered = sorted(sources, key=lambda source: source.seat)
    items = {source.seat: iter(source) for source in ordered}
    half = min((source.period for source in ordered), default=0.0) / 2
    heads: dict[int, Item | None] = {seat: next(rest, None) for seat, rest in items.items()}
    newest = dict.fromkeys(items, 0.0)
    try:
        while any(head is not None for head in heads.values()):
            t = min(head.t for head in heads.values() if head is not None)
            frames: list[Frame] = []
            events: list[SourceEvent] = []
            for seat, rest in items.items():
                while (head := heads[seat]) is not None and head.t <= t + half:
                    heads[seat] = next(rest, None)
                    if isinstance(head, Frame):
                        frames.append(head)
                        newest[seat] = head.t
                        break
                    events.append(head)
            ages = {seat: max(t - newest[seat], 0.0) for seat, head in heads.items() if head is not None}
            yield Tick(t, tuple(frames), tuple(events), ages, {})
    finally:
        for source in ordered:
            source.close()


def _live(
    sources: Sequence[Source], clock: Callable[[], float], heartbeat: float
) -> Generator[Tick, None, None]:
    arrival = threading.Condition()
    started = clock()
    ordered = sorted(sources, key=lambda source: source.seat)
    boxes = {source.seat: Mailbox(arrival) for source in ordered}
    readers = [Reader(source, boxes[source.seat], started, clock) for source in ordered]
    arrived = dict.fromkeys(boxes, 0.0)
    try:
        while not all(box.finished for box in boxes.values()):
            with arrival:
                arrival.wait_for(lambda: any(box.waiting for box in boxes.values()), heartbeat)
            yield _gathered(boxes, arrived, clock() - started)
    finally:
        for reader in readers:
            reader.stop()
        for reader in readers:
            reader.join(_PATIENCE)


def _gathered(boxes: Mapping[int, Mailbox], arrived: dict[int, float], now: float) -> Tick:
    frames: list[Frame] = []
    events: list[SourceEvent] = []
    for seat, box in boxes.items():
        letters = box.take()
        events += letters.events
        if letters.frame is not None:
            frames.append(letters.frame)
            arrived[seat] = now
    ages = {seat: now - arrived[seat] for seat, box in boxes.items() if not box.finished}
    replaced = {seat: box.replaced for seat, box in boxes.items()}
    return Tick(now, tuple(frames), tuple(events), ages, replaced)
