"""Debian's Chromium, headless, with a film in the place of its camera."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import av
import cv2
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

CHROMIUM = shutil.which("chromium")
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
)


PATIENCE = 30_000.0
"""Milliseconds: for a machine that does ten other things."""
expect.set_options(PATIENCE)


@contextmanager
def chromium(film: Path) -> Iterator[Browser]:
    """A browser whose camera shows a film again and again."""
    assert CHROMIUM is not None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[*_FLAGS, f"--use-file-for-fake-video-capture={film}"],
            ignore_default_args=["--headless"],
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def watched(browser: Browser, address: str, width: int = 1280, height: int = 800) -> Iterator[Page]:
    """A page on which every error, and every request to another host, fails the test."""
    context = browser.new_context(viewport={"width": width, "height": height}, base_url=address)
    page = context.new_page()
    faults: list[str] = []
    host = urlsplit(address).netloc

    def requested(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.netloc != host and parts.scheme not in ("data", "blob"):
            faults.append(f"asks {request.url}")

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"{message.type}: {message.text}")

    page.on("request", requested)
    page.on("console", said)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_default_timeout(PATIENCE)
    try:
        yield page
    finally:
        context.close()
    assert faults == [], faults


def film(clip: Path, begin: float, end: float, to: Path) -> Path:
    """A stretch of a clip as Motion JPEG, which Chromium plays at 30 pictures a second."""
    with av.open(str(clip)) as container, to.open("wb") as out:
        for frame in container.decode(video=0):
            if frame.time is not None and begin <= frame.time < end:
                _, encoded = cv2.imencode(".jpg", frame.to_ndarray(format="bgr24"))
                out.write(encoded.tobytes())
    return to
