"""`consigliere audit`: is the chain whole, what does it say, and a signature of how it stands."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from service.audit import checkpoints
from service.audit.chain import Entry
from service.audit.checkpoints import Checkpoint, CheckpointError, Signer
from service.audit.keeping import append_line
from service.audit.verify import Verdict, entries
from service.audit.verify import verify as verified
from service.cli.config import ConfigFile, settings_of
from service.cli.errors import CommandError
from service.cli.stored import as_json, database_of, moment, now_ms
from service.config import Settings

app = typer.Typer(help="The audit chain: who did what to what.", no_args_is_help=True)
_Json = Annotated[bool, typer.Option("--json", help="JSON.")]


@app.command()
def verify(
    against: Annotated[
        Path | None,
        typer.Option(
            "--checkpoints",
            metavar="FILE",
            help="Signed checkpoints that were kept elsewhere: they tell what is missing at the end.",
        ),
    ] = None,
    public_key: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="That signed them; else the one of audit.key on this machine."),
    ] = None,
    json: _Json = False,
    config: ConfigFile = None,
) -> None:
    """Look at every link and name the first that is broken; status 2 if one is."""
    settings = settings_of(config)
    signed = _kept(settings, against, public_key)
    with database_of(settings) as database:
        verdict = verified(database, signed)
    if json:
        as_json(_as_dict(verdict, len(signed)))
        if verdict.broken is not None:
            raise typer.Exit(2)
        return
    if verdict.broken is not None:
        raise CommandError(_broken(verdict))
    proved = f"{len(signed)} checkpoints fit" if signed else "no checkpoint proves its end"
    print(f"{verdict.count} entries, every link holds; {proved}; the last is {verdict.head.hex()}")


@app.command()
def show(
    after: Annotated[int, typer.Option(metavar="N", min=0, help="From the entry after that one on.")] = 0,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="So many at most.")] = 100,
    json: _Json = False,
    config: ConfigFile = None,
) -> None:
    """What the chain says, oldest first."""
    with database_of(settings_of(config)) as database:
        for _, entry in zip(range(limit), entries(database, after), strict=False):
            if json:
                as_json(_entry(entry))
            else:
                print(
                    f"{entry.number:>7}  {moment(entry.at_ms)}  {entry.actor}  {entry.action}"
                    f"  {entry.object}  {entry.detail}"
                )


@app.command()
def checkpoint(
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append it there, best on another machine; else it is printed."),
    ] = None,
    json: _Json = False,
    config: ConfigFile = None,
) -> None:
    """Verify the chain, against the file's checkpoints too, and sign how it stands now."""
    settings = settings_of(config)
    signer = _signer(settings)
    signed = _kept(settings, to if to is not None and to.exists() else None, signer.public)
    with database_of(settings) as database:
        verdict = verified(database, signed)
        if verdict.broken is not None:
            raise CommandError(f"{_broken(verdict)}; nothing was signed")
        if not verdict.count:
            raise CommandError("the chain is empty; there is nothing to sign yet")
    line = signer.signed(Checkpoint(verdict.count, verdict.head, now_ms()))
    if to is None:
        print(line)
        return
    _append(to, line)
    if json:
        as_json({"number": verdict.count, "hash": verdict.head.hex(), "key": signer.public})
    else:
        print(f"entry {verdict.count} is signed; the public key is {signer.public}")


def _kept(settings: Settings, path: Path | None, public: str | None) -> Sequence[Checkpoint]:
    """The checkpoints of a file, whose signatures are good."""
    if path is None:
        return ()
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: cannot be read ({error})") from error
    if public is None and not settings.audit.key_place.exists():
        raise CommandError("whose checkpoints are they? name the key that signed them by --public-key")
    try:
        return checkpoints.read(lines, str(path), public or _signer(settings).public)
    except CheckpointError as error:
        raise CommandError(str(error)) from error


def _signer(settings: Settings) -> Signer:
    place = settings.audit.key_place
    try:
        return checkpoints.stored_signer(place)
    except CheckpointError as error:
        raise CommandError(f"{error}; name another audit.key") from error
    except OSError as error:
        raise CommandError(f"{place}: {error.strerror}; name another audit.key") from error


def _append(path: Path, line: str) -> None:
    try:
        append_line(path, line)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}; the checkpoint is {line}") from error


def _broken(verdict: Verdict) -> str:
    assert verdict.broken is not None
    return f"entry {verdict.broken.number} ({verdict.broken.kind}): {verdict.broken.told}"


def _as_dict(verdict: Verdict, checked: int) -> dict[str, Any]:
    broken = verdict.broken
    return {
        "whole": broken is None,
        "entries": verdict.count,
        "head": verdict.head.hex(),
        "checkpoints": checked,
        "broken": broken and {"number": broken.number, "kind": broken.kind, "told": broken.told},
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "at_ms": entry.at_ms,
        "actor": entry.actor,
        "action": entry.action,
        "object": entry.object,
        "detail": jsonlib.loads(entry.detail),
        "prev": entry.prev.hex(),
        "hash": entry.hash.hex(),
    }
