"""`consigliere gestures`: judge the eye on labelled pictures; the vocabulary, and signs of one's own."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from service.cli.classify import files_in
from service.cli.errors import CommandError
from service.cli.evaluate import Html, Json, Used, evaluate, open_eye
from service.cli.outputs import publish, spare_inputs
from service.cli.progress import progress
from service.gestures import report
from service.gestures.examples import look
from service.gestures.teaching import learn as teach
from service.gestures.vocabulary_file import VocabularyFileError, read, update
from vision.gestures.vocabulary import FORBIDDEN, NO_GESTURE, SHAPES, Vocabulary, VocabularyError, is_word
from vision.policy import TablePolicy

app = typer.Typer(
    help="Judge how well hand shapes are told; the vocabulary, and signs of one's own.",
    no_args_is_help=True,
)

app.command()(evaluate)

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_Kept = Annotated[Path, typer.Option("--vocabulary", metavar="FILE", help="The vocabulary file (JSON).")]
_DEFAULT_FILE = Path("vocabulary.json")


@app.command()
def learn(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the sign's shape is called.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="About 30 pictures of it.")],
    meaning: Annotated[
        str | None, typer.Option(metavar="GESTURE", help="What it means; its name unless said.")
    ] = None,
    vocabulary: _Kept = _DEFAULT_FILE,
    accept: Annotated[
        bool, typer.Option("--accept", help="Write the sign into the vocabulary if it is good enough.")
    ] = False,
    html: Html = None,
    output: Json = None,
) -> None:
    """Learn a sign from pictures, and report how good it is; with --accept it joins the vocabulary."""
    if not _NAME.fullmatch(name) or name in SHAPES:
        raise CommandError(
            f"{name}: a sign is named by small letters, digits and _, and not as one of {', '.join(SHAPES)}"
        )
    word = (meaning if meaning is not None else name).strip()
    if not is_word(word) or word == NO_GESTURE:
        raise CommandError(f"--meaning {word!r}: a gesture is a word of letters, digits, _ and -")
    if not folder.is_dir():
        raise CommandError(f"{folder}: no folder; give one with about 30 pictures of the sign")
    policy = TablePolicy(vocabulary=_read_if_there(vocabulary))
    files = list(files_in([folder]))
    spare_inputs([html, output, vocabulary], set(files))
    eye = open_eye(policy)
    with progress("looking", len(files)) as advance:
        examples = look(files, folder, eye.hands, eye.shapes, policy, lambda _: advance())
    lesson = teach(name, word, examples, eye.shapes, policy)
    written = None
    if accept and lesson.accepted and lesson.sign is not None:
        sign = lesson.sign
        written = _update(vocabulary, lambda before: before.taught(sign))
    version = None if written is None else written.version
    place = None if written is None else str(vocabulary)
    publish(
        lambda: report.as_page(lesson),
        lambda: report.as_json(lesson, place, version),
        lambda: report.as_text(lesson),
        html,
        output,
    )
    if written is not None:
        print(f"{vocabulary}: version {written.version} holds {name}", file=sys.stderr)
    elif lesson.accepted:
        print(f"not written; learn it with --accept to add it to {vocabulary}", file=sys.stderr)
    if lesson.sign is None or (accept and not lesson.accepted):
        reasons = "; ".join(criterion.reason for criterion in lesson.criteria if not criterion.met)
        raise CommandError(f"{name}: refused: {reasons}")


@app.command("list")
def show(
    vocabulary: Used = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object instead of the table.")] = False,
) -> None:
    """Every shape and what it means here."""
    words = Vocabulary() if vocabulary is None else _read(vocabulary)
    rows = [
        {
            "shape": shape,
            "gesture": words.gesture(shape),
            "learnt": shape not in SHAPES,
            "forbidden": FORBIDDEN in (words.gesture(shape), words.meanings.get(shape)),
        }
        for shape in words.shapes
        if shape != NO_GESTURE
    ]
    if as_json:
        print(
            json.dumps(
                {"version": words.version, "forbidden_shape": words.forbidden_shape, "shapes": rows}, indent=1
            )
        )
        return
    print(f"version {words.version}" if words.version else "the built-in vocabulary")
    examples = {sign.name: len(sign.examples) for sign in words.learnt}
    for row in rows:
        note = f"  learnt from {examples[str(row['shape'])]} hands" if row["learnt"] else ""
        note += "  forbidden" if row["forbidden"] else ""
        print(f"{row['shape']:<16} {row['gesture']}{note}")


@app.command()
def forget(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A learnt sign.")],
    vocabulary: _Kept = _DEFAULT_FILE,
) -> None:
    """Take a learnt sign out of the vocabulary."""
    _read(vocabulary)
    after = _update(vocabulary, lambda before: before.without(name))
    print(f"{vocabulary}: version {after.version} holds {name} no more", file=sys.stderr)


def _read(path: Path) -> Vocabulary:
    try:
        return read(path)
    except VocabularyFileError as error:
        raise CommandError(str(error)) from error


def _read_if_there(path: Path) -> Vocabulary:
    return _read(path) if path.exists() else Vocabulary()


def _update(path: Path, change: Callable[[Vocabulary], Vocabulary]) -> Vocabulary:
    try:
        return update(path, change)
    except (VocabularyFileError, VocabularyError) as error:
        raise CommandError(str(error)) from error
