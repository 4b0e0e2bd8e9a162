"""The moving gestures, in the order of the motion model's outputs."""

from __future__ import annotations

NONE = "none"
"""Ordinary movement."""

MOTIONS = ("don", "vote", "shot", "applause", "aggressive_throat", "aggressive_strike", NONE)
THROAT, STRIKE = "aggressive_throat", "aggressive_strike"
AGGRESSIVE = (THROAT, STRIKE)
