"""All signals of one seat together."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.gestures.grammar import word_of
from vision.gestures.phase import Phase
from vision.gestures.vocabulary import Vocabulary
from vision.observations import SeatObservation
from vision.policy import SignalPolicy
from vision.signals.camera import CameraSignalState, step_camera_signals
from vision.signals.gestures import GestureState, step_gestures
from vision.signals.hindsight import Hindsight, step_with_hindsight
from vision.signals.motion import MotionSignalState, step_motion_signals
from vision.signals.nudity import NudityState, step_nudity_signals
from vision.signals.one_word import one_word
from vision.signals.sentences import SentenceState, step_sentences
from vision.signals.signal import Signal
from vision.signals.suspicion import SuspicionSignalState, step_suspicion_signals


@dataclass(frozen=True, slots=True)
class SeatSignals:
    """What the state machines of one seat remember."""

    camera: CameraSignalState = field(default_factory=CameraSignalState)
    absence: Hindsight = field(default_factory=Hindsight)
    gestures: GestureState = field(default_factory=GestureState)
    nudity: NudityState = field(default_factory=NudityState)
    sentences: SentenceState = field(default_factory=SentenceState)
    motion: MotionSignalState = field(default_factory=MotionSignalState)
    suspicion: SuspicionSignalState = field(default_factory=SuspicionSignalState)


def step_seat(
    state: SeatSignals,
    observation: SeatObservation,
    policy: SignalPolicy,
    vocabulary: Vocabulary,
    phase: Phase = Phase.FREE,
    *,
    resting: bool = False,
) -> tuple[SeatSignals, tuple[Signal, ...]]:
    """Follow one seat by one observation; the camera speaks first: it says whether to trust the rest.

    Args:
        state: of the step before.
        observation: of this frame, or of an instant without one.
        policy: when what is seen becomes a signal.
        vocabulary: what the shapes mean.
        phase: what the table is doing.
        resting: the rules let the seat be empty: an official pause, or a player who is out of the game. So
            does the lobby.
    """
    counting = not resting and phase is not Phase.LOBBY
    camera, camera_signals = step_camera_signals(state.camera, observation, policy.camera)
    suspicion, suspicion_signals = step_suspicion_signals(state.suspicion, observation, policy.suspicion)
    absence, absence_signals = step_with_hindsight(
        state.absence, observation, policy.absence, counting=counting
    )
    gestures, gesture_signals = step_gestures(state.gestures, observation, policy.gestures, vocabulary, phase)
    motion, gesture_signals = one_word(state.motion, gesture_signals)
    held = {hold.gesture for hold in gestures.holds if hold.told}
    shown = {hold.gesture for hold in gestures.holds if hold.last == observation.t}
    motion, motion_signals = step_motion_signals(motion, observation, policy.motion, phase, held, shown)
    gesture_signals = (*gesture_signals, *motion_signals)
    sentences, sentence_signals = step_sentences(
        state.sentences,
        observation,
        gesture_signals,
        policy.sentences,
        phase,
        pending=[
            hold.since for hold in state.gestures.holds if not hold.told and word_of(hold.gesture) is not None
        ],
    )
    nudity, nudity_signals = step_nudity_signals(state.nudity, observation, policy.nudity)
    signals = (
        *camera_signals,
        *suspicion_signals,
        *absence_signals,
        *gesture_signals,
        *sentence_signals,
        *nudity_signals,
    )
    return SeatSignals(camera, absence, gestures, nudity, sentences, motion, suspicion), signals
