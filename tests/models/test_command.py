"""`consigliere models` on an empty and a broken store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from models import manifest, store
from service.cli import models as command
from service.cli.errors import CommandError


@pytest.fixture(autouse=True)
def empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.HOME_VARIABLE, str(tmp_path))


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(command.app, list(arguments))


def test_the_json_list_tells_all_of_every_model() -> None:
    result = _run("list", "--json")
    assert result.exit_code == 0
    listed = {model["name"]: model for model in json.loads(result.stdout)}
    assert list(listed) == list(manifest.entries())
    hand = listed["hand_full"]
    assert hand["state"] == "missing"
    assert hand["licence"] == "Apache-2.0"
    assert hand["source"] == "mediapipe==0.10.21"
    assert hand["inputs"][0]["shape"] == ["N", 224, 224, 3]
    assert [port["name"] for port in hand["outputs"]] == ["landmarks", "presence", "handedness", "world"]


@pytest.mark.parametrize("arguments", [(), ("list",)])
def test_the_table_names_model_licence_and_source(arguments: tuple[str, ...]) -> None:
    output = _run(*arguments).stdout
    for entry in manifest.entries().values():
        assert entry.name in output
        assert entry.source in output
        assert entry.licence in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("verify", "palm_full"), "palm_full: not in .*; run: consigliere models fetch palm_full"),
        (("verify", "palms"), "no model is called 'palms'; there are palm_full, "),
        (("fetch", "palms"), "no model is called 'palms'; there are palm_full, "),
        (("fetch", "palm_full", "--all"), "either names or --all"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=words) as caught:
        CliRunner().invoke(command.app, list(arguments), catch_exceptions=False)
    assert len(str(caught.value).splitlines()) == 1


def test_verify_tells_every_fault(capsys: pytest.CaptureFixture[str]) -> None:
    damaged = store.location(manifest.entry("face_short"))
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"not a model")
    result = _run("verify", "pose", "face_short")
    assert isinstance(result.exception, CommandError)
    assert "face_short" in str(result.exception)
    assert "is damaged" in str(result.exception)
    assert "pose: not in" in result.stderr
