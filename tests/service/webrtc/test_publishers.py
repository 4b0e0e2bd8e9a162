"""Real publishers over real sockets: aiortc with H.264 and VP8, and FFmpeg's own WHIP muxer."""

from __future__ import annotations

import asyncio
import sys
from itertools import pairwise
from pathlib import Path

import httpx
import numpy as np
import pytest
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.contrib.media import MediaPlayer
from cryptography.hazmat.primitives.asymmetric import ec

from service.media.source import Fate
from service.webrtc.clip import Codec
from service.webrtc.publish import Publisher, PublishError, publish
from service.webrtc.sessions import SessionPolicy
from tests.service.webrtc.files import CLIP, MUXER, RATE, certify, short_clip
from tests.service.webrtc.house import House, house, until
from tests.service.webrtc.mover import Mover
from vision.frame import Frame


def publisher(server: House, seat: int = 3, codec: Codec = "H264", *, loop: bool = True) -> Publisher:
    return Publisher(server.url(seat), server.token(seat), CLIP, codec=codec, loop=loop)


async def seen(server: House, seat: int, count: int) -> list[Frame]:
    await until(lambda: len(server.take(seat)) >= count)
    return server.seen[seat]


def rising(frames: list[Frame]) -> bool:
    return all(after.t > before.t for before, after in pairwise(frames))


@pytest.mark.parametrize("codec", ["H264", "VP8"])
def test_a_clip_arrives(codec: Codec) -> None:
    async def main() -> None:
        async with house() as server:
            sender = publisher(server, codec=codec)
            await sender.start()
            frames = await seen(server, 3, 10)
            assert frames[0].picture.size == (640, 480)
            steps = np.diff([frame.t for frame in frames])
            assert np.allclose(steps * RATE, np.round(steps * RATE), atol=0.05)
            assert rising(frames)
            await sender.stop()
            await until(lambda: len(server.sessions) == 0)
            assert server.seat(3).input is None
            assert [event.kind for event in server.seat(3).take().events] == [Fate.ENDED]

    asyncio.run(main())


def test_publish_sends_a_file_to_its_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with house() as server:
            await publish(server.url(3), server.token(3), short_clip(tmp_path))
            await until(lambda: len(server.sessions) == 0)
            assert server.seat(3).counts.received >= 5

    asyncio.run(main())


def test_publish_tells_why_it_was_refused() -> None:
    async def main() -> None:
        async with house() as server:
            with pytest.raises(PublishError, match="403"):
                await publish(server.url(4), server.token(3), CLIP)
            assert len(server.sessions) == 0

    asyncio.run(main())


def test_who_joins_again_takes_the_seat_over_without_a_gap() -> None:
    async def main() -> None:
        async with house() as server:
            first, second = publisher(server), publisher(server, codec="VP8")
            await first.start()
            await seen(server, 3, 5)
            before = server.seat(3).input
            await second.start()
            assert server.seat(3).input is before  # until its first picture comes
            await until(lambda: server.take(3) is not None and server.seat(3).input is not before)
            frames = await seen(server, 3, len(server.seen[3]) + 5)
            assert rising(frames)
            await until(lambda: len(server.sessions) == 1)
            assert server.seat(3).counts.joins == 2
            events = server.seat(3).take().events
            assert Fate.ENDED not in [event.kind for event in events]
            assert Fate.BROKEN not in [event.kind for event in events]
            for sender in (first, second):
                await sender.stop()

    asyncio.run(main())


def test_who_falls_silent_is_dropped() -> None:
    async def main() -> None:
        async with house(SessionPolicy(silence=0.5, sweep=0.05)) as server:
            sender = publisher(server, loop=False)
            await sender.start()
            await seen(server, 3, 3)
            kill(sender.connection)
            await until(lambda: len(server.sessions) == 0)
            assert server.sessions.dropped == 1
            assert server.seat(3).input is None
            await sender.stop()

    asyncio.run(main())


def kill(connection: RTCPeerConnection) -> None:
    """Close its sockets without a word, as a browser does that crashes."""
    for transceiver in connection.getTransceivers():
        for protocol in transceiver.sender.transport.transport._connection._protocols:
            protocol.transport.abort()


def test_an_ice_restart_that_fails_leaves_the_session_as_it_was() -> None:
    async def main() -> None:
        async with house() as server, httpx.AsyncClient() as client:
            sender = publisher(server)
            await sender.start()
            await seen(server, 3, 3)
            (session,) = server.sessions.of("alpha")
            headers = restarting(server)
            credentials = "a=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\n"
            told = await client.patch(sender.session_url, content=credentials, headers=headers)
            assert told.status_code == 200
            assert told.headers["etag"] not in (sender.etag, "")
            await seen(server, 3, len(server.seen[3]) + 5)
            assert server.sessions.of("alpha") == [session]
            both = await asyncio.gather(
                *(client.patch(sender.session_url, content=credentials, headers=headers) for _ in range(2))
            )
            assert [answer.status_code for answer in both] == [200, 200]
            assert session.etag in [answer.headers["etag"].strip('"') for answer in both]
            stale = {**headers, "If-Match": sender.etag}
            late = await client.patch(sender.session_url, content="a=end-of-candidates", headers=stale)
            assert late.status_code == 412
            await sender.stop()

    asyncio.run(main())


