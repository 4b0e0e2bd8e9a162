"""The application's limits are those of the settings."""

from __future__ import annotations

from service.api.limits import Limits
from service.config import Settings


def test_the_defaults_of_both_are_the_same() -> None:
    assert Settings().bounds() == Limits()


def test_what_is_set_arrives() -> None:
    settings = Settings.model_validate(
        {
            "limits": {"readers": 7, "sessions": 3},
            "auth": {"longest_lifetime": 90000.0},
            "server": {"drain": 1.5},
        }
    )
    bounds = settings.bounds()
    assert (bounds.readers, bounds.longest_token_seconds, bounds.drain_seconds) == (7, 90000, 1.5)
