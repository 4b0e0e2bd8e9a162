"""A real browser joins with camera, sound and a data channel, and restarts ICE."""

from __future__ import annotations

import asyncio
import shutil

import pytest
from playwright.async_api import Page, async_playwright

from tests.service.webrtc.house import house, until

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
JOIN = """async ([url, token]) => {
  const connection = (window.connection = new RTCPeerConnection());
  const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  connection.createDataChannel("chat");
  for (const track of stream.getTracks()) {
    connection.addTransceiver(track, { direction: "sendonly" });
  }
  await connection.setLocalDescription(await connection.createOffer());
  window.headers = { Authorization: `Bearer ${token}` };
  const made = await fetch(url, {
    method: "POST",
    body: connection.localDescription.sdp,
    headers: { ...window.headers, "Content-Type": "application/sdp" },
  });
  window.session = made.headers.get("Location");
  window.answer = await made.text();
  await connection.setRemoteDescription({ type: "answer", sdp: window.answer });
  return made.status;
}"""
RESTART = """async () => {
  const { connection } = window;
  await connection.setLocalDescription(await connection.createOffer({ iceRestart: true }));
  const lines = connection.localDescription.sdp.split("\\r\\n");
  const own = ["a=ice-ufrag:", "a=ice-pwd:"].map((name) => lines.find((line) => line.startsWith(name)));
  const told = await fetch(window.session, {
    method: "PATCH",
    body: own.map((line) => `${line}\\r\\n`).join(""),
    headers: { ...window.headers, "Content-Type": "application/trickle-ice-sdpfrag", "If-Match": "*" },
  });
  const theirs = (await told.text()).split("\\r\\n");
  const old = /^a=(ice-ufrag|ice-pwd|candidate|end-of-candidates)/;
  const fresh = theirs.filter((line) => line !== "");
  const answer = window.answer.split("\\r\\n").flatMap((line) =>
    line.startsWith("a=mid:") ? [line, ...fresh] : old.test(line) ? [] : [line]);
  await connection.setRemoteDescription({ type: "answer", sdp: answer.join("\\r\\n") });
  return told.status;
}"""
LEAVE = "async () => (await fetch(window.session, { method: 'DELETE', headers: window.headers })).status"


@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
def test_chromium() -> None:
    async def main() -> None:
        async with house() as server, async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page: Page = await browser.new_page()
            await page.goto(f"{server.base}/nothing-here")  # a secure context: it is on the loopback
            assert await page.evaluate(JOIN, [server.url(3), server.token(3)]) == 201
            await until(lambda: len(server.take(3)) >= 5)
            (session,) = server.sessions.of("alpha")
            agent = session.agent
            assert await page.evaluate(RESTART) == 200
            await until(lambda: session.agent is not agent)
            shown = len(server.take(3))
            await until(lambda: len(server.take(3)) >= shown + 5)
            assert server.seat(3).counts.joins == 1
            assert await page.evaluate(LEAVE) == 200
            await until(lambda: len(server.sessions) == 0)
            await browser.close()

    asyncio.run(main())
