"""`consigliere webhooks`: who is told what happens, and what could not be told."""

from __future__ import annotations

import asyncio
import secrets
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated

import typer

from rules.events import Json
from service.audit import append
from service.cli.config import ConfigFile, settings_of
from service.cli.errors import CommandError
from service.cli.stored import as_json, database_of, moment, now_ms, operator, written
from service.config import Settings
from service.delivery import endpoints, letters
from service.delivery.endpoints import NoSuchEndpoint
from service.delivery.messages import cloud_event
from service.delivery.posting import Outcome, Poster
from service.delivery.signing import Vault, headers
from service.delivery.targets import BadTarget, target
from service.sealing import SealBroken
from service.storage.database import Database

app = typer.Typer(help="Endpoints that are told what happens.", no_args_is_help=True)
_Json = Annotated[bool, typer.Option("--json", help="One JSON value.")]
_Id = Annotated[str, typer.Argument(metavar="ID", help="As `webhooks list` names it.")]
_Endpoint = Annotated[str | None, typer.Option(metavar="ID", help="Of that endpoint alone.")]


@app.command()
def add(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where messages are posted to, https://...")],
    only: Annotated[
        list[str] | None,
        typer.Option("--type", metavar="T", help="Types of events, once or more, as ballot.*; else all."),
    ] = None,
    ordered: Annotated[
        bool, typer.Option("--ordered", help="Each message waits until the one before has arrived.")
    ] = False,
    json: _Json = False,
    config: ConfigFile = None,
) -> None:
    """Tell somebody from now on; prints the secret that signs, this once."""
    settings = settings_of(config)
    vault = _vault(settings)
    try:
        target(url, settings.webhooks.delivery().reach)
    except BadTarget as error:
        raise CommandError(f"the address {error}") from error
    with database_of(settings) as database:
        name, secret = written(
            database,
            lambda c: endpoints.add(
                c, vault, url, now_ms(), types=only or (), ordered=ordered, actor=operator()
            ),
        )
    _show_secret(name, secret, json)


@app.command("list")
def list_endpoints(json: _Json = False, config: ConfigFile = None) -> None:
    """All endpoints, and how many messages they have."""
    with database_of(settings_of(config)) as database:
        found, messages = database.read(endpoints.listed), database.read(letters.waiting_of)
    if json:
        as_json([{**asdict(one), "messages": messages.get(one.id, {})} for one in found])
        return
    for one in found:
        told = ", ".join(one.types) or "everything"
        order = ", in order" if one.ordered else ""
        state = "" if one.disabled_ms is None else f"; DISABLED {moment(one.disabled_ms)}: {one.reason}"
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(messages.get(one.id, {}).items()))
        print(f"{one.id}  {one.url}: {told}{order}; {counts or 'no messages'}{state}")


@app.command("test")
def send_test(endpoint: _Id, json: _Json = False, config: ConfigFile = None) -> None:
    """Send a message `webhook.test` now, once, and tell what came of it; status 2 unless it arrived."""
    settings = settings_of(config)
    vault = _vault(settings)
    with _endpoints(settings) as database:
        one = database.read(lambda c: endpoints.found(c, endpoint))
        try:
            keys = database.read(lambda c: endpoints.keys(c, vault, endpoint, now_ms()))
        except SealBroken as error:
            raise CommandError(f"{endpoint}: {error}") from error
        outcome = asyncio.run(_tried(settings, one.url, keys))
        detail = {"outcome": outcome.told}
        written(
            database,
            lambda c: append(c, operator(), "webhook.tested", f"webhook/{endpoint}", detail, now_ms()),
        )
    if json:
        as_json({"result": outcome.result, "told": outcome.told})
    if outcome.result != "delivered":
        raise CommandError(f"{endpoint}: {outcome.result}: {outcome.told}")
    if not json:
        print(f"{endpoint}: delivered, {outcome.told}")


@app.command()
def dead(endpoint: _Endpoint = None, json: _Json = False, config: ConfigFile = None) -> None:
    """What could not be delivered in three days, or because its endpoint is gone."""
    with database_of(settings_of(config)) as database:
        found = database.read(lambda c: letters.dead(c, endpoint))
    if json:
        as_json([asdict(letter) for letter in found])
        return
    for letter in found:
        print(
            f"{letter.number:>7}  {letter.endpoint}  {moment(letter.at_ms)}  {letter.type}  {letter.message}"
            f"  after {letter.attempts} attempts: {letter.outcome}"
        )


