"""The probe of supervisors finds a running sidecar by its settings."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from service.config import Settings
from service.ops import probe
from tests.service.api.serving import serving


def test_it_finds_a_sidecar_and_says_when_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    monkeypatch.setenv("CONSIGLIERE_SERVER_PORT", str(port))
    assert probe.main() == 1
    assert "no answer" in capsys.readouterr().err


def test_any_answer_but_200_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving() as service:  # without the operation's routes
        port = service.address.rpartition(":")[2]
        monkeypatch.setenv("CONSIGLIERE_SERVER_PORT", port)
        assert probe.main() == 1
        assert "the answer is 404" in capsys.readouterr().err
        settings = Settings.model_validate({"server": {"host": "0.0.0.0", "port": int(port)}})
        assert probe.ask(settings, "/v1/openapi.json") == 200


def test_wrong_settings_are_told_by_its_status() -> None:
    environment = {**os.environ, "CONSIGLIERE_SERVER_PORT": "many"}
    done = subprocess.run(
        [sys.executable, "-m", "service.ops.probe"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 1
    assert "CONSIGLIERE_SERVER_PORT" in done.stderr
