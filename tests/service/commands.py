"""Commands of `consigliere` on a database, as an operator runs them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from service.cli import main


class Operator:
    """Runs commands in a folder of their own, on one database."""

    def __init__(
        self, folder: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.chdir(folder)
        monkeypatch.setenv("CONSIGLIERE_STORAGE_DATABASE", url)
        monkeypatch.setenv("CONSIGLIERE_AUTH_SECRET", "installation secret of the tests")
        monkeypatch.setenv("CONSIGLIERE_AUDIT_KEY", str(folder / "audit.key"))

    def set(self, **variables: str) -> None:
        """Settings, as CONSIGLIERE_<NAME>."""
        for name, value in variables.items():
            self._monkeypatch.setenv(f"CONSIGLIERE_{name}", value)

    def run(self, *words: object) -> tuple[int, str, str]:
        """Exit status, stdout, stderr."""
        self._monkeypatch.setattr(sys, "argv", ["consigliere", *map(str, words)])
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main.main()
        told = self._capsys.readouterr()
        return int(str(left.value.code)), told.out, told.err

    def said(self, *words: object) -> str:
        """Stdout of a command that succeeds."""
        status, out, err = self.run(*words)
        assert (status, err) == (0, "")
        return out

    def json(self, *words: object) -> Any:
        """The same, as JSON."""
        return json.loads(self.said(*words, "--json"))

    def refused(self, *words: object) -> str:
        """The line on stderr of a command that is refused."""
        status, _, err = self.run(*words)
        assert status == 2
        assert err.count("\n") == 1
        return err
