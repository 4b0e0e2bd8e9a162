"""What hands mean where they are: direction, place, the other hand, the body and the phase."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.gestures.made import made, person, shown
from vision.gestures.body import body_of
from vision.gestures.geometry import distance_to, hand_length
from vision.gestures.phase import Phase
from vision.gestures.reading import ReadingPolicy, Scene, read
from vision.gestures.vocabulary import SHAPES, Vocabulary
from vision.observations import Hand, PersonEvidence, SecondLook

SIZE = (640, 480)
FACE = body_of(person())


def words(*hands: Hand, scene: Scene | None = None, vocabulary: Vocabulary | None = None) -> list[str]:
    found = read(hands, scene or Scene(SIZE), ReadingPolicy(), vocabulary or Vocabulary())
    return [reading.gesture for reading in found]


@pytest.mark.parametrize("named", ["one", "point_camera", "point_self"])
@pytest.mark.parametrize(
    ("roll", "pitch", "gestures"),
    [(0, 85, ["you"]), (0, -80, ["me"]), (0, 45, []), (180, 0, [])],
)
def test_direction_decides_between_one_you_and_me(
    named: str, roll: float, pitch: float, gestures: list[str]
) -> None:
    hand = shown(named, made("one", roll=roll, pitch=pitch))
    assert words(hand, scene=Scene(SIZE, FACE)) == gestures


@pytest.mark.parametrize(("named", "gestures"), [("one", ["number_1"]), ("point_camera", [])])
def test_a_finger_that_the_classifier_sees_at_the_lens_does_not_count(
    named: str, gestures: list[str]
) -> None:
    assert words(shown(named, made("one")), scene=Scene(SIZE, FACE)) == gestures


@pytest.mark.parametrize("shape", ["thumb_up", "thumb_down"])
@pytest.mark.parametrize(("aimed", "word"), [(True, False), (False, True)])
def test_a_finger_gun_at_the_lens_is_no_thumb(shape: str, aimed: bool, word: bool) -> None:
    """Its index finger comes straight at the lens, where that of a fist goes back to the palm."""
    hand = made(shape, (320, 200))
    if aimed:
        hand[5:9] = hand[5] + np.arange(4, dtype=np.float32)[:, None] * np.array([0, 0, -18], np.float32)
    assert bool(words(shown(shape, hand))) is word


@pytest.mark.parametrize("shape", ["thumb_up", "thumb_down"])
@pytest.mark.parametrize(("roll", "word"), [(0, True), (30, True), (-30, True), (42, False), (-42, False)])
def test_a_thumb_counts_near_vertical_only(shape: str, roll: float, word: bool) -> None:
    assert bool(words(shown(shape, made(shape, (320, 200), roll=roll)))) is word


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("y", [200.0, 440.0])
def test_a_thumb_on_the_table_is_what_the_phase_asks_for(phase: Phase, y: float) -> None:
    expected = ["red"]
    if y > 400:
        on_table = {Phase.VOTING: ["vote"], Phase.OWN_SPEECH: ["nominate"], Phase.FREE: ["red"]}
        expected = on_table.get(phase, ["red"] if phase is Phase.LOBBY else [])
    hand = shown("thumb_up", made("thumb_up", (320, y)))
    assert words(hand, scene=Scene(SIZE, FACE, phase)) == expected


@pytest.mark.parametrize(
    ("y", "known", "gesture"),
    [(140, True, "raise_hand"), (190, True, "number_5"), (300, True, "number_5"), (140, False, "number_5")],
)
def test_a_palm_above_the_shoulders_asks_for_attention(y: float, known: bool, gesture: str) -> None:
    hand = shown("palm", made("palm", (500, y)))
    assert words(hand, scene=Scene(SIZE, FACE if known else None)) == [gesture]


def t_sign(shift: float = 0.0, level: float = 90.0, upright: float = 0.0) -> tuple[Hand, Hand]:
    """An upright hand below the middle of a level one; classifiers call them what they like."""
    below = made("palm", (300, 320), roll=upright)
    above = made("palm", (240, 200 - shift), roll=level)
    return shown("no_gesture", above, track=1), shown("palm", below, track=2)


@pytest.mark.parametrize(
    ("hands", "found"),
    [
        (t_sign(), True),
        (t_sign()[::-1], True),
        (t_sign(level=70), True),
        (t_sign(level=-90), False),  # the level hand lies beside
        (t_sign(shift=80), False),  # apart
        (t_sign(level=45), False),
        (t_sign(upright=180), False),  # hanging
        ((t_sign()[0],), False),
        ((shown("fist", made("fist", (240, 200), roll=90)), t_sign()[1]), False),
    ],
)
def test_the_t_of_two_hands(hands: tuple[Hand, ...], found: bool) -> None:
    assert (words(*hands) == ["pause_request"]) is found


@pytest.mark.parametrize(
    ("other", "gesture"), [("one", "number_6"), ("four", "number_9"), ("palm", "number_10")]
)
def test_two_hands_count(other: str, gesture: str) -> None:
    hands = shown("palm", made("palm", (200, 300)), track=1), shown(other, made(other, (440, 300)), track=2)
    assert words(*hands) == [gesture]


def test_a_palm_and_a_finger_into_the_camera_are_no_six() -> None:
    hands = shown("palm", track=1), shown("one", made("one", (440, 300), pitch=85), track=2)
    assert words(*hands) == ["number_5", "you"]


def middle(x: float, y: float = 200.0) -> Hand:
    return shown("middle_finger", made("middle_finger", (x, y)))


def test_the_forbidden_sign_says_what_it_rests_on() -> None:
    vocabulary, policy = Vocabulary(), ReadingPolicy()
    known, unknown = Scene(SIZE, FACE), Scene(SIZE)
    (reading,) = read([middle(560)], known, policy, vocabulary)
    assert reading.gesture == "forbidden"
    assert reading.evidence == ("shape", "geometry", "free_air", "second_look")
    (reading,) = read([middle(560)], unknown, policy, vocabulary)
    assert reading.evidence == ("shape", "geometry", "second_look")
    (reading,) = read([replace(middle(560), second_look=None)], unknown, policy, vocabulary)
    assert reading.evidence == ("shape", "geometry")


@pytest.mark.parametrize(
    ("look", "gestures"),
    [
        (SecondLook("middle_finger", 0.51, 0.0), ["forbidden"]),
        (SecondLook("middle_finger", 0.49, 0.0), []),
        (SecondLook("middle_finger", 0.0, 0.0), []),
        (SecondLook("ok", 0.0, 0.0), ["forbidden"]),
    ],
)
def test_a_second_look_that_disagrees_is_a_veto(look: SecondLook, gestures: list[str]) -> None:
    """One for another shape says nothing of this one."""
    assert words(replace(middle(560), second_look=look), scene=Scene(SIZE, FACE)) == gestures


@given(x=st.floats(0, 640), y=st.floats(0, 480))
def test_a_finger_at_the_face_is_no_accusation(x: float, y: float) -> None:
    """Glasses, a nose: within half a hand of the face nothing is forbidden, beyond it is."""
    assert FACE is not None
    hand = middle(x, y)
    near = distance_to(hand.landmarks, FACE.face) < 0.5 * hand_length(hand.landmarks)
    assert words(hand, scene=Scene(SIZE, FACE)) == ([] if near else ["forbidden"])


@pytest.mark.parametrize(
    ("size", "gestures"), [(0.7, []), (0.78, []), (0.82, ["forbidden"]), (1.2, ["forbidden"])]
)
def test_a_hand_held_out_towards_the_camera_is_in_free_air(size: float, gestures: list[str]) -> None:
    """It covers the face in the picture, but is too large to be at it."""
    assert FACE is not None
    x, y = FACE.head
    hand = shown("middle_finger", made("middle_finger", (x, y), palm=size * FACE.height))
    assert words(hand, scene=Scene(SIZE, FACE)) == gestures


@pytest.mark.parametrize("pose", ["one", "two", "fist", "palm", "horns"])
def test_geometry_overrules_a_classifier_that_sees_a_middle_finger(pose: str) -> None:
    assert words(shown("middle_finger", made(pose, (560, 200))), scene=Scene(SIZE, FACE)) == []


@pytest.mark.parametrize(("known", "gestures"), [(True, ["forbidden"]), (False, [])])
def test_a_form_alone_forbids_nothing(known: bool, gestures: list[str]) -> None:
    """A platform that forbids a ring has no check of raised fingers: it takes the free air."""
    vocabulary = Vocabulary.load({"forbidden_shape": "ok"})
    scene = Scene(SIZE, FACE if known else None)
    hand = shown("ok", made("ok", (560, 300)), again=None)
    assert words(hand, scene=scene, vocabulary=vocabulary) == gestures


@given(
    shape=st.sampled_from(SHAPES), pose=st.sampled_from(["palm", "one", "fist", "middle_finger"]),
    roll=st.floats(-180, 180), x=st.floats(0, 640), y=st.floats(0, 480),
)  # fmt: skip
def test_shapes_without_a_word_are_left_out(shape: str, pose: str, roll: float, x: float, y: float) -> None:
    found = read(
        [shown(shape, made(pose, (x, y), roll=roll))], Scene(SIZE, FACE), ReadingPolicy(), Vocabulary()
    )
    assert all(reading.gesture != "no_gesture" and "shape" in reading.evidence for reading in found)


def test_a_doubtful_face_says_nothing_of_the_body() -> None:
    doubtful = person().faces[0]
    weak = PersonEvidence(True, 0.9, ("face",), faces=(type(doubtful)(doubtful.box, 0.5),))
    assert body_of(weak) is None
    assert body_of(None) is None


@pytest.mark.parametrize("values", [{"tilt": 91}, {"table": 0}, {"free_air": -1}, {"raised": -0.1}])
def test_a_policy_out_of_range_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(values))} must"):
        ReadingPolicy(**values)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_a_second_look_is_a_probability(value: float) -> None:
    with pytest.raises(ValueError, match="second_look must lie in"):
        ReadingPolicy(second_look=value)


def test_no_hands_no_words() -> None:
    assert words() == []
    assert words(replace(shown("palm"), shape=None)) == []
