"""Marks opened and closed around text, whatever the markup is called; what they show in the end.

A run is a stretch of bold text. It is a vote only if it is nothing besides: bold and italic, linked, struck
out or folded away at once is unclear, and so is bold that is never closed, or that stands in a quotation or
code that is never closed, for forums differ in what they show of it. Whole quotations and code are passed
over: they are somebody else's votes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from rules.forum.posts import Marked

Kind = Literal["bold", "italic", "link", "struck", "folded", "quote", "code"]
"""`folded`: shown on a click alone."""
ADDRESSING = frozenset(("italic", "link"))
DOUBTFUL = frozenset(("italic", "link", "struck", "folded"))
FOREIGN = frozenset(("quote", "code"))
RULE = "\x1e"
"""Stands for a horizontal rule in the text that is shown."""
_HEAD = re.compile(r"\s*\[([^\[\]\x1e]{1,300})(?:\x1e\s*\]|\]\s*\x1e)")
_HEAD_WITHIN = 1_000
"""Characters of the text shown in which the head is looked for."""
_SPOKEN_RULE = re.compile(r"\{hr\}", re.IGNORECASE)
_MOST = 200
"""Bold runs, and addresses, that are told of one post."""
DEEPEST = 100
"""Marks in each other; a post with more is unclear as a whole."""


@dataclass(slots=True, eq=False)
class _Mark:
    """An element that is open or was; two are the same only if they are one."""

    name: str
    kinds: frozenset[Kind]
    closed: bool = False


@dataclass(slots=True)
class _Run:
    """Text under marks that did not change their kinds; `at` is its place in the text shown."""

    at: int
    foreign: tuple[_Mark, ...] = ()
    doubtful: bool = False
    bolds: dict[_Mark, None] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)

    def text(self) -> str:
        return "".join(self.pieces).replace(RULE, " ").strip()


class Walker:
    """Takes a post piece by piece, from its beginning to its end."""

    def __init__(self) -> None:
        self._open: list[_Mark] = []
        self._shown: list[str] = []
        self._length = 0
        self._runs: list[_Run] = []
        self._addresses: list[_Run] = []
        self._in_run = False
        self._in_address = False
        self._too_deep = False

    def open(self, name: str, *kinds: Kind) -> None:
        """An element begins; it may mean nothing, but its end is not taken for that of another one."""
        if len(self._open) >= DEEPEST:
            self._too_deep = True
        else:
            self._open.append(_Mark(name, frozenset(kinds)))

    def close(self, name: str) -> None:
        """The latest open element of that name ends, though others inside it do not; else nothing ends."""
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place].name == name:
                self._open.pop(place).closed = True
                return

    def rule(self) -> None:
        """A horizontal rule."""
        self._add(RULE)

    def text(self, text: str) -> None:
        """Text as it is shown."""
        self._add(_SPOKEN_RULE.sub(RULE, text.replace(RULE, " ")))

    def _add(self, text: str) -> None:
        if not text:
            return
        kinds = frozenset[Kind]().union(*(mark.kinds for mark in self._open))
        foreign = tuple(mark for mark in self._open if mark.kinds & FOREIGN)
        self._add_bold(text, kinds, foreign)
        self._add_address(text, kinds, foreign)
        self._shown.append(text)
        self._length += len(text)

    def _add_bold(self, text: str, kinds: frozenset[Kind], foreign: tuple[_Mark, ...]) -> None:
        if "bold" not in kinds:
            self._in_run = False
            return
        if not self._in_run or self._runs[-1].foreign != foreign:
            self._runs.append(_Run(self._length, foreign))
        run = self._runs[-1]
        run.bolds.update((mark, None) for mark in self._open if "bold" in mark.kinds)
        run.doubtful = run.doubtful or bool(kinds & DOUBTFUL and text.strip())
        run.pieces.append(text)
        self._in_run = True

    def _add_address(self, text: str, kinds: frozenset[Kind], foreign: tuple[_Mark, ...]) -> None:
        if not kinds & ADDRESSING or "bold" in kinds or foreign:
            self._in_address = False
            return
        if not self._in_address:
            self._addresses.append(_Run(self._length))
        self._addresses[-1].pieces.append(text)
        self._in_address = True

    def marked(self) -> Marked:
        """What the post shows; call it once all has been taken."""
        shown = "".join(self._shown)
        if self._too_deep:
            return Marked(unclear=(shown.replace(RULE, " ").strip()[:_MOST] or "?",))
        head = _HEAD.match(shown[:_HEAD_WITHIN])
        after = head.end() if head else 0
        bold: list[str] = []
        unclear: list[str] = []
        for run in self._runs:
            text = run.text()
            if run.at < after or not text:
                continue
            if not all(mark.closed for mark in (*run.bolds, *run.foreign)):
                unclear.append(text)
            elif not run.foreign:
                (unclear if run.doubtful else bold).append(text)
        addressed = [run.text() for run in self._addresses if run.at >= after and run.text()]
        nick = head.group(1).strip() if head else ""
        return Marked(tuple(bold[:_MOST]), tuple(unclear[:_MOST]), tuple(addressed[:_MOST]), nick)
