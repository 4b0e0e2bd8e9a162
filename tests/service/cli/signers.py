"""Rendered hands that show one sign, as pictures and as a film."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from datasets.render.forms import draw_pose
from datasets.render.hand import HandModel, Placement
from datasets.render.pose import DEGREES, HandPose
from datasets.render.raster import Pinhole
from datasets.render.scene import lay_hand, room
from datasets.render.sensor import Sensor
from datasets.render.shade import Light, Skin
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.vocabulary_forms import FORMS
from vision.picture import UInt8Array

WIDTH, HEIGHT = 320, 240
_CAMERA = Pinhole(WIDTH, HEIGHT, 330.0)


@cache
def _pose(form: str, person: int) -> HandPose:
    forms = {one.name: one for one in (*FORMS, *NEGATIVES)}
    return draw_pose(np.random.default_rng(person), forms[form])


@cache
def _hand(person: int) -> HandModel:
    return HandModel(Skin.tone(person % 7 / 6), size=0.9 + 0.05 * (person % 4))


@cache
def sign(form: str, person: int, moment: int = 0) -> UInt8Array:
    """(HEIGHT, WIDTH, 3) RGB: a person shows a form to the camera; moments differ as those of a film do."""
    rng = np.random.default_rng((person, moment))
    turn = np.random.default_rng(person).uniform(-12, 12, 3) + rng.normal(0, 1.0, 3)
    roll, pitch, yaw = (float(angle) for angle in turn * DEGREES)
    at = Placement((0.0, 0.09, 0.55), roll, pitch, yaw, left=person % 2 == 1)
    layer = _hand(person).draw(_CAMERA, _pose(form, person), at, Light((-0.4, -0.8, -0.5)), scale=1)
    assert layer is not None
    linear = room(WIDTH, HEIGHT, np.random.default_rng(person))
    lay_hand(linear, layer)
    return Sensor().expose(linear, moment / 10, rng)


def write_pictures(folder: Path, form: str, people: range) -> list[Path]:
    """One picture of each person."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{form}_{person}.png" for person in people]
    for path, person in zip(paths, people, strict=True):
        Image.fromarray(sign(form, person)).save(path)
    return paths
