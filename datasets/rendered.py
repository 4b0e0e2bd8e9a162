"""Hands as our own eye reports them: rendered pictures, looked at by the landmark model.

What the skeleton draws has errors that were guessed; these have the landmark model's own. Each picture shows
one hand in a pose whose shape is known, of any skin, in any light, before any room, seen by a camera of any
quality. The model looks twice, as it does at a hand that is followed: around the true place, a little off,
and around the landmarks that it found there.

Where the model is grossly wrong, takes a middle finger for an index finger or does not see the hand, its
answer is left out: those landmarks show another shape, and a classifier that learnt them raised false alarms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.landmarks import FloatArray
from datasets.render.forms import RENDERED, draw_pose
from datasets.render.hand import HandLayer, HandModel, Placement
from datasets.render.mesh import load_hand
from datasets.render.pose import DEGREES, HandPose, blend
from datasets.render.raster import Pinhole
from datasets.render.scene import lay_hand, room
from datasets.render.sensor import Sensor
from datasets.render.shade import Light, Skin
from datasets.render.skeleton import pose_landmarks
from datasets.skeleton.camera import orientation, project
from datasets.skeleton.forms import Form, View
from datasets.skeleton.sample import LABELS, aimed, two_labels
from models.engine import Engine
from vision.hands.measure import Measured, measure
from vision.hands.policy import HandPolicy
from vision.hands.region import Region, around_landmarks
from vision.picture import Layout, Picture

Image = NDArray[np.float32]
UInt8Array = NDArray[np.uint8]

SIDE = 288
"""Width and height of a picture, pixels: what the landmark model's crop of the hand needs, no more."""
LENGTH = 0.19
"""Metres from wrist to fingertip of a hand of size 1."""
NEAREST, FARTHEST = 0.3, 1.5
"""Metres from the camera; the picture's scale is drawn apart from it, since cameras differ."""
TRUSTED = 0.4
"""Palms in the picture that no outer joint of a finger may be off."""
SMALLEST, LARGEST = 60.0, 170.0
"""Pixels from wrist to fingertip if the hand were flat to the camera."""
_PALM_TURN = 26.6 * DEGREES
"""The first look around a found palm is turned by this, see `vision.hands.region`."""
_OUTER = np.array([3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19, 20])
"""The outer joints and tips of all fingers: they make the shape."""
_BATCH = 16
_PEOPLE, _ROOMS = 24, 24


@dataclass(frozen=True, slots=True)
class Portions:
    """How many pictures of each kind."""

    each: int = 80
    """Of each shape."""
    nothing: int = 600
    """Of hands that show no shape, two fifths of them on the way between two shapes."""
    forbidden: int = 240
    """Of the raised middle finger."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the landmark model made of rendered hands."""

    landmarks: FloatArray
    """(N, 21, 3) display pixels."""
    labels: tuple[str, ...]
    """N shapes."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One rendered picture."""

    picture: Picture
    truth: NDArray[np.float32]
    """(21, 3): pixels x and y, and metres."""
    label: str
    person: int
    """Whose hand it is, counted within the studio."""
    tone: float
    """Of that person's skin: 0 very light, 1 very dark."""


def render_hands(seed: int, portions: Portions, landmarks: Engine) -> Seen:
    """Render and look; hands that the landmark model does not find are left out.

    Args:
        seed: of all chance.
        portions: how many of each kind.
        landmarks: the landmark model, see `vision.hands.HandModels`.
    """
    rng = np.random.default_rng(seed)
    studio = Studio(rng)
    found: list[NDArray[np.float32]] = []
    labels: list[str] = []
    wanted = [(label, _count(portions, label)) for label in LABELS]
    shots = (studio.shot(label) for label, count in wanted for _ in range(count))
    for batch in _batches(shots):
        for shot, hands in zip(batch, _looks(rng, batch, landmarks), strict=True):
            hands = [hand for hand in hands if _errors(shot, hand)[_OUTER].max() < TRUSTED]
            found += hands
            labels += [shot.label] * len(hands)
    return Seen(np.array(found, dtype=np.float64).reshape(-1, 21, 3), tuple(labels))


def _count(portions: Portions, label: str) -> int:
    return {"no_gesture": portions.nothing, "middle_finger": portions.forbidden}.get(label, portions.each)


