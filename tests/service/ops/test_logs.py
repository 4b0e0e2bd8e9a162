"""What stands in the logs, and what never does."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import structlog
from fastapi import FastAPI, WebSocket
from starlette.types import Message, Scope
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from service.api.tokens import Grant, Tokens
from service.config.logs import Logs
from service.ops import logs
from service.ops.access import AccessLog
from tests.service.api.serving import serving


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """The loggers of the process are as before."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)
    logging.getLogger("uvicorn.access").disabled = False
    logging.getLogger("uvicorn.error").filters.clear()
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def _lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def _configured(**settings: str) -> io.StringIO:
    stream = io.StringIO()
    logs.configure(Logs.model_validate({"format": "json", **settings}), stream)
    return stream


def test_ours_and_the_libraries_lines_are_json_alike() -> None:
    stream = _configured()
    structlog.stdlib.get_logger("ours").info("a thing happened", count=3)
    extra = {"table": "evening", "color_message": "\x1b[36m%d things"}
    logging.getLogger("theirs").warning("%d things", 2, extra=extra)
    ours, theirs = _lines(stream)
    assert (ours["message"], ours["level"], ours["logger"], ours["count"]) == (
        "a thing happened",
        "info",
        "ours",
        3,
    )
    assert (theirs["message"], theirs["level"], theirs["table"]) == ("2 things", "warning", "evening")
    assert ours["timestamp"].endswith("Z")
    assert "color_message" not in theirs


def test_a_failure_is_one_line_with_its_traceback() -> None:
    stream = _configured()
    try:
        raise ValueError("odd")
    except ValueError:
        logging.getLogger("theirs").exception("a look failed")
    (line,) = _lines(stream)
    assert line["exception"][0]["exc_type"] == "ValueError"
    assert line["exception"][0]["exc_value"] == "odd"


def test_locals_of_a_failure_are_not_told() -> None:
    """A token that a function held while it failed is nobody's to read."""
    stream = _configured()
    secret = "swordfish" * 2
    try:
        _fail(secret)
    except ValueError:
        logging.getLogger("theirs").exception("failed")
    assert secret not in stream.getvalue()


def _fail(held: str) -> None:
    raise ValueError(len(held))


def test_table_seat_and_session_stand_in_all_lines_within() -> None:
    stream = _configured()

    async def inner() -> None:
        logging.getLogger("theirs").info("inside a task")

    async def test() -> None:
        with logs.bound(table="evening", seat=3, session="abc"):
            await asyncio.create_task(inner())
            with logs.bound(seat=4):
                structlog.stdlib.get_logger("ours").info("inside")
        structlog.stdlib.get_logger("ours").info("outside")

    asyncio.run(test())
    first, second, third = _lines(stream)
    assert (first["table"], first["seat"], first["session"]) == ("evening", 3, "abc")
    assert (second["table"], second["seat"]) == ("evening", 4)
    assert "table" not in third


@pytest.mark.parametrize("name", ["token", "Authorization", "access_token", "secret", "credential"])
def test_values_under_names_of_secrets_are_hidden(name: str) -> None:
    stream = _configured()
    structlog.stdlib.get_logger("ours").info("x", **{name: "swordfish"})
    logging.getLogger("theirs").info("x", extra={name: "swordfish"})
    assert "swordfish" not in stream.getvalue()
    assert all(line[name] == "(hidden)" for line in _lines(stream))


TOKEN = Tokens(b"a secret of the tests, 32 bytes.").issue(Grant("platform", "*"), 60.0)


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_token_stands_in_a_line_whatever_put_it_there(form: str) -> None:
    stream = _configured(format=form)
    logging.getLogger("theirs").info("GET /events?after=3&access_token=%s HTTP/1.1", TOKEN)
    logging.getLogger("theirs").info("token=swordfish&x=1")
    structlog.stdlib.get_logger("ours").info("x", header=f"Bearer {TOKEN}")
    try:
        raise ValueError(TOKEN)
    except ValueError:
        logging.getLogger("theirs").exception("failed")
    told = stream.getvalue()
    assert TOKEN[:30] not in told
    assert "swordfish" not in told
    assert told.count("(hidden)") >= 4
    assert "&x=1" in told


def test_a_server_tells_no_token_of_a_web_socket() -> None:
    stream = _configured()
    with serving() as service:
        address = f"{service.socket}/v1/tables/evening/events/ws?access_token={service.platform}"
        with pytest.raises(InvalidStatus), connect(address, proxy=None):
            pass
    assert service.platform not in stream.getvalue()
    assert "WebSocket" not in stream.getvalue()
    assert "Shutting down" in stream.getvalue()


def test_text_moves_no_cursor() -> None:
    stream = _configured(format="text")
    logging.getLogger("theirs").info("a\x1b[2Jb\nc")
    structlog.stdlib.get_logger("ours").info("x", name="\x1b]0;y\x07")
    assert "\x1b" not in stream.getvalue()
    assert "\x07" not in stream.getvalue()
    assert len(stream.getvalue().splitlines()) == 2