def test_ice_is_restarted_below_the_same_session() -> None:
    async def main() -> None:
        async with house() as server, httpx.AsyncClient() as client:
            mover = Mover(server.url(3), {"Authorization": f"Bearer {server.token(3)}"}, CLIP)
            await mover.start(client)
            await seen(server, 3, 3)
            (session,) = server.sessions.of("alpha")
            for _ in range(2):
                old = mover.port
                await mover.restart(client)
                assert mover.port != old
                await seen(server, 3, len(server.seen[3]) + 5)
            assert server.sessions.of("alpha") == [session]
            assert server.seat(3).counts.joins == 1
            assert session.receiver.reception.counts.stretches_lost == 0
            await mover.stop()
            await until(lambda: len(server.sessions) == 0)

    asyncio.run(main())


def test_another_certificate_than_the_offered_one_gets_nothing_in() -> None:
    async def main() -> None:
        async with house() as server, httpx.AsyncClient() as client:
            headers = {"Authorization": f"Bearer {server.token(3)}"}
            liar = Mover(server.url(3), headers, CLIP, lying=True)
            await liar.start(client)
            await until(lambda: len(server.sessions) == 0)
            assert server.sessions.opened == 1
            assert server.seat(3).counts.joins == 0
            await liar.stop()

    asyncio.run(main())


def test_an_older_session_that_connects_late_does_not_take_the_seat_back() -> None:
    async def main() -> None:
        async with house() as server:
            older, newer = publisher(server), publisher(server)
            answer = await older.offer()
            await newer.start()
            await seen(server, 3, 3)
            await until(lambda: len(server.sessions) == 1)
            await older.connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))
            await seen(server, 3, len(server.seen[3]) + 5)
            assert server.seat(3).counts.joins == 1
            for sender in (older, newer):
                await sender.stop()

    asyncio.run(main())


def restarting(server: House) -> dict[str, str]:
    kind = "application/trickle-ice-sdpfrag"
    return {"Authorization": f"Bearer {server.token(3)}", "Content-Type": kind, "If-Match": "*"}


def test_sound_and_data_are_declined_and_not_kept(tmp_path: Path) -> None:
    async def main() -> None:
        async with house() as server, httpx.AsyncClient() as client:
            connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
            player = MediaPlayer(str(CLIP))
            tone = MediaPlayer("sine=frequency=440", format="lavfi")
            assert tone.audio is not None
            assert player.video is not None
            connection.addTrack(tone.audio)
            connection.addTrack(player.video)
            await connection.setLocalDescription(await connection.createOffer())
            headers = {"Authorization": f"Bearer {server.token(3)}", "Content-Type": "application/sdp"}
            offer = connection.localDescription.sdp
            made = await client.post(server.url(3), content=offer, headers=headers)
            assert "a=inactive" in made.text
            await connection.setRemoteDescription(RTCSessionDescription(made.text, "answer"))
            await seen(server, 3, 5)
            (session,) = server.sessions.of("alpha")
            assert session.receiver.reception.counts.malformed == 0
            await connection.close()
            await until(lambda: len(server.sessions) == 0)

    asyncio.run(main())


def test_a_gone_server_s_publisher_notices() -> None:
    async def main() -> None:
        async with house() as server:
            sender = publisher(server)
            await sender.start()
            await seen(server, 3, 2)
            server.tables.close("alpha")
            async with asyncio.timeout(30):
                await sender.ended.wait()
            await sender.stop()

    asyncio.run(main())


async def muxer(server: House, key: str = "", certificate: str = "") -> asyncio.subprocess.Process:
    """FFmpeg as a process of its own: PyAV keeps the interpreter while the muxer waits for the answer."""
    arguments = (server.url(3), server.token(3), key, certificate)
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", MUXER, *arguments, stderr=asyncio.subprocess.PIPE
    )


def test_ffmpeg_sends_with_a_certificate_of_p_256(tmp_path: Path) -> None:
    key, certificate = certify(tmp_path, ec.SECP256R1())

    async def main() -> None:
        async with house() as server:
            process = await muxer(server, key, certificate)
            frames = await seen(server, 3, 20)
            assert frames[0].picture.size == (320, 240)
            assert rising(frames)
            _, errors = await process.communicate()
            assert (process.returncode, errors) == (0, b"")
            await until(lambda: len(server.sessions) == 0)  # it says that it leaves

    asyncio.run(main())


def test_why_ffmpeg_of_pyav_fails_without_one() -> None:
    """Its GnuTLS makes a key on secp224r1, a curve that RFC 8422 dropped and OpenSSL 4 was built without."""

    async def main() -> None:
        async with house() as server:
            process = await muxer(server)
            _, errors = await process.communicate()
            assert process.returncode != 0
            assert b"DTLS" in errors or b"Input/output" in errors
            await until(lambda: len(server.sessions) == 0)  # dropped when the handshake failed
            assert server.sessions.dropped == 0

    asyncio.run(main())
