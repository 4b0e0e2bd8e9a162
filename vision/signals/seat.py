"""All signals of one seat together."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.gestures.phase import Phase
from vision.gestures.vocabulary import Vocabulary
from vision.observations import SeatObservation
from vision.policy import SignalPolicy
from vision.signals.camera import CameraSignalState, step_camera_signals
from vision.signals.gestures import GestureState
from vision.signals.hindsight import Hindsight, step_with_hindsight
from vision.signals.motion import MotionSignalState
from vision.signals.nudity import NudityState, step_nudity_signals
from vision.signals.sentences import SentenceState
from vision.signals.signal import Signal
from vision.signals.suspicion import SuspicionSignalState, step_suspicion_signals
from vision.signals.words import Words, step_words


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
    words = Words(state.gestures, state.motion, state.sentences)
    words, word_signals = step_words(words, observation, policy, vocabulary, phase)
    nudity, nudity_signals = step_nudity_signals(state.nudity, observation, policy.nudity)
    signals = (
        *camera_signals,
        *suspicion_signals,
        *absence_signals,
        *word_signals,
        *nudity_signals,
    )
    after = SeatSignals(camera, absence, words.gestures, nudity, words.sentences, words.motion, suspicion)
    return after, signals