@app.command()
def resend(
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="[N...]", help="As `webhooks dead` counts them.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All that are dead.")] = False,
    endpoint: _Endpoint = None,
    delivered: Annotated[
        float | None,
        typer.Option(
            "--delivered-since", metavar="H", min=0, help="Also what was delivered in the last H hours."
        ),
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Try messages again from the beginning, with the same identifiers and bytes."""
    if not (numbers or everything or endpoint or delivered is not None):
        raise CommandError("which? write numbers, --endpoint ID, --delivered-since H or --all")
    now = now_ms()
    since = None if delivered is None else now - int(delivered * 3_600_000)
    with _endpoints(settings_of(config)) as database:
        if endpoint is not None:
            database.read(lambda c: endpoints.found(c, endpoint))
        count = written(
            database,
            lambda c: letters.resend(
                c,
                now,
                numbers=numbers or None,
                endpoint=endpoint,
                delivered_since_ms=since,
                actor=operator(),
            ),
        )
    print(f"{count} messages will be sent again; a running sidecar does it")


@app.command()
def rotate(
    endpoint: _Id,
    overlap: Annotated[
        float, typer.Option(metavar="H", min=0, max=8760, help="Hours for which the old ones sign, too.")
    ] = endpoints.OVERLAP / 3600,
    json: _Json = False,
    config: ConfigFile = None,
) -> None:
    """Sign with a new secret and print it, this once."""
    settings = settings_of(config)
    vault = _vault(settings)
    with _endpoints(settings) as database:
        secret = written(
            database,
            lambda c: endpoints.rotate(
                c, vault, endpoint, now_ms(), overlap=overlap * 3600, actor=operator()
            ),
        )
    _show_secret(endpoint, secret, json)


@app.command()
def enable(endpoint: _Id, config: ConfigFile = None) -> None:
    """Tell a disabled endpoint again what happens from now on; `resend` brings what it missed."""
    with _endpoints(settings_of(config)) as database:
        written(database, lambda c: endpoints.enable(c, endpoint, now_ms(), operator()))
    print(f"{endpoint} is told again")


@app.command()
def disable(endpoint: _Id, config: ConfigFile = None) -> None:
    """Tell an endpoint nothing more; what waits for it is dead."""
    with _endpoints(settings_of(config)) as database:
        written(database, lambda c: endpoints.disable(c, endpoint, "by command", now_ms(), operator()))
    print(f"{endpoint} is told nothing more")


@app.command()
def remove(endpoint: _Id, config: ConfigFile = None) -> None:
    """Forget an endpoint, its secrets and its messages."""
    with _endpoints(settings_of(config)) as database:
        untold = written(database, lambda c: endpoints.remove(c, endpoint, now_ms(), operator()))
    print(f"{endpoint} is forgotten; {untold} messages had not been delivered")


@contextmanager
def _endpoints(settings: Settings) -> Iterator[Database]:
    """The database, for a command about an endpoint that may not be there."""
    with database_of(settings) as database:
        try:
            yield database
        except NoSuchEndpoint as error:
            raise CommandError(str(error)) from error


def _vault(settings: Settings) -> Vault:
    try:
        return Vault(settings.auth.key())
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}; name another secret_file") from error
    except ValueError as error:
        raise CommandError(str(error)) from error


async def _tried(settings: Settings, url: str, keys: list[str]) -> Outcome:
    delivery = settings.webhooks.delivery()
    try:
        poster = Poster(delivery.reach, delivery.patience, authorities=delivery.authorities)
    except (OSError, ssl.SSLError) as error:
        raise CommandError(f"webhooks.authorities: {error}; name a PEM file") from error
    message = f"test-{secrets.token_hex(8)}"
    line: dict[str, Json] = {
        "id": message,
        "type": "webhook.test",
        "table": "test",
        "seat": 0,
        "t": 0.0,
        "data": {},
    }
    body = cloud_event(message, line, now_ms(), delivery.source)
    return await poster.post(url, headers(message, body, time.time(), keys), body)


def _show_secret(name: str, secret: str, json: bool) -> None:
    if json:
        as_json({"id": name, "secret": secret})
    else:
        print(f"{name} {secret}")
