"""What a publisher may make us do by naming addresses is bounded."""

from __future__ import annotations

import asyncio

import pytest
from aioice import Candidate
from aioice.stun import Class, Message, Method

from service.webrtc.ice import MOST_CANDIDATES, IceAgent, IcePath, IceServer, Network
from service.webrtc.offer import RemoteIce
from tests.service.webrtc.house import LOOPBACK, until

THERE = RemoteIce("abcd", "0123456789012345678901")


def candidate(port: int, host: str = "127.0.0.1", transport: str = "udp", component: int = 1) -> Candidate:
    return Candidate("f", component, transport, 1, host, port, "host")


def agent() -> IceAgent:
    return IceAgent(LOOPBACK, lambda _: None, controlling=False)


@pytest.mark.parametrize(
    "useless",
    [
        candidate(9, transport="tcp"),
        candidate(9, "0a1b2c3d.local"),
        candidate(9, "no address"),
        candidate(0),
        candidate(99_999),
        candidate(9, component=2),
    ],
)
def test_candidates_that_are_passed_over(useless: Candidate) -> None:
    async def main() -> None:
        one = agent()
        await one.gather_candidates()
        await one.add([useless, candidate(10)])
        assert [known.port for known in one.remote_candidates] == [10]
        await one.close()

    asyncio.run(main())


def test_only_so_many_candidates_are_taken() -> None:
    async def main() -> None:
        one = agent()
        await one.gather_candidates()
        await one.add([candidate(port) for port in range(1, 200)])
        assert len(one.remote_candidates) == MOST_CANDIDATES
        await one.close()

    asyncio.run(main())


def test_only_so_many_addresses_are_learnt_from_checks() -> None:
    async def main() -> None:
        one = agent()
        await one.gather_candidates()
        one.remote_username, one.remote_password = THERE.user, THERE.password
        check = Message(Method.BINDING, Class.REQUEST)
        check.attributes["PRIORITY"] = 1
        for port in range(1000, 1500):
            one.check_incoming(check, ("127.0.0.1", port), one._protocols[0])
        assert len(one.remote_candidates) == 2 * MOST_CANDIDATES
        await one.close()

    asyncio.run(main())


def test_nothing_is_sent_before_there_is_a_way_nor_after_the_end() -> None:
    async def main() -> None:
        path = IcePath(LOOPBACK)
        with pytest.raises(ConnectionError):
            path.send(b"x")
        with pytest.raises(ConnectionError):
            await path.connect(THERE)
        ice = await path.gather()
        assert [one.host for one in ice.candidates] == ["127.0.0.1"]
        receiving = asyncio.create_task(path._recv())
        await path.close()
        with pytest.raises(ConnectionError):
            await receiving

    asyncio.run(main())


def test_two_paths_find_each_other_and_carry_data() -> None:
    async def main() -> None:
        here, there = IcePath(LOOPBACK), IcePath(LOOPBACK)
        ours, theirs = await here.gather(), await there.gather(controlling=True)
        await asyncio.gather(
            here.connect(RemoteIce(theirs.user, theirs.password, theirs.candidates)),
            there.connect(RemoteIce(ours.user, ours.password, ours.candidates)),
        )
        there.send(b"\x80hello")
        assert await here._recv() == b"\x80hello"
        agent = here.agent
        await here.gather()
        assert here.agent is agent  # until the new one connects
        await here.close()
        await until(lambda: here.agent is None)
        await there.close()

    asyncio.run(main())


def test_servers_are_named_and_asked() -> None:
    network = Network(servers=(IceServer("turn:turn.example:3478?transport=udp", "me", "secret"),))
    (server,) = network.rtc_servers()
    assert (server.urls, server.username, server.credential) == (
        "turn:turn.example:3478?transport=udp",
        "me",
        "secret",
    )
    one = IceAgent(network, lambda _: None, controlling=False)
    assert one.turn_server == ("turn.example", 3478)
