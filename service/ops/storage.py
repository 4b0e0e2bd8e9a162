"""How the database stands, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.storage import Database


class StorageCollector(Collector):
    """Asks at each scrape; reads no database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterator[Metric]:
        """Called at each scrape."""
        yield GaugeMetricFamily(
            "consigliere_storage_away_seconds",
            "For how long the database has refused to be written.",
            self._database.away,
        )
        yield GaugeMetricFamily(
            "consigliere_storage_waiting", "Changes that are not committed yet.", self._database.waiting
        )
        yield CounterMetricFamily(
            "consigliere_storage_committed", "Changes that were committed.", self._database.committed
        )
        yield CounterMetricFamily(
            "consigliere_storage_failures", "Attempts at a commit that failed.", self._database.failures
        )
