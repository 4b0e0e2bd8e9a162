"""`consigliere doctor` as an operator uses it."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import pytest

from service.cli import main


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["consigliere", "doctor", *arguments])
    with pytest.raises(SystemExit) as left:
        main.main()
    return int(str(left.value.code))


def test_a_machine_without_models_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSIGLIERE_HOME", str(tmp_path))
    assert _run(monkeypatch) == 1
    told = capsys.readouterr()
    assert "→ consigliere models fetch" in told.out
    assert "fail" in told.err


def test_json_holds_every_finding_and_whether_all_is_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], default_models: None
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        path = tmp_path / "its.toml"
        path.write_text(f"[server]\nport = {taken.getsockname()[1]}\n")
        monkeypatch.setenv("CONSIGLIERE_ENGINE", "onnxruntime-cpu-f32")
        assert _run(monkeypatch, "--json", "--config", str(path)) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    failed = [finding["subject"] for finding in told["findings"] if finding["state"] == "fail"]
    assert failed == ["tcp port"]
    assert all(finding.keys() == {"subject", "state", "told", "remedy"} for finding in told["findings"])


def test_settings_that_are_wrong_are_findings_and_the_rest_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "its.toml"
    path.write_text("[server]\nprot = 1\nport = 0\n")
    monkeypatch.setenv("CONSIGLIERE_HOME", str(tmp_path))
    assert _run(monkeypatch, "--config", str(path)) == 1
    told = capsys.readouterr().out
    assert f"{path}: server.prot: no such key" in told
    assert f"{path}: server.port: 0 cannot be used" in told
    assert "codec h264" in told
