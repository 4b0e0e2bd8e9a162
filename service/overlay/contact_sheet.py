"""One picture for a quick look: every seat at its most telling moments."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from service.overlay.draw import draw_overlay
from service.overlay.labels import badge, pill, plain
from service.overlay.palette import DIM, INK, LEVELS, WHITE, Colour
from service.overlay.sprites import elided, paste
from service.overlay.state import Level, OverlayState
from vision.observations import Box, Detection, Hand, Landmarks, PersonEvidence, SeatObservation
from vision.picture import UInt8Array

_GROUND: Colour = (21, 24, 30)
_FRAME: Colour = (33, 37, 45)
_CELL = (424, 318)
"""Columns and rows of a picture on the sheet."""
_GAP, _MARGIN, _CAPTION, _TITLE = 16, 28, 44, 64
_RANK: dict[Level, int] = {"info": 1, "notice": 2, "alarm": 3}


@dataclass(frozen=True, slots=True, eq=False)
class _Moment:
    seat: int
    t: float
    caption: str
    level: Level
    thumbnail: UInt8Array

    @property
    def interest(self) -> int:
        return _RANK[self.level] if self.caption else 0


class ContactSheet:
    """Gathers moments while a table is watched and lays them out at the end. Keeps small pictures only."""

    def __init__(self, title: str, per_seat: int = 1) -> None:
        """Name the sheet.

        Args:
            title: shown at the top.
            per_seat: moments kept for each seat: the most serious, of these the earliest, no caption twice.
        """
        self._title = title
        self._per_seat = per_seat
        self._kept: dict[int, list[_Moment]] = {}

    def offer(
        self, picture: UInt8Array, state: OverlayState, caption: str = "", level: Level = "info"
    ) -> bool:
        """Keep a moment if it tells more than one that is kept.

        Args:
            picture: (H, W, 3) RGB uint8 without the overlay.
            state: drawn into the small picture.
            caption: what happened; a moment without one only fills a place that would stay empty.
            level: how serious it is.
        """
        kept = self._kept.setdefault(state.observation.seat, [])
        if caption and any(moment.caption == caption for moment in kept):
            return False
        interest = _RANK[level] if caption else 0
        if len(kept) >= self._per_seat and interest <= min(moment.interest for moment in kept):
            return False
        thumbnail = _thumbnail(picture, state)
        kept.append(_Moment(state.observation.seat, state.observation.t, caption, level, thumbnail))
        kept.sort(key=lambda moment: (-moment.interest, moment.t))
        del kept[self._per_seat :]
        return True

    def render(self) -> UInt8Array | None:
        """The sheet, (H, W, 3) RGB uint8; None where nothing was offered."""
        moments = [moment for seat in sorted(self._kept) for moment in self._in_time(seat)]
        if not moments:
            return None
        columns = _columns(len(moments))
        rows = -(-len(moments) // columns)
        width = 2 * _MARGIN + columns * _CELL[0] + (columns - 1) * _GAP
        height = _MARGIN + _TITLE + rows * (_CELL[1] + _CAPTION + _GAP) - _GAP + _MARGIN
        sheet = np.full((height, width, 3), _GROUND, dtype=np.uint8)
        paste(sheet, plain(self._title, 26, 600, WHITE), _MARGIN - 4, _MARGIN - 8)
        for index, moment in enumerate(moments):
            x = _MARGIN + (index % columns) * (_CELL[0] + _GAP)
            y = _MARGIN + _TITLE + (index // columns) * (_CELL[1] + _CAPTION + _GAP)
            _draw_cell(sheet, moment, x, y)
        return sheet

    def save(self, path: Path) -> bool:
        """Write a PNG, whole or not at all; False where nothing was offered.

        Raises:
            OSError: the file cannot be written.
        """
        sheet = self.render()
        if sheet is None:
            return False
        done, data = cv2.imencode(".png", cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR))
        if not done:
            raise OSError(f"PNG encoding failed: {path}")
        part = path.with_name(f"{path.name}.part")
        try:
            part.write_bytes(data.tobytes())
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise
        return True

    def _in_time(self, seat: int) -> list[_Moment]:
        return sorted(self._kept[seat], key=lambda moment: moment.t)


def _columns(count: int) -> int:
    """As many as make the sheet wider than tall: ten cells stand in two rows of five."""
    return min(count, 5 if count > 6 else 3)


def _draw_cell(sheet: UInt8Array, moment: _Moment, x: int, y: int) -> None:
    width, height = _CELL
    sheet[y : y + height + _CAPTION, x : x + width] = _FRAME
    rows, columns = moment.thumbnail.shape[:2]
    left, top = x + (width - columns) // 2, y + (height - rows) // 2
    sheet[y : y + height, x : x + width] = INK
    sheet[top : top + rows, left : left + columns] = moment.thumbnail
    middle = y + height + _CAPTION // 2
    seat = badge(str(moment.seat), 26, WHITE, INK)
    paste(sheet, seat, x + 10, middle - 13)
    minutes, seconds = divmod(moment.t, 60)
    when = plain(f"{int(minutes)}:{seconds:04.1f}", 14, 500, DIM)
    right = x + width - 10 - when.width
    paste(sheet, when, right, middle - when.height // 2)
    if moment.caption:
        text = elided(moment.caption, 15, 500, right - x - 46 - 44)
        line = pill(((text, 15, 500, WHITE),), 28, _FRAME, 1.0, dot=LEVELS[moment.level])
        paste(sheet, line, x + 40, middle - 14)


def _thumbnail(picture: UInt8Array, state: OverlayState) -> UInt8Array:
    """The picture scaled to fit a cell, with the overlay drawn at that size so that its text stays sharp."""
    rows, columns = picture.shape[:2]
    scale = min(_CELL[0] / columns, _CELL[1] / rows)
    size = (max(round(columns * scale), 1), max(round(rows * scale), 1))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(picture, size, interpolation=method), dtype=np.uint8, order="C")
    draw_overlay(small, replace(state, observation=_scaled(state.observation, scale, size), events=()))
    return small


def _scaled(seen: SeatObservation, scale: float, size: tuple[int, int]) -> SeatObservation:
    def box(b: Box) -> Box:
        return b[0] * scale, b[1] * scale, b[2] * scale, b[3] * scale

    def points(p: Landmarks) -> Landmarks:
        return np.asarray(p * np.float32(scale), dtype=np.float32)

    def found(things: tuple[Detection, ...]) -> tuple[Detection, ...]:
        return tuple(Detection(box(thing.box), thing.score) for thing in things)

    def hand(h: Hand) -> Hand:
        return replace(h, landmarks=points(h.landmarks), smoothed=points(h.smoothed))

    person: PersonEvidence | None = seen.person
    if person is not None:
        person = replace(person, faces=found(person.faces), bodies=found(person.bodies))
    return replace(seen, size=size, hands=tuple(hand(h) for h in seen.hands), person=person)
