"""What is measured while the sidecar runs, for Prometheus.

One `Metrics` for a process, with a registry of its own. Labels take few values: stages, kinds, seats 1 to 10,
and names of tables only where the operator wants them; never anything that a player has chosen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

from prometheus_client import CollectorRegistry, GCCollector, Histogram, ProcessCollector
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from service.live.eye import Seen
from service.live.table import LiveTable
from service.live.tables import Tables
from service.ops.seats import SeatCollector

_STAGE = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_AGE = (0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0)
"""Bounds in seconds: an event is told 100 ms after its picture, and none is judged after 500."""
_LATENCY = (0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0)
_LAG = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)


class Metrics:
    """Measures. Everything may be called from any thread, but `opened`, `closed` and a scrape."""

    def __init__(self, *, per_table: bool = False) -> None:
        """Measure nothing yet; `probe` goes to the eye, `watch` takes the tables.

        Args:
            per_table: whether names of tables become a label.
        """
        self.registry = CollectorRegistry()
        self._per_table = per_table
        table = ("table",) if per_table else ()
        histogram = partial(Histogram, registry=self.registry)
        self._stage = histogram(
            "consigliere_stage_seconds",
            "Time of each stage of the eye; look is all of them.",
            ("stage",),
            buckets=_STAGE,
        )
        self._age = histogram(
            "consigliere_judged_age_seconds",
            "Age of a picture when its judgement reached the table.",
            table,
            buckets=_AGE,
        )
        self._latency = histogram(
            "consigliere_event_latency_seconds",
            "From an event's media time until it stood in the journal.",
            ("kind", *table),
            buckets=_LATENCY,
        )
        self._decode = histogram(
            "consigliere_decode_seconds", "Time to decode a picture.", ("codec",), buckets=_STAGE
        )
        self.loop_lag = histogram(
            "consigliere_loop_lag_seconds", "How late the event loop runs what is due.", buckets=_LAG
        )
        self._connections: dict[str, Callable[[], int]] = {}
        self._onlookers: dict[str, Callable[[Seen], None]] = {}
        self._seats: SeatCollector | None = None
        self.registry.register(_Connections(self._connections))
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def probe(self, stage: str) -> AbstractContextManager[None]:
        """Time a stage: the eye's probe."""
        return _Timed(self._stage.labels(stage))

    def decoding(self, codec: str) -> AbstractContextManager[None]:
        """Time the decoding of a picture; `codec` is `h264`, `vp8`, `jpeg` or `webp`."""
        return _Timed(self._decode.labels(codec))

    def count(self, kind: str, number: Callable[[], int]) -> None:
        """Show how many connections of a kind are open.

        Args:
            kind: as `whip`, `events`, `pictures`, `avatar`.
            number: asked at every scrape, on the event loop's thread.
        """
        self._connections[kind] = number

    def watch(self, tables: Tables) -> None:
        """Measure at these tables, those that are opened later included. Call once, before any is opened."""
        self._seats = SeatCollector(tables, per_table=self._per_table)
        self.registry.register(self._seats)
        tables.observers.append(self)

    def opened(self, table: LiveTable) -> None:
        """Look on at a table; called by `Tables`."""
        onlooker = partial(self._looked, table)
        self._onlookers[table.opening] = onlooker
        table.onlookers.add(onlooker)
        for seat in table.seats.values():
            seat.decoding = self.decoding

    def closed(self, table: LiveTable) -> None:
        """Keep the sums of a table that is gone; called by `Tables`."""
        table.onlookers.discard(self._onlookers.pop(table.opening))
        if self._seats is not None:
            self._seats.closed(table)
        if self._per_table:
            for family in (self._age, self._latency):
                family.remove_by_labels({"table": table.name})

    def _looked(self, table: LiveTable, seen: Seen) -> None:
        own = (table.name,) if self._per_table else ()
        now = table.clock()
        since = now - seen.tick.t
        ages = self._age.labels(*own) if own else self._age
        for frame in seen.tick.frames:
            ages.observe(seen.tick.ages.get(frame.seat, 0.0) + since)
        for signal in seen.signals:
            kind = signal.type.partition(".")[0]
            self._latency.labels(kind, *own).observe(max(now - signal.t, 0.0))


class _Timed(AbstractContextManager[None]):
    """Observes how long its body took, however that ended."""

    def __init__(self, histogram: Histogram) -> None:
        self._histogram = histogram
        self._start = 0.0

    def __enter__(self) -> None:
        self._start = time.perf_counter()

    def __exit__(self, *raised: object) -> None:
        self._histogram.observe(time.perf_counter() - self._start)


class _Connections(Collector):
    """How many connections of each kind are open."""

    def __init__(self, numbers: dict[str, Callable[[], int]]) -> None:
        self._numbers = numbers

    def collect(self) -> list[GaugeMetricFamily]:
        """Called at each scrape."""
        family = GaugeMetricFamily("consigliere_connections", "Open connections by kind.", labels=["kind"])
        for kind, number in self._numbers.items():
            family.add_metric([kind], number())
        return [family]
