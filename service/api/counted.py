"""How many of a kind there are at each table, and no more than may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from service.api.problems import Problem


class Counted:
    """Counts what is open. Belongs to the event loop's thread."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    def __getitem__(self, table: str) -> int:
        return self._open[table]

    def enter(self, table: str, most: int, what: str) -> Callable[[], None]:
        """Count one more.

        Args:
            table: its name.
            most: how many there may be.
            what: they are, for the refusal, as `readers of this table`.

        Returns:
            To be called once when it is over.

        Raises:
            Problem: 429, there are as many as may be.
        """
        if self._open[table] >= most:
            detail = f"there are {most} {what}, no more may be; close one"
            raise Problem(429, "too-many", detail, headers={"Retry-After": "5"})
        self._open[table] += 1

        def leave() -> None:
            self._open[table] -= 1
            if not self._open[table]:
                del self._open[table]

        return leave
