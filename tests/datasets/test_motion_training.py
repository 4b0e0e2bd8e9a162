"""From clips to a file: which windows are called what, training, the mirror inside the graph."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray

from datasets.motion.clip import CONFUSING, LABELS, NONE, confusing, draw_clip
from datasets.motion.graph import motion_model
from datasets.motion.lessons import EARLY, FRESH, UNDECIDED, label_at, lessons, looks_of
from datasets.motion.network import Schedule, standard_of, train
from datasets.perceptron import softmax
from datasets.train_motion import Plan, gather, learn, logits, main, train_model, winnow
from models.engines.quiet_onnxruntime import onnxruntime as ort
from vision.motion.features import CHANNELS, FEATURES, MIRROR
from vision.motion.step import MotionPolicy
from vision.motion.trail import STEPS
from vision.motion.vocabulary import MOTIONS

POLICY = MotionPolicy()
TINY = Plan(
    seed=3,
    gestures=2,
    ordinary=4,
    kept=(3, 3),
    calibration=1,
    networks=1,
    rounds=2,
    schedule=Schedule(kernels=(8, 6), hidden=5, epochs=1),
    scout=Schedule(kernels=(4, 4), hidden=4, epochs=1),
)


def test_clips_have_the_labels_of_the_model() -> None:
    assert LABELS == MOTIONS


@pytest.mark.parametrize("label", [label for label in LABELS if label != NONE])
def test_windows_are_called_by_what_has_just_happened(label: str) -> None:
    clip = draw_clip(11, label)
    assert clip.interval is not None
    named = {"before": set[int](), "after": set[int](), "just": set[int]()}
    for look in looks_of(clip, POLICY):
        start, done, end = clip.interval.start, clip.interval.done, clip.interval.end
        when = "just" if done <= look.t <= end + FRESH else "after" if look.t > end else "before"
        if when != "before" or look.t < start + EARLY * (done - start):
            named[when].add(label_at(clip, look))
    nothing = MOTIONS.index(NONE)
    assert named["before"] <= {nothing}
    assert named["after"] <= {nothing, UNDECIDED}
    assert MOTIONS.index(label) in named["just"]


def test_windows_of_a_clip_without_a_gesture_are_nothing_and_no_more_than_asked_for() -> None:
    found = lessons(np.random.default_rng(0), range(3), NONE, (4, 5), POLICY)
    assert set(found.labels) == {MOTIONS.index(NONE)}
    assert len(found.labels) <= 15
    assert found.features.shape == (len(found.labels), FEATURES)


def test_hard_clips_hold_what_is_most_like_a_gesture() -> None:
    found = lessons(np.random.default_rng(0), range(4), NONE, (4, 5), POLICY, hard=True)
    plain = lessons(np.random.default_rng(0), range(4), NONE, (4, 5), POLICY)
    assert set(found.labels) == {MOTIONS.index(NONE)}
    assert not np.array_equal(found.features, plain.features)
    assert all(set(confusing(seed)) <= set(CONFUSING) for seed in range(20))


def test_winnowing_keeps_all_gestures_and_drops_ordinary_movement_alone() -> None:
    known = gather(TINY, (0, 0), (2, 4))
    nothing = MOTIONS.index(NONE)
    for doubtful, easy in ((0.0, 0.0), (0.0, 0.5), (1.1, 0.0)):
        kept, _ = winnow(replace(TINY, doubtful=doubtful, easy=easy), [known])
        ordinary = np.count_nonzero(kept.labels == nothing)
        assert len(kept.labels) - ordinary == np.count_nonzero(known.labels != nothing)
        expected = np.count_nonzero(known.labels == nothing) * max(easy, doubtful > 1)
        assert ordinary == pytest.approx(expected, abs=0.25 * len(known.labels) * (easy > 0))


def test_the_same_seed_trains_the_same_bytes_and_another_does_not() -> None:
    one, two = (train_model(TINY).SerializeToString(deterministic=True) for _ in range(2))
    assert one == two
    assert train_model(replace(TINY, seed=4)).SerializeToString(deterministic=True) != one


def answers(model: onnx.ModelProto, windows: NDArray[np.float32]) -> NDArray[np.float32]:
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {"features": windows})
    return np.asarray(found)


def test_the_graph_is_the_networks_and_knows_no_mirror() -> None:
    known = gather(TINY, (0, 0), (2, 4))
    standard = standard_of(known.features)
    networks = learn(replace(TINY, networks=2), known, standard)
    model = motion_model(networks, standard, 1.5, {})
    windows = known.features.astype(np.float32)
    found = answers(model, windows)
    np.testing.assert_allclose(found, softmax(logits(networks, standard, windows) / 1.5), atol=1e-4)
    np.testing.assert_allclose(answers(model, windows * MIRROR), found, atol=1e-5)
    np.testing.assert_allclose(answers(model, windows[:1]), found[:1], atol=1e-5)


def test_a_network_learns_a_jerk_wherever_in_the_window_it_is() -> None:
    """Windows of noise with one jerk or none; those that judge have it at instants that taught nothing."""
    rng = np.random.default_rng(0)

    def windows(count: int, places: tuple[int, ...]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        values = rng.normal(0, 0.05, (count, STEPS, CHANNELS)).astype(np.float32)
        labels = rng.integers(0, 2, count)
        for value, label in zip(values, labels, strict=True):
            if label:
                place = int(rng.choice(places))
                value[place : place + 3, 5] += np.array([1.5, 3.0, 1.5], dtype=np.float32)
        return values.reshape(count, FEATURES), labels

    taught, labels = windows(1500, tuple(range(4, 24, 4)))
    standard = standard_of(taught)
    network = train(taught, labels, 2, standard, Schedule((16, 16), 16, epochs=12, batch=32), 0)
    asked, right = windows(300, tuple(range(6, 22, 4)))
    found = network.logits(standard.apply(asked)).argmax(axis=1)
    assert (found == right).mean() >= 0.9


def test_the_command_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--rounds", "3"])
    assert stopped.value.code == 2
    assert "unrecognized" in capsys.readouterr().err
