"""Hands: palm search where one may be new, landmarks, identities, smoothing."""

from vision.hands.models import HandModels
from vision.hands.policy import HandPolicy, SearchPolicy, SmoothingPolicy, TrackPolicy
from vision.hands.step import HandState, find_hands, step_hands

__all__ = [
    "HandModels",
    "HandPolicy",
    "HandState",
    "SearchPolicy",
    "SmoothingPolicy",
    "TrackPolicy",
    "find_hands",
    "step_hands",
]
