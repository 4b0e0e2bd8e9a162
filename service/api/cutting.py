"""Ends a connection at once, whoever does not read: what waits to be sent is forgotten."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

EXTENSION = "consigliere.cut"
"""In a scope's extensions, where our server (`service.api.server`) puts it."""


def cut(scope: MutableMapping[str, Any]) -> bool:
    """End the connection of a scope. False: its server does not offer it, and the reader is waited for."""
    abort = (scope.get("extensions") or {}).get(EXTENSION)
    if abort is None:
        return False
    abort()
    return True