def test_what_weighs_less_is_not_written_and_loud_libraries_are_quiet() -> None:
    stream = _configured(level="warning")
    logging.getLogger("theirs").info("x")
    logging.getLogger("theirs").warning("y")
    assert [line["message"] for line in _lines(stream)] == ["y"]
    stream = _configured(level="info")
    logging.getLogger("aiortc.rtcpeerconnection").info("x")
    assert not _lines(stream)
    stream = _configured(level="debug")
    logging.getLogger("aiortc.rtcpeerconnection").debug("x")
    assert len(_lines(stream)) == 1


def test_warnings_of_python_are_logged() -> None:
    stream = _configured()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn("take care", UserWarning, stacklevel=1)
        logging.captureWarnings(False)
    assert "take care" in _lines(stream)[0]["message"]


def test_text_is_for_people_on_a_terminal() -> None:
    stream = _Terminal()
    logs.configure(Logs(), stream)
    structlog.stdlib.get_logger("ours").info("a thing happened", count=3)
    assert "a thing happened" in stream.getvalue()
    assert not stream.getvalue().startswith("{")
    plain = io.StringIO()
    logs.configure(Logs(), plain)
    structlog.stdlib.get_logger("ours").info("a thing happened")
    assert _lines(plain)[0]["message"] == "a thing happened"


def test_configured_twice_a_line_is_written_once() -> None:
    _configured()
    stream = _configured()
    logging.getLogger("theirs").info("x")
    assert len(_lines(stream)) == 1


def _app() -> FastAPI:
    app = FastAPI()

    @app.get("/healthz")
    @app.get("/v1/tables/{table}")
    @app.get("/v1/sessions/{name}")
    async def route() -> dict[str, str]:
        return {}

    @app.get("/odd")
    async def odd() -> None:
        raise RuntimeError("odd")

    @app.websocket("/events")
    async def events(socket: WebSocket) -> None:
        await socket.accept()
        await socket.close()

    app.add_middleware(AccessLog)
    return app


def test_requests_have_a_line_without_their_query() -> None:
    stream = _configured()

    async def test() -> None:
        transport = httpx.ASGITransport(_app(), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            await client.get(
                "/v1/tables/evening?access_token=swordfish", headers={"Authorization": "Bearer swordfish"}
            )
            await client.get("/nowhere")
            await client.get("/odd")
            await client.get("/healthz")
            await client.get("/%1b%5b2J%0a" + "x/" * 300)
            await client.get("/v1/sessions/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6")

    asyncio.run(test())
    assert "swordfish" not in stream.getvalue()
    assert "Zm9vYmFyYmF6cXV4" not in stream.getvalue()
    told = [(line["method"], line["path"], line["status"], line["level"]) for line in _lines(stream)]
    assert told == [
        ("GET", "/v1/tables/evening", 200, "info"),
        ("GET", "/nowhere", 404, "info"),
        ("GET", "/odd", 500, "warning"),
        ("GET", f"/?[2J?{'x/' * 97}", 404, "info"),
        ("GET", "/v1/sessions/Zm9vYm…", 200, "info"),
    ]
    assert all(line["ms"] >= 0 and line["client"] == "127.0.0.1" for line in _lines(stream))


def test_what_a_request_logs_names_its_table_seat_and_session() -> None:
    stream = _configured()
    app = FastAPI()

    @app.delete("/v1/tables/{table}/seats/{seat}/whip/{session}")
    @app.get("/v1/tables/{table}")
    async def route() -> None:
        await asyncio.create_task(later())

    async def later() -> None:
        logging.getLogger("theirs").info("in a task")

    app.add_middleware(AccessLog)

    async def test() -> None:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            await client.delete("/v1/tables/evening/seats/3/whip/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6")
            await client.get("/v1/tables/morning")
            await client.get("/v1/tables/%0a/seats/1")

    asyncio.run(test())
    named = ("table", "seat", "session")
    told = [tuple(line.get(name) for name in named) for line in _lines(stream)]
    first, second, third = ("evening", 3, "Zm9vYm"), ("morning", None, None), (None, None, None)
    assert told == [first, first, second, second, third]


def test_web_sockets_have_a_line_too() -> None:
    stream = _configured()
    asyncio.run(_connect("/events", b"access_token=swordfish"))
    asyncio.run(_connect("/nowhere", b""))
    told = [(line["method"], line["path"], line["status"]) for line in _lines(stream)]
    assert told == [("WEBSOCKET", "/events", 101), ("WEBSOCKET", "/nowhere", 403)]
    assert "swordfish" not in stream.getvalue()


async def _connect(path: str, query: bytes) -> None:
    scope: Scope = {
        "type": "websocket",
        "path": path,
        "query_string": query,
        "headers": [],
        "client": ("127.0.0.1", 1),
        "subprotocols": [],
    }

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(_: Message) -> None: ...

    await _app()(scope, receive, send)
