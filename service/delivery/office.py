"""Everything that webhooks need in a running sidecar, in one piece."""

from __future__ import annotations

from service.delivery.metrics import DeliveryCollector
from service.delivery.outbox import Outbox
from service.delivery.policy import Delivery
from service.delivery.posting import Poster
from service.delivery.sender import Sender
from service.delivery.signing import Vault
from service.storage.database import Database


class Office:
    """The outbox, to be written beside each record; the sender; what they tell Prometheus."""

    def __init__(self, database: Database, policy: Delivery, secret: bytes) -> None:
        """Send nothing yet.

        Args:
            database: with all tables.
            policy: of the settings (`Webhooks.delivery`).
            secret: of the installation (`Auth.key`).

        Raises:
            OSError, ssl.SSLError: the file of authorities cannot be read or holds none.
        """
        poster = Poster(policy.reach, policy.patience, authorities=policy.authorities)
        self.outbox = Outbox(policy.source)
        """For `TableLog(database, companions=...)`."""
        self.sender = Sender(database, poster, Vault(secret), policy)
        self.collector = DeliveryCollector(self.sender)
        """For `Metrics.registry.register`."""

    def start(self) -> None:
        """Send from now on."""
        self.sender.start()

    def stop(self) -> None:
        """Break off; call it before the database is closed."""
        self.sender.stop()
