"""A single photograph, looked at as thoroughly as can be."""

from __future__ import annotations

from models.engine import Engine
from vision.camera.health import step_camera
from vision.frame import Frame
from vision.gestures import judging
from vision.hands import HandModels, find_hands
from vision.nudity.step import judge
from vision.observations import Hand, SeatObservation
from vision.picture import Picture
from vision.policy import TablePolicy
from vision.presence.lone_hands import convincing, hands_in_parts
from vision.presence.look import look
from vision.table import TableModels


def look_at(picture: Picture, models: TableModels, policy: TablePolicy) -> SeatObservation:
    """Everything that is seen in one picture; every detector is asked.

    Returns:
        The observation of seat 1 at t = 0; its camera state is what one picture alone can tell.
    """
    frame = Frame(1, 0.0, picture)
    _, cameras = step_camera({}, {1: frame}, policy.camera)
    hands = hands_in(picture, models.hands, models.shapes, policy)
    person = look(
        {1: picture},
        {1: convincing(picture, hands, models.hands, policy.hands)},
        models.presence,
        policy.presence.look,
        search=lambda shown: hands_in_parts(shown, models.hands, policy.hands),
        thorough=True,
    )[1]
    nudity = judge({1: frame}, models.nudity, policy.nudity, hands={1: hands})[1]
    return SeatObservation(1, 0.0, picture.size, cameras[1], hands, person, nudity)


def hands_in(picture: Picture, eye: HandModels, shapes: Engine, policy: TablePolicy) -> tuple[Hand, ...]:
    """The hands in a picture with their shapes, the most certain palm first."""
    hands = find_hands(picture, eye, policy.hands)
    if not hands:
        return ()
    judged = judging.judge([(hand, picture.size) for hand in hands], shapes, policy.shapes, policy.vocabulary)
    return tuple(hand for hand, _ in judged)
