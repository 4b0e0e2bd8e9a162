"""The database of the settings with everything that is written beside a table's log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError

from service.api.backing import Backing, Worker
from service.audit.checkpoints import stored_signer
from service.audit.decisions import AuditedDecisions
from service.audit.keeping import Checkpointer
from service.audit.metrics import CheckpointCollector
from service.config import Settings
from service.delivery.office import Office
from service.keys.ring import KeyRing
from service.ops.metrics import Metrics
from service.ops.storage import StorageCollector
from service.storage import Database, StorageError
from service.storage.log import TableLog
from service.storage.migrate import upgrade
from service.storage.node import hold


@dataclass(frozen=True)
class Stores:
    """What the application keeps, and with what."""

    backing: Backing
    log: TableLog
    keys: KeyRing


def opened(settings: Settings, secret: bytes, metrics: Metrics) -> Stores:
    """Open the database, bring it to the newest migration, and be its node.

    Raises:
        StorageError: it cannot be used, or another process is this node.
        OSError, ValueError: a key or certificate that the settings name cannot be used.
    """
    database = Database(settings.storage.url)
    with ExitStack() as undone:
        undone.callback(database.close)
        try:
            release = hold(database, settings.storage.node)
            undone.callback(release)
            upgrade(database)
        except (DBAPIError, OSError) as error:
            told = getattr(error, "orig", None) or error
            hint = "start it, or name another by storage.database"
            raise StorageError(f"{database.shown}: {told}; {hint}") from error
        stores = _stores(settings, secret, metrics, database, release)
        undone.pop_all()
        return stores


def _stores(
    settings: Settings, secret: bytes, metrics: Metrics, database: Database, release: Callable[[], None]
) -> Stores:
    office = Office(database, settings.webhooks.delivery(), secret)
    keys = KeyRing(database)
    workers: list[Worker] = [keys, office]
    metrics.registry.register(office.collector)
    metrics.registry.register(StorageCollector(database))
    if settings.audit.checkpoints is not None:
        signer = stored_signer(settings.audit.key_place)
        keeper = Checkpointer(database, signer, settings.audit.checkpoints, settings.audit.every)
        metrics.registry.register(CheckpointCollector(keeper))
        workers.append(keeper)
    # The audit chain comes first: its lock orders the outbox across processes, too.
    log = TableLog(database, [AuditedDecisions(), office.outbox])
    return Stores(Backing(database, secret, settings.storage.node, workers, release), log, keys)
