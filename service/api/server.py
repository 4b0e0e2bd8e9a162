"""The application on a socket: uvicorn with our limits, and an end that leaves nobody hanging."""

from __future__ import annotations

import asyncio
import socket
from asyncio.transports import BaseTransport
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from service.api.access import Services
from service.api.app import drain
from service.api.cutting import EXTENSION

_IDLE_SECONDS = 20
"""An HTTP connection without a request for so long is closed: above the ten at which probes come again."""
_HEADER_SECONDS = 10.0
"""A client that opens a connection and asks for nothing for so long is cut off."""
_FAREWELL = 0.2
"""Seconds in which streams may tell their readers why they end."""
_Scope = MutableMapping[str, Any]
_App = Callable[[_Scope, Any, Any], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Front:
    """What stands between clients and us."""

    root_path: str = ""
    """The path below which a proxy serves us."""
    trusted_proxies: Sequence[str] = ()
    """Addresses whose word counts on where a request comes from."""
    certificate: Path | None = None
    """Chain in PEM, with `key`: serve TLS."""
    key: Path | None = None


def server(app: FastAPI, front: Front | None = None) -> uvicorn.Server:
    """A server that is ready to `run` or `serve` on sockets that listen.

    Args:
        app: of `create_app`.
        front: None where nothing stands between.
    """
    front = front or Front()
    limits = cast(Services, app.state.services).limits
    config = uvicorn.Config(
        app,
        root_path=front.root_path,
        proxy_headers=bool(front.trusted_proxies),
        forwarded_allow_ips=list(front.trusted_proxies),
        ssl_certfile=front.certificate,
        ssl_keyfile=front.key,
        timeout_keep_alive=_IDLE_SECONDS,
        http=_Http,
        ws=_WebSocket,
        ws_max_size=limits.picture + 1024,
        ws_per_message_deflate=False,  # pictures are compressed, and a small message may unpack to a huge one
        limit_concurrency=limits.connections,
        h11_max_incomplete_event_size=limits.headers,
        timeout_graceful_shutdown=round(limits.drain_seconds),
        log_config=None,
        server_header=False,
        access_log=False,
    )
    return _Server(config, app)


class _Server(uvicorn.Server):
    """Lets streams end before it waits for them."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._consigliere = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()
        drain(self._consigliere)
        await asyncio.sleep(_FAREWELL)
        await super().shutdown(sockets)


class _Http(H11Protocol):
    """Offers `cut`, and cuts off who connects and asks for nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base
        super().connection_made(transport)
        self.app = _cuttable(cast(_App, self.app), transport)
        self._hurry = self.loop.call_later(_HEADER_SECONDS, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hurry.cancel()
        super().connection_lost(exc)

    def _too_slow(self) -> None:
        if cast(object, self.cycle) is None and self.transport.get_protocol() is self:
            self.transport.abort()


class _WebSocket(WebSocketsSansIOProtocol):
    """Offers `cut`."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.app = _cuttable(cast(_App, self.app), cast(asyncio.Transport, transport))

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # else uvicorn complains that there was none


def _cuttable(app: _App, transport: asyncio.Transport) -> _App:
    async def cuttable(scope: _Scope, receive: Any, send: Any) -> None:
        scope["extensions"] = {**(scope.get("extensions") or {}), EXTENSION: transport.abort}
        await app(scope, receive, send)

    return cuttable
