"""Who asks, and whether they may: the bearer token of a request."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import Depends, Request, WebSocket
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection

from service.api.problems import Problem
from service.api.tokens import ANY_TABLE, BadToken, Grant, Role, Tokens
from service.keys.ring import BadKey, KeyRing, TooManyAttempts, is_key
from service.keys.scopes import needed
from service.live.table import LiveTable

BEARER = HTTPBearer(auto_error=False, description="A token of `consigliere token` or of this interface.")
"""For the documentation; `granted` is what reads tokens."""
_CHALLENGE = 'Bearer realm="consigliere"'
_OPEN = 3600.0
"""Seconds after which a stream that a key opened has to be opened again: the key may have been revoked."""


def granted(connection: HTTPConnection, table: str, *roles: Role, in_query: bool = False) -> Grant:
    """What the request's token allows at a table.

    Args:
        connection: a request or a WebSocket; `app.state.tokens` reads its token, `app.state.keys` its key
            where there are any, `app.state.tables` holds the tables.
        table: which table it is about, `*` for none in particular.
        roles: one of these is needed; none named: any will do.
        in_query: whether `?access_token=` is taken, too: browsers send no header with an event stream or a
            WebSocket (RFC 6750 section 2.3).

    Raises:
        Problem: 401 without a good token or key, 403 with one that does not reach that far, 429 after too
            many wrong keys.
    """
    token = _token(connection, in_query)
    if token is None:
        detail = "send a bearer token; `consigliere token` makes one"
        raise Problem(401, "token-missing", detail, headers={"WWW-Authenticate": _CHALLENGE})
    try:
        grant = _read(connection, token)
    except (BadToken, BadKey) as error:
        headers = {"WWW-Authenticate": f'{_CHALLENGE}, error="invalid_token"'}
        raise Problem(401, "token-invalid", str(error), headers=headers) from error
    except TooManyAttempts as error:
        raise Problem(429, "too-many-attempts", str(error), headers={"Retry-After": "60"}) from error
    if not grant.covers(table) or _of_an_earlier(grant, connection):
        raise Problem(403, "other-table", "the token belongs to another table")
    if roles and grant.role not in roles:
        raise Problem(403, "role-missing", f"a token of {' or '.join(roles)} is needed, not of {grant.role}")
    return grant


async def platform(request: Request, _documented: Annotated[object, Depends(BEARER)]) -> Grant:
    """Dependency: the platform's own requests, whatever table they are about."""
    return granted(request, request.path_params.get("table", "*"), "platform")


def _read(connection: HTTPConnection, token: str) -> Grant:
    """What a token allows; a key is the platform's, as far as its scopes reach."""
    tokens: Tokens = connection.app.state.tokens
    ring: KeyRing | None = getattr(connection.app.state, "keys", None)
    if ring is None or not is_key(token):
        return tokens.read(token)
    client = connection.client.host if connection.client is not None else ""
    key = ring.check(token, client)
    scope = needed(connection.scope.get("method", "WEBSOCKET"), connection.scope["path"])
    if not key.may(scope):
        raise Problem(403, "scope-missing", f"the key has no scope {scope}")
    ends = time.time() + _OPEN
    expires = ends if key.expires is None else min(ends, key.expires)
    return Grant("platform", ANY_TABLE, expires=expires, key=key.id)


def _of_an_earlier(grant: Grant, connection: HTTPConnection) -> bool:
    """Whether the grant is for a table of the same name that was closed before this one was opened."""
    if not grant.opening:
        return False
    table: LiveTable | None = connection.app.state.tables.get(grant.table)
    return table is not None and table.opening != grant.opening


def _token(connection: Request | WebSocket | HTTPConnection, in_query: bool) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return connection.query_params.get("access_token") if in_query else None
