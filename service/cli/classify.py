"""`consigliere classify`: one JSON object a picture."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from models.errors import ModelError
from models.runtime import forced_engine
from service.cli.errors import CommandError
from service.cli.watch import read_policy
from service.eye import open_table_models
from service.media import SourceError, read_picture
from vision.gestures.body import body_of
from vision.gestures.reading import BOTH, Scene, read
from vision.gestures.vocabulary import NO_GESTURE
from vision.observations import Hand, SeatObservation
from vision.policy import TablePolicy
from vision.still import look_at


def classify(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Pictures, or folders of them.")],
    rules: Annotated[
        Path | None, typer.Option("--ruleset", metavar="FILE", help="Thresholds and policies (TOML).")
    ] = None,
    vocabulary: Annotated[
        Path | None, typer.Option("--vocabulary", metavar="FILE", help="Meanings and learnt signs (JSON).")
    ] = None,
) -> None:
    """Tell what is in pictures: hands and their shapes, person, nudity, camera."""
    policy = read_policy(rules, vocabulary)
    try:
        models = open_table_models(forced_engine())
    except ModelError as error:
        raise CommandError(str(error)) from error
    failed = 0
    for path in files_in(paths):
        try:
            seen = look_at(read_picture(path), models, policy)
        except SourceError as error:
            failed += 1
            _print({"file": str(path), "error": str(error)})
        else:
            _print(describe(path, seen, policy))
    if failed:
        pictures = "1 file" if failed == 1 else f"{failed} files"
        raise CommandError(f"{pictures} could not be read as pictures; see the lines with an error")


def files_in(paths: list[Path]) -> Iterator[Path]:
    """Every file that is named, and those below every folder that is named, in natural order."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = [Path(folder) / name for folder, _, names in os.walk(path) for name in names]
        yield from sorted(found, key=_natural)


def describe(path: Path, seen: SeatObservation, policy: TablePolicy) -> dict[str, Any]:
    """The output object; lengths in pixels of the picture.

    `shape` is what the classifier names, `gesture` what the hand says where it is, as at a table in no
    particular phase: `no_gesture` where direction, place or body leave that open, the common word of both
    hands where they say it together.
    """
    width, height = seen.size
    words = _words(seen, policy)
    described: dict[str, Any] = {"file": str(path), "width": width, "height": height}
    described["hands"] = [_hand(hand, words.get(hand.track, NO_GESTURE)) for hand in seen.hands]
    if seen.person is not None:
        person = seen.person
        described["person"] = {
            "present": person.present,
            "score": round(person.score, 4),
            "evidence": list(person.evidence),
        }
    if seen.nudity is not None:
        opinions = {name: round(score, 4) for name, score in seen.nudity.opinions}
        parts = [name for name, _ in seen.nudity.parts or ()]
        described["nudity"] = {
            "score": round(seen.nudity.score, 4),
            "parts": parts,
            "opinions": opinions,
            "denied": seen.nudity.denied,
        }
    described["camera"] = seen.camera.value
    return described


def _words(seen: SeatObservation, policy: TablePolicy) -> dict[int, str]:
    """Track of a hand -> what it says; hands that say nothing are left out."""
    scene = Scene(seen.size, body_of(seen.person))
    words: dict[int, str] = {}
    for reading in read(seen.hands, scene, policy.signals.gestures.reading, policy.vocabulary):
        tracks = [hand.track for hand in seen.hands] if reading.track == BOTH else [reading.track]
        words.update(dict.fromkeys(tracks, reading.gesture))
    return words


def _hand(hand: Hand, gesture: str) -> dict[str, Any]:
    shape = hand.shape
    return {
        "shape": shape.shape if shape else None,
        "gesture": gesture,
        "score": round(shape.score, 4) if shape else None,
        "abstained": shape.abstained if shape else None,
        "handedness": hand.handedness,
        "presence": round(hand.presence, 4),
        "box": [round(value, 1) for value in hand.box],
        "landmarks": [[round(float(value), 2) for value in point] for point in hand.landmarks],
    }


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Sorts 2 before 10."""
    pieces = re.findall(r"\d+|\D+", str(path))
    return [(0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in pieces]


def _print(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=True) + "\n")
    sys.stdout.flush()
