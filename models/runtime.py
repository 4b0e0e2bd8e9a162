"""Opens a model of the manifest in the engine that suits it."""

from __future__ import annotations

import os
import threading
from functools import cache
from pathlib import Path

from models import manifest, store
from models.engine import Engine
from models.engines import EngineChoice, open_onnx
from models.engines.auto import F32, Chooser, Verdict, made_for_onnxruntime
from models.engines.choice import Precision, Runtime
from models.errors import MissingModel

ENGINE_VARIABLE = "CONSIGLIERE_ENGINE"
"""The environment variable that forces an engine, as in `openvino-cpu-bf16`."""

DECIDING = ("hand_full", "palm_full")
"""The models that `auto` measures: they run on every frame, the others once in a while."""

_lock = threading.RLock()


def open_model(name: str, engine: EngineChoice | None = None) -> Engine:
    """Load a model of the manifest.

    Integer models, tiny ones and those that the manifest calls exact run in ONNX Runtime on the processor
    in any case: the first are written for its kernels, the others gain nothing elsewhere. A model whose
    outputs bf16 would change too much runs in f32, unless bf16 is forced.

    Args:
        name: as in the manifest, such as `hand_full`.
        engine: forces one; None takes what CONSIGLIERE_ENGINE says, and `auto` where it says nothing.

    Raises:
        MissingModel: where the model has not been fetched.
        EngineError: where a forced engine cannot be had here.
    """
    content = store.path(name).read_bytes()
    forced = engine or forced_engine()
    if manifest.entry(name).exact or made_for_onnxruntime(content):
        return open_onnx(content, F32)
    if forced is not None:
        return open_onnx(content, forced)
    with _lock:
        choice = _verdict(_home(), name).choice
        if not _chooser(_home()).precise(content, choice, _span(name)):
            choice = EngineChoice(Runtime.OPENVINO, choice.device, Precision.F32)
    return open_onnx(content, choice)


def forced_engine() -> EngineChoice | None:
    """What CONSIGLIERE_ENGINE asks for; None for `auto`.

    Raises:
        EngineError: where it names no engine.
    """
    return EngineChoice.parse(os.environ.get(ENGINE_VARIABLE, "auto"))


def verdict() -> Verdict:
    """What `auto` finds best here and why; measures where nothing is remembered. `str()` is one line to show.

    Raises:
        MissingModel: where none of the models it measures has been fetched.
    """
    with _lock:
        return _verdict(_home(), DECIDING[0])


def _span(name: str) -> tuple[float, float]:
    """What stands for black and white in a model's input."""
    inputs = manifest.entry(name).inputs
    return (inputs[0].range if inputs else None) or (0.0, 1.0)


def _home() -> Path:
    return store.folder().parent


@cache
def _chooser(home: Path) -> Chooser:
    return Chooser(home / "engines.json")


@cache
def _verdict(home: Path, fallback: str) -> Verdict:
    """The ranking by the deciding models, or by the model being opened where none of them is there."""
    contents: dict[str, bytes] = {}
    for name in DECIDING:
        try:
            contents[name] = store.path(name).read_bytes()
        except MissingModel:
            continue
    return _chooser(home).verdict(contents or {fallback: store.path(fallback).read_bytes()})
