"""Connections that go to checked addresses only: the very address that was checked is connected to.

A name is looked up once for each connection; what it stands for is checked then, so that neither a name
that changes its address between two look-ups nor a redirect leads inside.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpcore

from service.delivery.addresses import Blocked, Reach, permitted

Resolver = Callable[[str, int], Awaitable[list[str]]]
"""All addresses of a name, those to try first first. Raises OSError."""
_LOOKUPS = ThreadPoolExecutor(8, thread_name_prefix="resolve")
"""Threads of their own: a name server that hangs holds up nothing else."""


async def resolve(host: str, port: int) -> list[str]:
    """As the system resolves it."""

    def look() -> list[str]:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(address[0]) for *_, address in found))

    return await asyncio.get_running_loop().run_in_executor(_LOOKUPS, look)


class Guarded(httpcore.AsyncNetworkBackend):
    """Connects for httpcore, which then names the host itself in TLS (SNI, certificate) and in `Host`."""

    def __init__(self, reach: Reach, resolver: Resolver = resolve) -> None:
        self._reach = reach
        self._resolver = resolver
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first permitted address that answers.

        Raises:
            Blocked: none of its addresses may be connected to.
            httpcore.ConnectError, httpcore.ConnectTimeout: none answers.
        """
        try:
            async with asyncio.timeout(timeout):
                found = await self._resolver(host, port)
        except TimeoutError:
            raise httpcore.ConnectTimeout(f"{host} could not be looked up in time") from None
        except OSError as error:
            raise httpcore.ConnectError(f"{host} cannot be looked up: {error.strerror}") from error
        last: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in permitted(found, host, self._reach):
            try:
                stream = await self._inner.connect_tcp(str(address), port, timeout, local_address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
                continue
            peer = stream.get_extra_info("server_addr")
            if ipaddress.ip_address(peer[0]) != address:
                await stream.aclose()
                raise Blocked(f"{host}: connected to another address than was checked")
            return stream
        raise last

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Never."""
        raise Blocked("sockets of this machine are not reached by webhooks")

    async def sleep(self, seconds: float) -> None:
        """As httpcore asks between attempts; we make one."""
        await asyncio.sleep(seconds)
