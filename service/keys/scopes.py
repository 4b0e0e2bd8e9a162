"""What a key may do: one scope a group of routes. A route that no scope names needs `admin`."""

from __future__ import annotations

import re
from collections.abc import Iterable

SCOPES: dict[str, str] = {
    "admin": "everything, what comes later included",
    "tables:read": "list and see tables, secrets of the game included",
    "tables:write": "open tables, which brings tokens for their seats; close and pause them; mute seats",
    "tokens:issue": "tokens for seats, spectators and reviewers of a table",
    "events:read": "read all that happens, secrets of the game included",
    "events:write": "send game events",
    "media:send": "send pictures and films as any seat",
    "media:see": "see live pictures, hands and the state of the game",
}
"""By name, in words for people."""

_TABLES = r"/v1/tables"
_TABLE = rf"{_TABLES}/[^/]+"
_SEAT = rf"{_TABLE}/seats/[^/]+"
_ANY = r"[A-Z]+"
_ROUTES: tuple[tuple[str, str, str], ...] = (
    ("GET", _TABLES, "tables:read"),
    ("GET", _TABLE, "tables:read"),
    ("POST", _TABLES, "tables:write"),
    ("DELETE", _TABLE, "tables:write"),
    ("POST", rf"{_TABLE}/(pause|resume)", "tables:write"),
    ("PUT", rf"{_SEAT}/mute", "tables:write"),
    ("POST", rf"{_TABLE}/tokens", "tokens:issue"),
    ("POST", rf"{_SEAT}/token", "tokens:issue"),
    ("GET", rf"{_TABLE}/events", "events:read"),
    ("WEBSOCKET", rf"{_TABLE}/events/ws", "events:read"),
    ("POST", rf"{_TABLE}/events", "events:write"),
    ("PUT", rf"{_SEAT}/file", "media:send"),
    ("WEBSOCKET", rf"{_SEAT}/pictures", "media:send"),
    (_ANY, rf"{_SEAT}/whip(/[^/]+)?", "media:send"),
    ("WEBSOCKET", rf"{_TABLE}/state/ws", "media:see"),
    (_ANY, rf"{_TABLE}/avatars(/[^/]+)?", "media:see"),
)
_COMPILED = tuple((re.compile(f"{method} (?:/.*)?{path}"), scope) for method, path, scope in _ROUTES)


def needed(method: str, path: str) -> str:
    """The scope that a request needs.

    Args:
        method: of HTTP, or `WEBSOCKET`.
        path: of the request; what a proxy puts before `/v1` does not matter.
    """
    asked = f"{'GET' if method == 'HEAD' else method} {path.rstrip('/')}"
    return next((scope for pattern, scope in _COMPILED if pattern.fullmatch(asked)), "admin")


def covers(scopes: Iterable[str], scope: str) -> bool:
    """Whether somebody with those scopes may do what needs this one."""
    held = frozenset(scopes)
    return scope in held or "admin" in held


def checked(scopes: Iterable[str]) -> tuple[str, ...]:
    """Scopes in their usual order, each once.

    Raises:
        ValueError: one is unknown, or there is none.
    """
    asked = set(scopes)
    if unknown := sorted(asked - SCOPES.keys()):
        raise ValueError(f"{', '.join(unknown)}: no such scope; there are {', '.join(SCOPES)}")
    if not asked:
        raise ValueError(f"a key without a scope opens nothing; there are {', '.join(SCOPES)}")
    return tuple(scope for scope in SCOPES if scope in asked)
