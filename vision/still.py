"""A single photograph, looked at as thoroughly as can be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.camera.health import step_camera
from vision.frame import Frame
from vision.gestures.shapes import classify
from vision.hands import find_hands
from vision.nudity.step import judge
from vision.observations import Hand, SeatObservation
from vision.picture import Picture
from vision.policy import TablePolicy
from vision.presence.look import look
from vision.table import TableModels


def look_at(picture: Picture, models: TableModels, policy: TablePolicy) -> SeatObservation:
    """Everything that is seen in one picture; every detector is asked.

    Returns:
        The observation of seat 1 at t = 0; its camera state is what one picture alone can tell.
    """
    frame = Frame(1, 0.0, picture)
    _, cameras = step_camera({}, {1: frame}, policy.camera)
    hands = _with_shapes(find_hands(picture, models.hands, policy.hands), models, policy)
    person = look({1: picture}, {1: hands}, models.presence, policy.presence.look, thorough=True)[1]
    nudity = judge({1: frame}, models.nudity, policy.nudity, hands={1: hands})[1]
    return SeatObservation(1, 0.0, picture.size, cameras[1], hands, person, nudity)


def _with_shapes(hands: tuple[Hand, ...], models: TableModels, policy: TablePolicy) -> tuple[Hand, ...]:
    if not hands:
        return ()
    shapes = classify(np.stack([hand.landmarks for hand in hands]), models.shapes, policy.shapes)
    return tuple(replace(hand, shape=shape) for hand, shape in zip(hands, shapes, strict=True))
