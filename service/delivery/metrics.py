"""How delivery stands, for Prometheus. No endpoint is a label: there may be many, and they come and go."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.delivery.posting import RESULTS
from service.delivery.sender import Sender


class DeliveryCollector(Collector):
    """Asks the sender at each scrape; reads no database."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def collect(self) -> Iterator[Metric]:
        """Called at each scrape."""
        counts = self._sender.counts
        for name, told, value in (
            ("pending", "Messages that wait to be delivered.", counts.pending),
            ("oldest_seconds", "For how long the oldest one of them has been waiting.", counts.oldest),
            ("dead", "Messages that could not be delivered.", counts.dead),
            ("disabled", "Endpoints that are told nothing any more.", counts.disabled),
        ):
            yield GaugeMetricFamily(f"consigliere_webhooks_{name}", told, value)
        attempts = CounterMetricFamily(
            "consigliere_webhook_attempts", "Attempts to deliver a message.", labels=["result"]
        )
        for result in RESULTS:
            attempts.add_metric([result], self._sender.attempts[result])
        yield attempts
