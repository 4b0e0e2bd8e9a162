"""How checkpoints stand, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.audit.keeping import Checkpointer


class CheckpointCollector(Collector):
    """Asks at each scrape; reads no database."""

    def __init__(self, keeper: Checkpointer) -> None:
        self._keeper = keeper

    def collect(self) -> Iterator[Metric]:
        """Called at each scrape."""
        yield GaugeMetricFamily(
            "consigliere_audit_signed", "Number of the audit entry that was signed last.", self._keeper.signed
        )
        yield CounterMetricFamily(
            "consigliere_audit_checkpoint_failures",
            "Checkpoints that could not be written.",
            self._keeper.failures,
        )
