"""Those who come and go, politely or not, leave nothing behind."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading

from tests.service.api.conftest import Opened
from tests.service.api.serving import Service, reached

ROUNDS = 25
_SOCKET = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
_STREAM = "Accept: text/event-stream\r\n"


def _visit(service: Service, path: str, extra: str, abrupt: bool) -> None:
    """Open a stream or a socket, read its beginning, and leave."""
    host, _, port = service.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20.0) as visitor:
        token = f"Authorization: Bearer {service.platform}\r\n"
        visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{token}{extra}\r\n".encode())
        assert visitor.recv(100).split(b" ")[1] in (b"200", b"101")
        if abrupt:
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif extra is _SOCKET:
            visitor.sendall(b"\x88\x80\0\0\0\0")
            while visitor.recv(4096):
                pass


def _tasks(service: Service) -> int:
    return len(asyncio.all_tasks(service.uvicorn.servers[0].get_loop()))


def test_visitors_leave_nothing_behind(table: Opened) -> None:
    service, base = table.service, f"/v1/tables/{table.name}"
    held = service.app.state.services
    before = 0, threading.active_count()
    for number in range(ROUNDS + 1):
        for path, extra in (
            (f"{base}/events", _STREAM),
            (f"{base}/events/ws", _SOCKET),
            (f"{base}/seats/4/pictures", _SOCKET),
        ):
            _visit(service, path, extra, abrupt=bool(number % 2))
        if number == 0:  # what is made once is made by now
            assert reached(lambda: len(held.readers) == len(held.feeders) == 0)
            before = _tasks(service), threading.active_count()
    assert reached(lambda: len(held.readers) == len(held.feeders) == 0)
    assert reached(lambda: _tasks(service) <= before[0])
    assert threading.active_count() <= before[1]
    assert reached(lambda: len(service.uvicorn.server_state.connections) <= 1)
    seat = table.platform.table(table.name)["seats"][3]
    assert (seat["feed"], seat["counts"]["joins"]) == (None, ROUNDS + 1)
