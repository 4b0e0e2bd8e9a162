"""Policies refuse values that make no sense, and say which and what would."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from vision.camera.health import CameraPolicy
from vision.hands.policy import HandPolicy, SearchPolicy, SmoothingPolicy, TrackPolicy
from vision.nudity.step import NudityPolicy
from vision.presence.fusion import Curve
from vision.presence.look import LookPolicy
from vision.presence.step import PresencePolicy
from vision.signals.nudity import NuditySignalPolicy

Make = Callable[..., Any]
_POLICIES: tuple[Make, ...] = (
    CameraPolicy,
    HandPolicy,
    LookPolicy,
    NudityPolicy,
    NuditySignalPolicy,
    PresencePolicy,
    SearchPolicy,
    SmoothingPolicy,
    TrackPolicy,
)
_ABOVE_0 = "above 0 and finite"
_FROM_0, _FROM_1 = "at least 0 and finite", "at least 1 and finite"
_INSIDE = "above 0 and below 1"

REFUSED: list[tuple[Make, str, float, str]] = [
    (HandPolicy, "max_hands", 0, r"in 1\.\.4"),
    (HandPolicy, "max_hands", 5, r"in 1\.\.4"),
    (SearchPolicy, "score", 0.0, _INSIDE),
    (SearchPolicy, "score", 1.0, _INSIDE),
    (SearchPolicy, "overlap", 1.0, _INSIDE),
    (SearchPolicy, "most", 0, _FROM_1),
    (SearchPolicy, "idle_s", 0.0, _ABOVE_0),
    (SearchPolicy, "motion_s", -0.1, _ABOVE_0),
    (SearchPolicy, "familiar_s", 0.0, _ABOVE_0),
    (SearchPolicy, "lost_s", 0.0, _ABOVE_0),
    (SearchPolicy, "motion_level", 0.0, "above 0 and below 255"),
    (SearchPolicy, "motion_level", 255.0, "above 0 and below 255"),
    (SearchPolicy, "motion_blocks", 0, r"in 1\.\.768"),
    (SearchPolicy, "motion_blocks", 769, r"in 1\.\.768"),
    (TrackPolicy, "presence", 1.0, _INSIDE),
    (TrackPolicy, "keep_s", -0.1, _FROM_0),
    (TrackPolicy, "glide_s", 0.0, _ABOVE_0),
    (TrackPolicy, "gate", 0.0, _ABOVE_0),
    (TrackPolicy, "gate_growth", -1.0, _FROM_0),
    (TrackPolicy, "side_s", 0.0, _ABOVE_0),
    (TrackPolicy, "same_hand", -0.1, _FROM_0),
    (TrackPolicy, "same_place", -0.1, _FROM_0),
    (TrackPolicy, "restart_s", 0.0, _ABOVE_0),
    (SmoothingPolicy, "min_cutoff_hz", 0.0, _ABOVE_0),
    (SmoothingPolicy, "beta", -1.0, _FROM_0),
    (SmoothingPolicy, "speed_cutoff_hz", 0.0, _ABOVE_0),
    (PresencePolicy, "calm", 0.0, _ABOVE_0),
    (PresencePolicy, "dear", -0.1, _FROM_0),
    (PresencePolicy, "alert", -0.1, _FROM_0),
    (PresencePolicy, "moved", -0.1, r"in 0\.\.1"),
    (PresencePolicy, "moved", 1.1, r"in 0\.\.1"),
    (PresencePolicy, "step", 0, r"in 1\.\.255"),
    (PresencePolicy, "step", 256, r"in 1\.\.255"),
    (LookPolicy, "certain", 0.5, r"above 0\.5 and below 1"),
    (LookPolicy, "certain", 1.0, r"above 0\.5 and below 1"),
    (LookPolicy, "keep", 0.0, _INSIDE),
    (NudityPolicy, "calm", 0.0, _ABOVE_0),
    (NudityPolicy, "alarmed", -1.0, _ABOVE_0),
    (NudityPolicy, "alarm", 0.0, _ABOVE_0),
    (NudityPolicy, "alarm", 1.5, r"in 0\.\.1"),
    (NudityPolicy, "skin", 1.1, r"in 0\.\.1"),
    (NuditySignalPolicy, "suspect_score", 1.1, r"in 0\.\.1"),
    (NuditySignalPolicy, "suspect_looks", 0, _FROM_1),
    (NuditySignalPolicy, "suspect_share", -0.1, r"in 0\.\.1"),
    (NuditySignalPolicy, "confirm_score", -0.1, r"in 0\.\.1"),
    (NuditySignalPolicy, "confirm_looks", 0, _FROM_1),
    (NuditySignalPolicy, "confirm_share", 1.1, r"in 0\.\.1"),
    (NuditySignalPolicy, "confirm_span", 5.1, r"in 0\.\.5"),
    (NuditySignalPolicy, "suspect_span", 5.1, r"in 0\.\.5"),
    (NuditySignalPolicy, "hold_score", 0.7, r"in 0\.\.0\.6"),
    (NuditySignalPolicy, "picture_gap", 0.0, _ABOVE_0),
    (NuditySignalPolicy, "opinions", 0, r"in 1\.\.2"),
    (NuditySignalPolicy, "opinions", 3, r"in 1\.\.2"),
    (NuditySignalPolicy, "window", 0.0, _ABOVE_0),
    (NuditySignalPolicy, "clear_after", 0.0, _ABOVE_0),
    (CameraPolicy, "stall_after", 0.0, _ABOVE_0),
    (CameraPolicy, "freeze_after", 0.0, _ABOVE_0),
    (CameraPolicy, "freeze_after", 3.0, r"in 0\.\.2"),
    (CameraPolicy, "freeze_window", 0.0, _ABOVE_0),
    (CameraPolicy, "fresh_window", -1.0, _ABOVE_0),
    (CameraPolicy, "lifeless", -0.1, r"in 0\.\.0\.25"),
    (CameraPolicy, "lifeless", 0.3, r"in 0\.\.0\.25"),
    (CameraPolicy, "pulse", -1.0, r"in 0\.\.255"),
    (CameraPolicy, "black", 256.0, r"in 0\.\.255"),
    (CameraPolicy, "flat", -1.0, r"in 0\.\.255"),
]

ACCEPTED: list[tuple[Make, str, float]] = [
    (HandPolicy, "max_hands", 1),
    (HandPolicy, "max_hands", 4),
    (SearchPolicy, "motion_blocks", 768),
    (TrackPolicy, "keep_s", 0.0),
    (SmoothingPolicy, "beta", 0.0),
    (PresencePolicy, "dear", 0.0),
    (PresencePolicy, "moved", 1.0),
    (PresencePolicy, "step", 255),
    (NudityPolicy, "alarm", 1.0),
    (NuditySignalPolicy, "opinions", 1),
    (NuditySignalPolicy, "confirm_span", 5.0),
    (CameraPolicy, "freeze_after", 2.0),
    (CameraPolicy, "black", 0.0),
]


@pytest.mark.parametrize(("make", "name", "value", "span"), REFUSED)
def test_out_of_range(make: Make, name: str, value: float, span: str) -> None:
    with pytest.raises(ValueError, match=f"^{name} must (be|lie) {span}"):
        make(**{name: value})


@pytest.mark.parametrize(("make", "name", "value"), ACCEPTED)
def test_the_ends_of_a_range(make: Make, name: str, value: float) -> None:
    assert getattr(make(**{name: value}), name) == value


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("make", _POLICIES)
def test_no_number_of_a_policy_may_be_endless(make: Make, value: float) -> None:
    policy = make()
    numbers = [f.name for f in fields(policy) if isinstance(getattr(policy, f.name), int | float)]
    assert numbers
    for name in numbers:
        with pytest.raises(ValueError, match="must"):
            make(**{name: value})


@pytest.mark.parametrize(
    ("centre", "width", "complaint"),
    [
        (0.5, 0.0, "width must be above 0"),
        (0.5, -1.0, "width must be above 0"),
        (0.5, math.nan, "width must be above 0"),
        (1.5, 0.1, r"centre must lie in 0\.\.1"),
        (math.nan, 0.1, r"centre must lie in 0\.\.1"),
    ],
)
def test_a_curve_needs_a_place_and_a_width(centre: float, width: float, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Curve(centre, width)
