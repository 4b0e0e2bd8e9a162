"""`consigliere config`: look settings through, show what is in force, explain every field."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from service.cli.errors import CommandError
from service.config import ConfigError, Fault, Reading, Settings, read
from service.config.describe import is_secret, leaves, shown
from service.config.explain import UnknownKey, example, explained
from service.config.files import faults as faults_of_files

app = typer.Typer(help="The settings of the sidecar.", no_args_is_help=True)
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="Settings (TOML); else CONSIGLIERE_CONFIG, else ./consigliere.toml."
    ),
]
_File = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]",
        help="Settings (TOML); else CONSIGLIERE_CONFIG, else ./consigliere.toml.",
        show_default=False,
    ),
]


@app.command()
def check(file: _File = None) -> None:
    """Tell everything that is wrong with the settings and the files they name; status 2 if anything is."""
    reading = _read(file)
    _refuse(faults_of_files(reading.settings))
    print(f"{reading.file or 'the defaults'}: the sidecar can be started with it")


@app.command()
def show(
    file: _File = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """The values in force, and where each comes from; secrets are hidden."""
    reading = _read(file)
    if as_json:
        print(json.dumps(_as_dict(reading), indent=1, ensure_ascii=False))
        return
    section = ""
    for name, key, _ in leaves():
        if name != section:
            print(f"{'' if not section else chr(10)}[{name}]")
            section = name
        value = getattr(getattr(reading.settings, name), key)
        print(f"{_line(key, value):<60} # {reading.origins.get(f'{name}.{key}', 'default')}".rstrip())


@app.command()
def explain(
    key: Annotated[
        str | None,
        typer.Argument(
            metavar="[KEY]", help="A section or a field, as server or server.port.", show_default=False
        ),
    ] = None,
) -> None:
    """Explain a field, a section, or print an example file that explains them all."""
    try:
        print(example() if key is None else explained(key), end="")
    except UnknownKey as error:
        raise CommandError(str(error)) from error


def settings_of(file: Path | None) -> Settings:
    """The settings in force, for commands that need them.

    Raises:
        CommandError: with the last of what is wrong; all before it is told on stderr.
    """
    return _read(file).settings


def _read(file: Path | None) -> Reading:
    try:
        return read(file)
    except ConfigError as error:
        _refuse(error.faults)
        raise


def _refuse(faults: Sequence[Fault]) -> None:
    if not faults:
        return
    for fault in faults[:-1]:
        print(f"consigliere: {fault}", file=sys.stderr)
    raise CommandError(str(faults[-1]))


def _line(key: str, value: Any) -> str:
    return f"# {key} is not set" if value is None else f"{key} = {shown(value)}"


def _as_dict(reading: Reading) -> dict[str, dict[str, Any]]:
    values = reading.settings.model_dump(mode="json")
    found: dict[str, dict[str, Any]] = {}
    for section, key, field in leaves():
        value = values[section][key]
        origin = reading.origins.get(f"{section}.{key}", "default")
        hidden = is_secret(field) and value is not None
        found.setdefault(section, {})[key] = {"value": "(hidden)" if hidden else value, "from": origin}
    return found
