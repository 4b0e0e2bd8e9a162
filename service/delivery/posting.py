"""One attempt: a POST, and what came of it."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import httpcore

from service.delivery.addresses import Blocked, Reach
from service.delivery.connecting import Guarded, Resolver, resolve
from service.delivery.schedule import retry_after
from service.delivery.targets import BadTarget, Target, target

Result = Literal[
    "delivered", "gone", "refused", "redirected", "blocked", "timeout", "unreachable", "unsigned"
]
RESULTS: tuple[Result, ...] = (
    "delivered",
    "gone",
    "refused",
    "redirected",
    "blocked",
    "timeout",
    "unreachable",
    "unsigned",
)
BODY = 16_384
POLITE = 1.0
"""Bytes, and seconds, of an answer's body that are read out of politeness: nothing in it counts."""
_TOLD = 200


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt."""

    result: Result
    told: str
    """For people. Nothing of the answer's text, no address, no secret."""
    retry_after: float | None = None
    """Seconds that the receiver asked for."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an attempt may take, in seconds."""

    connect: float = 5.0
    """Each of: the look-up, the connection, the handshake."""
    silence: float = 10.0
    """Between two pieces that the receiver takes or sends."""
    whole: float = 20.0
    """All of it."""


class Poster:
    """Sends. Everything is checked anew at each attempt, and each has a connection of its own."""

    def __init__(
        self,
        reach: Reach,
        patience: Patience | None = None,
        *,
        authorities: Path | None = None,
        resolver: Resolver = resolve,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Prepare to send.

        Args:
            reach: what may be reached.
            patience: how long an attempt may take.
            authorities: a PEM file of certificate authorities that are trusted beside the system's.
            resolver: looks up names.
            now: seconds since 1970.

        Raises:
            OSError, ssl.SSLError: the file of authorities cannot be read or holds none.
        """
        self.reach = reach
        self.patience = patience or Patience()
        self._context = ssl.create_default_context()
        if authorities is not None:
            self._context.load_verify_locations(authorities)
        self._network = Guarded(reach, resolver)
        self._now = now

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        """Make an attempt. 2xx alone is success; redirects are not followed.

        What stands in the answer's body is neither believed nor kept.
        """
        try:
            return await self._post(target(url, self.reach), headers, body)
        except (BadTarget, Blocked) as error:
            return Outcome("blocked", str(error)[:_TOLD])
        except httpcore.TimeoutException as error:
            return Outcome("timeout", f"took too long: {type(error).__name__}")
        except TimeoutError:
            return Outcome("timeout", "took too long: the whole attempt")
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
            return Outcome("unreachable", f"{type(error).__name__}: {error}"[:_TOLD])

    async def _post(self, where: Target, headers: Mapping[str, str], body: bytes) -> Outcome:
        outcome: Outcome | None = None
        try:
            async with (
                asyncio.timeout(self.patience.whole) as limit,
                httpcore.AsyncConnectionPool(
                    ssl_context=self._context, network_backend=self._network, max_keepalive_connections=0
                ) as pool,
                self._asked(pool, where, headers, body) as response,
            ):
                outcome = self._judged(response)
                limit.reschedule(asyncio.get_running_loop().time() + POLITE)
                await _drained(response)
        except (TimeoutError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
            if outcome is None:
                raise
        return outcome

    def _asked(
        self, pool: httpcore.AsyncConnectionPool, where: Target, headers: Mapping[str, str], body: bytes
    ) -> AbstractAsyncContextManager[httpcore.Response]:
        patience = self.patience
        timeouts = {"connect": patience.connect, "read": patience.silence, "write": patience.silence}
        url = httpcore.URL(scheme=where.scheme, host=where.host, port=where.port, target=where.path)
        named = [("Host", where.authority), *headers.items()]
        return pool.stream("POST", url, headers=named, content=body, extensions={"timeout": timeouts})

    def _judged(self, response: httpcore.Response) -> Outcome:
        status = response.status
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers
        }
        told = f"answered {status}"
        if 200 <= status < 300:
            return Outcome("delivered", told)
        if status == 410:
            return Outcome("gone", told)
        if 300 <= status < 400:
            return Outcome("redirected", f"{told}: redirects are not followed; change the address")
        asked = retry_after(headers.get("retry-after"), headers.get("date"), self._now())
        return Outcome("refused", told, asked)


async def _drained(response: httpcore.Response) -> None:
    """Read a little of the body, so that the receiver is not cut off in the midst of it."""
    size = 0
    async for piece in response.aiter_stream():
        size += len(piece)
        if size >= BODY:
            return
