"""Sentence signals: words that a seat shows one after the other become `sentence.spoken`, once it pauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from vision.checks import at_least, positive
from vision.gestures.grammar import Clause, Sign, parse, word_of
from vision.gestures.phase import Phase
from vision.observations import CameraState, SeatObservation
from vision.signals.signal import TICK, Json, Signal


@dataclass(frozen=True, slots=True)
class SentencePolicy:
    """What belongs together; seconds."""

    pause: float = 2.0
    """Without a word for so long, the sentence has ended."""
    claim_within: float = 2.5
    """Most between a number and the colour it is claimed to have (domain A.2, check_claim)."""
    linger: float = 3.0
    """A word that is held longer does not keep the sentence open."""
    overlap: float = 0.3
    """One hand's number that ends so shortly before the number of both hands was its beginning."""

    def __post_init__(self) -> None:
        positive(pause=self.pause)
        at_least(0, claim_within=self.claim_within, linger=self.linger, overlap=self.overlap)


@dataclass(frozen=True, slots=True)
class SentenceState:
    """What is remembered of one seat."""

    t: float | None = None
    """Media time of the newest frame."""
    signs: tuple[Sign, ...] = ()
    """Of the sentence that is being shown."""
    phase: Phase = Phase.FREE
    """In which its newest word was shown."""


def step_sentences(
    state: SentenceState,
    observation: SeatObservation,
    gestures: Iterable[Signal],
    policy: SentencePolicy,
    phase: Phase = Phase.FREE,
    *,
    pending: Iterable[float] = (),
) -> tuple[SentenceState, tuple[Signal, ...]]:
    """Follow the words of one seat.

    Args:
        state: of the step before.
        observation: the frame, or the silence, that brought the gestures.
        gestures: the seat's `gesture.started` and `gesture.ended` of this step.
        policy: what belongs together.
        phase: what the table is doing. In a secret phase nothing is remembered and nothing said.
        pending: first media times of words that are shown but not yet told: one that began before the pause
            was over keeps the sentence open.

    Returns:
        The new state, and at most one `sentence.spoken`. The end of a track and a jump of the clock end a
        sentence too.
    """
    t, seat = observation.t, observation.seat
    if phase.secret:
        return SentenceState(t, phase=phase), ()
    if observation.camera is CameraState.ENDED:
        return SentenceState(t), _spoken(state, seat, t, policy)
    if observation.camera.silent:
        return state, ()
    jumped = state.t is not None and t < state.t
    over = jumped or (bool(state.signs) and _paused(state, t, policy, pending))
    told = _spoken(state, seat, t, policy) if over else ()
    signs = [] if over else list(state.signs)
    shown = phase if over or not signs else state.phase
    for signal in gestures:
        before = len(signs)
        signs = _taken_in(signs, signal, policy)
        shown = phase if len(signs) != before else shown
    return SentenceState(t, tuple(signs), shown), told


def _taken_in(signs: list[Sign], signal: Signal, policy: SentencePolicy) -> list[Sign]:
    """The words after one gesture signal."""
    word, since = word_of(str(signal.data["gesture"])), _seconds(signal.data["since"])
    if word is None:
        return signs
    if signal.type == "gesture.ended":
        until = _seconds(signal.data["until"])
        return [
            replace(sign, until=until) if (sign.word, sign.since) == (word, since) else sign for sign in signs
        ]
    if signs and signal.data.get("hand") == "both" and _grew(signs[-1], since, policy):
        signs = signs[:-1]
    if signs and signs[-1].word == word:
        signs = signs[:-1]
    return [*signs, Sign(word, since)]


def _grew(last: Sign, since: float, policy: SentencePolicy) -> bool:
    """Whether the last word was one hand of the number that both show since then."""
    joined = last.until is None or since - last.until <= policy.overlap + TICK
    return isinstance(last.word, int) and last.word <= 5 and joined


def _paused(state: SentenceState, t: float, policy: SentencePolicy, pending: Iterable[float]) -> bool:
    ends = _quiet_since(state, t, policy) + policy.pause - TICK
    return t >= ends and not any(since < ends for since in pending)


def _quiet_since(state: SentenceState, t: float, policy: SentencePolicy) -> float:
    """When the last word ended or stopped to matter."""
    return max(min(t if s.until is None else s.until, s.since + policy.linger) for s in state.signs)


def _spoken(state: SentenceState, seat: int, t: float, policy: SentencePolicy) -> tuple[Signal, ...]:
    clauses = parse(state.signs, state.phase, policy.claim_within)
    if not clauses:
        return ()
    data: dict[str, Json] = {
        "words": [word for clause in clauses for word in clause],
        "clauses": [list[Json](clause) for clause in _without_head(clauses)],
        "signs": [sign.word for sign in state.signs],
        "since": state.signs[0].since,
        "audience": "table",
    }
    return (Signal("sentence.spoken", seat, t, data),)


def _without_head(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    return clauses[1:] if clauses[0] == ("conditional",) else clauses


def _seconds(value: Json) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"a media time is a number, not {value!r}")
    return float(value)
