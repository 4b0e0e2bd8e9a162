"""What must not change the words of a held hand: its side, place and size, frame rate, lost frames, noise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.skeleton.sample import LABELS
from models.engine import Engine
from tests.vision.gestures.changes import SIZE, Change, Hands, mirrored, noisy, rolled, scaled, shifted
from vision.gestures.judging import judge
from vision.gestures.shapes import ShapePolicy
from vision.gestures.vocabulary import NO_GESTURE, Vocabulary
from vision.observations import CameraState, Hand, SeatObservation, SecondLook
from vision.signals.gestures import GesturePolicy, GestureState, step_gestures

RATES = [8.0, 15.0, 30.0, 60.0]


def told(
    engine: Engine, hand: Hands, change: Change, fps: float = 30.0, *, thinned: bool = False
) -> list[tuple[str, str]]:
    """What is told of a hand that is held for one and a half seconds: words, and which hand showed them."""
    times = [k / fps for k in range(round(1.5 * fps)) if not (thinned and k % 3 == 1)]
    points = change(np.repeat(hand[None], len(times), axis=0))
    side = "left" if change is mirrored else "right"
    shown = [Hand(1, p, p, side, 0.95, 0.99) for p in points]  # type: ignore[arg-type]
    judged = judge([(one, SIZE) for one in shown], engine, ShapePolicy(), Vocabulary())
    state = GestureState()
    words: list[tuple[str, str]] = []
    for t, (one, suspicion) in zip(times, judged, strict=True):
        looked = replace(one, second_look=SecondLook(suspicion.shape, suspicion.score, t))
        seen = SeatObservation(1, t, SIZE, CameraState.OK, (looked,))
        state, signals = step_gestures(state, seen, GesturePolicy(), Vocabulary())
        words += [
            (str(signal.data["gesture"]), str(signal.data["hand"]))
            for signal in signals
            if signal.type == "gesture.started"
        ]
    return words


@pytest.fixture(scope="module")
def held(engine: Engine, drawn: tuple[Hands, list[str]]) -> list[tuple[Hands, str]]:
    """Two hands of each label, each with the one word that it says when nothing is changed."""
    hands, labels = drawn
    chosen: list[tuple[Hands, str]] = []
    for label in LABELS:
        said = [
            (hand, words[0][0])
            for hand, own in zip(hands, labels, strict=True)
            if own == label and label != NO_GESTURE and len(words := told(engine, hand, shifted(0, 0))) == 1
        ]
        chosen += said[:2]
    return chosen


def unchanged(hands: Hands) -> Hands:
    return hands


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("thinned", [False, True])
def test_a_held_hand_says_its_word_at_any_rate(
    engine: Engine, held: list[tuple[Hands, str]], fps: float, thinned: bool
) -> None:
    assert len(held) >= 30
    for hand, word in held:
        assert told(engine, hand, unchanged, fps, thinned=thinned) == [(word, "right")]


@pytest.mark.parametrize("change", [mirrored, scaled(0.5), shifted(150, -60)])
def test_a_held_hand_says_its_word_anywhere(
    engine: Engine, held: list[tuple[Hands, str]], change: Change
) -> None:
    side = "left" if change is mirrored else "right"
    for hand, word in held:
        assert told(engine, hand, change) == [(word, side)]


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize(
    "change", [pytest.param(noisy, id="noise"), pytest.param(rolled(25), id="right"),
               pytest.param(rolled(-25), id="left")],
)  # fmt: skip
def test_noise_and_a_turn_make_no_other_word(
    engine: Engine, held: list[tuple[Hands, str]], change: Change, fps: float
) -> None:
    """Turned by 25 degrees a thumb may be out of its 35; what is left says the same or nothing."""
    said = [(word, told(engine, hand, change, fps, thinned=True)) for hand, word in held]
    assert sum(words == [(word, "right")] for word, words in said) >= 0.8 * len(said)
    assert sum(any(other != word for other, _ in words) for word, words in said) <= 0.05 * len(said)
    assert not any(other == "forbidden" != word for word, words in said for other, _ in words)
