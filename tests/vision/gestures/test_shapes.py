"""What the shipped classifier promises: what it ignores, what it does not, and when it keeps silent."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from datasets.skeleton.sample import LABELS, draw
from models.engine import Engine
from tests.vision.gestures.conftest import SHAPES_FILE
from vision.gestures.shapes import ShapePolicy, classify, decide, probabilities
from vision.gestures.vocabulary import SHAPES

Hands = NDArray[np.float32]

# Single precision on pixel coordinates moves a probability by less than this.
CLOSE = 5e-3


def pixels(hands: NDArray[np.float64], palm: float = 90.0, x: float = 320.0, y: float = 240.0) -> Hands:
    """Hands in palms, at a place in a picture."""
    return np.asarray(hands * palm + np.array([x, y, 0.0]), dtype=np.float32)


@pytest.fixture(scope="module")
def hands() -> Hands:
    """Hands of every shape that is drawn."""
    rng = np.random.default_rng(11)
    return pixels(np.concatenate([draw(rng, label, 6) for label in LABELS]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)
@given(x=st.floats(-2000, 2000), y=st.floats(-2000, 2000), scale=st.floats(0.2, 8))
def test_place_and_size_do_not_matter(engine: Engine, hands: Hands, x: float, y: float, scale: float) -> None:
    moved = (hands * np.float32(scale) + np.array([x, y, 0], dtype=np.float32)).astype(np.float32)
    np.testing.assert_allclose(probabilities(moved, engine), probabilities(hands, engine), atol=CLOSE)


def test_depth_has_no_origin(engine: Engine, hands: Hands) -> None:
    deeper = hands + np.array([0, 0, 50], dtype=np.float32)
    np.testing.assert_allclose(probabilities(deeper, engine), probabilities(hands, engine), atol=CLOSE)


def test_a_mirrored_picture_shows_the_same_shapes(engine: Engine, hands: Hands) -> None:
    mirrored = hands * np.array([-1, 1, 1], dtype=np.float32) + np.array([640, 0, 0], dtype=np.float32)
    np.testing.assert_allclose(probabilities(mirrored, engine), probabilities(hands, engine), atol=CLOSE)


def test_a_batch_says_what_its_hands_say_alone(engine: Engine, hands: Hands) -> None:
    together = probabilities(hands, engine)
    alone = np.concatenate([probabilities(hand[None], engine) for hand in hands])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_the_same_hands_give_the_same_bytes(engine: Engine, hands: Hands) -> None:
    assert probabilities(hands, engine).tobytes() == probabilities(hands, engine).tobytes()


def test_probabilities_are_probabilities(engine: Engine, hands: Hands) -> None:
    scores = probabilities(hands, engine)
    assert scores.min() >= 0
    np.testing.assert_allclose(scores.sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize(("shape", "turned"), [("thumb_up", "thumb_down"), ("thumb_down", "thumb_up")])
def test_gravity_tells_thumb_up_from_thumb_down(engine: Engine, shape: str, turned: str) -> None:
    drawn = draw(np.random.default_rng(3), shape, 200)
    upside_down = drawn * np.array([-1, -1, 1])
    said = [score.shape for score in classify(pixels(upside_down), engine)]
    assert shape not in said
    assert said.count(turned) >= 160


@pytest.mark.parametrize("shape", ["point_self", "timeout"])
def test_shapes_that_take_more_than_a_hand_are_never_named(engine: Engine, hands: Hands, shape: str) -> None:
    assert probabilities(hands, engine)[:, SHAPES.index(shape)].max() < 1e-6


@pytest.mark.parametrize("label", LABELS)
def test_drawn_hands_are_told(engine: Engine, label: str) -> None:
    drawn = draw(np.random.default_rng(5), label, 200)
    right = [score.shape for score in classify(pixels(drawn), engine)].count(label)
    assert right >= 140


def test_other_drawn_hands_do_not_show_the_forbidden_shape(engine: Engine) -> None:
    rng = np.random.default_rng(6)
    others = np.concatenate([draw(rng, label, 150) for label in LABELS if label != "middle_finger"])
    said = [score.shape for score in classify(pixels(others), engine)]
    assert said.count("middle_finger") <= len(said) * 0.005


def test_points_that_are_no_hand_do_not_break_it(engine: Engine) -> None:
    strange = np.zeros((3, 21, 3), dtype=np.float32)
    strange[1] = 1e4
    strange[2, 4:] = 7.0
    assert np.isfinite(probabilities(strange, engine)).all()


def test_no_hands_give_no_shapes(engine: Engine) -> None:
    assert classify(np.empty((0, 21, 3), dtype=np.float32), engine) == []


@pytest.mark.parametrize("form", [(21, 3), (2, 20, 3), (2, 63)])
def test_landmarks_of_another_form_are_refused(engine: Engine, form: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"landmarks are \(N, 21, 3\)"):
        classify(np.zeros(form, dtype=np.float32), engine)


class Wrong:
    """An engine of another model."""

    label = "wrong"

    def run(self, batch: Hands) -> tuple[Hands, ...]:
        return (np.zeros((len(batch), 5), dtype=np.float32),)


def test_another_model_is_refused(hands: Hands) -> None:
    with pytest.raises(ValueError, match="a shape classifier gives 22 scores a hand"):
        classify(hands, Wrong())


def row(**scores: float) -> Hands:
    values = np.zeros(len(SHAPES), dtype=np.float32)
    for shape, score in scores.items():
        values[SHAPES.index(shape)] = score
    return values


@pytest.mark.parametrize(
    ("scores", "shape", "score"),
    [
        (row(palm=0.9, four=0.1), "palm", 0.9),
        (row(palm=0.5, four=0.4), "palm", 0.5),
        (row(palm=0.49, four=0.4), "no_gesture", 0.51),
        (row(middle_finger=0.49, one=0.4), "no_gesture", 0.51),
        (row(middle_finger=0.51, one=0.4), "middle_finger", 0.51),
        (row(no_gesture=0.4, one=0.3), "no_gesture", 0.4),
    ],
)
def test_an_unsure_classifier_keeps_silent(scores: Hands, shape: str, score: float) -> None:
    decided = decide(scores)
    assert decided.shape == shape
    assert decided.score == pytest.approx(score, abs=1e-6)


@pytest.mark.parametrize(
    ("least", "least_of", "complaint"),
    [
        (1.5, {}, r"least must lie in 0\.\.1"),
        (0.5, {"vulcan": 0.5}, "no shape is called 'vulcan'"),
        (0.5, {"palm": -0.1}, r"least_of\.palm must lie in 0\.\.1"),
    ],
)
def test_a_faulty_policy_is_refused(least: float, least_of: dict[str, float], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ShapePolicy(least, least_of)


def test_the_file_says_what_it_is() -> None:
    model = onnx.load(SHAPES_FILE)
    said = {entry.key: entry.value for entry in model.metadata_props}
    assert said["labels"].split(",") == list(SHAPES)
    assert said["name"] == "shapes"
    assert len(said["recipe_sha256"]) == 64
    assert all(said[key] for key in ("version", "licence", "training_data", "training_data_licences"))
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "N"
