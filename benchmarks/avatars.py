"""How long a hand takes from its picture to a page, and what it costs on the wire.

`python -m benchmarks.avatars [--clip FILE] [--seconds 30]` serves one table on loopback, feeds one seat a
stretch of a clip with both hands in it at 30 pictures a second, watches its avatar in Debian's Chromium and
prints delays and bytes. A delay is from a picture's arrival at the seat to its hands' arrival in the page.
Other work on the machine disturbs: the load is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import sync_playwright

from datasets.demo import CLIPS
from rules.table.book import RuleBook
from service.api.app import create_app
from service.api.server import server
from service.api.tokens import Grant, Tokens
from service.avatar import routes as avatar
from service.eye import open_table_models
from service.live.eye import Eye
from service.live.table import LiveTable
from service.live.tables import Tables, TableSettings
from service.media import open_source
from service.web import routes as web
from vision.frame import Frame
from vision.picture import Picture
from vision.policy import TablePolicy

FloatArray = NDArray[np.float64]
TABLE = "measured"
RATE = 30.0
HEADERS = 28
"""Bytes of UDP and IPv4 that the browser does not count."""
_WATCH = """async ([token, seconds]) => {
  const { watchAvatars } = await import("/static/avatar.js");
  const told = [];
  const avatars = await watchAvatars({
    url: "/v1/tables/measured/avatars",
    token,
    onHands: ({ t, hands }) => told.push([t, performance.timeOrigin + performance.now(), hands.length]),
  });
  const traffic = async () => {
    const reports = new Map([...(await avatars.peer.getStats())]);
    const transport = [...reports.values()].find(({ type }) => type === "transport");
    const { bytesReceived, packetsReceived } = reports.get(transport.selectedCandidatePairId);
    return [bytesReceived, packetsReceived];
  };
  await new Promise((resolve) => setTimeout(resolve, 3000));
  told.length = 0;
  const [before, begun] = [await traffic(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const [after, ended] = [await traffic(), performance.now()];
  await avatars.close();
  const [bytes, packets] = [after[0] - before[0], after[1] - before[1]];
  return { told, bytes, packets, seconds: (ended - begun) / 1000 };
}"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clip", type=Path, default=CLIPS / "seat05.mp4")
    parser.add_argument("--begin", type=float, default=3.0, help="of the stretch that is fed, seconds")
    parser.add_argument("--end", type=float, default=8.5)
    parser.add_argument("--seconds", type=float, default=30.0)
    asked = parser.parse_args()
    with (
        _served() as (address, token, table, zero),
        _fed(table, asked.clip, (asked.begin, asked.end)) as arrivals,
    ):
        measured = _watched(address, token, asked.seconds)
    _report(measured, zero, np.array(arrivals))


@contextmanager
def _served() -> Iterator[tuple[str, str, LiveTable, float]]:
    """Address, token, the table, and the wall clock's milliseconds at its second 0."""
    tables, tokens = Tables(Eye(open_table_models()), {}), Tokens(os.urandom(32))
    running = server(create_app(tables, tokens, routers=[avatar.router(), web.router()]))
    listening = socket.create_server(("127.0.0.1", 0))
    opened: list[LiveTable] = []

    async def serve() -> None:
        opened.append(tables.open(TABLE, TableSettings(RuleBook(), TablePolicy())))
        await running.serve(sockets=[listening])

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    while not opened:
        time.sleep(0.01)
    zero = (time.time() - opened[0].clock()) * 1000
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        yield address, tokens.issue(Grant("spectator", TABLE), 3600), opened[0], zero
    finally:
        running.should_exit = True
        thread.join(30.0)
        listening.close()


@contextmanager
def _fed(table: LiveTable, clip: Path, stretch: tuple[float, float]) -> Iterator[list[float]]:
    """A seat that is fed the clip, decoded beforehand, to and fro so that it has no leap.

    Yields the table's time at which each picture arrived; it grows.
    """
    arrivals: list[float] = []
    frames = [item for item in open_source(1, str(clip)) if isinstance(item, Frame)]
    pictures = [frame.picture for frame in frames if stretch[0] <= frame.t < stretch[1]]
    stop = threading.Event()
    thread = threading.Thread(
        target=_feed, args=(table, pictures + pictures[::-1], arrivals, stop), daemon=True
    )
    thread.start()
    try:
        yield arrivals
    finally:
        stop.set()
        thread.join(10.0)


def _feed(table: LiveTable, pictures: list[Picture], arrivals: list[float], stop: threading.Event) -> None:
    feed, begun, number = table.seats[1].join("benchmark"), time.monotonic(), 0
    while not stop.is_set():
        stamp = number / RATE
        time.sleep(max(begun + stamp - time.monotonic(), 0.0))
        arrivals.append(table.clock())
        feed.put(pictures[number % len(pictures)], stamp)
        number += 1


def _watched(address: str, token: str, seconds: float) -> Any:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic"],
            ignore_default_args=["--headless"],
        )
        page = browser.new_page()
        page.goto(f"{address}/static/icon.svg")
        return page.evaluate(_WATCH, [token, seconds])


def _report(measured: Any, zero: float, arrivals: FloatArray) -> None:
    told = np.array(measured["told"])
    # The first picture's time is its arrival, every later one stands as far from it as its stamp says.
    numbers = np.rint((told[:, 0] - arrivals[0]) * RATE).astype(int)
    delays = told[:, 1] - zero - arrivals[numbers] * 1000
    p50, p95, p99 = np.percentile(delays, (50, 95, 99))
    seconds, packets = measured["seconds"], measured["packets"]
    on_wire = (measured["bytes"] + HEADERS * packets) / seconds
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"load {load} on {os.cpu_count()} processors; {len(told) / seconds:.1f} pictures a second")
    print(f"hands in a picture: {told[:, 2].mean():.2f} on average")
    print(f"from picture to page: p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms")
    print(f"on the wire: {on_wire:.0f} bytes a second with all headers, {packets / seconds:.1f} packets")


if __name__ == "__main__":
    main()
