"""Sentences with gaps: how the texts of a language are written and filled.

`{name}` is a fact, `{name:kind}` a fact in a certain form: a word of a table (`{kind:kinds}`), a number with
its noun (`{count:foul}` → `3 fouls`), seats with theirs (`{left:seats}` → `seats 2 and 5`), `clock` (seconds
→ `12:05`), `span` (seconds → `60 seconds`, `span_gen` in that case where the language has one), `pairs`
(`2: 5, 7: 4`). What stands in `[…]` is left out unless all its facts are there: not missing, empty, false, 0.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter

from rules.events import Json

Facts = Mapping[str, Json]
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a language counts and lists."""

    form: Callable[[float], int]
    """Which of a noun's forms goes with a number."""
    counted: Mapping[str, tuple[str, ...]]
    """Noun → its forms in the order of `form`."""
    listed: Mapping[str, tuple[str, str]]
    """Noun before a list → for one, for several."""
    words: Mapping[str, Mapping[str, str]]
    """Table → value as the referee writes it → word."""
    conjunction: str
    """Before the last of a list."""
    nobody: str
    """In place of seats where there are none."""
    decimal: str


def fill(text: str, facts: Facts, grammar: Grammar) -> str:
    """The text with its gaps filled.

    Raises:
        KeyError: outside of brackets it names a fact that there is not, or anywhere a word or form.
    """
    return "".join(_piece(pieces, facts, grammar, optional) for optional, pieces in _parsed(text))


def one_other(number: float) -> int:
    """English and German: one, and all else."""
    return 0 if number == 1 else 1


def slavic(number: float) -> int:
    """Russian: 1, 21, 31 …; 2 to 4, 22 to 24 … and fractions; 0, 5 to 20, 25 …"""
    if number != int(number):
        return 1
    tens, ones = abs(int(number)) % 100, abs(int(number)) % 10
    if ones == 1 and tens != 11:
        return 0
    return 1 if ones in (2, 3, 4) and tens not in (12, 13, 14) else 2


Gap = tuple[str, str, str]
"""Text before a gap, the fact's name (empty: no gap), its kind."""


@functools.cache
def _parsed(text: str) -> tuple[tuple[bool, tuple[Gap, ...]], ...]:
    """(whether it may be left out, what it is made of), in order."""
    found = []
    for number, part in enumerate(text.replace("]", "[").split("[")):
        gaps = tuple((plain, name or "", kind or "") for plain, name, kind, _ in Formatter().parse(part))
        found.append((number % 2 == 1, gaps))
    return tuple(found)


def _piece(gaps: tuple[Gap, ...], facts: Facts, grammar: Grammar, optional: bool) -> str:
    if optional and not all(facts.get(name) for _, name, _ in gaps if name):
        return ""
    return "".join(plain + (_shown(facts[name], kind, grammar) if name else "") for plain, name, kind in gaps)


def _shown(value: Json, kind: str, grammar: Grammar) -> str:
    """A fact as text."""
    if kind in grammar.counted and isinstance(value, int | float):
        return f"{_number(value, grammar)} {grammar.counted[kind][grammar.form(value)]}"
    if kind in grammar.listed and isinstance(value, list):
        if not value:
            return grammar.nobody
        return f"{grammar.listed[kind][len(value) > 1]} {_list(value, '', grammar)}"
    if kind == "clock" and isinstance(value, int | float):
        return clock(value)
    if kind.startswith("span") and isinstance(value, int | float):
        return _span(value, kind.removeprefix("span"), grammar)
    if isinstance(value, dict):
        word = "" if kind == "pairs" else kind
        pairs = [f"{key}: {_shown(item, word, grammar)}" for key, item in value.items()]
        return ("; " if any("," in pair for pair in pairs) else ", ").join(pairs)
    if isinstance(value, list):
        return _list(value, kind, grammar)
    return _word(value, kind, grammar)


def _word(value: Json, kind: str, grammar: Grammar) -> str:
    if kind:
        key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        return grammar.words[kind][key]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value, grammar)
    return str(value)


def _list(values: list[Json], kind: str, grammar: Grammar) -> str:
    *most, last = [_word(value, kind, grammar) for value in values] or [""]
    return f"{', '.join(most)} {grammar.conjunction} {last}" if most else last


def _number(value: float, grammar: Grammar) -> str:
    """Without needless digits: 1, 1.35, 0.5."""
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return text.replace(".", grammar.decimal)


def _span(seconds: float, case: str, grammar: Grammar) -> str:
    """The largest unit in which it is a whole number above 1; a minute is 60 seconds, as at the table."""
    length, unit = 1, "second"
    for longer, name in _UNITS:
        if seconds >= 2 * longer and seconds % longer == 0:
            length, unit = longer, name
            break
    noun = unit + case if unit + case in grammar.counted else unit
    return _shown(int(seconds / length) if seconds % 1 == 0 else seconds, noun, grammar)


def clock(seconds: float) -> str:
    """A moment on the table's clock: 1:05, 12:05, 1:12:05. Whole seconds, rounded down."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
