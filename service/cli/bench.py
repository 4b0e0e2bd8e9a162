"""`consigliere bench`: the frame-budget benchmark, the peer beside us."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from benchmarks.parts import Part
from datasets.demo import shipped
from models import store
from models.errors import ModelError
from models.runtime import forced_engine, verdict
from service.cli.errors import CommandError
from service.eye import open_table_models
from service.media import SourceError


def bench(
    output: Annotated[
        str | None, typer.Option("--json", metavar="FILE|-", help="The report as JSON.")
    ] = None,
    one_hand: Annotated[Path | None, typer.Option(help="A video with one hand in view all the time.")] = None,
    two_hands: Annotated[
        Path | None, typer.Option(help="A video with two hands in view all the time.")
    ] = None,
) -> None:
    """Measure the hands pipeline against MediaPipe, and each stage of the frame path."""
    from benchmarks import report  # brings MediaPipe in, which no other command needs

    try:
        bundle = store.path("hand_landmarker_task")
        models = open_table_models(forced_engine())
    except ModelError as error:
        raise CommandError(f"{error}; the benchmark needs consigliere models fetch --all") from error
    forced = forced_engine()
    engine = forced.label if forced else verdict().choice.label
    with _progress() as bar:
        task = bar.add_task("measuring", total=None)
        try:
            result = report.run(
                _parts(one_hand, two_hands),
                bundle,
                models,
                engine,
                lambda done, total: bar.update(task, completed=done, total=total),
            )
        except (SourceError, ValueError) as error:
            raise CommandError(str(error)) from error
    _write(json.dumps(result, indent=1), output)
    if output != "-":
        print("\n".join(report.summary_lines(result)))


def _parts(one_hand: Path | None, two_hands: Path | None) -> list[Part]:
    own = [Part(path, hands) for path, hands in ((one_hand, 1), (two_hands, 2)) if path is not None]
    if own and one_hand is None:
        raise CommandError("--two-hands needs --one-hand too: the ratios are those of one hand")
    return own or _shipped_parts()


def _shipped_parts() -> list[Part]:
    """Where hands are held up all the time in the demo's clips (`datasets/demo/README.md`)."""
    paths = {seat.seat: seat.path for seat in shipped()}
    return [Part(paths[4], 1, 2.6, 17.4), Part(paths[5], 2, 2.6, 9.0)]


def _progress() -> Bar:
    return Bar(
        TextColumn("measuring"),
        BarColumn(bar_width=40),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


def _write(text: str, output: str | None) -> None:
    if output == "-":
        print(text)
    elif output is not None:
        try:
            Path(output).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror}; choose another place") from error
