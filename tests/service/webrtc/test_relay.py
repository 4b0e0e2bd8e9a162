"""The tools that measure impaired links measure what they say."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from aiortc import RTCSessionDescription

from benchmarks.netem_clip import number_of, numbered_clip
from benchmarks.netem_relay import Relay
from service.media import open_source
from service.webrtc.publish import Publisher
from tests.service.webrtc.files import CLIP
from tests.service.webrtc.house import house, until
from vision.frame import Frame


def test_pictures_bear_their_numbers(tmp_path: Path) -> None:
    numbered_clip(CLIP, tmp_path / "clip.mp4", 10, 1.5)
    frames = [item for item in open_source(1, str(tmp_path / "clip.mp4")) if isinstance(item, Frame)]
    assert [number_of(frame.picture.luma) for frame in frames] == list(range(15))


def test_a_relay_loses_as_much_as_it_is_told() -> None:
    async def main() -> None:
        relay, received = Relay(), []

        class Target(asyncio.DatagramProtocol):
            def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
                received.append(data)

        loop = asyncio.get_running_loop()
        target, _ = await loop.create_datagram_endpoint(Target, local_addr=("127.0.0.1", 0))
        await relay.start(target.get_extra_info("sockname"))
        sender, _ = await loop.create_datagram_endpoint(
            asyncio.DatagramProtocol, remote_addr=("127.0.0.1", relay.port)
        )
        relay.impairment.loss = 0.5
        for _ in range(400):
            sender.sendto(b"x")
            for _ in range(5):  # rounds of the loop: into the relay, out of it, to the target
                await asyncio.sleep(0)
        relay.impairment.loss = 0.0
        sender.sendto(b"last")
        await until(lambda: b"last" in received)
        assert 150 < len(received) < 250
        for transport in (sender, target):
            transport.close()
        relay.close()

    asyncio.run(main())


def test_a_publisher_behind_a_relay_that_loses_is_seen() -> None:
    async def main() -> None:
        async with house() as server:
            publisher, relay = Behind(server.url(3), server.token(3), CLIP, loop=True), Relay()
            answer = await publisher.offer()
            port = re.search(r"a=candidate:\S+ 1 udp \d+ \S+ (\d+)", answer)
            assert port is not None
            await relay.start(("127.0.0.1", int(port.group(1))))
            told = answer.replace(f" {port.group(1)} typ", f" {relay.port} typ")
            await publisher.connection.setRemoteDescription(RTCSessionDescription(told, "answer"))
            await until(lambda: len(server.take(3)) >= 3)
            relay.impairment.loss = 0.1
            await until(lambda: len(server.take(3)) >= 20)
            (session,) = server.sessions.of("alpha")
            await until(lambda: session.receiver.reception.counts.repaired > 0)
            await publisher.stop()
            relay.close()

    asyncio.run(main())


class Behind(Publisher):
    """Not found directly: it names no address of its own."""

    async def _post(self, offer: str) -> str:
        lines = offer.splitlines(keepends=True)
        return await super()._post("".join(line for line in lines if not line.startswith("a=candidate")))
