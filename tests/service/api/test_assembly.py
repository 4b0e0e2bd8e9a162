"""The sidecar as its settings want it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from service.api.assembly import assemble, network
from service.config import Settings
from tests.vision.recorded import RecordedEye


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONSIGLIERE_HOME", str(tmp_path))


def _settings(**sections: object) -> Settings:
    return Settings.model_validate(sections)


def _answers(app: FastAPI, *paths: str) -> list[httpx.Response]:
    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client,
        ):
            return [await client.get(path) for path in paths]

    return asyncio.run(ask())


def test_all_routes_are_there() -> None:
    app = assemble(_settings(), RecordedEye().models)
    page, alive, ready, metrics, openapi = _answers(
        app, "/", "/healthz", "/readyz", "/metrics", "/v1/openapi.json"
    )
    assert [page.status_code, alive.status_code, ready.status_code, metrics.status_code] == [200] * 4
    for kind in ("whip", "avatar", "events", "pictures"):
        assert f'consigliere_connections{{kind="{kind}"}} 0.0' in metrics.text
    paths = openapi.json()["paths"]
    assert {"/healthz", "/readyz", "/metrics", "/v1/tables/{table}/seats/{seat}/whip"} <= paths.keys()


def test_what_is_switched_off_is_not_there() -> None:
    app = assemble(_settings(server={"page": False}, metrics={"access": "off"}), RecordedEye().models)
    page, metrics, alive = _answers(app, "/", "/metrics", "/healthz")
    assert (page.status_code, metrics.status_code, alive.status_code) == (404, 404, 200)


def test_publishers_are_told_of_the_ice_servers_of_the_settings() -> None:
    server = {
        "urls": ("turn:a.example:3478", "turns:a.example:5349"),
        "username": "u",
        "credential": SecretStr("p"),
    }
    found = network(_settings(webrtc={"hosts": ("127.0.0.1",), "ice_servers": (server,)}))
    assert found.hosts == ("127.0.0.1",)
    assert [one.url for one in found.servers] == ["turn:a.example:3478", "turns:a.example:5349"]
    assert 'credential="p"' in found.servers[0].link()
