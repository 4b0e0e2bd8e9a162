"""`consigliere moderation`: judge presence, nudity alarms and instants of absence on labelled inputs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from datasets.evaluation.index import INDEX, Fault, UnusableIndex
from models.errors import ModelError
from models.runtime import forced_engine
from service.cli.errors import CommandError
from service.cli.evaluate import Html, Json, Rules, listed, without_path
from service.cli.outputs import publish, spare_inputs
from service.cli.progress import progress
from service.cli.watch import read_policy
from service.eye import open_table_models
from service.media import SourceError, read_picture
from service.moderation.as_page import as_page
from service.moderation.clips import Watched, watch
from service.moderation.index import read_index
from service.moderation.looking import Seen, look
from service.moderation.report import as_json, summary
from service.moderation.report import evaluate as measure

app = typer.Typer(help="Judge how well an empty seat and a naked body are told.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Keeps `evaluate` a command of its own though it is the only one."""


@app.command()
def evaluate(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Pictures, clips and their index.csv.")],
    html: Html = None,
    output: Json = None,
    rules: Rules = None,
) -> None:
    """Judge presence and nudity on labelled pictures, and the instants of absence on labelled clips."""
    policy = read_policy(rules)
    try:
        rows, faults = read_index(folder)
        models = open_table_models(forced_engine())
    except (UnusableIndex, ModelError) as error:
        raise CommandError(str(error)) from error
    settings = {rules} if rules is not None else set()
    spare_inputs([html, output], {row.path for row in rows} | {folder / INDEX} | settings)
    seen: list[Seen] = []
    clips: list[Watched] = []
    with progress("judging", len(rows)) as advance:
        for row in rows:
            try:
                if row.absences is None:
                    seen.append(look(read_picture(row.path), row, models, policy))
                else:
                    clips.append(watch(row, models, policy))
            except SourceError as error:
                faults.append(Fault(row.file, without_path(error, row.path)))
            advance()
    if not seen and not clips:
        raise CommandError(f"{folder}: nothing could be judged; {listed(faults)}")
    done = measure(folder.name or str(folder), seen, clips, faults)
    publish(lambda: as_page(done), lambda: as_json(done), lambda: summary(done), html, output)
    if faults:
        raise CommandError(f"{folder}: left out {listed(faults)}")
