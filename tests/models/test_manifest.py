"""The manifest says what is true of the models."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import models
from models import manifest, store
from models.convert.build import build
from models.engines.quiet_onnxruntime import onnxruntime

ROOT = Path(models.__file__).parent
ENTRIES = manifest.entries()
CONVERTED = [name for name, entry in ENTRIES.items() if entry.converter != "none"]
GRAPHS = [name for name, entry in ENTRIES.items() if entry.inputs]


@pytest.mark.parametrize("name", GRAPHS)
def test_ports_are_those_of_the_file(name: str, fetched: Callable[[str], Path]) -> None:
    entry = ENTRIES[name]
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(fetched(name), options, providers=["CPUExecutionProvider"])
    for ports, nodes in ((entry.inputs, session.get_inputs()), (entry.outputs, session.get_outputs())):
        assert [(port.name, list(port.shape)) for port in ports] == [
            (node.name, node.shape) for node in nodes
        ]
        assert {node.type for node in nodes} == {"tensor(float)"}


@pytest.mark.parametrize("name", CONVERTED)
def test_converting_again_gives_the_same_bytes(name: str, sources: Callable[[str], list[bytes]]) -> None:
    entry = ENTRIES[name]
    assert store.sha256(build(entry, sources(name))) == entry.onnx_sha256


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if entry.archive])
def test_every_fetched_model_is_pinned_and_licensed(name: str) -> None:
    entry = ENTRIES[name]
    assert entry.archive is not None
    digests = [entry.archive.sha256, *(member.sha256 for member in entry.members)]
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)
    assert re.fullmatch(r"\d+(\.\d+)+", entry.archive.version)
    assert set(re.split(" AND | OR ", entry.licence)) <= {"Apache-2.0", "MIT", "BSD-2-Clause"}
    assert entry.licence_note


@pytest.mark.parametrize("name", ENTRIES)
def test_every_model_has_a_card(name: str) -> None:
    cards = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "cards").glob("*.md")}
    assert any(f"`{name}`" in text for text in cards.values())


def test_the_manifest_names_no_host() -> None:
    text = (ROOT / "manifest.toml").read_text(encoding="utf-8")
    assert not re.search(r"://|\b[\w-]+\.(org|com|io|net|dev)\b", text)
