"""Sessions over real connections on loopback: what arrives, and what is left when they end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import httpx
import pytest
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription

from service.api.app import create_app
from service.api.tokens import Grant, Tokens
from service.avatar import session
from service.avatar.codec import SeatHands, decode
from service.avatar.routes import router
from service.avatar.sessions import AvatarSessions
from service.live.table import LiveTable
from service.live.tables import Tables
from tests.service.avatar.tables import Clock, hand, look, open_table, tables

SDP = {"content-type": "application/sdp"}


class House:
    """An application with one table."""

    def __init__(self, sessions: AvatarSessions) -> None:
        self.sessions = sessions
        self.tables: Tables = tables(Clock())
        self.table: LiveTable = open_table(self.tables)
        self.tokens = Tokens(b"x" * 32, now=lambda: 1000.0)
        self.viewers: list[Viewer] = []
        self.app = create_app(self.tables, self.tokens, routers=[router(sessions)])
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://sidecar")

    def bearer(self, grant: Grant | None = None) -> dict[str, str]:
        token = self.tokens.issue(grant or Grant("spectator", "evening"), 60)
        return {"authorization": f"Bearer {token}"}

    def viewer(self) -> Viewer:
        """Somebody who watches, gone when the house is closed."""
        self.viewers.append(Viewer())
        return self.viewers[-1]

    async def post(self, offer: str, **headers: str) -> httpx.Response:
        told = {**self.bearer(), **SDP, **headers}
        return await self.client.post("/v1/tables/evening/avatars", content=offer, headers=told)


@asynccontextmanager
async def house(sessions: AvatarSessions | None = None) -> AsyncIterator[House]:
    """An application that runs; what it has begun has ended afterwards."""
    before = asyncio.all_tasks()
    own = House(AvatarSessions() if sessions is None else sessions)
    async with own.app.router.lifespan_context(own.app), own.client:
        try:
            yield own
        finally:
            await asyncio.gather(*(viewer.peer.close() for viewer in own.viewers))
    assert len(own.sessions) == 0
    assert not own.table.onlookers
    await until(lambda: asyncio.all_tasks() <= before)


async def until(true: Callable[[], bool], patience: float = 20.0) -> None:
    """Wait for something that comes by itself."""
    async with asyncio.timeout(patience):
        while not true():
            await asyncio.sleep(0.01)


class Viewer:
    """Somebody with a WebRTC stack of their own."""

    def __init__(self) -> None:
        self.peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.channel = self.peer.createDataChannel(
            "avatar", negotiated=True, id=0, ordered=False, maxRetransmits=0
        )
        self.messages: list[tuple[int, tuple[SeatHands, ...]]] = []
        self.channel.on("message", lambda message: self.messages.append(decode(message)))

    async def offer(self) -> str:
        await self.peer.setLocalDescription(await self.peer.createOffer())
        return self.peer.localDescription.sdp

    async def join(self, own: House) -> str:
        """Join and wait for the channel; returns where the session is."""
        answer = await own.post(await self.offer())
        assert answer.status_code == 201, answer.text
        await self.peer.setRemoteDescription(RTCSessionDescription(answer.text, "answer"))
        await until(lambda: self.channel.readyState == "open")
        return answer.headers["location"]


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await scenario()

    asyncio.run(bounded())


def test_hands_arrive_and_stop_when_the_viewer_leaves() -> None:
    async def scenario() -> None:
        async with house() as own:
            viewer = own.viewer()
            place = await viewer.join(own)
            assert urlsplit(place).path.startswith("/v1/tables/evening/avatars/")
            for number in range(300):
                own.table.saw(look(number / 30, {4: (hand(), hand(400, 2))}))
                await asyncio.sleep(0.001)
                if viewer.messages:
                    break
            await until(lambda: len(viewer.messages) > 0)
            (record,) = viewer.messages[0][1]
            assert (record.seat, len(record.hands)) == (4, 2)
            gone = await own.client.delete(place, headers=own.bearer())
            assert gone.status_code == 204
            assert len(own.sessions) == 0
            assert (await own.client.delete(place, headers=own.bearer())).status_code == 404

    run(scenario)


def test_a_session_ends_with_its_viewer() -> None:
    async def scenario() -> None:
        async with house() as own:
            viewer = own.viewer()
            await viewer.join(own)
            await viewer.peer.close()
            await until(lambda: len(own.sessions) == 0)
            assert not own.table.onlookers

    run(scenario)


def test_sessions_end_with_their_table() -> None:
    async def scenario() -> None:
        async with house() as own:
            viewer = own.viewer()
            await viewer.join(own)
            own.tables.close("evening")
            await until(lambda: len(own.sessions) == 0)

    run(scenario)


def test_a_session_ends_with_its_token() -> None:
    async def scenario() -> None:
        async with house() as own:
            grant = Grant("spectator", "evening")
            short = own.tokens.issue(grant, 1)
            offer = await own.viewer().offer()
            assert (await own.post(offer, authorization=f"Bearer {short}")).status_code == 201
            assert len(own.sessions) == 1
            await until(lambda: len(own.sessions) == 0)

    run(scenario)


def test_there_are_never_too_many() -> None:
    async def scenario() -> None:
        async with house(AvatarSessions(most=5, most_of_table=2)) as own:
            viewers = [own.viewer() for _ in range(3)]
            offers = [await viewer.offer() for viewer in viewers]
            answers = await asyncio.gather(*(own.post(offer) for offer in offers))
            assert sorted(answer.status_code for answer in answers) == [201, 201, 503]
            (refused,) = (answer for answer in answers if answer.status_code == 503)
            assert refused.headers["retry-after"] == "10"
            assert refused.json()["type"].endswith("too-many-avatars")

    run(scenario)


def test_an_offer_that_is_never_followed_up_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "CONNECT", 0.05)

    async def scenario() -> None:
        async with house() as own:
            viewer = own.viewer()
            assert (await own.post(await viewer.offer())).status_code == 201
            await until(lambda: len(own.sessions) == 0)

    run(scenario)


AUDIO = "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\na=rtpmap:111 opus/48000/2\r\n"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda offer: "",
        lambda offer: "hello",
        lambda offer: offer + AUDIO,
        lambda offer: offer.replace("m=application", "m=audio"),
        lambda offer: offer.replace("a=ice-ufrag", "a=x"),
        lambda offer: offer.replace("a=fingerprint", "a=x"),
        lambda offer: offer.replace("a=sctp-port:5000", "a=sctp-port:x"),
        lambda offer: offer * 2,
    ],
)
def test_a_bad_offer_is_refused_and_leaves_nothing(spoil: Callable[[str], str]) -> None:
    async def scenario() -> None:
        async with house() as own:
            viewer = own.viewer()
            refused = await own.post(spoil(await viewer.offer()))
            assert refused.status_code == 400, refused.text
            assert refused.headers["content-type"] == "application/problem+json"
            assert len(own.sessions) == 0

    run(scenario)


def test_the_offers_own_addresses_are_not_used() -> None:
    """Who offers a candidate of somebody else must not make us send there."""

    async def scenario() -> None:
        heard: list[bytes] = []

        class Bystander(asyncio.DatagramProtocol):
            def datagram_received(self, data: bytes, addr: tuple[str | object, int]) -> None:
                heard.append(data)

        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_datagram_endpoint(Bystander, local_addr=("127.0.0.1", 0))
        port = transport.get_extra_info("sockname")[1]
        async with house() as own:
            viewer = own.viewer()
            aimed = f"a=candidate:1 1 udp 2130706431 127.0.0.1 {port} typ host\r\na=end-of-candidates\r\n"
            assert (await own.post(await viewer.offer() + aimed)).status_code == 201
            await asyncio.sleep(0.3)  # fifteen turns of the checks
            assert heard == []
        transport.close()

    run(scenario)


@pytest.mark.parametrize(
    ("headers", "status", "kind"),
    [
        ({"authorization": ""}, 401, "token-missing"),
        ({"authorization": "Bearer x"}, 401, "token-invalid"),
        ({"content-type": "application/json"}, 415, "not-sdp"),
    ],
)
def test_who_may_not_or_sends_something_else_is_refused(
    headers: dict[str, str], status: int, kind: str
) -> None:
    async def scenario() -> None:
        async with house() as own:
            refused = await own.post("v=0", **headers)
            assert (refused.status_code, refused.json()["type"].rpartition(":")[2]) == (status, kind)

    run(scenario)


def test_other_tables_and_long_offers_are_refused() -> None:
    async def scenario() -> None:
        async with house() as own:
            other = own.bearer(Grant("seat", "another", 3))
            assert (await own.post("v=0", **other)).status_code == 403
            anybody = own.bearer(Grant("platform", "*"))
            nowhere = "/v1/tables/nowhere/avatars"
            missing = await own.client.post(nowhere, content="v=0", headers={**anybody, **SDP})
            assert missing.status_code == 404
            assert (await own.post("v=0\r\n" * 4000)).status_code == 413

    run(scenario)


def test_joining_and_leaving_again_and_again_leaves_nothing() -> None:
    """Half of them say so, half are gone all of a sudden; tasks are counted at the end of each house."""

    async def scenario() -> None:
        async with house() as own:
            for number in range(12):
                viewer = own.viewer()
                place = await viewer.join(own)
                if number % 2:
                    await own.client.delete(place, headers=own.bearer())
                await viewer.peer.close()
            await until(lambda: len(own.sessions) == 0)

    run(scenario)


def test_spoilt_offers_are_answered_or_refused() -> None:
    chance = random.Random(5)

    async def scenario() -> None:
        async with house() as own:
            offer = (await own.viewer().offer()).encode()
            statuses = set()
            for _ in range(300):
                spoilt = bytearray(offer)
                for _ in range(chance.randint(1, 8)):
                    spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
                if chance.random() < 0.3:
                    spoilt = spoilt[: chance.randrange(len(spoilt))]
                headers = {**own.bearer(), **SDP}
                answer = await own.client.post(
                    "/v1/tables/evening/avatars", content=bytes(spoilt), headers=headers
                )
                statuses.add(answer.status_code)
                if answer.status_code == 201:
                    await own.client.delete(answer.headers["location"], headers=own.bearer())
            assert statuses == {201, 400}

    run(scenario)
