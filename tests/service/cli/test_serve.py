"""`consigliere serve`: a process that starts, answers, plays its demo and ends when it is told to."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

READY = re.compile(r"listening at (http://127\.0\.0\.1:\d+)")


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The sidecar and its address; it is killed where the test has not ended it."""
    environment = {
        **os.environ,
        "CONSIGLIERE_AUTH_SECRET_FILE": str(folder / "secret"),
        "CONSIGLIERE_STORAGE_DATABASE": f"sqlite:///{folder}/consigliere.db",
    }
    command = [sys.executable, "-m", "service", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                if (found := READY.search(line)) is not None:
                    yield process, found.group(1)
                    return
            pytest.fail("the sidecar ended before it listened")
        finally:
            process.kill()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Its exit status after a signal, and what it said."""
    _, said = process.communicate(timeout=60)
    return process.returncode, said


def _demo_header(client: httpx.Client) -> dict[str, str]:
    """As the page of the server asks for its token: none is given while the table is being opened."""
    origin = {"Origin": str(client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    while (answer := client.post("/demo/token", headers=origin)).status_code == 204:
        pass
    return {"Authorization": f"Bearer {answer.json()['token']}", "Accept": "text/event-stream"}


@pytest.mark.usefixtures("default_models")
def test_the_demo_plays_until_it_is_interrupted(tmp_path: Path) -> None:
    with served(tmp_path, "--demo") as (process, address):
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(base_url=address, timeout=60, transport=transport) as client:
            assert "<title>Consigliere" in client.get("/").text
            told = set()
            with client.stream("GET", "/v1/tables/demo/events", headers=_demo_header(client)) as events:
                for line in events.iter_lines():
                    if line.startswith("data: "):
                        told.add(json.loads(line.removeprefix("data: "))["type"])
                    if {"game.started", "gesture.started"} <= told:
                        break
        process.send_signal(signal.SIGINT)
        status, said = ended(process)
    assert status in (0, 130), said
    assert "Traceback" not in said


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "service", "serve", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("choose another by --host and --port")
