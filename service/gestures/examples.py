"""The pictures that a sign is learnt from, and the hand in each."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets.evaluation.crops import hand_crop, whole_crop
from models.engine import Engine
from service.media import SourceError, read_picture
from vision.hands import HandModels
from vision.observations import Hand
from vision.picture import UInt8Array
from vision.policy import TablePolicy
from vision.still import hands_in

THUMBNAIL = 96
"""Width and height of the small pictures, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One picture."""

    file: str
    """Below the folder."""
    hand: Hand | None = None
    """The most certain one; None where none was found."""
    hands: int = 0
    """How many were found."""
    fault: str | None = None
    """Why it shows nothing to learn from: unreadable, or a copy of another."""
    thumbnail: UInt8Array | None = None
    """(THUMBNAIL, THUMBNAIL, 3) RGB: the hand, or the whole picture."""


def look(
    files: Sequence[Path],
    folder: Path,
    eye: HandModels,
    shapes: Engine,
    policy: TablePolicy,
    seen: Callable[[int], None] = lambda _: None,
) -> list[Example]:
    """Look at every picture as `consigliere classify` does.

    Args:
        files: in the order of the result.
        folder: what their names are relative to.
        eye: palm and landmark models.
        shapes: the shape classifier.
        policy: its thresholds; the vocabulary in it must not hold the sign that is learnt.
        seen: called with the number of pictures that are done.
    """
    first: dict[bytes, str] = {}
    examples = []
    for number, path in enumerate(files):
        name = os.fsencode(path.relative_to(folder)).decode(errors="replace")
        examples.append(_look_at(path, name, first, (eye, shapes, policy)))
        seen(number + 1)
    return examples


def _look_at(
    path: Path, name: str, first: dict[bytes, str], by: tuple[HandModels, Engine, TablePolicy]
) -> Example:
    try:
        same = hashlib.sha256(path.read_bytes()).digest()
        picture = read_picture(path)
    except OSError as error:
        return Example(name, fault=f"cannot be read ({error.strerror})")
    except SourceError as error:
        return Example(name, fault=str(error).removeprefix(f"{path}: ").replace(f": {path}", ""))
    if same in first:
        return Example(name, fault=f"is a copy of {first[same]}")
    first[same] = name
    hands = hands_in(picture, *by)
    if not hands:
        return Example(name, thumbnail=whole_crop(picture, THUMBNAIL))
    hand = max(hands, key=lambda hand: hand.presence)
    return Example(name, hand, len(hands), thumbnail=hand_crop(picture, hand.landmarks, THUMBNAIL))
