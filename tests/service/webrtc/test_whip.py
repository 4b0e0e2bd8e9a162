"""WHIP as HTTP: who may do what, with which headers, and what is refused how."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest

from service.api.tokens import Grant
from service.webrtc.ice import IceServer, Network
from service.webrtc.sessions import SessionPolicy
from tests.service.webrtc.house import House, house, until
from tests.service.webrtc.offers import BROWSER, PASSWORD

SDP, FRAGMENT = "application/sdp", "application/trickle-ice-sdpfrag"
CANDIDATE = "a=candidate:1 1 udp 2122260223 127.0.0.1 9 typ host\r\n"
RESTART = f"a=ice-ufrag:EsAw\r\na=ice-pwd:{PASSWORD}\r\n"
SERVERS = Network(
    ("127.0.0.1",),
    (IceServer("stun:127.0.0.1:9"), IceServer("turn:127.0.0.1:9?transport=tls", "me", "secret")),
)


def ask(
    job: Callable[[House, httpx.AsyncClient], Awaitable[None]],
    policy: SessionPolicy | None = None,
    network: Network | None = None,
) -> None:
    """Run against a server; afterwards nothing of it is left."""

    async def main() -> None:
        async with house(policy, network or Network(("127.0.0.1",))) as server, httpx.AsyncClient() as client:
            await job(server, client)
        await until(lambda: len(server.sessions) == 0)
        left = {task.get_name() for task in asyncio.all_tasks()} - {"Task-1"}
        assert not [name for name in left if name.startswith("whip")]

    asyncio.run(main())


def bearer(server: House, seat: int = 3) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.token(seat)}"}


async def joined(server: House, client: httpx.AsyncClient, seat: int = 3) -> httpx.Response:
    headers = {**bearer(server, seat), "Content-Type": SDP}
    return await client.post(server.url(seat), content=BROWSER, headers=headers)


def location(server: House, response: httpx.Response) -> str:
    return server.base + response.headers["location"]


def test_a_session_is_made_and_ended() -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        made = await joined(server, client)
        assert made.status_code == 201
        assert made.headers["content-type"].startswith(SDP)
        assert made.headers["location"].startswith("/v1/tables/alpha/seats/3/whip/")
        assert made.headers["etag"].startswith('"')
        assert made.headers["access-control-allow-origin"] == "*"
        assert "Location" in made.headers["access-control-expose-headers"]
        assert "a=candidate:" in made.text
        assert "127.0.0.1" in made.text
        assert server.seat(3).input is None  # joined with the first picture, not before
        gone = await client.delete(location(server, made), headers=bearer(server))
        assert gone.status_code == 200
        again = await client.delete(location(server, made), headers=bearer(server))
        assert again.status_code == 404
        assert again.headers["content-type"] == "application/problem+json"
        assert len(server.sessions) == 0

    ask(job)


def test_ice_servers_are_named() -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        expected = (
            '<stun:127.0.0.1:9>; rel="ice-server", <turn:127.0.0.1:9?transport=tls>; rel="ice-server"; '
        )
        expected += 'username="me"; credential="secret"; credential-type="password"'
        asked = await client.options(server.url(3))
        assert asked.headers["link"] == expected
        preflight = await client.options(server.url(3), headers={"Access-Control-Request-Method": "POST"})
        assert "link" not in preflight.headers

    ask(job, network=SERVERS)


def test_options() -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        seat = await client.options(server.url(3), headers={"Origin": "https://play.example"})
        assert (seat.status_code, seat.headers["accept-post"]) == (204, SDP)
        assert seat.headers["access-control-allow-origin"] == "*"
        assert "POST" in seat.headers["access-control-allow-methods"]
        assert "If-Match" in seat.headers["access-control-allow-headers"]
        session = await client.options(server.url(3) + "/x")
        assert session.headers["accept-patch"] == FRAGMENT

    ask(job)


@pytest.mark.parametrize(
    ("grant", "status"),
    [
        (None, 401),
        (Grant("seat", "alpha", 3), 201),
        (Grant("platform", "*"), 201),
        (Grant("seat", "alpha", 4), 403),
        (Grant("seat", "beta", 3), 403),
        (Grant("reviewer", "alpha"), 403),
        (Grant("spectator", "alpha"), 403),
    ],
)
def test_who_may_join(grant: Grant | None, status: int) -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        headers = {"Content-Type": SDP}
        if grant is not None:
            headers["Authorization"] = f"Bearer {server.tokens.issue(grant, 60)}"
        answered = await client.post(server.url(3), content=BROWSER, headers=headers)
        assert answered.status_code == status
        assert answered.headers["access-control-allow-origin"] == "*"

    ask(job)


@pytest.mark.parametrize(
    ("path", "kind", "body", "status"),
    [
        ("/v1/tables/alpha/seats/3/whip", "text/plain", BROWSER, 415),
        ("/v1/tables/alpha/seats/3/whip", SDP, "x" * 100_000, 413),
        ("/v1/tables/alpha/seats/3/whip", SDP, b"\xff\xfe", 400),
        ("/v1/tables/alpha/seats/3/whip", SDP, BROWSER.replace("a=ice-pwd", "a=x"), 400),
        ("/v1/tables/alpha/seats/3/whip", SDP, BROWSER.replace("m=video", "m=text"), 422),
        ("/v1/tables/beta/seats/3/whip", SDP, BROWSER, 404),
        ("/v1/tables/alpha/seats/11/whip", SDP, BROWSER, 422),
    ],
)
def test_what_is_refused(path: str, kind: str, body: str | bytes, status: int) -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        token = server.tokens.issue(Grant("platform", "*"), 60)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": kind}
        answered = await client.post(server.base + path, content=body, headers=headers)
        assert answered.status_code == status
        assert answered.headers["content-type"] == "application/problem+json"
        assert answered.json()["detail"]
        assert len(server.sessions) == 0

    ask(job)


@pytest.mark.parametrize(
    ("tag", "kind", "body", "status"),
    [
        ("own", FRAGMENT, CANDIDATE, 204),
        ("own", FRAGMENT, "a=end-of-candidates\r\n", 204),
        ("own", FRAGMENT, CANDIDATE.replace("127.0.0.1", "hidden.local"), 204),
        ("own", FRAGMENT, CANDIDATE.replace(" 9 typ", " 99999 typ"), 204),
        (None, FRAGMENT, CANDIDATE, 428),
        ('"other"', FRAGMENT, CANDIDATE, 412),
        ("own", SDP, CANDIDATE, 415),
        ("own", FRAGMENT, "hello", 400),
        ("own", FRAGMENT, "a=candidate:1", 400),
        ("*", FRAGMENT, CANDIDATE, 400),  # no credentials
        ("*", FRAGMENT, RESTART, 409),  # nothing has connected yet
    ],
)
def test_trickling(tag: str | None, kind: str, body: str, status: int) -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        made = await joined(server, client)
        headers = {**bearer(server), "Content-Type": kind}
        if tag is not None:
            headers["If-Match"] = made.headers["etag"] if tag == "own" else tag
        answered = await client.patch(location(server, made), content=body, headers=headers)
        assert answered.status_code == status
        assert "etag" not in answered.headers
        assert len(server.sessions) == 1

    ask(job)


def test_a_session_belongs_to_its_seat() -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        made = await joined(server, client)
        elsewhere = location(server, made).replace("/seats/3/", "/seats/4/")
        answered = await client.delete(elsewhere, headers=bearer(server, 4))
        assert answered.status_code == 404
        assert len(server.sessions) == 1

    ask(job)


def test_a_seat_has_few_sessions_that_wait_and_a_table_not_too_many() -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        for _ in range(5):
            assert (await joined(server, client)).status_code == 201
        await until(lambda: len(server.sessions) == 2)
        assert (await joined(server, client, 4)).status_code == 201
        full = await joined(server, client, 5)
        assert full.status_code == 503
        assert full.headers["retry-after"] == "5"

    ask(job, SessionPolicy(most_of_table=3))


def test_who_never_connects_is_dropped() -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        await joined(server, client)
        await until(lambda: len(server.sessions) == 0)
        assert server.sessions.dropped == 1

    ask(job, SessionPolicy(connect=0.1, sweep=0.05))


def test_a_closed_table_s_sessions_end() -> None:
    async def job(server: House, client: httpx.AsyncClient) -> None:
        await joined(server, client)
        server.tables.close("alpha")
        await until(lambda: len(server.sessions) == 0)
        assert server.sessions.dropped == 0

    ask(job, SessionPolicy(sweep=0.05))
