"""Records of a table's log for tests of what is written beside them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from rules.events import Decision, Json
from service.storage import Database
from service.storage.log import Companion, Opened, Record, TableLog

OPENING = "00112233aabbccdd"


def opened(database: Database, companions: Sequence[Companion], opening: str = OPENING) -> TableLog:
    """The log of a table that has just been opened."""
    log = TableLog(database, companions)
    log.opened(Opened(opening, "evening", "main", 1, "{}", "{}", "{}")).result(20)
    return log


def decided(number: int, kind: str = "foul.given", *, automated: bool = True) -> Decision:
    """A decision about seat 3."""
    data: dict[str, Json] = {"count": number, "round": 1}
    return Decision(kind, 3, float(number), data, "C-107", (f"evening-e{number:06d}",), automated, "everyone")


def record(number: int, kind: str = "foul.given", opening: str = OPENING, at_ms: int | None = None) -> Record:
    """An input and the decision that it led to, as the platform reads them."""
    seen: dict[str, Json] = {
        "id": f"evening-e{number:06d}",
        "type": "gesture.started",
        "table": "evening",
        "seat": 3,
        "t": float(number),
        "data": {"gesture": "don", "since": number - 0.5},
    }
    told: dict[str, Json] = {
        **seen,
        "id": f"evening-{2 * number:06d}",
        "type": kind,
        "data": {"count": number, "round": 1},
        "rule": "C-107",
        "caused_by": [str(seen["id"])],
    }
    return Record(
        opening,
        "evening",
        number,
        "signal",
        str(seen["id"]),
        "gesture.started",
        3,
        float(number),
        {"gesture": "don"},
        "everyone",
        1_700_000_000_000 + number if at_ms is None else at_ms,
        (decided(number, kind),),
        (seen, told),
    )


def written(log: TableLog, numbers: Sequence[int], at_ms: int | None = None) -> None:
    """Records of those numbers, committed."""
    futures: list[Future[None]] = [log.append(record(number, at_ms=at_ms)) for number in numbers]
    for future in futures:
        future.result(20)
