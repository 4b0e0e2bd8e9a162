"""Killed at any moment, nothing is lost and nothing changes on its way."""

from __future__ import annotations

from tests.service.delivery.crashes import crash
from tests.service.records import OPENING


def test_a_process_that_is_killed_loses_no_decision_and_no_message(database_url: str) -> None:
    count = crash(database_url, rounds=4, seed=7)
    assert count.written == list(range(1, len(count.written) + 1))
    assert count.kept <= set(count.written)
    assert set(count.bodies) == {
        f"{OPENING}-{number}-{place}" for number in count.written for place in (0, 1)
    }
    assert {len(bodies) for bodies in count.bodies.values()} == {1}
    assert (count.pending, count.dead) == (0, 0)
    assert count.chain.broken is None
    assert count.chain.count == len(count.written) + 2  # a decision of each record, two endpoints added
