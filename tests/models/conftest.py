"""Fetched models for the tests: the user's store is used and filled where something is missing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from models import manifest, store
from models.fetch import fetch


@pytest.fixture(scope="session")
def fetched() -> Callable[[str], Path]:
    """A function from a model's name to its file, fetched at first use."""

    @cache
    def get(name: str) -> Path:
        return fetch([name])[0]

    return get


@pytest.fixture(scope="session")
def sources(fetched: Callable[[str], Path]) -> Callable[[str], list[bytes]]:
    """A function from a model's name to the files it is made from."""

    @cache
    def get(name: str) -> list[bytes]:
        fetched(name)
        return [store.source_location(member).read_bytes() for member in manifest.entry(name).members]

    return get
