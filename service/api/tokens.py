"""Bearer tokens: who somebody is at which table, signed and expiring (RFC 6750, RFC 7519)."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import jwt

from rules.table.views import Viewer

Role = Literal["platform", "reviewer", "spectator", "seat"]
ROLES: tuple[Role, ...] = ("platform", "reviewer", "spectator", "seat")
ANY_TABLE = "*"
SHORTEST_SECRET = 32
"""Bytes: RFC 7518 section 3.2 asks for no less for HS256."""
_ALGORITHM = "HS256"
_ISSUER = "consigliere"


class BadToken(Exception):
    """The token proves nothing. The message says why."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token allows."""

    role: Role
    table: str
    """The table's name, or `*` for all: platforms and reviewers only."""
    seat: int = 0
    """1 to 10 for `seat`, else 0."""
    opening: str = ""
    """Of the table that it is good for: another table of the same name, opened later, is not for it. Empty
    where it was issued for whatever table bears the name."""
    expires: float = field(default=math.inf, compare=False)
    """Seconds since 1970; set where a token was read."""
    key: str = field(default="", compare=False)
    """Of the platform's key that was shown instead of a token."""

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"role: one of {', '.join(ROLES)}, not {self.role!r}")
        if (self.role == "seat") != (1 <= self.seat <= 10):
            raise ValueError("seat: 1 to 10 for the role `seat`, and only for it")
        if self.table == ANY_TABLE and self.role in ("seat", "spectator"):
            raise ValueError("table: a seat or a spectator belongs to one table")

    @property
    def viewer(self) -> Viewer:
        """Whose view of the table it opens."""
        if self.role == "seat":
            return self.seat
        return self.role

    @property
    def actor(self) -> str:
        """Who asks, for the audit chain: `key/ID`, `platform`, `reviewer`, `spectator`, `seat/3`."""
        if self.key:
            return f"key/{self.key}"
        return f"seat/{self.seat}" if self.role == "seat" else self.role

    def covers(self, table: str) -> bool:
        """Whether it is good at that table."""
        return self.table in (ANY_TABLE, table)


class Tokens:
    """Issues tokens and reads them."""

    def __init__(self, secret: bytes, now: Callable[[], float] = time.time) -> None:
        """Sign with a secret.

        Args:
            secret: at least 32 bytes.
            now: seconds since 1970.

        Raises:
            ValueError: the secret is too short.
        """
        if len(secret) < SHORTEST_SECRET:
            raise ValueError(f"the secret has {len(secret)} bytes, it needs {SHORTEST_SECRET}")
        self._secret = secret
        self._now = now

    def issue(self, grant: Grant, seconds: float) -> str:
        """A token that is good for so many seconds from now."""
        now = self._now()
        claims: dict[str, str | int] = {
            "iss": _ISSUER,
            "iat": int(now),
            "exp": int(now + seconds),
            "role": grant.role,
            "table": grant.table,
            "seat": grant.seat,
            "opening": grant.opening,
        }
        return jwt.encode(claims, self._secret, _ALGORITHM)

    def left(self, grant: Grant) -> float:
        """Seconds for which a grant that was read is still good."""
        return grant.expires - self._now()

    def read(self, token: str) -> Grant:
        """What a token allows.

        Raises:
            BadToken: it is not ours, changed, malformed or expired.
        """
        try:
            options = {"require": ["exp", "iss"], "verify_exp": False, "verify_iat": False}
            claims = jwt.decode(token, self._secret, [_ALGORITHM], options=options, issuer=_ISSUER)  # type: ignore[arg-type]  # a plain mapping is one
            expires = float(claims["exp"])
            grant = Grant(
                claims["role"],
                str(claims["table"]),
                int(claims["seat"]),
                str(claims.get("opening", "")),
                expires,
            )
        except (jwt.InvalidTokenError, KeyError, ValueError, TypeError) as error:
            raise BadToken("the token is not valid") from error
        if expires <= self._now():
            raise BadToken("the token has expired; ask for a new one")
        return grant


def stored_secret(path: Path) -> bytes:
    """The secret of this installation, made at the first call and readable by its owner alone.

    Raises:
        OSError: it can be neither read nor written.
        ValueError: the file is shorter than a secret.
    """
    try:
        secret = path.read_bytes()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        secret = secrets.token_bytes(SHORTEST_SECRET)
        path.touch(mode=0o600, exist_ok=False)
        path.write_bytes(secret)
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(
            f"{path}: holds {len(secret)} bytes, a secret has {SHORTEST_SECRET}; delete the file"
        )
    return secret
