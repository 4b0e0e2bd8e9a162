"""Forged, changed and expired bearer tokens open nothing."""

from __future__ import annotations

import base64
import json
import time

import jwt
import pytest

from service.api.tokens import BadToken, Grant, Tokens

SECRET = b"a secret of the tests, 32 bytes."
CLAIMS = {"iss": "consigliere", "exp": 4_000_000_000, "role": "platform", "table": "*", "seat": 0}


def _unsigned(header: dict[str, str]) -> str:
    parts = (
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (header, CLAIMS)
    )
    return ".".join(parts) + "."


def _changed(token: str) -> str:
    head, _, signature = token.split(".")
    body = base64.urlsafe_b64encode(json.dumps(CLAIMS).encode()).rstrip(b"=").decode()
    return f"{head}.{body}.{signature}"


def _seat() -> str:
    return Tokens(SECRET).issue(Grant("seat", "evening", 3), 3600.0)


@pytest.mark.parametrize(
    "forged",
    [
        _unsigned({"alg": "none", "typ": "JWT"}),
        _unsigned({"alg": "NONE", "typ": "JWT"}),
        _unsigned({"alg": "HS256", "typ": "JWT"}),
        _changed(_seat()),
        jwt.encode(CLAIMS, b"another secret, 32 bytes as well", "HS256"),
        jwt.encode(CLAIMS, SECRET + SECRET, "HS512"),
        jwt.encode({**CLAIMS, "iss": "elsewhere"}, SECRET, "HS256"),
        jwt.encode({name: CLAIMS[name] for name in CLAIMS if name != "exp"}, SECRET, "HS256"),
        jwt.encode({**CLAIMS, "exp": int(time.time()) - 1}, SECRET, "HS256"),
        jwt.encode({**CLAIMS, "role": "admin"}, SECRET, "HS256"),
        jwt.encode({**CLAIMS, "role": "seat", "seat": 11}, SECRET, "HS256"),
        jwt.encode({**CLAIMS, "role": "seat", "seat": 3}, SECRET, "HS256"),  # at all tables
        _seat()[:-1],
        "",
        "a.b.c",
    ],
)
def test_what_we_did_not_sign_opens_nothing(forged: str) -> None:
    with pytest.raises(BadToken):
        Tokens(SECRET).read(forged)


def test_what_we_signed_opens_what_it_says() -> None:
    grant = Tokens(SECRET).read(_seat())
    assert (grant.role, grant.table, grant.seat) == ("seat", "evening", 3)


@pytest.mark.parametrize(
    ("grant", "actor"),
    [
        (Grant("platform", "*"), "platform"),
        (Grant("platform", "*", key="abc"), "key/abc"),
        (Grant("reviewer", "*"), "reviewer"),
        (Grant("spectator", "evening"), "spectator"),
        (Grant("seat", "evening", 3), "seat/3"),
    ],
)
def test_the_audit_chain_can_name_who_asks(grant: Grant, actor: str) -> None:
    assert grant.actor == actor


def test_another_secret_ends_all_tokens() -> None:
    with pytest.raises(BadToken):
        Tokens(b"another secret, 32 bytes as well").read(_seat())
    assert jwt.decode(_seat(), options={"verify_signature": False})["seat"] == 3
