"""`consigliere keys`: keys of platforms."""

from __future__ import annotations

from typing import Annotated

import typer

from service.cli.config import ConfigFile, settings_of
from service.cli.errors import CommandError
from service.cli.stored import as_json, database_of, moment, now_ms, operator, written
from service.keys import store
from service.keys.scopes import SCOPES
from service.keys.store import NoSuchKey

app = typer.Typer(help="Keys of platforms: named, limited to scopes, revoked at once.", no_args_is_help=True)
_Json = Annotated[bool, typer.Option("--json", help="One JSON value.")]
_Id = Annotated[str, typer.Argument(metavar="ID", help="As `keys list` names it.")]


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="For people, as game-server.")],
    scope: Annotated[
        list[str], typer.Option(metavar="S", help=f"What it opens, once or more: {', '.join(SCOPES)}.")
    ],
    days: Annotated[
        float | None, typer.Option(metavar="N", min=0.001, max=3660, help="How long; else for good.")
    ] = None,
    json: _Json = False,
    config: ConfigFile = None,
) -> None:
    """Make a key and print it, this once."""
    at_ms = now_ms()
    ends = None if days is None else at_ms + int(days * 86_400_000)
    with database_of(settings_of(config)) as database:
        try:
            made = written(
                database, lambda c: store.create(c, name, scope, at_ms, expires_ms=ends, actor=operator())
            )
        except ValueError as error:
            raise CommandError(str(error)) from error
    _show(made, json)


@app.command("list")
def list_keys(json: _Json = False, config: ConfigFile = None) -> None:
    """All keys, those that were revoked, too; never what opens."""
    now = now_ms()
    with database_of(settings_of(config)) as database:
        keys = database.read(store.listed)
    if json:
        as_json(
            [
                {
                    "id": key.id,
                    "name": key.name,
                    "scopes": list(key.scopes),
                    "state": key.state(now),
                    "created_ms": key.created_ms,
                    "expires_ms": key.expires_ms,
                    "used_ms": key.used_ms,
                }
                for key in keys
            ]
        )
        return
    for key in keys:
        used = f"used {moment(key.used_ms)}" if key.used_ms is not None else "never used"
        ends = f", until {moment(key.expires_ms)}" if key.expires_ms is not None else ""
        print(f"{key.id}  {key.state(now):8} {key.name}: {', '.join(key.scopes)}; {used}{ends}")


@app.command()
def revoke(key: _Id, config: ConfigFile = None) -> None:
    """End a key: two seconds later it opens nothing at any sidecar."""
    with database_of(settings_of(config)) as database:
        try:
            written(database, lambda c: store.revoke(c, key, now_ms(), operator()))
        except NoSuchKey as error:
            raise CommandError(str(error)) from error
    print(f"{key} is revoked")


@app.command()
def rotate(
    key: _Id,
    overlap: Annotated[
        float, typer.Option(metavar="H", min=0, max=8760, help="Hours for which the old one opens, too.")
    ] = store.OVERLAP / 3600,
    json: _Json = False,
    config: ConfigFile = None,
) -> None:
    """Make the next key with the same name and scopes and print it, this once."""
    seconds = overlap * 3600
    with database_of(settings_of(config)) as database:
        try:
            made = written(
                database, lambda c: store.rotate(c, key, now_ms(), overlap=seconds, actor=operator())
            )
        except NoSuchKey as error:
            raise CommandError(str(error)) from error
    _show(made, json)


def _show(made: tuple[str, str], json: bool) -> None:
    identifier, text = made
    if json:
        as_json({"id": identifier, "key": text})
    else:
        print(text)
