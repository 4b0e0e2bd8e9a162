"""How it ends: streams are told, tables are closed, nothing keeps the process."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from service.api.app import close_forgotten
from service.api.tokens import Grant, Tokens
from service.cli.app import app
from service.cli.errors import CommandError
from service.client import Client
from tests.service.api.serving import SetClock, reached, serving
from tests.service.watch.command import ROOT

SECRET = "a secret of the tests, 32 bytes."


def test_streams_are_told_and_the_server_ends(default_models: None) -> None:
    with serving() as service, service.speaker() as platform:
        platform.open_table("last")
        headers = {"Authorization": f"Bearer {service.platform}"}
        with (
            connect(
                f"{service.socket}/v1/tables/last/events/ws", additional_headers=headers, proxy=None
            ) as reader,
            service.client() as client,
            client.stream("GET", "/v1/tables/last/events", headers={"Accept": "text/event-stream"}) as stream,
        ):
            service.uvicorn.should_exit = True
            assert 'event: end\ndata: {"reason":"closed"}' in stream.read().decode()
            with pytest.raises(ConnectionClosed) as closed:
                reader.recv(10)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "closed")
        assert service.app.state.draining
        assert reached(lambda: not service.app.state.tables.eye.alive)
        assert len(service.app.state.tables) == 0


def test_who_connects_and_asks_for_nothing_is_cut_off(
    default_models: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.api.server._HEADER_SECONDS", 0.2)
    with serving() as service, service.client() as client:
        host, _, port = service.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=20.0) as silent:
            silent.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            with suppress(ConnectionResetError):
                assert silent.recv(1) == b""
        assert client.get("/v1/tables").status_code == 200


def test_a_table_that_nobody_asks_for_is_closed(default_models: None) -> None:
    clock = SetClock()
    with serving(clock=clock) as service, service.speaker() as platform:
        service.app.state.idle = 60.0
        platform.open_table("forgotten")
        platform.open_table("watched")
        for now, left in ((59.0, ["forgotten", "watched"]), (100.0, ["watched"]), (400.0, [])):
            clock.now = now
            close_forgotten(service.app)
            assert [table["table"] for table in platform.tables()] == left
            if now < 60.0:
                platform.table("watched")


@contextmanager
def _command(log: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`consigliere serve` and its address."""
    environment = {
        **os.environ,
        "CONSIGLIERE_AUTH_SECRET": SECRET,
        "CONSIGLIERE_STORAGE_DATABASE": f"sqlite:///{log.with_name('consigliere.db')}",
    }
    with log.open("wb") as errors:
        running = subprocess.Popen(
            [sys.executable, "-m", "service", "serve", "--port", "0"],
            stderr=errors,
            cwd=ROOT,
            env=environment,
        )
    found: list[str] = []

    def listening() -> bool:
        found[:] = re.findall(r"listening at (\S+)", log.read_text())
        return bool(found) or running.poll() is not None

    try:
        assert reached(listening, 120.0)
        assert found, log.read_text()
        yield running, found[0]
    finally:
        if running.poll() is None:
            running.kill()
        running.wait(30)


def test_the_command_serves_until_it_is_told_to_end(default_models: None, tmp_path: Path) -> None:
    token = Tokens(SECRET.encode()).issue(Grant("platform", "*"), 3600.0)
    with _command(tmp_path / "log") as (running, address), Client(address, token) as platform:
        platform.open_table("evening")
        assert httpx.get(f"{address}/healthz", trust_env=False).status_code == 200
        told = platform.follow("evening")
        running.send_signal(signal.SIGTERM)
        with pytest.raises((StopIteration, httpx.TransportError)):
            next(told)
        assert running.wait(60) == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("token", "seat", "--table", "t"), "seat: 1 to 10 for the role"),
        (("token", "seat", "--seat", "3"), "a seat or a spectator belongs to one table"),
        (("token", "spectator"), "a seat or a spectator belongs to one table"),
        (("token", "platform", "--hours", "-1"), "--hours -1: write more than 0"),
        (("token", "platform", "--hours", "100000"), "--hours 100000: write more than 0 and at most"),
        (("token", "king"), "king"),
        (("serve", "--host", "no.such.host.invalid"), "no.such.host.invalid port 8400"),
        (("serve", "--config", "/nowhere.toml"), "/nowhere.toml"),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: tuple[str, ...], told: str) -> None:
    ended = CliRunner().invoke(app, arguments)
    text = str(ended.exception) if isinstance(ended.exception, CommandError) else ended.output
    assert ended.exit_code != 0
    assert told in text
    assert ended.stdout == ""


def test_a_token_says_what_was_asked_for(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[auth]\nsecret = "{SECRET}"\n')
    asked = ["token", "seat", "--table", "t", "--seat", "3", "--config", str(settings)]
    ended = CliRunner().invoke(app, asked)
    grant = Tokens(SECRET.encode()).read(ended.stdout.strip())
    assert (grant.role, grant.table, grant.seat) == ("seat", "t", 3)
    assert ended.stderr == ""
