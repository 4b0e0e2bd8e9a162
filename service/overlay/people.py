"""Where the person and the face were found."""

from __future__ import annotations

import cv2

from service.overlay.layout import Layout
from service.overlay.palette import INK, SKY, WHITE, Colour
from vision.observations import Box, PersonEvidence
from vision.picture import UInt8Array


def draw_people(picture: UInt8Array, person: PersonEvidence | None, layout: Layout) -> None:
    """Thin corners: bodies white, faces blue and finer."""
    if person is None:
        return
    for body in person.bodies:
        _corners(picture, body.box, layout.px(18), max(layout.px(2), 1), WHITE)
    for face in person.faces:
        _corners(picture, face.box, layout.px(10), max(layout.px(1.6), 1), SKY)


def _corners(picture: UInt8Array, box: Box, arm: int, thickness: int, colour: Colour) -> None:
    height, width = picture.shape[:2]
    inset = thickness + 1
    x0, x1 = (round(min(max(x, inset), width - 1 - inset)) for x in (box[0], box[2]))
    y0, y1 = (round(min(max(y, inset), height - 1 - inset)) for y in (box[1], box[3]))
    arm = min(arm, (x1 - x0) // 3, (y1 - y0) // 3)
    if arm < 1:
        return
    for ink, thick in ((INK, thickness + 2), (colour, thickness)):
        for x, dx in ((x0, arm), (x1, -arm)):
            for y, dy in ((y0, arm), (y1, -arm)):
                cv2.line(picture, (x, y), (x + dx, y), ink, thick, cv2.LINE_AA)
                cv2.line(picture, (x, y), (x, y + dy), ink, thick, cv2.LINE_AA)
