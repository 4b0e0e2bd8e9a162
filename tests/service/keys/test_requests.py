"""Keys at the door of the real application: what each opens, and how fast a revoked one stops."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import BaseRoute

from service.keys import store
from service.keys.ring import KeyRing
from service.keys.scopes import needed
from service.storage import Database
from service.storage.migrate import upgrade
from tests.service.api.serving import Service, serving


@pytest.fixture(scope="module")
def keyed(
    default_models: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Service, KeyRing, Database]]:
    folder: Path = tmp_path_factory.mktemp("keys")
    database = Database(f"sqlite:///{folder}/keys.db")
    upgrade(database)
    ring = KeyRing(database)
    try:
        with serving() as service:
            service.app.state.keys = ring
            with service.speaker() as platform:
                platform.open_table("evening")
            yield service, ring, database
    finally:
        database.close()


def made(ring: KeyRing, database: Database, *scopes: str) -> tuple[str, str]:
    name, text = database.write(lambda c: store.create(c, "game", scopes, 1)).result(20)
    ring.refresh()
    return name, text


def status(client: httpx.Client, method: str, path: str) -> tuple[int, str]:
    answer = client.request(method, path)
    return answer.status_code, answer.json().get("type", "") if answer.status_code >= 400 else ""


def test_a_key_opens_what_its_scopes_name_and_nothing_else(keyed: tuple[Service, KeyRing, Database]) -> None:
    service, ring, database = keyed
    _, text = made(ring, database, "tables:read", "events:read")
    with service.client(text) as client:
        assert status(client, "GET", "/v1/tables") == (200, "")
        assert status(client, "GET", "/v1/tables/evening") == (200, "")
        assert status(client, "GET", "/v1/tables/evening/events") == (200, "")
        for method, path in (
            ("POST", "/v1/tables"),
            ("DELETE", "/v1/tables/evening"),
            ("POST", "/v1/tables/evening/pause"),
            ("POST", "/v1/tables/evening/seats/3/token"),
            ("PUT", "/v1/tables/evening/seats/3/file"),
        ):
            code, kind = status(client, method, path)
            assert (code, kind.rpartition(":")[2]) == (403, "scope-missing"), path


def test_a_key_of_everything_opens_everything(keyed: tuple[Service, KeyRing, Database]) -> None:
    service, ring, database = keyed
    _, text = made(ring, database, "admin")
    with service.speaker(text) as platform:
        platform.open_table("second")
        assert {table["table"] for table in platform.tables()} >= {"evening", "second"}
        platform.close_table("second")


def test_a_revoked_key_opens_nothing_from_the_next_reading_on(
    keyed: tuple[Service, KeyRing, Database],
) -> None:
    service, ring, database = keyed
    name, text = made(ring, database, "admin")
    with service.client(text) as client:
        assert status(client, "GET", "/v1/tables")[0] == 200
        database.write(lambda c: store.revoke(c, name, 2)).result(20)
        ring.refresh()
        assert status(client, "GET", "/v1/tables")[0] == 401


def test_who_guesses_is_answered_429_and_tokens_work_on(keyed: tuple[Service, KeyRing, Database]) -> None:
    service, _, _ = keyed
    with service.client("ck_000000000000_guess") as client:
        codes = [status(client, "GET", "/v1/tables")[0] for _ in range(30)]
    assert codes[0] == 401
    assert codes[-1] == 429
    with service.client() as client:
        assert status(client, "GET", "/v1/tables")[0] == 200


def test_without_a_ring_a_key_is_a_bad_token(default_models: None) -> None:
    with serving() as service, service.client("ck_000000000000_x") as client:
        assert status(client, "GET", "/v1/tables")[0] == 401


def test_every_route_of_tables_has_a_scope(keyed: tuple[Service, KeyRing, Database]) -> None:
    """What is added and not named needs `admin`: this test reminds who adds it."""
    found = set(_routes(keyed[0].app.routes))
    assert ("POST", "/v1/tables/{table}/events") in found
    assert ("WEBSOCKET", "/v1/tables/{table}/events/ws") in found
    tables = {(method, path) for method, path in found if path.startswith("/v1/tables")}
    assert {one for one in tables if needed(*one) == "admin"} == set()


def _routes(routes: list[BaseRoute]) -> Iterator[tuple[str, str]]:
    for route in routes:
        path = getattr(route, "path", None)
        if path is None:
            included = getattr(route, "original_router", None) or route
            yield from _routes(getattr(included, "routes", []))
            continue
        for method in getattr(route, "methods", None) or ("WEBSOCKET",):
            yield method, path
