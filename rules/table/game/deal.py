"""Dealing seats and roles (C-001, C-002)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.deals import Draw, shuffled
from rules.table.game.state import ROLES, Role


def deal(players: Sequence[str], draw: Draw) -> tuple[tuple[str, ...], tuple[Role, ...]]:
    """Players by seat and roles by seat."""
    return shuffled(players, draw), shuffled(ROLES, draw)
