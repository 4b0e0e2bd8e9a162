"""Moving gestures in words."""

from __future__ import annotations

import pytest

from service.events import Event
from service.watch.narrate import headline, level
from vision.signals.signal import Json


def event(gesture: str, **more: Json) -> Event:
    data: dict[str, Json] = {"gesture": gesture, "shape": "no_gesture", **more}
    return Event("t-000001", "gesture.started", "t", 1, 2.0, data)


@pytest.mark.parametrize(
    ("told", "words", "how"),
    [
        (event("aggressive_strike", moving=True), "shows aggressive strike", "alarm"),
        (event("applause", moving=True), "shows applause", "info"),
        (event("don", shape="ring_touch"), "shows don (ring_touch)", "info"),
    ],
)
def test_a_motion_is_named_without_a_shape_and_aggression_is_an_alarm(
    told: Event, words: str, how: str
) -> None:
    assert (headline(told), level(told)) == (words, how)
