"""Fixtures that all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from models.fetch import fetch

# A loaded machine is no failure: no example has a time limit, and none is drawn too slowly.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of photographs and clips beside the checkout; it is not part of the project."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"needs the photographs and clips that are kept apart from the project: no {folder}")
    return folder


@pytest.fixture(scope="session")
def default_models() -> None:
    """The models that `watch` needs are in the store; fetched where they are missing."""
    fetch()
