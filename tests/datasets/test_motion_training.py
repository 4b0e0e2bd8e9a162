"""From clips to a file: which windows are called what, training, the mirror inside the graph."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.motion.clip import LABELS, NONE, draw_clip
from datasets.motion.graph import motion_model
from datasets.motion.lessons import EARLY, FRESH, UNDECIDED, label_at, lessons, looks_of
from datasets.perceptron import Schedule, softmax, train
from datasets.train_motion import Plan, gather, learn, logits, main, train_model
from models.engines.quiet_onnxruntime import onnxruntime as ort
from vision.motion.features import FEATURES, MIRROR
from vision.motion.step import MotionPolicy
from vision.motion.vocabulary import MOTIONS

POLICY = MotionPolicy()
TINY = Plan(
    seed=3,
    gestures=2,
    ordinary=4,
    kept=(3, 3),
    calibration=1,
    networks=1,
    schedule=Schedule(hidden=(8,), epochs=1),
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


def test_the_same_seed_trains_the_same_bytes_and_another_does_not() -> None:
    one, two = (train_model(TINY).SerializeToString(deterministic=True) for _ in range(2))
    assert one == two
    assert train_model(replace(TINY, seed=4)).SerializeToString(deterministic=True) != one


def test_the_graph_is_the_networks_and_knows_no_mirror() -> None:
    known = gather(TINY, 0, (2, 4))
    networks, mean, scale = learn(TINY, known)
    model = motion_model(networks, mean, scale, 1.5, {})
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    windows = known.features.astype(np.float32)
    (found,) = session.run(None, {"features": windows})
    np.testing.assert_allclose(found, softmax(logits(networks, mean, scale, windows) / 1.5), atol=1e-4)
    (mirrored,) = session.run(None, {"features": windows * MIRROR})
    np.testing.assert_allclose(mirrored, found, atol=1e-5)


def test_perceptrons_of_several_layers_fold_their_scale_into_the_first() -> None:
    rng = np.random.default_rng(0)
    windows = rng.normal(2, 3, (200, FEATURES)).astype(np.float32)
    labels = rng.integers(0, len(MOTIONS), 200)
    mean = windows.mean(axis=0) * (MIRROR > 0)
    scale = windows.std(axis=0)
    network = train((windows - mean) / scale, labels, len(MOTIONS), Schedule((12, 6), 1), 1)
    model = motion_model([network, network], mean, scale, 1.0, {})
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {"features": windows})
    np.testing.assert_allclose(found, softmax(logits([network], mean, scale, windows)), atol=1e-3)


def test_the_command_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--rounds", "3"])
    assert stopped.value.code == 2
    assert "unrecognized" in capsys.readouterr().err
