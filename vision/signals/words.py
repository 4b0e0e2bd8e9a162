"""The words of one seat: its held signs, its motions, and the sentences they make."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.gestures.grammar import word_of
from vision.gestures.phase import Phase
from vision.gestures.vocabulary import Vocabulary
from vision.observations import SeatObservation
from vision.policy import SignalPolicy
from vision.signals.gestures import GestureState, step_gestures
from vision.signals.motion import MotionSignalState, step_motion_signals
from vision.signals.one_word import one_word
from vision.signals.sentences import SentenceState, step_sentences
from vision.signals.signal import Signal


@dataclass(frozen=True, slots=True)
class Words:
    """What the state machines of signs, motions and sentences remember."""

    gestures: GestureState = field(default_factory=GestureState)
    motion: MotionSignalState = field(default_factory=MotionSignalState)
    sentences: SentenceState = field(default_factory=SentenceState)


def step_words(
    state: Words,
    observation: SeatObservation,
    policy: SignalPolicy,
    vocabulary: Vocabulary,
    phase: Phase = Phase.FREE,
) -> tuple[Words, tuple[Signal, ...]]:
    """Follow the words of one seat by one observation; arguments as `vision.signals.seat.step_seat`."""
    gestures, signs = step_gestures(state.gestures, observation, policy.gestures, vocabulary, phase)
    motion, signs = one_word(state.motion, signs)
    held = {hold.gesture for hold in gestures.holds if hold.told}
    shown = {hold.gesture for hold in gestures.holds if hold.last == observation.t}
    motion, motions = step_motion_signals(motion, observation, policy.motion, phase, held, shown)
    pending = [
        hold.since for hold in state.gestures.holds if not hold.told and word_of(hold.gesture) is not None
    ]
    words = (*signs, *motions)
    sentences, spoken = step_sentences(
        state.sentences, observation, words, policy.sentences, phase, pending=pending
    )
    return Words(gestures, motion, sentences), (*words, *spoken)
