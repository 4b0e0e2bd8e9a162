"""Liveness and readiness of the real application."""

from __future__ import annotations

import httpx
from fastapi import FastAPI

from service.api import problems
from service.api.app import drain
from service.ops import health
from tests.service.ops.watched import operated, run


def test_a_sidecar_that_looks_is_alive_and_ready() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            sidecar.open()
            alive, ready = await sidecar.client.get("/healthz"), await sidecar.client.get("/readyz")
            assert (alive.status_code, alive.json()) == (200, {"status": "ok"})
            assert (ready.status_code, ready.json()) == (200, {"status": "ready", "tables": 1})

    run(test)


def test_one_that_drains_is_alive_and_not_ready() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            drain(sidecar.app)
            assert (await sidecar.client.get("/healthz")).status_code == 200
            ready = await sidecar.client.get("/readyz")
            assert ready.status_code == 503
            assert ready.headers["content-type"] == "application/problem+json"
            assert ready.headers["retry-after"] == "5"
            assert ready.json()["type"] == "urn:consigliere:problem:not-ready"
            assert ready.json()["reasons"] == ["draining: no table is opened any more"]

    run(test)


def test_one_whose_eye_has_ended_is_neither() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            sidecar.tables.eye.close()
            assert (await sidecar.client.get("/healthz")).status_code == 503
            ready = await sidecar.client.get("/readyz")
            assert ready.status_code == 503
            assert ready.json()["reasons"] == ["the eye's thread has ended"]

    run(test)


def test_one_whose_eye_is_stuck_is_not_ready() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            app = FastAPI()
            problems.install(app)
            app.state.tables, app.state.draining = sidecar.tables, False
            app.include_router(health.router(lambda: sidecar.tables.eye.passed + health.STALE + 20.0))
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                ready = await client.get("/readyz")
                assert ready.status_code == 503
                assert ready.json()["reasons"][0].startswith("the eye has not finished a round for")
                assert (await client.get("/healthz")).status_code == 200

    run(test)


def test_one_that_still_loads_its_models_is_alive_and_not_ready() -> None:
    async def test() -> None:
        app = FastAPI()
        problems.install(app)
        app.include_router(health.router())
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            assert (await client.get("/healthz")).status_code == 200
            ready = await client.get("/readyz")
            assert ready.status_code == 503
            assert ready.json()["reasons"] == ["the models are being loaded"]

    run(test)