def _batches(shots: Iterator[Shot]) -> Iterator[list[Shot]]:
    batch: list[Shot] = []
    for shot in shots:
        batch.append(shot)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _looks(
    rng: np.random.Generator, batch: Sequence[Shot], engine: Engine
) -> Iterator[list[NDArray[np.float32]]]:
    """For each shot the second look and the mean of both; nothing where the hand was not found."""
    regions = [_about(rng, around_landmarks(shot.truth)) for shot in batch]
    first = measure([(s.picture, r) for s, r in zip(batch, regions, strict=True)], engine)
    again = [
        around_landmarks(hand.landmarks) if hand is not None else region
        for hand, region in zip(first, regions, strict=True)
    ]
    again = [region if region.usable else before for region, before in zip(again, regions, strict=True)]
    second = measure([(s.picture, r) for s, r in zip(batch, again, strict=True)], engine)
    for shot, one, two in zip(batch, first, second, strict=True):
        if one is None or two is None or not (_fits(shot, one) and _fits(shot, two)):
            yield []
        else:
            yield [two.landmarks, (one.landmarks + two.landmarks) * np.float32(0.5)]


def _about(rng: np.random.Generator, region: Region) -> Region:
    """A region as the frame before, or the palm search, would have given it."""
    dx, dy = rng.normal(0, 0.05 * region.size, 2)
    turn = rng.normal(0, 7 * DEGREES) + (_PALM_TURN if rng.uniform() < 0.4 else 0.0)
    return Region(
        region.x + float(dx),
        region.y + float(dy),
        region.size * float(np.exp(rng.normal(0, 0.08))),
        region.angle + float(turn),
    )


def _fits(shot: Shot, hand: Measured) -> bool:
    """Whether a hand was found, and that hand: its palm lies where the true one does."""
    off = float(_errors(shot, hand.landmarks)[[0, 5, 9, 13, 17]].mean())
    return hand.presence >= HandPolicy().track.presence and off < 0.5


def _errors(shot: Shot, landmarks: NDArray[np.float32]) -> FloatArray:
    """(21,) distances from the true places in the picture, in palms as the picture shows them."""
    truth = shot.truth[:, :2].astype(np.float64)
    palm = np.linalg.norm(truth[[5, 17, 17]] - truth[[0, 0, 5]], axis=1).max()
    return np.asarray(np.linalg.norm(landmarks[:, :2] - truth, axis=1) / palm)


class Studio:
    """People, rooms and cameras, all drawn from one generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._people = [_person(rng) for _ in range(_PEOPLE)]
        self._rooms = [room(2 * SIDE, 2 * SIDE, rng) for _ in range(_ROOMS)]

    def shot(self, label: str) -> Shot:
        """A picture of a hand with that label."""
        rng = self._rng
        while True:
            pose, view = _posed(rng, label)
            number = int(rng.integers(len(self._people)))
            person, tone = self._people[number]
            layer = _drawn(rng, person, pose, view)
            if layer is not None:
                break
        linear = self._background()
        lay_hand(linear, layer)
        truth = layer.landmarks.astype(np.float32)
        pixels = _photographed(rng, linear, float(np.ptp(truth[:, :2], axis=0).max()))
        return Shot(Picture(Layout.RGB, (pixels,)), truth, label, number, tone)

    def _background(self) -> Image:
        rng = self._rng
        whole = self._rooms[rng.integers(len(self._rooms))]
        x, y = rng.integers(0, SIDE, 2)
        part = whole[y : y + SIDE, x : x + SIDE].copy()
        if rng.uniform() < 0.6:
            _blot(part, rng, rng.uniform(0.02, 0.6, 3), 0.9)
        if rng.uniform() < 0.4:
            _blot(part, rng, np.array(Skin.tone(rng.uniform()).back), 0.5)
        return np.asarray(part * np.float32(rng.uniform(0.5, 1.3)))


def _blot(picture: Image, rng: np.random.Generator, colour: NDArray[np.float64], size: float) -> None:
    """Something behind the hand, in place: clothes, or a face."""
    layer = np.zeros((SIDE, SIDE), dtype=np.float32)
    centre = tuple(int(v) for v in rng.uniform(0, SIDE, 2))
    axes = tuple(int(v) for v in rng.uniform(0.3, 1.0, 2) * size * SIDE)
    cv2.ellipse(layer, centre, axes, float(rng.uniform(0, 180)), 0, 360, (1.0,), -1)
    layer = np.asarray(cv2.GaussianBlur(layer, (0, 0), 3), dtype=np.float32)[..., None]
    picture += layer * (colour.astype(np.float32) - picture)


def _person(rng: np.random.Generator) -> tuple[HandModel, float]:
    """A hand, and the tone of its skin."""
    sleeve = tuple(float(v) for v in rng.uniform(0.02, 0.6, 3))
    tone = float(rng.uniform(0, 1))
    hand = HandModel(
        Skin.tone(tone),
        sleeve=(sleeve[0], sleeve[1], sleeve[2]),
        sleeve_from=float(rng.uniform(0.02, 0.16)),
        size=float(rng.uniform(0.85, 1.1)),
    )
    return hand, tone


def _posed(rng: np.random.Generator, label: str) -> tuple[HandPose, Placement]:
    """A pose and how it is held to the camera; the wrist's place is not yet chosen."""
    while True:
        if label == "no_gesture" and rng.uniform() < 0.4:
            one, other = two_labels(rng, RENDERED)
            pose = blend(draw_pose(rng, one), draw_pose(rng, other), float(rng.uniform(0.4, 0.6)))
            view = View(one.view.yaw, (-40, 40), (-90, 90))
        else:
            form = _form(rng, label)
            pose, view = draw_pose(rng, form), form.view
        held = _held(rng, view, pose)
        if held is not None:
            return pose, held


