"""Reports into files: never over an input, `-` for stdout."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import typer

from service.cli.errors import CommandError


def spare_inputs(outputs: Iterable[Path | str | None], inputs: Iterable[Path]) -> None:
    """Refuse outputs that would be written over an input, or over each other, or cannot be written at all.

    Call it before the work, which would be lost otherwise.

    Raises:
        CommandError: naming it.
    """
    known = {path.resolve() for path in inputs}
    taken: set[Path] = set()
    for output in outputs:
        if output in (None, "-"):
            continue
        place = Path(str(output)).resolve()
        if place in known:
            raise CommandError(f"{output} is an input; choose another place for the output")
        if place in taken:
            raise CommandError(f"{output} is named for two outputs; choose another place for one")
        if not _writable(place):
            raise CommandError(f"{output}: cannot be written; choose a folder that is there and yours")
        taken.add(place)


def _writable(place: Path) -> bool:
    if place.exists():
        return not place.is_dir() and os.access(place, os.W_OK)
    return place.parent.is_dir() and os.access(place.parent, os.W_OK)


def write(text: str, output: Path | str | None) -> None:
    """Write a report: to a file, to stdout for `-`, nowhere for None.

    Raises:
        typer.Exit: with status 1, if the file cannot be written to its end.
    """
    if output is None:
        return
    if output == "-":
        print(text)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"consigliere: {output}: {error.strerror}; what it holds is not whole", file=sys.stderr)
        raise typer.Exit(1) from error


def publish(
    page: Callable[[], str],
    described: Callable[[], dict[str, Any]],
    told: Callable[[], str],
    html: Path | None,
    output: str | None,
) -> None:
    """Give a report out: as a page, as JSON, and on stdout in words unless the JSON goes there.

    Args:
        page: makes the HTML.
        described: makes what the JSON says.
        told: makes the words.
        html: where the page goes.
        output: where the JSON goes, `-` for stdout.

    Raises:
        typer.Exit: with status 1, if a file cannot be written to its end.
    """
    if html is not None:
        write(page(), html)
    if output is not None:
        write(json.dumps(described(), indent=1), output)
    if output != "-":
        print(told())
