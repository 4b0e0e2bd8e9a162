"""Commands on each kind of database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.commands import Operator


@pytest.fixture
def operator(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Operator:
    return Operator(tmp_path, database_url, monkeypatch, capsys)