def _form(rng: np.random.Generator, label: str) -> Form:
    forms = [form for form in RENDERED if form.label == label]
    weights = np.array([form.weight for form in forms])
    return forms[rng.choice(len(forms), p=weights / weights.sum())]


def _held(rng: np.random.Generator, view: View, pose: HandPose) -> Placement | None:
    """Angles that satisfy the view's aims; None where a hundred did not."""
    count = 100
    hand = pose_landmarks(_MESH, pose) / 0.092
    sides = np.array(view.yaw)
    side = sides[rng.choice(len(sides), count, p=sides[:, 2] / sides[:, 2].sum())]
    yaw = side[:, 0] + rng.uniform(-1, 1, count) * side[:, 1]
    pitch, roll = rng.uniform(*view.pitch, count), rng.uniform(*view.roll, count)
    seen = project(np.tile(hand, (count, 1, 1)), orientation(yaw, pitch, roll), np.full(count, 8.0))
    (fitting,) = np.nonzero(aimed(seen, view.aims))
    if not len(fitting):
        return None
    chosen = fitting[0]
    left = bool(rng.uniform() < 0.5)
    mirror = -1.0 if left else 1.0
    return Placement(
        (0.0, 0.0, 1.0),
        roll=mirror * float(roll[chosen]) * DEGREES,
        pitch=float(pitch[chosen]) * DEGREES,
        yaw=mirror * float(yaw[chosen]) * DEGREES,
        left=left,
    )


_MESH = load_hand()


def _drawn(rng: np.random.Generator, person: HandModel, pose: HandPose, held: Placement) -> HandLayer | None:
    distance = float(np.exp(rng.uniform(np.log(NEAREST), np.log(FARTHEST))))
    pixels = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    camera = Pinhole(SIDE, SIDE, pixels * distance / LENGTH)
    mirror = np.array([-1.0, 1.0, 1.0]) if held.left else np.ones(3)
    middle = (pose_landmarks(_MESH, pose) * mirror * person.size).mean(axis=0) @ held.rotation().T
    off = rng.normal(0, 22, 2) / camera.focal * distance
    wrist = np.array([off[0], off[1], distance]) - middle
    place = Placement(
        (float(wrist[0]), float(wrist[1]), float(wrist[2])), held.roll, held.pitch, held.yaw, held.left
    )
    lamp = np.array([1.0, rng.uniform(0.88, 1.0), rng.uniform(0.75, 1.0)]) * rng.uniform(0.2, 1.1)
    light = Light(
        (float(rng.uniform(-1, 1)), float(rng.uniform(-1, 0.3)), float(rng.uniform(-1, -0.2))),
        lamp=(float(lamp[0]), float(lamp[1]), float(lamp[2])),
    )
    return person.draw(camera, pose, place, light, scale=1)


def _photographed(rng: np.random.Generator, linear: Image, size: float) -> UInt8Array:
    """Moved, blurred, grained and compressed as webcams do; `size` of the hand in pixels."""
    if rng.uniform() < 0.35:
        linear = _moved(linear, float(rng.uniform(0.01, 0.10) * size), float(rng.uniform(0, 180)))
    sensor = Sensor(
        grain=float(rng.uniform(0.5, 6)),
        coarse=float(rng.uniform(0.7, 1.6)),
        blur=float(rng.uniform(0.3, 0.016 * size + 0.3)),
        warmth=float(rng.uniform(-1, 1)),
    )
    shown = sensor.expose(np.asarray(linear * np.float32(rng.uniform(0.5, 1.6))), 0.0, rng)
    done, coded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
    if not done:
        raise RuntimeError("the picture could not be compressed")
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)


def _moved(picture: Image, length: float, angle: float) -> Image:
    """Motion blur along a line of `length` pixels at `angle` degrees."""
    size = 2 * int(np.ceil(length / 2)) + 1
    line = np.zeros((size, size), dtype=np.float32)
    line[size // 2] = 1.0
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), angle, 1.0)
    line = np.asarray(cv2.warpAffine(line, turn, (size, size)), dtype=np.float32)
    return np.asarray(cv2.filter2D(picture, -1, line / line.sum()), dtype=np.float32)
