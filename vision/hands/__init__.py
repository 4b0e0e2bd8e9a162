"""Hands: palm search where one may be new, landmarks, identities, smoothing."""

from vision.hands.models import HandModels
from vision.hands.policy import HandPolicy, SearchPolicy, SmoothingPolicy, TrackPolicy
from vision.hands.single import find_hands
from vision.hands.step import HandState, step_hands

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
