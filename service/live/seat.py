"""A seat of a live table: which track feeds it, the newest picture, and how old that is."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from service.live.seat_clock import SeatClock
from service.media.live import Clock
from service.media.mailbox import Mailbox
from service.media.source import Fate, SourceEvent
from vision.frame import Frame
from vision.picture import Picture
from vision.table import Probe

WINDOW = 2.0
"""Seconds over which the rate of judged pictures is taken."""
_FASTEST = 256
"""Pictures in such a window at most: beyond the fastest cameras."""
LATE = 0.5
"""Seconds after which a picture is no longer judged: the seat is unobservable instead."""


@dataclass(slots=True)
class SeatCounts:
    """What became of the pictures of a seat, since the table was opened."""

    received: int = 0
    judged: int = 0
    late: int = 0
    """Too old when their turn came."""
    replaced: int = 0
    """A newer one came before their turn did."""
    refused: int = 0
    """Their stamp could not be believed."""
    broken: int = 0
    """Could not be decoded."""
    joins: int = 0


@dataclass(frozen=True, slots=True)
class Letters:
    """What the eye finds at a seat."""

    frame: Frame | None
    events: tuple[SourceEvent, ...]
    age: float | None
    """Seconds since the newest picture of the open track was taken; None where there is no track or nothing
    came yet."""
    muted: float | None
    """The seat's media time where its pictures are held back, else None."""


class SeatInput:
    """Where one track leaves its pictures; good until the seat is joined again. Thread-safe."""

    def __init__(self, seat: Seat, name: str, on_replaced: Callable[[], None]) -> None:
        self.name = name
        """What feeds the seat, for people: `whip`, `pictures`, `file`."""
        self.on_replaced = on_replaced
        self._seat = seat

    @property
    def current(self) -> bool:
        """False once another track has taken the seat, or this one has ended."""
        return self._seat.input is self

    def put(self, picture: Picture, stamp: float, waited: float = 0.0) -> None:
        """Leave a picture.

        Args:
            picture: as decoded.
            stamp: seconds on the sender's clock, from any zero.
            waited: seconds by which it is known to come later than a swift one would.
        """
        self._seat._put(self, picture, stamp, waited)

    def decoding(self, codec: str) -> AbstractContextManager[None]:
        """To be entered around the decoding of a picture, with the codec's name, as `vp8` or `jpeg`."""
        return self._seat.decoding(codec)

    def skipped(self) -> None:
        """A picture gave way to a newer one before it was decoded."""
        self._seat._skip(self)

    def corrupt(self, reason: str) -> None:
        """A stretch could not be decoded; pictures may follow."""
        self._seat._tell(self, Fate.CORRUPT, reason)

    def end(self, reason: str = "") -> None:
        """No picture will follow: regularly, or for a reason."""
        self._seat._tell(self, Fate.BROKEN if reason else Fate.ENDED, reason)


@dataclass
class Seat:
    """One of ten. Inputs come from any thread, `take` is the eye's."""

    number: int
    clock: Clock
    """The table's clock: seconds since it was opened."""
    arrival: threading.Condition
    """Notified when something can be taken."""
    counts: SeatCounts = field(default_factory=SeatCounts)
    input: SeatInput | None = None
    newest: Frame | None = None
    """The newest judged picture, for who may look."""
    decoding: Probe = lambda _: nullcontext()
    """Entered around the decoding of each picture with the codec's name; for whoever measures."""

    def __post_init__(self) -> None:
        self._box = Mailbox(self.arrival)
        self._track = SeatClock()
        self._t: float | None = None
        self._placed = 0.0
        self._muted = False
        self._times: deque[float] = deque(maxlen=_FASTEST)
        self._fault_told = False
        self._skipped = 0

    def join(self, name: str, on_replaced: Callable[[], None] = lambda: None) -> SeatInput:
        """Give the seat to a new track. The one before is told that it was replaced; its time goes on."""
        with self.arrival:
            before = self.input
            self._track = SeatClock(floor=self._placed)
            self.input = SeatInput(self, name, on_replaced)
            self.counts.joins += 1
            joined = self.input
        if before is not None:
            before.on_replaced()
        return joined

    @property
    def waiting(self) -> bool:
        """Whether the eye would find something."""
        return self._box.waiting

    @property
    def muted(self) -> bool:
        """Whether the platform holds the pictures back."""
        return self._muted

    def mute(self, muted: bool) -> None:
        """Hold pictures back, or no longer."""
        with self.arrival:
            self._muted = muted
            self.arrival.notify_all()

    @property
    def age(self) -> float | None:
        """Seconds since the newest judged picture of the open track was taken; None where there is none."""
        with self.arrival:
            return self._age(self.clock())

    @property
    def fps(self) -> float:
        """Pictures a second that were judged, over the last `WINDOW` seconds."""
        with self.arrival:
            since = self.clock() - WINDOW
            return sum(t > since for t in self._times) / WINDOW

    def take(self) -> Letters:
        """Empty the mailbox; a picture that is too old by now is counted, not given."""
        with self.arrival:
            now = self.clock()
            letters = self._box.take()
            self._fault_told = False
            self.counts.replaced = self._box.replaced + self._skipped
            frame = letters.frame
            if self._muted or self.input is None:  # held back; or the track ended after it
                frame = None
            elif frame is not None and self._track.late(frame.t, now) > LATE:
                self.counts.late += 1
                frame = None
            if frame is not None:
                self.counts.judged += 1
                self._t = frame.t
                self._times.append(now)
                self.newest = frame
            muted = self._media_now(now) if self._muted else None
            return Letters(frame, letters.events, self._age(now), muted)

    def interrupted(self, reason: str) -> None:
        """Tell the eye that the track which fed the seat in an earlier process is gone."""
        with self.arrival:
            self._box.put(SourceEvent(self.number, Fate.BROKEN, self.clock(), reason=reason))

    def _age(self, now: float) -> float | None:
        if self.input is None or self._t is None:
            return None
        return max(self._media_now(now) - self._t, 0.0)

    def _media_now(self, now: float) -> float:
        """Where the seat's media time stands; before the first picture of a track, where the table's does."""
        return max(self._track.now(now), self._t or 0.0)

    def _put(self, source: SeatInput, picture: Picture, stamp: float, waited: float) -> None:
        with self.arrival:
            if self.input is not source:
                return
            arrival = max(self.clock() - waited, 0.0)
            self.counts.received += 1
            t = self._track.place(stamp, arrival)
            if t is None:
                self.counts.refused += 1
            else:
                self._placed = t
                self._box.put(Frame(self.number, t, picture))

    def _skip(self, source: SeatInput) -> None:
        with self.arrival:
            if self.input is source:
                self.counts.received += 1
                self._skipped += 1

    def _tell(self, source: SeatInput, fate: Fate, reason: str) -> None:
        """Faults are told once for each look of the eye, so that a flood of them is no queue."""
        with self.arrival:
            if self.input is not source:
                return
            if fate is not Fate.CORRUPT:
                self.input = None
                self.newest = None
            else:
                self.counts.broken += 1
                if self._fault_told:
                    return
                self._fault_told = True
            self._box.put(SourceEvent(self.number, fate, self._t or 0.0, reason=reason))
