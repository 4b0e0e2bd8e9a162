"""Publishes one clip and tells when it began: a process of its own for `benchmarks.netem`."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from pathlib import Path

from aiortc import RTCSessionDescription

from service.webrtc.clip import Codec
from service.webrtc.publish import Publisher


class Detour(Publisher):
    """Sends to another port than the answer names, and is not found directly."""

    port = 0

    async def _post(self, offer: str) -> str:
        lines = offer.splitlines(keepends=True)
        return await super()._post("".join(line for line in lines if not line.startswith("a=candidate")))

    async def apply(self, answer: str) -> None:
        """Tell our end where the other one is."""
        if self.port:
            answer = re.sub(r"(a=candidate:\S+ 1 udp \d+ \S+) \d+", rf"\1 {self.port}", answer)
        await self.connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))


async def publish(url: str, token: str, clip: Path, codec: Codec) -> None:
    """Send the clip; the answer's port is told on standard output, and the one to use read from input."""
    publisher = Detour(url, token, clip, codec=codec)
    answer = await publisher.offer()
    port = re.search(r"a=candidate:\S+ 1 udp \d+ \S+ (\d+)", answer)
    print(f"port {port.group(1) if port else 0}", flush=True)
    publisher.port = int(await asyncio.to_thread(sys.stdin.readline))
    await publisher.apply(answer)
    while publisher.begun is None and not publisher.ended.is_set():
        await asyncio.sleep(0.005)
    print(f"begun {publisher.begun}", flush=True)
    await publisher.ended.wait()
    await publisher.stop()


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("token")
    parser.add_argument("clip", type=Path)
    parser.add_argument("--codec", choices=("H264", "VP8"), default="H264")
    arguments = parser.parse_args()
    asyncio.run(publish(arguments.url, arguments.token, arguments.clip, arguments.codec))


if __name__ == "__main__":
    main()
