"""The description of the interface is whole, and nothing that fits or breaks it ends in a 5xx."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as drawn
from schemathesis.core.control import SkipTest

from service.api.assembly import assemble
from service.config import Settings
from tests.service.api.conftest import PLAYERS
from tests.service.api.serving import SECRET, Service, running, serving
from tests.vision.recorded import RecordedEye

for kind in ("application/sdp", "application/trickle-ice-sdpfrag"):
    schemathesis.serializer.alias(kind, "text/plain")
EXAMPLES = 12
"""Requests drawn for each route, by each test: some ten seconds in all."""


@pytest.fixture(scope="module")
def open_service(default_models: None) -> Iterator[Service]:
    with serving() as service:
        yield service


@pytest.fixture(scope="module")
def whole_service(default_models: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """With all routers: video, avatars, health, metrics, pages."""
    settings = Settings.model_validate(
        {
            "auth": {"secret": SECRET.decode()},
            "limits": {"commands_rate": 10_000.0, "read_seconds": 5.0},
            "tables": {"most": 100},
            "logs": {"access": False},
            "storage": {"database": f"sqlite:///{tmp_path_factory.mktemp('storage')}/consigliere.db"},
        }
    )
    with running(assemble(settings, RecordedEye().models)) as service:
        yield service


@pytest.fixture(scope="module")
def description(open_service: Service) -> dict[str, Any]:
    with open_service.client() as client:
        found: dict[str, Any] = client.get("/v1/openapi.json").json()
        return found


def _operations(description: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def test_every_route_is_explained(description: dict[str, Any]) -> None:
    operations = dict(_operations(description))
    assert len(operations) >= 12
    for name, operation in operations.items():
        assert operation.get("summary"), name
        assert operation.get("description"), name
        assert {"401", "403", "422"} <= operation["responses"].keys(), name
        assert "application/problem+json" in operation["responses"]["401"]["content"], name
        assert operation.get("security"), name


def test_every_body_that_is_asked_for_has_an_example(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    for name, operation in _operations(description):
        for media in operation.get("requestBody", {}).get("content", {}).values():
            schema = media["schema"]
            named = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
            binary = schema.get("format") == "binary"
            assert binary or media.get("examples") or named.get("examples") or named.get("example"), name


def test_no_page_loads_anything_from_elsewhere(open_service: Service) -> None:
    with open_service.client() as client:
        assert client.get("/docs").status_code == client.get("/redoc").status_code == 404
        text = client.get("/v1/openapi.json").text
    assert not re.search(r"https?://(?!127\.0\.0\.1)[\w.]+/.*\.js", text)


def _schema(service: Service) -> Any:
    return schemathesis.openapi.from_url(
        f"{service.address}/v1/openapi.json", headers={"Authorization": f"Bearer {service.platform}"}
    )


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_no_request_ends_in_a_server_error(whole_service: Service, mode: str) -> None:
    generation = schemathesis.GenerationMode(mode)
    _reopen(whole_service)
    schema = _schema(whole_service)
    schema.config.generation.update(modes=[generation])
    count = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        strategy = operation.as_strategy(generation_mode=generation)
        count += _tried(whole_service, operation.label, strategy)
    assert count >= 150


def _tried(service: Service, name: str, strategy: Any) -> int:
    """Requests of one route; each must be answered, and not by a 5xx."""
    asked = [0]

    @drawn(
        max_examples=EXAMPLES,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        derandomize=True,
        database=None,
    )
    @given(case=strategy)
    def run(case: Any) -> None:
        asked[0] += 1
        if case.path_parameters and "table" in case.path_parameters and asked[0] % 2:
            case.path_parameters["table"] = "fuzzed"  # so that half of them reach a table
        case.headers = {**(case.headers or {}), "Accept": "application/json"}  # a stream has no end
        response = case.call(headers={"Authorization": f"Bearer {service.platform}"}, timeout=20)
        assert response.status_code < 500, (name, response.text)
        if response.status_code >= 400:
            assert response.json()["status"] == response.status_code, (name, response.text)
        if case.operation.label == "DELETE /v1/tables/{table}":
            _reopen(service)

    with suppress(SkipTest):  # nothing of this route can be made wrong
        run()
    return asked[0]


def _reopen(service: Service) -> None:
    """The table at which a game runs is there again; the others are closed, so that others may be opened."""
    with service.speaker() as platform:
        for listed in platform.tables():
            platform.close_table(listed["table"])
        platform.open_table("fuzzed")
        platform.send("fuzzed", "game.start", data={"seed": "1", "players": PLAYERS, "mode": "leading"})


def test_strange_headers_are_no_fault_of_ours(open_service: Service) -> None:
    odd = [
        {"Content-Length": "-1"},
        {"Content-Length": "abc"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json; charset=utf-7"},
        {"Accept": "\u00e9\u00e8"},
        {"Last-Event-ID": "9" * 400},
        {"Last-Event-ID": "-1"},
        {"Idempotency-Key": ""},
        {"Idempotency-Key": "k" * 300},
        {"Origin": "null"},
        {"Expect": "100-continue"},
        {"Transfer-Encoding": "chunked"},
        {"Cookie": "a=" + "b" * 20_000},
    ]
    with httpx.Client(base_url=open_service.address, trust_env=False, timeout=5.0) as client:
        for headers in odd:
            encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
            token = (b"Authorization", f"Bearer {open_service.platform}".encode())
            for method, path in (("GET", "/v1/tables/fuzzed/events"), ("POST", "/v1/tables")):
                try:
                    response = client.request(method, path, headers=[*encoded, token], content=b"{}")
                except (httpx.RemoteProtocolError, httpx.LocalProtocolError, httpx.ReadTimeout):
                    continue
                assert response.status_code < 500, (headers, response.text)
