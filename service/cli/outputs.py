"""Reports into files: never over an input, `-` for stdout."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from service.cli.errors import CommandError


def spare_inputs(outputs: Iterable[Path | str | None], inputs: Iterable[Path]) -> None:
    """Refuse outputs that would be written over an input, or over each other.

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
        taken.add(place)


def write(text: str, output: Path | str | None) -> None:
    """Write a report: to a file, to stdout for `-`, nowhere for None.

    Raises:
        CommandError: if the file cannot be written.
    """
    if output is None:
        return
    if output == "-":
        print(text)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{output}: {error.strerror}; choose another place") from error
