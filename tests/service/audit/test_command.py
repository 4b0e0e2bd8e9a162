"""`consigliere audit` as an operator uses it."""

from __future__ import annotations

import json

from service.storage import Database
from tests.service.audit.test_chain import filled, tampered
from tests.service.commands import Operator


def database_with(operator: Operator, url: str, count: int) -> Database:
    operator.said("keys", "list")  # makes the tables
    database = Database(url)
    filled(database, count)
    return database


def test_a_whole_chain_is_shown_verified_and_signed(operator: Operator, database_url: str) -> None:
    database = database_with(operator, database_url, 12)
    database.close()
    assert "12 entries, every link holds; no checkpoint" in operator.said("audit", "verify")
    shown = operator.said("audit", "show", "--after", 3, "--limit", 2, "--json").splitlines()
    entries = [json.loads(line) for line in shown]
    assert [(entry["number"], entry["detail"]) for entry in entries] == [(4, {"n": 3}), (5, {"n": 4})]
    assert entries[1]["prev"] == entries[0]["hash"]
    kept = operator.folder / "checkpoints"
    signed = operator.json("audit", "checkpoint", "--to", kept)
    assert signed["number"] == 12
    operator.said("audit", "checkpoint", "--to", kept)
    assert "2 checkpoints fit" in operator.said("audit", "verify", "--checkpoints", kept)
    verdict = operator.json("audit", "verify", "--checkpoints", kept, "--public-key", signed["key"])
    assert (verdict["whole"], verdict["entries"], verdict["checkpoints"]) == (True, 12, 2)
    assert json.loads(operator.said("audit", "checkpoint"))["hash"] == signed["hash"]


def test_the_first_broken_link_is_named_and_nothing_is_signed(operator: Operator, database_url: str) -> None:
    database = database_with(operator, database_url, 12)
    kept = operator.folder / "checkpoints"
    operator.said("audit", "checkpoint", "--to", kept)
    tampered(database, "DELETE FROM audit WHERE number > 10")
    operator.said("audit", "verify")  # no chain can tell
    assert "entry 11 (tail)" in operator.refused("audit", "verify", "--checkpoints", kept)
    assert "nothing was signed" in operator.refused("audit", "checkpoint", "--to", kept)
    database.write(lambda c: c.exec_driver_sql("UPDATE audit SET actor = 'x' WHERE number = 5")).result(20)
    database.close()
    assert "entry 5 (content)" in operator.refused("audit", "verify")
    status, out, _ = operator.run("audit", "verify", "--json")
    assert status == 2
    assert json.loads(out)["broken"]["number"] == 5


def test_what_is_refused(operator: Operator, database_url: str) -> None:
    assert "nothing to sign" in operator.refused("audit", "checkpoint")
    database_with(operator, database_url, 1).close()
    kept = operator.folder / "checkpoints"
    assert "cannot be read" in operator.refused("audit", "verify", "--checkpoints", kept)
    kept.write_text("nonsense\n")
    assert f"{kept}:1: is no checkpoint" in operator.refused("audit", "verify", "--checkpoints", kept)
    (operator.folder / "audit.key").unlink()
    assert "--public-key" in operator.refused("audit", "verify", "--checkpoints", kept)
    assert "64 hex" in operator.refused("audit", "verify", "--checkpoints", kept, "--public-key", "x")
    (operator.folder / "audit.key").write_text("short")
    assert "holds no key" in operator.refused("audit", "checkpoint")
