"""What the tables, their seats and the eye have counted, read at each scrape."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.live.seat import Seat
from service.live.table import LiveTable
from service.live.tables import Tables

FATES = ("received", "judged", "late", "replaced", "refused", "broken")
"""What may become of a picture, as the fields of `SeatCounts`: late and replaced ones are shed work."""
Labels = tuple[str, ...]


class SeatCollector(Collector):
    """Reads; belongs to the event loop's thread."""

    def __init__(self, tables: Tables, *, per_table: bool) -> None:
        self._tables = tables
        self._per_table = per_table
        self._labels = ["table"] if per_table else []
        self._gone: Counter[Labels] = Counter()
        """Sums of tables that are closed; where tables have series of their own these end with them."""

    def closed(self, table: LiveTable) -> None:
        """Keep the sums of a table, so that the counters never fall."""
        if not self._per_table:
            self._gone.update(self._counts((table,)))

    def collect(self) -> Iterator[Metric]:
        """Called at each scrape."""
        yield from self._eye()
        yield GaugeMetricFamily("consigliere_tables", "Open tables.", value=len(self._tables))
        yield from self._counters()
        yield from self._gauges()

    def describe(self) -> Iterable[Metric]:
        """Nothing in advance: the registry need not ask the tables while they are being made."""
        return []

    def _eye(self) -> Iterator[Metric]:
        eye = self._tables.eye
        yield CounterMetricFamily("consigliere_eye_failures", "Looks that failed.", value=eye.failures)
        yield GaugeMetricFamily(
            "consigliere_eye_idle_seconds",
            "Time since the eye's last round over all tables.",
            value=max(time.monotonic() - eye.passed, 0.0),
        )

    def _counters(self) -> Iterator[Metric]:
        pictures = CounterMetricFamily(
            "consigliere_pictures",
            "Pictures by what became of them; late and replaced ones are shed work.",
            labels=["fate", "seat", *self._labels],
        )
        joins = CounterMetricFamily(
            "consigliere_joins", "Tracks that took a seat.", labels=["seat", *self._labels]
        )
        sums = self._counts(self._tables)
        sums.update(self._gone)
        for (name, *labels), number in sorted(sums.items()):
            if name == "joins":
                joins.add_metric(labels, number)
            else:
                pictures.add_metric([name, *labels], number)
        yield from (pictures, joins)

    def _counts(self, tables: Iterable[LiveTable]) -> Counter[Labels]:
        found: Counter[Labels] = Counter()
        for table in tables:
            for number, seat in table.seats.items():
                labels = (str(number), *self._own(table))
                found.update({(name, *labels): getattr(seat.counts, name) for name in (*FATES, "joins")})
        return found

    def _gauges(self) -> Iterator[Metric]:
        fed = GaugeMetricFamily(
            "consigliere_seats", "Seats that a track feeds.", labels=self._labels or None, value=None
        )
        fps = GaugeMetricFamily(
            "consigliere_observed_fps",
            "Judged pictures a second of each fed seat; the slowest where tables have no label.",
            labels=["seat", *self._labels],
        )
        age = GaugeMetricFamily(
            "consigliere_picture_age_seconds",
            "Age of the newest judged picture of each fed seat; the oldest where tables have no label.",
            labels=["seat", *self._labels],
        )
        busy: Counter[Labels] = Counter()
        rates: dict[Labels, float] = {}
        ages: dict[Labels, float] = {}
        for table, number, seat in self._fed():
            labels = (str(number), *self._own(table))
            busy[self._own(table)] += 1
            rates[labels] = min(seat.fps, rates.get(labels, seat.fps))
            ages[labels] = max(seat.age or 0.0, ages.get(labels, 0.0))
        for own in {(): 0} if not self._per_table else {self._own(table): 0 for table in self._tables}:
            fed.add_metric(own, busy[own])
        for family, values in ((fps, rates), (age, ages)):
            for labels, value in sorted(values.items()):
                family.add_metric(labels, value)
        yield from (fed, fps, age)

    def _fed(self) -> Iterator[tuple[LiveTable, int, Seat]]:
        for table in self._tables:
            for number, seat in table.seats.items():
                if seat.input is not None:
                    yield table, number, seat

    def _own(self, table: LiveTable) -> Labels:
        return (table.name,) if self._per_table else ()
