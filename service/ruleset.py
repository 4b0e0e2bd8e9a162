"""A rule set: a TOML file that changes thresholds and policies, checked before anything runs.

The file's tables and keys are the fields of the policy dataclasses, so what is documented there is what
may be written here, and nothing else. `[vocabulary] file` names a vocabulary file, relative to the rule set,
over which the rest of that table lies.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, TypeVar

from service.gestures import vocabulary_file
from service.settings_file import SettingsError, merge, read

T = TypeVar("T")


class RulesetError(SettingsError):
    """The rule set cannot be used. The message says which key of which file, and what to write instead."""


def load(path: Path, default: T) -> T:
    """Read a rule set over a default policy.

    Args:
        path: a TOML file.
        default: an instance of a (nested) dataclass; fields that the file does not name keep its values.

    Raises:
        RulesetError: unreadable file, no TOML, unknown key, wrong type or a value the policy refuses.
    """
    try:
        content = read(path)
    except SettingsError as error:
        raise RulesetError(str(error)) from error
    try:
        return merge(_with_vocabulary(default, content, path.parent), content, place="")
    except SettingsError as error:
        raise RulesetError(f"{path}: {error}") from error


def _with_vocabulary(default: T, content: dict[str, Any], folder: Path) -> T:
    """`default` with the vocabulary of the file that `content` names; the name is taken out of `content`."""
    words = content.get("vocabulary")
    if not isinstance(words, dict) or "file" not in words or not hasattr(default, "vocabulary"):
        return default
    name = words.pop("file")
    if not isinstance(name, str):
        raise RulesetError(f"vocabulary.file: names a file, not {name!r}")
    if default.vocabulary.version:
        raise RulesetError("vocabulary.file: the command line names a vocabulary too; name one of them")
    try:
        vocabulary = vocabulary_file.read(folder / name)
    except vocabulary_file.VocabularyFileError as error:
        raise RulesetError(f"vocabulary.file: {error}") from error
    return dataclasses.replace(default, vocabulary=vocabulary)  # type: ignore[type-var]  # as in `merge`
