"""Learning a sign from few hands: what it tells, what it leaves alone, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from datasets.landmarks import read_photographs
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.sample import draw, draw_form
from models.engine import Engine
from models.runtime import open_model
from service.gestures.examples import Example
from service.gestures.lesson import Lesson
from service.gestures.teaching import learn
from vision.gestures.learnt import Floats
from vision.gestures.naming import with_learnt
from vision.gestures.shapes import classify
from vision.gestures.vocabulary import Vocabulary
from vision.observations import Hand, ShapeScore
from vision.policy import TablePolicy

LOVE, DOWN = "pattern_11001", "two_down"
"""Forms that are no shape of the vocabulary: thumb, index and little finger; a V that points down."""


@pytest.fixture(scope="module")
def shapes() -> Engine:
    return open_model("shapes")


@cache
def hands(form: str, count: int, seed: int) -> Floats:
    """Drawn hands of one form."""
    rng = np.random.default_rng(seed)
    return draw_form(rng, next(one for one in NEGATIVES if one.name == form), count)


def pictures(landmarks: Floats | Sequence[Floats]) -> list[Example]:
    """As if these hands had been found in pictures."""
    return [
        Example(f"{number}.jpg", Hand(1, points, points, "right", 0.9, 0.99), 1)
        for number, points in enumerate(np.asarray(landmarks, dtype=np.float32))
    ]


def named(landmarks: Floats, shapes: Engine, vocabulary: Vocabulary) -> list[ShapeScore]:
    hands = np.asarray(landmarks, dtype=np.float32)
    return with_learnt(hands, classify(hands, shapes, TablePolicy().shapes), vocabulary)


def met(lesson: Lesson) -> dict[str, bool]:
    return {criterion.name: criterion.met for criterion in lesson.criteria}


@pytest.fixture(scope="module")
def love(shapes: Engine) -> Lesson:
    return learn("love", "peace", pictures(hands(LOVE, 30, 1)), shapes, TablePolicy())


def test_a_sign_from_thirty_hands_is_told_on_others(love: Lesson, shapes: Engine) -> None:
    assert love.accepted, [criterion.reason for criterion in love.criteria]
    assert love.sign is not None
    answers = named(hands(LOVE, 200, 2), shapes, Vocabulary().taught(love.sign))
    assert np.mean([answer.shape == "love" for answer in answers]) >= 0.65
    assert love.twins == (LOVE,)


def test_other_shapes_keep_their_answers(love: Lesson, shapes: Engine) -> None:
    assert love.sign is not None
    rng = np.random.default_rng(5)
    others = np.concatenate(
        [draw(rng, shape, 60) for shape in ("horns", "call", "middle_finger", "fist", "palm")]
    )
    before = named(others, shapes, Vocabulary())
    after = named(others, shapes, Vocabulary().taught(love.sign))
    assert np.mean([old.shape != new.shape for old, new in zip(before, after, strict=True)]) <= 0.01


def test_nine_hands_are_too_few(shapes: Engine) -> None:
    found = pictures(hands(LOVE, 9, 1))
    lesson = learn("love", "love", [*found, Example("empty.jpg")], shapes, TablePolicy())
    assert not lesson.accepted
    assert lesson.sign is None
    assert lesson.criteria[0].reason == "9 hands found, at least 10 are needed"


def test_a_known_shape_collides_with_itself(shapes: Engine) -> None:
    drawn = draw(np.random.default_rng(1), "two", 20)
    lesson = learn("peace", "peace", pictures(drawn), shapes, TablePolicy())
    assert not lesson.accepted
    assert not met(lesson)["collision"]
    assert next(iter(lesson.collisions)) == "two"


def test_hands_that_have_nothing_in_common_are_no_sign(shapes: Engine) -> None:
    rng = np.random.default_rng(2)
    mixed = np.concatenate([draw_form(rng, form, 1) for form in NEGATIVES])
    lesson = learn("anything", "anything", pictures(mixed), shapes, TablePolicy())
    assert not lesson.accepted
    assert not met(lesson)["recall"]


def test_a_sign_learnt_before_keeps_its_hands(love: Lesson, shapes: Engine) -> None:
    assert love.sign is not None
    words = Vocabulary().taught(love.sign)
    other = learn("down", "down", pictures(hands(DOWN, 30, 1)), shapes, TablePolicy(vocabulary=words))
    assert [claims.shape for claims in other.among] == ["love"]
    assert met(other)["learnt"]
    same = learn("heart", "heart", pictures(hands(LOVE, 30, 3)), shapes, TablePolicy(vocabulary=words))
    assert not same.accepted
    assert next(iter(same.collisions)) == "love"


def test_a_sign_is_learnt_anew_as_if_it_were_the_first_time(love: Lesson, shapes: Engine) -> None:
    assert love.sign is not None
    words = Vocabulary().taught(love.sign)
    again = learn("love", "peace", pictures(hands(LOVE, 30, 1)), shapes, TablePolicy(vocabulary=words))
    assert again.sign is not None
    assert np.array_equal(again.sign.weights, love.sign.weights)
    assert (again.recall, again.claims) == (love.recall, love.claims)
    assert again.among == ()


@pytest.mark.shared
@pytest.mark.parametrize(("label", "recall"), [("iloveyou", 0.8), ("pinky", 0.8)])
def test_real_hands(shared_data: Path, shapes: Engine, label: str, recall: float) -> None:
    """Two of three photographs teach; the others are told, and 1,300 other photographs keep their answers."""
    photographs = [photo for photo in read_photographs(shared_data / "hands") if photo.hands]
    own = [photo.hands[0].landmarks for photo in photographs if photo.label == label]
    others = np.array([photo.hands[0].landmarks for photo in photographs if photo.label != label])
    taught = [points for number, points in enumerate(own) if number % 3]
    held = np.array([points for number, points in enumerate(own) if not number % 3])
    lesson = learn("new", "new", pictures(taught), shapes, TablePolicy())
    assert lesson.sign is not None
    words = Vocabulary().taught(lesson.sign)
    assert np.mean([answer.shape == "new" for answer in named(held, shapes, words)]) >= recall
    pairs = list(zip(named(others, shapes, Vocabulary()), named(others, shapes, words), strict=True))
    changed = [old for old, new in pairs if old.shape != new.shape]
    assert len(changed) <= 0.02 * len(others)
    assert sum(old.shape != "no_gesture" for old in changed) <= 0.003 * len(others)
