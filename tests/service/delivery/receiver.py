"""A real receiver on 127.0.0.1: notes what comes and answers as it is told, well or badly."""

from __future__ import annotations

import contextlib
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Manner = Literal[
    "plain", "silent", "slow head", "slow body", "endless body", "hang up", "nonsense", "short body"
]


@dataclass(frozen=True)
class Answer:
    """What is answered, and how."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    manner: Manner = "plain"


@dataclass(frozen=True)
class Received:
    """A request."""

    path: str
    headers: Mapping[str, str]
    """By names in lower case."""
    body: bytes


class Receiver:
    """The receiver, while it runs."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.received: list[Received] = []
        self.answer: Callable[[Received], Answer] = lambda _: Answer()
        self.released = threading.Event()
        """Set: whoever is kept waiting is let go."""
        self.names: list[str | None] = []
        """That TLS asked for."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]  # senders break off
        self.port = int(self._server.server_address[1])
        if context is not None:
            context.sni_callback = lambda _socket, name, _context: self.names.append(name)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._scheme = "http" if context is None else "https"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"{self._scheme}://127.0.0.1:{self.port}/hook?token=x"

    @property
    def messages(self) -> list[str]:
        """Identifiers in the order of their arrival."""
        return [one.headers["webhook-id"] for one in self.received]

    def close(self) -> None:
        """Let go of everybody, and end."""
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                announced = int(self.headers.get("content-length", 0))
                body = self.rfile.read(announced)
                if len(body) < announced:  # the sender was killed in the midst of it
                    return
                headers = {name.lower(): value for name, value in self.headers.items()}
                one = Received(self.path, headers, body)
                receiver.received.append(one)
                self.close_connection = True
                with contextlib.suppress(OSError):
                    receiver.respond(self, receiver.answer(one))

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler

    def respond(self, handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        """Answer in the manner that was asked for."""
        if answer.manner == "hang up":
            return
        if answer.manner == "silent":
            self.released.wait(30)
            return
        if answer.manner == "nonsense":
            handler.wfile.write(b"SMTP 220 hello\r\n\r\n")
            return
        if answer.manner == "slow head":
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while not self.released.wait(0.02):
                handler.wfile.write(b"X-More: x\r\n")
            return
        handler.send_response(answer.status)
        for name, value in answer.headers.items():
            handler.send_header(name, value)
        lengths = {"plain": 2, "short body": 99}
        if answer.manner in lengths:
            handler.send_header("Content-Length", str(lengths[answer.manner]))
        handler.end_headers()
        handler.wfile.write(b"ok")
        if answer.manner == "slow body":
            self.released.wait(30)
        while answer.manner == "endless body" and not self.released.is_set():
            handler.wfile.write(b"x" * 65536)


@contextmanager
def receiving(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver, for a while."""
    running = Receiver(context)
    try:
        yield running
    finally:
        running.close()
