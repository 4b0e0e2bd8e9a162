"""The vocabulary file: meanings, learnt signs and the forbidden shape of a platform, as JSON.

    {"format": "consigliere-vocabulary/1", "version": 3, "forbidden_shape": "middle_finger",
     "meanings": {"horns": "strong"}, "signs": [{"name": "vulcan", "meaning": "peace", ...}]}

`version` goes up by one with every change that this program makes; who edits the file by hand counts too. A
sign carries its examples and its parameters (`vision.gestures.learnt.LearntSign`), so it needs neither the
pictures nor the shape classifier that it was learnt beside.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vision.gestures.learnt import LearntSign
from vision.gestures.vocabulary import Vocabulary, VocabularyError

FORMAT = "consigliere-vocabulary/1"
_DIGITS = 5
"""Of the numbers that are written: examples to 0.00001 palms."""


class VocabularyFileError(Exception):
    """The file cannot be used. The message says which place of which file, and what to do."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Sign(_Part):
    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    meaning: str = Field(min_length=1)
    weights: list[float]
    bias: float
    spread: list[float]
    examples: list[list[list[float]]]


class _Content(_Part):
    format: str
    version: int = Field(ge=1)
    forbidden_shape: str = "middle_finger"
    meanings: dict[str, str] = Field(default_factory=dict)
    signs: list[_Sign] = Field(default_factory=list)


def read(path: Path) -> Vocabulary:
    """The vocabulary of a file.

    Raises:
        VocabularyFileError: unreadable, no JSON, another format, or an entry that cannot be.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise VocabularyFileError(
            f"{path}: cannot be read ({error.strerror}); name a file that consigliere gestures learn wrote"
        ) from error
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise VocabularyFileError(
            f"{path}: is no JSON ({error}); take back the last change by hand"
        ) from error
    return parse(content, str(path))


def parse(content: Any, place: str) -> Vocabulary:
    """The vocabulary of a file's content.

    Args:
        content: as JSON was read.
        place: what messages call it, as the file's name.

    Raises:
        VocabularyFileError: another format, or an entry that cannot be.
    """
    _check_format(place, content)
    try:
        return _vocabulary(_Content.model_validate(content))
    except ValidationError as error:
        raise VocabularyFileError(f"{place}: {_first(error)}") from error
    except VocabularyError as error:
        raise VocabularyFileError(f"{place}: {error}") from error


def update(path: Path, change: Callable[[Vocabulary], Vocabulary]) -> Vocabulary:
    """Change what a file says, or begin one; its version goes up by one.

    Args:
        path: the file; where there is none, the built-in vocabulary is what is changed.
        change: from the vocabulary before to the one after.

    Returns:
        What is written now.

    Raises:
        VocabularyFileError: if the file before cannot be used, or none can be written there.
        VocabularyError: if `change` raises it; the file then stays as it was.
    """
    after = change(read(path) if path.exists() else Vocabulary())
    content = _content(after, after.version + 1)
    unfinished = path.with_name(f".{path.name}.part")
    try:
        unfinished.write_text(json.dumps(content) + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise VocabularyFileError(f"{path}: {error.strerror}; choose another place") from error
    return read(path)


def _check_format(path: str, content: Any) -> None:
    if not isinstance(content, dict) or "format" not in content:
        raise VocabularyFileError(f'{path}: format: missing; a vocabulary file says "format": "{FORMAT}"')
    if content["format"] != FORMAT:
        raise VocabularyFileError(
            f"{path}: format: {content['format']!r} is not known here; this version reads {FORMAT}"
        )


def _vocabulary(content: _Content) -> Vocabulary:
    signs = tuple(_sign(number, sign) for number, sign in enumerate(content.signs))
    base = Vocabulary(learnt=signs, version=content.version)
    return base.changed({"meanings": content.meanings, "forbidden_shape": content.forbidden_shape})


def _sign(number: int, sign: _Sign) -> LearntSign:
    try:
        return LearntSign(
            sign.name,
            sign.meaning,
            np.array(sign.weights),
            sign.bias,
            np.array(sign.spread),
            np.array(sign.examples),
        )
    except ValueError as error:
        told = str(error) if "inhomogeneous" not in str(error) else "examples: hands of 21 points each"
        raise VocabularyError(f"signs.{number}.{told}; learn {sign.name} again from its pictures") from error


def _content(vocabulary: Vocabulary, version: int) -> dict[str, Any]:
    usual = Vocabulary(learnt=vocabulary.learnt).changed({"forbidden_shape": vocabulary.forbidden_shape})
    return {
        "format": FORMAT,
        "version": version,
        "forbidden_shape": vocabulary.forbidden_shape,
        "meanings": {
            shape: gesture
            for shape, gesture in vocabulary.meanings.items()
            if gesture != usual.meanings[shape]
        },
        "signs": [
            {
                "name": sign.name,
                "meaning": sign.meaning,
                "weights": _rounded(sign.weights),
                "bias": round(sign.bias, _DIGITS),
                "spread": _rounded(sign.spread),
                "examples": _rounded(sign.examples),
            }
            for sign in vocabulary.learnt
        ],
    }


def _rounded(values: Any) -> Any:
    return np.round(values, _DIGITS).tolist()


def _first(error: ValidationError) -> str:
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"{place}: unknown; there are format, version, forbidden_shape, meanings and signs"
    shown = repr(problem["input"])
    return f"{place}: {problem['msg']}, not {shown if len(shown) < 60 else shown[:57] + '...'}"
