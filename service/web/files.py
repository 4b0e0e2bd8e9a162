"""The files of the pages, read once. No page loads anything from elsewhere, and none runs inline code."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from string import Template

_HERE = Path(__file__).parent
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
}
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_PAGES = {"/": "table.html", "/avatar": "avatar.html"}


@dataclass(frozen=True, slots=True)
class File:
    """What is served at one path."""

    content: bytes
    kind: str
    headers: dict[str, str]


def load(*, has_demo: bool) -> dict[str, File]:
    """Everything that is served, by path.

    Args:
        has_demo: told to the page, which then asks for the demo's token.
    """
    files = {f"/static/{path.name}": _file(path.read_bytes(), path.suffix) for path in _static()}
    for path, name in _PAGES.items():
        files[path] = _file(_page(name, has_demo).encode(), ".html")
    return files


def _static() -> list[Path]:
    return sorted(path for path in (_HERE / "static").iterdir() if path.suffix in _KINDS)


def _page(name: str, has_demo: bool) -> str:
    templates = _HERE / "templates"
    tile = Template((templates / "tile.html").read_text("utf-8"))
    tiles = "".join(tile.substitute(seat=seat) for seat in range(1, 11))
    options = "".join(f'<option value="{seat}">Seat {seat}</option>' for seat in range(1, 11))
    page = Template((templates / name).read_text("utf-8"))
    return page.substitute(tiles=tiles, options=options, demo="yes" if has_demo else "no")


def _file(content: bytes, suffix: str) -> File:
    tag = hashlib.sha256(content).hexdigest()[:32]
    return File(content, _KINDS[suffix], {**_HEADERS, "ETag": f'"{tag}"'})
