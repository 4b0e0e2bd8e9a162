"""A closer look: what hangs in the air, and what is neither somebody nor nobody, seen larger.

A person in a small part of the picture gains by it: the face, too small before, is found. Clothes on a
wall or over a chair do not: no face comes out, and the person detector doubts what it took for a body.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.engine import Engine
from vision.observations import Box, Closer, Detection
from vision.picture import Affine, Layout, Picture
from vision.presence import efficientdet
from vision.presence.detectors import detect_faces
from vision.presence.fusion import Calibration, Finds, fuse, hangs
from vision.presence.lively import same

_MARGINS = (0.2, 0.6)
"""Around the find on each side, by its longer side. Faces are sought with the first only: with more around
them collars become faces again."""
_SIDE = 320
"""Width and height of a closer look, pixels: what the person detector takes."""
_DOUBTED = 0.08
"""Probability from which it is worth to look closer at what does not suffice by itself."""
_FACE = 0.5
"""Score of the face detector from which the same holds for a face without a body."""


def doubtful(
    finds: Finds, size: tuple[int, int], calibration: Calibration, lively: Sequence[Box]
) -> list[Box]:
    """What is worth a closer look, once every detector has been asked.

    Args:
        finds: less flat pictures of people.
        size: width and height of the picture, display pixels.
        calibration: what the scores mean.
        lively: where something has moved, display pixels: that hangs nowhere.
    """
    sure = fuse(replace(finds, persons=()), size, calibration)
    standing = [one for one in finds.persons if not hangs(one, size, calibration) or same(one.box, lively)]
    if sure.present or any(calibration.person(one.score) >= 0.5 for one in standing):
        return []
    bodies = [one.box for one in finds.persons if calibration.person(one.score) >= 0.5]
    if bodies:
        return bodies[:2]
    if fuse(finds, size, calibration, lively).score < _DOUBTED:
        return []
    faces = [one for one in finds.faces if one.score >= _FACE]
    return [one.box for one in (*finds.persons[:1], *faces[:1])]


def look_closer(
    wanted: Sequence[tuple[Picture, Box]], face: Engine, person: Engine, keep: float
) -> list[Closer]:
    """Look at each find again from nearer by, in one batch a detector.

    Args:
        wanted: pictures and a box in each, display pixels.
        face: the model `face_short`.
        person: the model `person`.
        keep: least score of a detection.
    """
    maps = [[_placement(box, margin) for margin in _MARGINS] for _, box in wanted]
    parts = [
        [Picture(Layout.RGB, (picture.crop(one, (_SIDE, _SIDE)),)) for one in own]
        for (picture, _), own in zip(wanted, maps, strict=True)
    ]
    persons = efficientdet.detect([part for own in parts for part in own], person, keep)
    faces = detect_faces([own[0] for own in parts], face, keep)
    scores = [max((one.score for one in found), default=0.0) for found in persons]
    each = len(_MARGINS)
    return [
        Closer(
            box,
            tuple(scores[k * each : (k + 1) * each]),
            tuple(_placed(one, maps[k][0]) for one in faces[k]),
        )
        for k, (_, box) in enumerate(wanted)
    ]


def with_closer(finds: Finds, closer: Sequence[Closer], calibration: Calibration) -> Finds:
    """The finds as closer looks leave them.

    A body is as likely as all looks at it say on average, but what the first hardly took for one does not
    become one by them; faces are those seen larger.
    """
    scores = {one.box: one.scores for one in closer}

    def judged(one: Detection) -> Detection:
        mean = float(np.mean([one.score, *scores.get(one.box, ())]))
        return replace(one, score=mean if calibration.person(one.score) >= 0.5 else min(one.score, mean))

    def averaged(one: Detection) -> Detection:
        return replace(one, score=float(np.mean([one.score, *scores.get(one.box, ())])))

    persons = [judged(one) for one in finds.persons]
    small = [averaged(one) for one in finds.small]
    larger = tuple(face for one in closer for face in one.faces)
    kept = tuple(one for one in finds.faces if not same(one.box, [face.box for face in larger]))
    return replace(
        finds,
        persons=_likeliest_first(persons),
        small=_likeliest_first(small),
        faces=_likeliest_first((*larger, *kept)),
    )


def _likeliest_first(found: Sequence[Detection]) -> tuple[Detection, ...]:
    return tuple(sorted(found, key=lambda one: -one.score))


def _placement(box: Box, margin: float) -> Affine:
    """The (2, 3) map from a closer look's pixels to display pixels: a square around the find's middle."""
    x0, y0, x1, y1 = box
    side = max(x1 - x0, y1 - y0, 1.0) * (1 + 2 * margin)
    scale = side / _SIDE
    # Pixel centres lie at integers.
    left, top = ((low + high - side + scale) / 2 for low, high in ((x0, x1), (y0, y1)))
    return np.array([[scale, 0.0, left], [0.0, scale, top]])


def _placed(face: Detection, to_display: Affine) -> Detection:
    scale, shift = to_display[0, 0], to_display[:, 2]
    points = np.array([face.box[:2], face.box[2:], *face.keypoints]) * scale + shift
    (x0, y0), (x1, y1), *keypoints = points.tolist()
    return replace(face, box=(x0, y0, x1, y1), keypoints=tuple((x, y) for x, y in keypoints))
