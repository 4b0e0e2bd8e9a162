"""`consigliere gestures evaluate`: judge the eye on labelled pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from datasets.evaluation.as_json import as_json
from datasets.evaluation.as_page import as_page
from datasets.evaluation.index import INDEX, Fault, UnusableIndex, read_index
from datasets.evaluation.looking import Eye, Seen
from datasets.evaluation.report import Evaluation
from datasets.evaluation.report import evaluate as measure
from models.errors import ModelError
from models.runtime import forced_engine
from service.cli.errors import CommandError
from service.cli.outputs import publish, spare_inputs
from service.cli.progress import progress
from service.cli.watch import read_policy
from service.eye import open_hand_models, open_model
from service.media import SourceError, read_picture
from vision.policy import TablePolicy

Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="The report as one page.")]
Json = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="The report as JSON.")]
Rules = Annotated[
    Path | None, typer.Option("--ruleset", metavar="FILE", help="Thresholds and policies (TOML).")
]
Used = Annotated[
    Path | None, typer.Option("--vocabulary", metavar="FILE", help="Meanings and learnt signs (JSON).")
]


def evaluate(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Pictures and their index.csv.")],
    html: Html = None,
    output: Json = None,
    rules: Rules = None,
    vocabulary: Used = None,
) -> None:
    """Judge how well the shapes of labelled pictures are told, as `classify` sees them."""
    policy = read_policy(rules, vocabulary)
    words = policy.vocabulary
    try:
        rows, faults = read_index(folder, words.shapes)
    except UnusableIndex as error:
        raise CommandError(str(error)) from error
    settings = {path for path in (rules, vocabulary) if path is not None}
    spare_inputs([html, output], {row.path for row in rows} | {folder / INDEX} | settings)
    eye = open_eye(policy)
    seen: list[Seen] = []
    with progress("judging", len(rows)) as advance:
        for row in rows:
            try:
                seen.append(eye.look(read_picture(row.path), row))
            except SourceError as error:
                faults.append(Fault(row.photograph.file, without_path(error, row.path)))
            advance()
    if not seen:
        raise CommandError(f"{folder}: no picture could be judged; {listed(faults)}")
    done = measure(folder.name or str(folder), seen, faults, words.shapes, words.forbidden_shape)
    publish(lambda: as_page(done), lambda: as_json(done), lambda: _summary(done), html, output)
    if faults:
        raise CommandError(f"{folder}: left out {listed(faults)}")


def open_eye(policy: TablePolicy) -> Eye:
    """The models that find hands and name their shapes."""
    try:
        return Eye(open_hand_models(forced_engine()), open_model("shapes"), policy)
    except ModelError as error:
        raise CommandError(str(error)) from error


def _summary(done: Evaluation) -> str:
    counted, danger = done.counted, done.danger
    found = "" if counted.found is None else f" ({counted.found.macro_f1:.3f} of the hands found)"
    lines = [
        f"{counted.pictures} pictures, {counted.shown} hands shown, {counted.missing} not found",
        f"macro F1 {counted.macro_f1:.3f}{found}, accuracy {counted.accuracy:.3f}, "
        f"calibration error {done.calibration_error:.3f}",
        f"forbidden ({danger.shape}): {danger.told.right} of {danger.told.support} told, "
        f"{danger.false_alarms} false alarms on {danger.others} other hands",
    ]
    lines += [
        f"  {part.name:<40.40} macro F1 {part.counted.macro_f1:.3f} over {len(part.counted.shapes)} shapes, "
        f"{part.counted.shown} hands"
        for part in done.slices.get("source", ())
    ]
    low = sorted(counted.shapes, key=lambda one: one.f1)[:5]
    lines.append("lowest: " + ", ".join(f"{one.shape} {one.f1:.3f}" for one in low))
    return "\n".join(lines)


def listed(faults: list[Fault]) -> str:
    """The first few of the rows that are left out, in one line."""
    named = ", ".join(f"{fault.file} ({fault.reason})" for fault in faults[:3])
    rest = f" and {len(faults) - 3} more" if len(faults) > 3 else ""
    return f"{len(faults)} of the rows: {named}{rest}"


def without_path(error: SourceError, path: Path) -> str:
    """What went wrong with an input, less its name."""
    return str(error).removeprefix(f"{path}: ").replace(f": {path}", "")
