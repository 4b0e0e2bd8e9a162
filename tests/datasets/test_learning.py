"""From hands to a file: features, training, calibration, export."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.calibration import temperature_of
from datasets.landmarks import Found, Photograph
from datasets.learning import LEARNT, Features, drawn_lessons, learn
from datasets.perceptron import Schedule, softmax, train
from datasets.recipe import Recipe
from datasets.shapes_graph import FEATURES
from datasets.skeleton.sample import draw
from datasets.train_shapes import Plan, main
from datasets.train_shapes import train as train_shapes
from models.engines.quiet_onnxruntime import onnxruntime as ort
from vision.gestures.vocabulary import SHAPES

SMALL = Recipe(drawn=20, drawn_nothing=40, drawn_forbidden=20, real=6, grafted=4, grafted_nothing=2)
TINY = Plan(
    seed=3, rounds=1, networks=2, recipe=SMALL, renders=(), schedule=Schedule(hidden=(16, 8), epochs=2)
)


def photograph(shape: str, number: int, licence: str = "Apache-2.0", source: str = "one") -> Photograph:
    hand = draw(np.random.default_rng(number), shape, 1)[0] * 80 + 200
    return Photograph(f"{shape}{number}", (shape,), (), shape, "p", source, licence, (Found(hand, 0.9),))


REAL = [
    photograph(shape, number, source=source)
    for source in ("one", "two")
    for number, shape in enumerate(("palm", "fist", "one", "two", "four", "three_thumb", "ok"))
]


def test_features_know_no_place_scale_or_side_but_know_turns() -> None:
    features = Features()
    hand = draw(np.random.default_rng(1), "two", 1)
    usual = features(hand)
    assert usual.shape == (1, FEATURES)
    for same in (hand * 70, hand + 9, hand * np.array([-1, 1, 1])):
        np.testing.assert_allclose(features(same), usual, atol=2e-4)
    assert np.abs(features(hand * np.array([-1, -1, 1])) - usual).max() > 0.5


def test_a_network_learns_what_can_be_told_apart() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 900)
    inputs = (np.eye(3)[labels] * 2 + rng.normal(0, 0.3, (900, 3))).astype(np.float32)
    network = train(inputs, labels, 3, Schedule(hidden=(8,), epochs=20, batch=32), seed=1)
    assert (network.logits(inputs).argmax(axis=1) == labels).mean() > 0.98


def test_the_same_seed_trains_the_same_bytes_and_another_does_not() -> None:
    one, two = (train_shapes(TINY, REAL).SerializeToString(deterministic=True) for _ in range(2))
    assert one == two
    other = train_shapes(replace(TINY, seed=4), REAL).SerializeToString(deterministic=True)
    assert other != one


def test_the_file_says_what_the_ensemble_says() -> None:
    lessons = drawn_lessons(SMALL, 1, 5)
    model = train_shapes(TINY, [])
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    hands = draw(np.random.default_rng(2), "palm", 30)
    said = session.run(None, {"landmarks": hands.reshape(30, 63).astype(np.float32)})[0]
    classifier = learn(
        drawn_lessons(SMALL, 1, TINY.seed), TINY.schedule, range(TINY.seed, TINY.seed + 2), TINY.components
    )
    logits = classifier.logits(Features()(hands))
    columns = [SHAPES.index(shape) for shape in LEARNT]
    assert (said[:, columns].argmax(axis=1) == logits.argmax(axis=1)).all()
    assert lessons.labels.max() == len(LEARNT) - 1


def test_only_free_photographs_are_learnt_from() -> None:
    refused = [
        photograph("palm", 99, licence)
        for licence in ("no licence file", "CC BY-NC 4.0", "HGR1: research use only")
    ]
    with_refused = train_shapes(TINY, [*REAL, *refused])
    assert with_refused.SerializeToString(deterministic=True) == train_shapes(TINY, REAL).SerializeToString(
        deterministic=True
    )


def test_the_temperature_undoes_overconfidence() -> None:
    rng = np.random.default_rng(3)
    logits = rng.normal(0, 1, (6000, 4)).astype(np.float32)
    chances = softmax(logits)
    labels = np.array([rng.choice(4, p=row / row.sum()) for row in chances.astype(np.float64)])
    assert temperature_of(logits * 3, labels) == pytest.approx(3, rel=0.12)


def test_the_command_trains_from_nothing_and_says_what_it_used(
    tmp_path: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    monkeypatch.setattr("datasets.train_shapes.Plan", lambda seed=3: TINY)
    assert main(["--hands", str(folder / "nothing"), "--out", str(folder / "shapes.onnx")]) == 0
    said = capsys.readouterr()
    assert "so no photographs" in said.err
    assert "no photographs" in said.out
    assert (folder / "shapes.onnx").stat().st_size > 1000
