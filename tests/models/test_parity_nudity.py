"""The nudity classifiers say what their own runtimes say.

For the two of nsfwjs that is TensorFlow.js, whose answers are in `golden/tfjs.json` (made by the script
beside it). Outputs are probabilities, so differences are absolute and relative to their range at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from models import manifest
from models.engines.quiet_onnxruntime import onnxruntime
from tests.models.pictures import noise, scene

GOLDEN = json.loads((Path(__file__).parent / "golden" / "tfjs.json").read_text(encoding="utf-8"))
TOLERANCE = 1e-4


def _picture(label: str) -> NDArray[np.float32]:
    kind, seed = label.split()
    return noise(int(seed), 224, 224) if kind == "noise" else scene(int(seed))


def _session(content: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


@pytest.mark.parametrize("name", ["nsfw_mobilenet", "nsfw_mid"])
def test_agrees_with_tensorflow_js(name: str, fetched: Callable[[str], Path]) -> None:
    answers = GOLDEN["models"][name]
    pictures = np.stack([_picture(label) for label in answers])
    session = _session(fetched(name).read_bytes())

    classes = session.run(["classes"], {"image": pictures})[0]

    assert np.abs(classes - np.array(list(answers.values()))).max() <= TOLERANCE


@pytest.mark.parametrize("name", ["nsfw_mobilenet", "nsfw_mid", "open_nsfw"])
def test_a_batch_of_eight_is_eight_singles(name: str, fetched: Callable[[str], Path]) -> None:
    low, high = manifest.entry(name).inputs[0].range or (0.0, 1.0)
    unit = np.stack([noise(seed, 224, 224) for seed in range(4)] + [scene(seed) for seed in range(4)])
    pictures = (low + unit * (high - low)).astype(np.float32)
    session = _session(fetched(name).read_bytes())

    batch = session.run(["classes"], {"image": pictures})[0]
    singles = np.concatenate([session.run(["classes"], {"image": one[None]})[0] for one in pictures])

    assert np.abs(batch - singles).max() <= 1e-5
    assert np.allclose(batch.sum(axis=1), 1, atol=1e-5)


def test_open_nsfw_is_the_packages_own_model(
    fetched: Callable[[str], Path], sources: Callable[[str], list[bytes]]
) -> None:
    pictures = np.stack([noise(1, 224, 224), scene(1)]) * np.float32(255) - np.float32(114)
    ours = _session(fetched("open_nsfw").read_bytes()).run(["classes"], {"image": pictures})[0]
    original = _session(sources("open_nsfw")[0])
    theirs = np.concatenate([original.run(None, {"input:0": one[None]})[0] for one in pictures])

    assert np.abs(ours - theirs).max() <= TOLERANCE
