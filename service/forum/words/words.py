"""What a language brings for a game in a forum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Texts by decision type, with `/variant` where one has several."""

    public: Mapping[str, str]
    """For the thread; empty: nothing is said."""
    private: Mapping[str, str]
    """For one player."""
    roles: Mapping[str, str]
    duties: Mapping[str, str]
    """Role → what it does, as a sentence."""
    sides: Mapping[str, str]
    """Side → its name."""
    variants: Mapping[str, str]
    """Path of a setting, with `/value` where it has several → what another value than the default means, as a
    sentence with `{value}`."""
