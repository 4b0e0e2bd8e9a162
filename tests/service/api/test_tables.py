"""Tables over HTTP: opened, listed, seen, closed; who may, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from service.api.server import Front
from service.api.tokens import Grant, Tokens
from service.client import ApiError
from tests.service.api.conftest import Opened
from tests.service.api.serving import SECRET, Service, serving


def test_a_table_is_opened_listed_seen_and_closed(service: Service) -> None:
    with service.speaker() as platform:
        opened = platform.open_table("first", seats={"3": {"rotation": 180, "mirrored": True}})
        assert sorted(opened.seats) == list(range(1, 11))
        seat = opened.seats[3]
        assert seat.file == f"{service.address}/v1/tables/first/seats/3/file"
        assert seat.pictures == f"{service.socket}/v1/tables/first/seats/3/pictures"
        assert seat.whip == f"{service.address}/v1/tables/first/seats/3/whip"
        assert [table["table"] for table in platform.tables()] == ["first"]
        seen = platform.table("first")
        assert (seen["playing"], seen["paused"], seen["game"]["phase"]) == (False, False, "lobby")
        assert seen["seats"][2]["feed"] is None
        platform.close_table("first")
        assert platform.tables() == []
        with pytest.raises(ApiError, match="no table first is open") as refusal:
            platform.table("first")
        assert (refusal.value.status, refusal.value.kind) == (404, "no-such-table")


def test_settings_reach_the_table(service: Service) -> None:
    words = {"format": "consigliere-vocabulary/1", "version": 2, "meanings": {"horns": "strong"}}
    with service.speaker() as platform:
        platform.open_table(
            "settled",
            rule_book={"vote": {"lift": False}},
            ruleset={"signals": {"absence": {"limit": 20.0}}},
            vocabulary=words,
            seats={"3": {"rotation": 180}},
        )
        held = service.app.state.tables.get("settled")
        assert not held.judge.state.book.vote.lift
        assert held.policy.signals.absence.limit == 20.0
        assert held.policy.vocabulary.meanings["horns"] == "strong"
        assert held.policy.seats[3].rotation == 180
        platform.close_table("settled")


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, "body.table: Field required"),
    ({"table": ""}, "body.table"),
    ({"table": "a/b"}, "body.table"),
    ({"table": "*"}, "body.table"),
    ({"table": "x", "colour": 1}, "body.colour: Extra inputs are not permitted"),
    ({"table": "x", "rule_book": {"vote": {"lifd": False}}}, "rule_book.vote.lifd: unknown; did you mean"),
    ({"table": "x", "rule_book": {"vote": {"lift": "no"}}}, "rule_book.vote.lift"),
    (
        {"table": "x", "rule_book": {"normal": {"speech": -1.0}}},
        "rule_book.normal.speech: a step cannot last",
    ),
    ({"table": "x", "ruleset": {"signals": {"absence": {"limit": 1.0}}}}, "must rise"),
    ({"table": "x", "ruleset": {"vocabulary": {"file": "/etc/passwd"}}}, "vocabulary"),
    ({"table": "x", "vocabulary": {"format": "other"}}, "vocabulary: format: 'other' is not known"),
    ({"table": "x", "seats": {"11": {}}}, "body.seats.11"),
    ({"table": "x", "seats": {"3": {"rotation": 45}}}, "body.seats.3.rotation"),
    ({"table": "x", "token_seconds": 10**9}, "tokens live for"),
    ({"table": "x", "rule_book": {"a": {"b": float("inf")}}}, "no number of JSON"),
]


@pytest.mark.parametrize(("asked", "told"), REFUSED, ids=[told[:30] for _, told in REFUSED])
def test_what_cannot_be_is_refused_by_name(service: Service, asked: dict[str, Any], told: str) -> None:
    with service.client() as client:
        headers = {"Content-Type": "application/json"}
        response = client.post("/v1/tables", content=json.dumps(asked), headers=headers)
        assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")
        assert told in response.json()["detail"]
        assert client.get("/v1/tables").json()["tables"] == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 422),
        (b"[" * 100_000, 400),
        (b'{"table": "x", "rule_book": ' + b'{"a":' * 50 + b"1" + b"}" * 51, 422),
        (b'{"table": ' + b"9" * 5000 + b"}", 400),
        (b'{"table": "\xff"}', 400),
        (b'{"table": "\\ud800"}', 422),
        (b'{"table": "x", "\\ud800": 1}', 422),
        (b'{"table": "x", "rule_book": {"\\ud800": 1}}', 422),
    ],
)
def test_what_is_no_sound_json_is_refused(service: Service, body: bytes, status: int) -> None:
    with service.client() as client:
        response = client.post("/v1/tables", content=body, headers={"Content-Type": "application/json"})
        assert response.status_code == status
        assert response.json()["status"] == status


def test_a_name_is_taken_once_and_a_process_holds_so_many_tables(default_models: None) -> None:
    with serving(most=2) as service, service.speaker() as platform:
        platform.open_table("a")
        with pytest.raises(ApiError, match="a table a is open") as taken:
            platform.open_table("a")
        assert taken.value.status == 409
        platform.open_table("b")
        with pytest.raises(ApiError, match="2 tables are open") as full:
            platform.open_table("c")
        assert full.value.status == 503


def _asked(client: httpx.Client, table: str) -> list[tuple[str, httpx.Response]]:
    base = f"/v1/tables/{table}"
    wants = [
        ("list", "GET", "/v1/tables", None),
        ("see", "GET", base, None),
        ("events", "GET", f"{base}/events", None),
        ("send", "POST", f"{base}/events", {"type": "game.pause"}),
        ("pause", "POST", f"{base}/pause", None),
        ("mute", "PUT", f"{base}/seats/4/mute", {"muted": False}),
        ("seat token", "POST", f"{base}/seats/4/token", {}),
        ("token", "POST", f"{base}/tokens", {"role": "spectator"}),
        ("file", "PUT", f"{base}/seats/4/file", None),
        ("close", "DELETE", base, None),
    ]
    return [(name, client.request(method, path, json=body)) for name, method, path, body in wants]


@pytest.mark.parametrize(
    ("grant", "may"),
    [
        (Grant("reviewer", "*"), {"see", "events"}),
        (Grant("spectator", "T"), {"see", "events"}),
        (Grant("seat", "T", 3), {"see", "events"}),
        (Grant("seat", "T", 4), {"see", "events", "file"}),
        (Grant("platform", "other"), set()),
        (Grant("seat", "other", 4), set()),
    ],
)
def test_each_role_may_do_its_own(table: Opened, grant: Grant, may: set[str]) -> None:
    there = Grant(grant.role, grant.table.replace("T", table.name), grant.seat)
    with table.service.client(table.service.token(there)) as client:
        for name, response in _asked(client, table.name):
            allowed = response.status_code != 403
            assert allowed == (name in may), (name, response.text)


@pytest.mark.parametrize(
    "header",
    [
        None,
        "Bearer",
        "Basic YTpi",
        "Bearer not.a.token",
        f"Bearer {Tokens(b'another secret of 32 bytes......').issue(Grant('platform', '*'), 60.0)}",
        f"Bearer {Tokens(SECRET).issue(Grant('platform', '*'), -60.0)}",
    ],
)
def test_without_a_good_token_nobody_learns_anything(table: Opened, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    with httpx.Client(base_url=table.service.address, headers=headers, trust_env=False) as client:
        for name, response in _asked(client, table.name):
            assert response.status_code == 401, name
            assert response.headers["www-authenticate"].startswith("Bearer realm=")


def test_a_token_is_not_good_for_a_later_table_of_the_same_name(table: Opened) -> None:
    old = table.access.seats[3].token
    table.platform.close_table(table.name)
    table.platform.open_table(table.name)
    with table.service.speaker(old) as player, pytest.raises(ApiError) as refusal:
        player.table(table.name)
    assert (refusal.value.status, refusal.value.kind) == (403, "other-table")


def test_tokens_are_issued_for_those_at_the_table(table: Opened) -> None:
    spectator = table.platform.token(table.name, "spectator")
    with table.service.speaker(spectator) as watching:
        assert "counts" not in watching.table(table.name)["seats"][0]
    seat = table.platform.seat_token(table.name, 7, seconds=60)
    with table.service.speaker(seat.token) as player:
        seats = player.table(table.name)["seats"]
        assert [entry["seat"] for entry in seats if "counts" in entry] == [7]
    for role, number in (("seat", None), ("spectator", 3)):
        with pytest.raises(ApiError, match="seat: 1 to 10 for the role") as refusal:
            table.platform.token(table.name, role, number)  # type: ignore[arg-type]
        assert refusal.value.status == 422


def test_a_request_is_done_once_by_its_key(table: Opened) -> None:
    path = f"/v1/tables/{table.name}/tokens"
    key = {"Idempotency-Key": "one"}
    with table.service.client() as client:
        first = client.post(path, json={"role": "spectator", "seconds": 60}, headers=key)
        again = client.post(path, json={"role": "spectator", "seconds": 60}, headers=key)
        assert (again.status_code, again.content) == (first.status_code, first.content)
        assert (first.headers.get("idempotency-replayed"), again.headers["idempotency-replayed"]) == (
            None,
            "true",
        )
        other = client.post(path, json={"role": "spectator", "seconds": 61}, headers=key)
        elsewhere = client.post(f"/v1/tables/{table.name}/pause", headers=key)
        for reused in (other, elsewhere):
            assert reused.status_code == 422
            assert reused.json()["type"].endswith("idempotency-key-reused")
        assert not table.platform.table(table.name)["paused"]


def test_opening_is_done_once_by_its_key(service: Service) -> None:
    key = {"Idempotency-Key": "open"}
    with service.client() as client:
        first = client.post("/v1/tables", json={"table": "once"}, headers=key)
        again = client.post("/v1/tables", json={"table": "once"}, headers=key)
        assert first.status_code == again.status_code == 201
        assert first.json() == again.json()
        assert client.post("/v1/tables", json={"table": "once"}).status_code == 409
        client.delete("/v1/tables/once")


def test_a_body_that_is_too_large_is_refused_before_it_is_read(service: Service) -> None:
    with service.client() as client:
        announced = client.post("/v1/tables", content=b" " * 2_000_000)
        streamed = client.post("/v1/tables", content=iter([b" " * 600_000] * 3))
        for response in (announced, streamed):
            assert response.status_code == 413
            assert response.json()["type"] == "urn:consigliere:problem:content-too-large"


def test_pages_from_elsewhere_may_call_only_where_they_are_named(default_models: None) -> None:
    asking = {"Origin": "https://play.example", "Access-Control-Request-Method": "POST"}
    with serving(origins=["https://play.example"]) as service, service.client() as client:
        named = client.options("/v1/tables", headers=asking)
        assert named.headers["access-control-allow-origin"] == "https://play.example"
        other = client.options("/v1/tables", headers={**asking, "Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


def test_addresses_are_those_that_a_trusted_proxy_serves(default_models: None) -> None:
    told = {"X-Forwarded-Proto": "https", "Host": "play.example"}
    for proxies, address in ((["127.0.0.0/8"], "https://play.example"), ([], "http://play.example")):
        with serving(front=Front(trusted_proxies=proxies)) as service, service.client() as client:
            opened = client.post("/v1/tables", json={"table": "far"}, headers=told).json()
        seat = opened["seats"][0]
        assert seat["whip"] == f"{address}/v1/tables/far/seats/1/whip"
        assert seat["pictures"] == f"ws{address.removeprefix('http')}/v1/tables/far/seats/1/pictures"
