"""Which route needs which scope: every one that there is, and none by chance."""

from __future__ import annotations

import pytest

from service.keys.scopes import SCOPES, covers, needed

TABLE = "/v1/tables/evening"


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("GET", "/v1/tables", "tables:read"),
        ("GET", "/v1/tables/", "tables:read"),
        ("HEAD", "/v1/tables", "tables:read"),
        ("POST", "/v1/tables", "tables:write"),
        ("GET", TABLE, "tables:read"),
        ("DELETE", TABLE, "tables:write"),
        ("POST", f"{TABLE}/pause", "tables:write"),
        ("POST", f"{TABLE}/resume", "tables:write"),
        ("PUT", f"{TABLE}/seats/3/mute", "tables:write"),
        ("POST", f"{TABLE}/tokens", "tokens:issue"),
        ("POST", f"{TABLE}/seats/3/token", "tokens:issue"),
        ("GET", f"{TABLE}/events", "events:read"),
        ("POST", f"{TABLE}/events", "events:write"),
        ("WEBSOCKET", f"{TABLE}/events/ws", "events:read"),
        ("PUT", f"{TABLE}/seats/3/file", "media:send"),
        ("WEBSOCKET", f"{TABLE}/seats/3/pictures", "media:send"),
        ("POST", f"{TABLE}/seats/3/whip", "media:send"),
        ("PATCH", f"{TABLE}/seats/3/whip/abc", "media:send"),
        ("DELETE", f"{TABLE}/seats/3/whip/abc", "media:send"),
        ("WEBSOCKET", f"{TABLE}/state/ws", "media:see"),
        ("POST", f"{TABLE}/avatars", "media:see"),
        ("DELETE", f"{TABLE}/avatars/abc", "media:see"),
        ("GET", f"/behind/a/proxy{TABLE}/events", "events:read"),
        ("POST", f"{TABLE}/evidence", "admin"),
        ("PUT", TABLE, "admin"),
        ("GET", f"{TABLE}/events/../tokens", "admin"),
        ("GET", "/v1/tablesevening", "admin"),
        ("GET", f"{TABLE}/events/ws", "admin"),
        ("GET", "/", "admin"),
    ],
)
def test_what_a_request_needs(method: str, path: str, scope: str) -> None:
    assert needed(method, path) == scope


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_covers_itself_and_admin_everything(scope: str) -> None:
    assert covers([scope], scope)
    assert covers(["admin"], scope)
    assert not covers([], scope)
    assert [other for other in SCOPES if scope != "admin" and covers([scope], other)] in ([], [scope])
