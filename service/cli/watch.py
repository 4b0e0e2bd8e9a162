"""`consigliere watch`: the whole pipeline and the referee over inputs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import typer

from models.errors import ModelError
from models.runtime import forced_engine, verdict
from service import ruleset
from service.cli.errors import CommandError
from service.cli.inputs import assign_seats
from service.events import Event
from service.eye import open_table_models
from service.gestures import vocabulary_file
from service.media import SourceError
from service.media.jsonl import JsonLines
from service.watch.annotate import SHEET
from service.watch.narrate import headline
from service.watch.session import Request, Summary, watch_table
from vision.gestures.vocabulary import Vocabulary
from vision.policy import TablePolicy
from vision.table import TableModels


class Speed(Enum):
    """How fast inputs are read."""

    MAX = "max"
    REAL = "real"


def watch(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INPUT...",
            help="A video, a folder of pictures (shown in order, one a second; no videos), a camera index"
            " or a URL; SEAT=INPUT names its seat.",
        ),
    ] = None,
    jsonl: Annotated[
        str | None, typer.Option(metavar="FILE|-", help="Events, one JSON object a line.")
    ] = None,
    annotate: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A video a seat with the overlay.")
    ] = None,
    speed: Annotated[
        Speed, typer.Option(help="As fast as possible, or as fast as it was filmed.")
    ] = Speed.MAX,
    rules: Annotated[
        Path | None, typer.Option("--ruleset", metavar="FILE", help="Thresholds and policies (TOML).")
    ] = None,
    vocabulary: Annotated[
        Path | None, typer.Option("--vocabulary", metavar="FILE", help="Meanings and learnt signs (JSON).")
    ] = None,
    table: Annotated[str, typer.Option(help="The table's name in events.")] = "table",
    limit: Annotated[float | None, typer.Option(min=0.0, help="Stop after that many seconds.")] = None,
) -> None:
    """Watch a table: hands, presence, nudity, cameras; tell what happens."""
    pace: Literal["max", "real"] = "real" if speed is Speed.REAL else "max"
    request = Request(
        seats=assign_seats(inputs or []),
        table=table,
        speed=pace,
        jsonl=jsonl,
        annotate=annotate,
        limit=limit,
        policy=read_policy(rules, vocabulary),
    )
    summary = run(request, quiet=jsonl == "-")
    close(summary, request)
    answer_for(summary)


def read_policy(path: Path | None, vocabulary: Path | None = None) -> TablePolicy:
    """The policy of a rule set over a vocabulary file; the default one where neither is named."""
    try:
        words = Vocabulary() if vocabulary is None else vocabulary_file.read(vocabulary)
        policy = TablePolicy(vocabulary=words)
        return policy if path is None else ruleset.load(path, policy)
    except (ruleset.RulesetError, vocabulary_file.VocabularyFileError) as error:
        raise CommandError(str(error)) from error


def run(request: Request, *, quiet: bool = False, on_event: Callable[[Event], None] | None = None) -> Summary:
    """Watch; what happens is told on stdout as it happens, unless `quiet`.

    Raises:
        CommandError: an input, an output or a model that cannot be used.
    """

    _spare_inputs(request)
    lost: list[str] = []

    def lose(text: str) -> None:
        lost.append(text)
        _complain(text)

    words = JsonLines("-", lose, on_leaving=_complain)

    def tell(event: Event) -> None:
        if not quiet:
            words.write(line(event))
        if on_event is not None:
            on_event(event)

    try:
        summary = watch_table(request, _announced_models, tell, _complain, _note)
    except (SourceError, ModelError) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}; choose another place") from error
    summary.failures += lost
    return summary


def _spare_inputs(request: Request) -> None:
    """Refuse outputs that would be written over an input.

    Raises:
        CommandError: naming both.
    """
    outputs = [] if request.jsonl in (None, "-") else [Path(str(request.jsonl))]
    if request.annotate is not None:
        outputs += [
            request.annotate / name for name in (SHEET, *(f"seat-{seat}.mp4" for seat in request.seats))
        ]
    for spec in request.seats.values():
        if (
            request.annotate is not None
            and Path(spec).is_dir()
            and Path(spec).resolve() == request.annotate.resolve()
        ):
            raise CommandError(f"{request.annotate} is the input {spec}; choose another place for the output")
        for output in outputs:
            if output.exists() and Path(spec).exists() and output.samefile(spec):
                raise CommandError(f"{output} is the input {spec}; choose another place for the output")


def line(event: Event) -> str:
    """An event as people read it."""
    return f"{event.t:8.2f} s  seat {event.seat:>2}  {headline(event)}"


def close(summary: Summary, request: Request) -> None:
    """Say on stderr what was done and where the outputs lie."""
    ended = "stopped" if summary.interrupted else "done"
    if summary.failures:
        ended += ", but not everything could be written"
    print(
        f"{ended}: {summary.frames} frames of {len(request.seats)} seats, {summary.until:.1f} s, "
        f"{summary.events} events",
        file=sys.stderr,
    )
    if request.annotate is not None:
        print(f"annotated videos and the contact sheet: {request.annotate}", file=sys.stderr)
    if request.jsonl not in (None, "-"):
        print(f"events: {request.jsonl}", file=sys.stderr)


def answer_for(summary: Summary) -> None:
    """Leave with status 1 where an output is not whole: what was asked for was not done.

    Raises:
        typer.Exit: then.
    """
    if summary.failures:
        raise typer.Exit(1)


def _announced_models() -> TableModels:
    forced = forced_engine()
    print(f"engine: {forced.label if forced else verdict()}", file=sys.stderr)
    return open_table_models(forced)


def _note(text: str) -> None:
    print(text, file=sys.stderr)


def _complain(text: str) -> None:
    print(f"consigliere: {text}", file=sys.stderr)
