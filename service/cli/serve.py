"""`consigliere serve`: the sidecar."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
import uvicorn
from fastapi import FastAPI

from datasets.demo import clips
from models import store
from models.display import shown_on
from models.engines import EngineChoice, EngineError
from models.errors import ModelError
from models.fetch import fetch
from models.runtime import forced_engine, verdict
from service.api.assembly import assemble, front
from service.api.server import server
from service.cli.config import ConfigFile, settings_of
from service.cli.errors import CommandError
from service.config import Settings
from service.demo.table import DemoPlan
from service.eye import open_table_models
from service.gestures.vocabulary_file import VocabularyFileError
from service.ops import logs
from service.rulebook import RuleBookError
from service.settings_file import SettingsError
from service.storage import StorageError
from vision.table import TableModels

_TOLD = (ModelError, EngineError, RuleBookError, SettingsError, VocabularyFileError, StorageError)
"""What says itself what is wrong with the settings."""
_BACKLOG = 256
"""Connections that may wait to be taken."""


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen at; else as configured.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="TCP port, 0 for any; else as configured.")
    ] = None,
    config: ConfigFile = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Play the demo table: ten clips, a game after the other.")
    ] = False,
) -> None:
    """Run the sidecar: video and game events in, what happened out."""
    settings = _settings(config, host, port)
    with _listening(settings.server.host, settings.server.port) as listening:
        logs.configure(settings.logs)
        app = _assembled(settings, _plan() if demo else None)
        running = server(app, front(settings))
        _announce(settings, listening, demo)
        _run(running, listening)
    if not running.started:
        raise typer.Exit(1)


def _settings(config: Path | None, host: str | None, port: int | None) -> Settings:
    """The settings, under what the command line says."""
    settings = settings_of(config)
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    return settings.model_copy(update={"server": settings.server.model_copy(update=given)})


def _listening(host: str, port: int) -> socket.socket:
    try:
        (family, _, _, _, address), *_ = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        both = family is socket.AF_INET6 and socket.has_dualstack_ipv6() and host == "::"
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        detail = error.strerror or error
        raise CommandError(f"{host} port {port}: {detail}; choose another by --host and --port") from error


def _plan() -> DemoPlan:
    """The demo's clips, and the models fetched where they are missing: it is what a newcomer runs first."""
    try:
        with shown_on(sys.stderr) as reporter:
            fetch(reporter=reporter)
    except ModelError as error:
        raise CommandError(str(error)) from error
    seats = clips(store.folder().parent / "demo", lambda text: print(text, file=sys.stderr))
    return DemoPlan({seat.seat: str(seat.path) for seat in seats})


def _assembled(settings: Settings, plan: DemoPlan | None) -> FastAPI:
    try:
        return assemble(settings, _announced_models(settings), plan)
    except (
        ModelError,
        EngineError,
        RuleBookError,
        SettingsError,
        VocabularyFileError,
        StorageError,
    ) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}; name another auth.secret_file") from error
    except ValueError as error:
        raise CommandError(str(error)) from error


def _announced_models(settings: Settings) -> TableModels:
    forced = forced_engine() or EngineChoice.parse(settings.tables.engine)
    print(f"engine: {forced.label if forced else verdict()}", file=sys.stderr)
    return open_table_models(forced)


def _announce(settings: Settings, listening: socket.socket, demo: bool) -> None:
    host, port = settings.server.host, listening.getsockname()[1]
    scheme = "http" if settings.server.tls_certificate is None else "https"
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"{scheme}://{shown}:{port}{settings.server.root_path}"
    print(f"listening at {address}", file=sys.stderr, flush=True)
    if demo and settings.server.page:
        print(f"the demo table: open {address}/ in a browser; Ctrl-C ends it", file=sys.stderr, flush=True)
    print("a token for the platform: consigliere token platform", file=sys.stderr, flush=True)


def _run(running: uvicorn.Server, listening: socket.socket) -> None:
    """Until a signal; uvicorn raises it again at its end, where it finds this handler."""

    def leave(number: int, frame: FrameType | None) -> None:
        running.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    running.run(sockets=[listening])
