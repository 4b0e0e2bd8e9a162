"""What shapes mean, by table."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.gestures.made import made
from vision.gestures.learnt import MEASURES, LearntSign, palm_scaled
from vision.gestures.vocabulary import (
    GESTURE_OF,
    SHAPES,
    Vocabulary,
    VocabularyError,
    count_of,
    two_hand_number,
)

MEANINGS = [
    ("thumb_up", "red"),
    ("thumb_down", "dark"),
    ("ok", "sheriff"),
    ("ring_touch", "don"),
    ("hook", "question"),
    ("call", "if"),
    ("horns", "cool"),
    ("point_camera", "you"),
    ("point_self", "me"),
    ("zero", "number_0"),
    ("one", "number_1"),
    ("two", "number_2"),
    ("three", "number_3"),
    ("three_thumb", "number_3"),
    ("four", "number_4"),
    ("palm", "number_5"),
    ("fist", "fist"),
    ("finger_gun", "shot"),
    ("finger_gun_two", "shot"),
    ("timeout", "pause_request"),
    ("middle_finger", "forbidden"),
    ("no_gesture", "no_gesture"),
]


@pytest.mark.parametrize(("shape", "gesture"), MEANINGS)
def test_each_shape_has_its_meaning(shape: str, gesture: str) -> None:
    assert Vocabulary().gesture(shape) == gesture


def test_the_table_is_complete_and_names_each_shape_once() -> None:
    assert [shape for shape, _ in MEANINGS] == list(SHAPES)
    assert set(GESTURE_OF) == set(SHAPES)


@pytest.mark.parametrize(
    ("shapes", "number"),
    [
        (("palm", "one"), "number_6"),
        (("two", "palm"), "number_7"),
        (("palm", "three"), "number_8"),
        (("three_thumb", "palm"), "number_8"),
        (("palm", "four"), "number_9"),
        (("palm", "palm"), "number_10"),
        (("palm", "fist"), None),
        (("palm", "zero"), None),
        (("palm", "no_gesture"), None),
        (("three", "three"), None),
        (("palm",), None),
        ((), None),
        (("palm", "one", "one"), None),
    ],
)
def test_two_hands_show_six_to_ten(shapes: tuple[str, ...], number: str | None) -> None:
    assert two_hand_number(shapes) == number


@given(st.lists(st.sampled_from(SHAPES), max_size=4))
def test_the_order_of_hands_does_not_matter(shapes: list[str]) -> None:
    assert two_hand_number(shapes) == two_hand_number(shapes[::-1])


@pytest.mark.parametrize(("shape", "count"), [("one", 1), ("three_thumb", 3), ("palm", 5), ("fist", None)])
def test_number_shapes_count(shape: str, count: int | None) -> None:
    assert count_of(shape) == count


def test_a_platform_renames_meanings() -> None:
    vocabulary = Vocabulary.load({"meanings": {"horns": "strong"}})
    assert vocabulary.gesture("horns") == "strong"
    assert vocabulary.gesture("thumb_up") == "red"


def test_a_platform_chooses_the_forbidden_shape() -> None:
    vocabulary = Vocabulary.load({"forbidden_shape": "horns"})
    assert vocabulary.forbidden_shape == "horns"
    assert vocabulary.gesture("horns") == "forbidden"
    assert vocabulary.gesture("middle_finger") == "middle_finger"


def test_a_renamed_meaning_wins_over_the_freed_one() -> None:
    vocabulary = Vocabulary.load(
        {"forbidden_shape": "horns", "meanings": {"middle_finger": "rude", "horns": "card_7"}}
    )
    assert (vocabulary.gesture("middle_finger"), vocabulary.gesture("horns")) == ("rude", "card_7")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"meanings": {"vulcan": "hello"}}, "meanings: no shape is called 'vulcan'"),
        ({"meanings": {"palm": ""}}, "meanings.palm: a gesture is a word"),
        ({"meanings": {"palm": 5}}, "meanings.palm: a gesture is a word, not 5"),
        ({"meanings": {"palm": "<b>"}}, "meanings.palm: a gesture is a word"),
        ({"meanings": {"palm": "\x1b[31mred"}}, "meanings.palm: a gesture is a word"),
        ({"meanings": ["palm"]}, "meanings: a mapping of shapes to gestures"),
        ({"forbidden_shape": "vulcan"}, "forbidden_shape: no shape is called 'vulcan'"),
        ({"forbidden_shape": 3}, "forbidden_shape: no shape is called 3"),
        ({"forbidden_shape": "no_gesture"}, "forbidden_shape: no_gesture is no shape"),
        ({"forbiden_shape": "horns"}, "forbiden_shape: unknown; there are meanings and forbidden_shape"),
    ],
)
def test_a_faulty_vocabulary_is_refused_with_its_entry(data: Mapping[str, object], complaint: str) -> None:
    with pytest.raises(VocabularyError, match=complaint):
        Vocabulary.load(data)


def test_an_unknown_shape_has_no_meaning() -> None:
    with pytest.raises(VocabularyError, match="there are thumb_up, thumb_down"):
        Vocabulary().gesture("vulcan")


def test_a_vocabulary_says_something_of_every_shape() -> None:
    with pytest.raises(VocabularyError, match="nothing said of thumb_down, ok"):
        Vocabulary({"thumb_up": "red"})


def taught(name: str = "greeting", meaning: str = "hello") -> LearntSign:
    return LearntSign(
        name, meaning, np.zeros(MEASURES), 0.0, np.ones(MEASURES), palm_scaled(made("horns")[None])
    )


def test_a_learnt_sign_means_what_it_was_taught() -> None:
    vocabulary = Vocabulary().taught(taught())
    assert vocabulary.gesture("greeting") == "hello"
    assert vocabulary.gesture("fist") == "fist"
    assert vocabulary.shapes == (*SHAPES, "greeting")


def test_a_sign_taught_twice_is_there_once() -> None:
    vocabulary = Vocabulary().taught(taught()).taught(taught(meaning="goodbye"))
    assert len(vocabulary.learnt) == 1
    assert vocabulary.gesture("greeting") == "goodbye"


def test_a_learnt_sign_can_be_renamed_and_forbidden() -> None:
    vocabulary = Vocabulary().taught(taught()).changed({"meanings": {"greeting": "hi"}})
    assert vocabulary.gesture("greeting") == "hi"
    forbidden = vocabulary.changed({"forbidden_shape": "greeting"})
    assert forbidden.gesture("greeting") == "forbidden"
    assert forbidden.gesture("middle_finger") == "middle_finger"
    assert forbidden.taught(taught(meaning="harmless")).gesture("greeting") == "forbidden"
    with pytest.raises(VocabularyError, match="greeting is the forbidden sign; choose another"):
        forbidden.without("greeting")


def test_a_sign_that_is_forgotten_is_no_shape_any_more() -> None:
    vocabulary = Vocabulary().taught(taught()).changed({"meanings": {"greeting": "hi"}}).without("greeting")
    assert vocabulary == Vocabulary()
    with pytest.raises(VocabularyError, match="no learnt sign is called 'greeting'; there are none"):
        vocabulary.without("greeting")


def test_a_learnt_sign_cannot_take_the_name_of_a_shape() -> None:
    with pytest.raises(VocabularyError, match=r"signs\.0\.name: there is a shape 'fist' already"):
        Vocabulary().taught(taught("fist"))
