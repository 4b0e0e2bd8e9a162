"""A log through the referee again, and the first place where it decides otherwise than the log says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.events import Decision
from rules.table.book import RuleBook
from rules.table.referee import apply, new_table
from service.referee.log import Line, as_logged
from service.referee.players import Judged


class Replay:
    """One run. After `steps`, `difference` says where the log first differs, in words; None: nowhere."""

    def __init__(self, book: RuleBook) -> None:
        self.difference: str | None = None
        self.passed_over = 0
        """Lines of what was decided elsewhere."""
        self.events = 0
        self._state = new_table(book)
        self._expected: list[Decision] = []
        self._judged = False
        """Whether the log holds decisions at all; a log of events alone is as good."""

    def steps(self, lines: Iterable[Line]) -> Iterator[Judged]:
        """Each event, the table after it, and what is decided on it now."""
        for line in lines:
            if line.event is not None:
                self._missing(line.number)
                self._state, decisions = apply(self._state, line.event)
                self._expected = list(decisions)
                self.events += 1
                yield line.event, self._state, decisions
            elif line.decision is not None:
                self._compare(line.number, line.decision)
            else:
                self.passed_over += 1

    def _missing(self, number: int) -> None:
        """What was decided on the event before and is not in the log; a log may break off at its end."""
        if self._judged and self._expected:
            first = self._expected[0]
            self._differs(f"before line {number} the log lacks {first.type} (seat {first.seat})")

    def _compare(self, number: int, logged: dict[str, Any]) -> None:
        self._judged = True
        if not self._expected:
            self._differs(f"line {number}: {logged.get('type')}: the referee decides nothing more here")
            return
        expected = as_logged(self._expected.pop(0))
        for name, value in expected.items():
            if logged.get(name) != value:
                found = logged.get(name)
                where = f"line {number}: {logged.get('type')}: {name}"
                self._differs(f"{where}: the log says {_short(found)}, the referee decides {_short(value)}")
                return

    def _differs(self, text: str) -> None:
        if self.difference is None:
            self.difference = text


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:197]}..."
