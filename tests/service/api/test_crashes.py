"""Killed at any moment, the sidecar loses and doubles nothing, and its table goes on."""

from __future__ import annotations

import pytest

from tests.service.api.crashes import crash


@pytest.mark.usefixtures("default_models")
def test_a_sidecar_that_is_killed_goes_on_where_it_was(database_url: str) -> None:
    rounds = 5
    count = crash(database_url, rounds, seed=3)
    platform = count.platform
    assert platform.refused == []
    assert (count.openings, count.gaps) == (1, 0)
    assert platform.resumed >= rounds - 2
    assert len(platform.taken) > 0
    assert set(platform.taken) <= set(count.written)
    assert len(count.written) == len(set(count.written))
    assert len(count.written) - len(platform.taken) in (0, 1)  # the last one may not have been answered
    assert "grounds.raised" not in count.decisions
    assert {len(bodies) for bodies in count.bodies.values()} == {1}
    assert (count.pending, count.dead) == (0, 0)
    assert count.chain.broken is None
