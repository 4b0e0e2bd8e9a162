"""Annotated videos, one a seat, and the contact sheet."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from service.events import Event
from service.media.recorder import Recorder
from service.overlay import ContactSheet, OverlayState, TickerLine, draw_overlay
from service.overlay.words import words_of
from service.watch.narrate import headline, level
from service.watch.pipeline import Moment
from vision.frame import Frame
from vision.observations import SeatObservation
from vision.policy import TablePolicy
from vision.seating import upright
from vision.table import TableState

SHEET = "contact-sheet.png"
_TICKER_LINES = 4


class Annotator:
    """Draws what was seen into each seat's picture and records it."""

    def __init__(
        self, folder: Path, title: str, policy: TablePolicy, on_failure: Callable[[str], None]
    ) -> None:
        """Make the folder.

        Args:
            folder: gets `seat-N.mp4` and `contact-sheet.png`.
            title: of the contact sheet.
            policy: for the limits that timers show.
            on_failure: told in one line of a recording that had to stop.

        Raises:
            OSError: the folder cannot be made.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._policy = policy
        self._on_failure = on_failure
        self._recorders: dict[int, Recorder] = {}
        self._tickers: dict[int, deque[TickerLine]] = defaultdict(lambda: deque(maxlen=_TICKER_LINES))
        self._sheet = ContactSheet(title)
        self.videos: list[Path] = []

    def draw(self, moment: Moment) -> None:
        """Draw and record the frames of one tick."""
        told: dict[int, list[Event]] = defaultdict(list)
        for event in moment.events:
            told[event.seat].append(event)
            self._tickers[event.seat].append(TickerLine(event.t, headline(event), level(event)))
        seen = {observation.seat: observation for observation in moment.step.observations}
        for frame in moment.tick.frames:
            self._draw_seat(frame, seen[frame.seat], moment.state, told[frame.seat])

    def close(self) -> None:
        """Finish the videos and write the contact sheet."""
        for recorder in self._recorders.values():
            recorder.close()
        try:
            self._sheet.save(self._folder / SHEET)
        except OSError as error:
            self._on_failure(f"no contact sheet: {self._folder / SHEET}: {error.strerror or error}")

    def _draw_seat(self, frame: Frame, seen: SeatObservation, state: TableState, events: list[Event]) -> None:
        picture = upright(frame, self._policy.seats).picture.rgb()
        overlay = self._overlay(seen, state)
        for event in events:
            self._sheet.offer(picture, overlay, headline(event), level(event))
        if not events:
            self._sheet.offer(picture, overlay)
        draw_overlay(picture, overlay)
        self._recorder(frame.seat).write(picture, frame.t)

    def _overlay(self, seen: SeatObservation, state: TableState) -> OverlayState:
        machines = state.signals[seen.seat]
        absence, limits = machines.absence.now, self._policy.signals.absence
        nudity = state.nudity.get(seen.seat)
        return OverlayState(
            observation=_with_last_person(seen, state),
            presence=absence.presence.value,
            absent_s=absence.elapsed if absence.empty else 0.0,
            absence_warned_s=limits.warn_after,
            absence_limit_s=limits.limit,
            nudity=None if nudity is None else nudity.score.judged,
            words=words_of(seen, machines),
            events=list(self._tickers[seen.seat]),
        )

    def _recorder(self, seat: int) -> Recorder:
        if seat not in self._recorders:
            path = self._folder / f"seat-{seat}.mp4"
            self._recorders[seat] = Recorder(path, self._on_failure)
            self.videos.append(path)
        return self._recorders[seat]


def _with_last_person(seen: SeatObservation, state: TableState) -> SeatObservation:
    """The observation with the newest look at the person, so that boxes do not blink between looks.

    An empty seat gets no boxes: what its detectors doubt would look like findings.
    """
    last = state.presence.get(seen.seat)
    if last is None or not seen.camera.observable:
        return seen
    person = seen.person or last.evidence
    return replace(seen, person=person if person.present else replace(person, faces=(), bodies=()))
