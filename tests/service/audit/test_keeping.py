"""Checkpoints that are signed while the sidecar runs."""

from __future__ import annotations

from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest

from service.audit.checkpoints import Checkpoint, Signer, read
from service.audit.keeping import Checkpointer
from service.audit.metrics import CheckpointCollector
from service.audit.verify import verify
from service.storage import Database
from tests.service.audit.test_chain import filled, tampered

SIGNER = Signer(bytes(range(32)))


def kept(path: Path) -> list[Checkpoint]:
    return read(path.read_text().splitlines(), str(path), SIGNER.public)


def test_the_chain_is_signed_where_it_has_grown(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "checkpoints"
    keeper = Checkpointer(database, SIGNER, path, 1.0, now=lambda: 5.0)
    assert not keeper.once()  # nothing there yet
    filled(database, 3)
    assert keeper.once()
    assert not keeper.once()
    filled(database, 2)
    assert keeper.once()
    assert [(one.number, one.at_ms) for one in kept(path)] == [(3, 5000), (5, 5000)]
    assert verify(database, kept(path)).broken is None
    tampered(database, "DELETE FROM audit WHERE number > 4")
    broken = verify(database, kept(path)).broken
    assert broken is not None
    assert (broken.number, broken.kind) == (5, "tail")


def test_who_is_stopped_signs_the_end(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "checkpoints"
    keeper = Checkpointer(database, SIGNER, path, 3600.0)
    keeper.start()
    filled(database, 4)
    keeper.stop()
    assert kept(path)[-1].number == keeper.signed == 4


def test_what_cannot_be_written_is_counted_and_tried_again(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "later" / "checkpoints"
    keeper = Checkpointer(database, SIGNER, path, 1.0)
    filled(database, 1)
    assert not keeper.once()
    assert keeper.failures == 1
    path.parent.mkdir()
    assert keeper.once()
    registry = CollectorRegistry()
    registry.register(CheckpointCollector(keeper))
    shown = generate_latest(registry).decode()
    assert "consigliere_audit_signed 1.0" in shown
    assert "consigliere_audit_checkpoint_failures_total 1.0" in shown
    assert kept(path)[0].number == 1
