"""A rule book file: TOML over the default rule book of the referee, checked before anything is played.

Its tables and keys are the fields of `rules.table.book.RuleBook`, as `[vote] lift = false`; what each means
stands there. What contradicts itself is refused with all its places at once.
"""

from __future__ import annotations

from pathlib import Path

from rules.table.book import RuleBook
from rules.table.check import check
from service.settings_file import SettingsError, merge, read


class RuleBookError(Exception):
    """The rule book cannot be played by. The message says where, and what to write instead."""


def load(path: Path | None) -> RuleBook:
    """The rule book of a file; the default one where none is named.

    Raises:
        RuleBookError: unreadable file, no TOML, unknown key, wrong type, or settings that contradict each
            other.
    """
    if path is None:
        return RuleBook()
    try:
        content = read(path)
    except SettingsError as error:
        raise RuleBookError(str(error)) from error
    try:
        book = merge(RuleBook(), content, place="")
    except SettingsError as error:
        raise RuleBookError(f"{path}: {error}") from error
    complaints = check(book)
    if complaints:
        raise RuleBookError(f"{path}: " + "; ".join(f"{c.place}: {c.hint}" for c in complaints))
    return book
