"""One tick of a whole table: frames in, observations and signals out.

`step` is a pure function of its arguments. Every model runs once a tick, over all seats that need it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from models.engine import Engine
from vision.camera.health import CameraHealth, silent_seats, step_camera
from vision.camera.suspicion import SuspicionState, step_suspicion
from vision.frame import Frame
from vision.gestures.judging import judge
from vision.gestures.phase import Phase
from vision.gestures.reading import NEEDS_BODY
from vision.gestures.scrutiny import Remembered, Suspect, scrutinise, with_second_looks
from vision.hands import HandModels, HandState, step_hands
from vision.motion.step import MotionState, step_motion, wants_face
from vision.nudity.step import NudityModels, NudityState, step_nudity
from vision.observations import (
    CameraState,
    Hand,
    NudityScore,
    PersonEvidence,
    SeatObservation,
    Suspicion,
)
from vision.policy import TablePolicy
from vision.presence.lone_hands import hands_in_parts
from vision.presence.look import PresenceModels
from vision.presence.step import PresenceState, step_presence
from vision.seating import anatomical, upright
from vision.signals.absence import attentive
from vision.signals.seat import SeatSignals, step_seat
from vision.signals.signal import Signal
from vision.turns import turn

Probe = Callable[[str], AbstractContextManager[None]]
"""Entered around each stage with its name; for whoever measures."""


@dataclass(frozen=True)
class TableModels:
    """The loaded engines of a table."""

    hands: HandModels
    shapes: Engine
    motion: Engine
    presence: PresenceModels
    nudity: NudityModels


@dataclass(frozen=True)
class TableState:
    """What is remembered between ticks, by seat; `TableState()` is the start."""

    camera: Mapping[int, CameraHealth] = field(default_factory=dict)
    hands: Mapping[int, HandState] = field(default_factory=dict)
    presence: Mapping[int, PresenceState] = field(default_factory=dict)
    nudity: Mapping[int, NudityState] = field(default_factory=dict)
    signals: Mapping[int, SeatSignals] = field(default_factory=dict)
    sizes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Of each seat's newest picture."""
    motion: Mapping[int, MotionState] = field(default_factory=dict)
    second_looks: Mapping[int, Remembered] = field(default_factory=dict)
    suspicion: Mapping[int, SuspicionState] = field(default_factory=dict)


@dataclass(frozen=True)
class TableStep:
    """What one tick brought."""

    observations: tuple[SeatObservation, ...]
    """Of the seats with a frame and of those known to be silent, in the order of the seats."""
    signals: tuple[Signal, ...]
    """In the order of the seats."""


def step(
    state: TableState,
    frames: Sequence[Frame],
    models: TableModels,
    policy: TablePolicy,
    *,
    now: Mapping[int, float] | None = None,
    faults: Mapping[int, CameraState] | None = None,
    phases: Mapping[int, Phase] | None = None,
    resting: Collection[int] = (),
    probe: Probe = lambda _: nullcontext(),
) -> tuple[TableState, TableStep]:
    """Look at a table once.

    Args:
        state: of the tick before.
        frames: at most one a seat.
        models: the loaded engines.
        policy: every threshold.
        now: where the media clock of each open seat stands, seconds on the seat's own track; a seat whose
            newest frame is too old by it is told to be stalled.
        faults: seats without a frame whose track is known to be ended, muted or corrupt.
        phases: what the table is doing, as each seat sees it; `Phase.FREE` where nothing is said.
        resting: seats that the rules let be empty: all in an official pause, those out of the game always.
        probe: entered around each stage.
    """
    standing = (upright(frame, policy.seats) for frame in frames)
    seen = {frame.seat: frame for frame in sorted(standing, key=lambda frame: frame.seat)}
    with probe("camera"):
        camera, conditions = step_camera(state.camera, seen, policy.camera)
    judged = {seat: frame for seat, frame in seen.items() if conditions[seat].observable}
    with probe("hands"):
        hand_states, hands = step_hands(state.hands, list(judged.values()), models.hands, policy.hands)
    with probe("shapes"):
        hands, suspects = _with_shapes(anatomical(hands, policy.seats), judged, models.shapes, policy)
    with probe("second_look"):
        second_looks = _look_again(state, suspects, seen, models, policy)
        hands = {seat: with_second_looks(own, second_looks.get(seat, {})) for seat, own in hands.items()}
    with probe("presence"):
        presence, persons = _look_for_people(state, judged, hands, models, policy)
    with probe("suspicion"):
        suspicion, doubts = step_suspicion(state.suspicion, seen, camera, persons, policy.suspicion)
    with probe("nudity"):
        taken = {seat: judged[seat] for seat in judged if presence[seat].evidence.present}
        nudity, scores = step_nudity(state.nudity, taken, models.nudity, policy.nudity, hands=hands)
    sizes = {**state.sizes, **{seat: frame.picture.size for seat, frame in seen.items()}}
    after = TableState(
        camera, hand_states, presence, nudity, state.signals, sizes, state.motion, second_looks, suspicion
    )
    observations = _observed(after, seen, hands, persons, scores, doubts)
    with probe("motion"):
        motion, moving = step_motion(state.motion, observations, models.motion, policy.motion)
        observations = [replace(seen, motions=moving.get(seen.seat, ())) for seen in observations]
    after = replace(after, motion=motion)
    observations += _silent(after, seen, now or {}, faults or {}, policy)
    with probe("signals"):
        ordered = sorted(observations, key=lambda seen: seen.seat)
        return _conclude(after, ordered, policy, phases or {}, resting)


def _observed(
    state: TableState,
    frames: Mapping[int, Frame],
    hands: Mapping[int, tuple[Hand, ...]],
    persons: Mapping[int, PersonEvidence],
    nudity: Mapping[int, NudityScore],
    suspicions: Mapping[int, tuple[Suspicion, ...]],
) -> list[SeatObservation]:
    """What is known of each seat with a frame, but for its motions."""
    return [
        SeatObservation(
            seat=seat,
            t=frame.t,
            size=frame.picture.size,
            camera=state.camera[seat].state,
            hands=hands.get(seat, ()),
            person=persons.get(seat),
            nudity=nudity.get(seat),
            fresh=state.camera[seat].fresh,
            earlier=state.presence[seat].earlier if seat in persons else (),
            measures=state.camera[seat].measures,
            suspicions=suspicions[seat],
        )
        for seat, frame in frames.items()
    ]


def _look_for_people(
    state: TableState,
    frames: Mapping[int, Frame],
    hands: Mapping[int, tuple[Hand, ...]],
    models: TableModels,
    policy: TablePolicy,
) -> tuple[dict[int, PresenceState], dict[int, PersonEvidence]]:
    """Presence of the seats that are due, and of those whose absence clock needs this very frame."""
    attend = [
        seat
        for seat, frame in frames.items()
        if seat in state.signals
        and attentive(state.signals[seat].absence.now, frame.t, policy.signals.absence)
    ]
    faces = [
        seat
        for seat, frame in frames.items()
        if _depends_on_face(state.signals.get(seat), frame, hands, policy)
        or wants_face(state.motion.get(seat), frame, policy.motion)
    ]
    return step_presence(
        state.presence,
        frames,
        hands,
        models.presence,
        policy.presence,
        attend=attend,
        faces=faces,
        search=lambda picture: hands_in_parts(picture, models.hands, policy.hands),
    )


def _depends_on_face(
    before: SeatSignals | None, frame: Frame, hands: Mapping[int, tuple[Hand, ...]], policy: TablePolicy
) -> bool:
    """Whether a hand of the seat shows a shape that means nothing without the face, which is due again."""
    shapes = {hand.shape.shape for hand in hands.get(frame.seat, ()) if hand.shape is not None}
    if policy.vocabulary.forbidden_shape in shapes:
        return True
    last = None if before is None else before.gestures.t
    every = policy.signals.gestures.face_every
    due = last is None or turn(frame.seat, frame.t, every) != turn(frame.seat, last, every)
    return due and bool(shapes & NEEDS_BODY)


def _with_shapes(
    hands: Mapping[int, tuple[Hand, ...]], frames: Mapping[int, Frame], engine: Engine, policy: TablePolicy
) -> tuple[dict[int, tuple[Hand, ...]], list[Suspect]]:
    """The hands of all seats with their shapes, by one batch, and those that may accuse their owner."""
    flat = [(seat, hand) for seat, own in hands.items() for hand in own]
    sized = [(hand, frames[seat].picture.size) for seat, hand in flat]
    named: dict[int, tuple[Hand, ...]] = dict.fromkeys(hands, ())
    suspects = []
    judged = judge(sized, engine, policy.shapes, policy.vocabulary)
    for (seat, _), (hand, suspicion) in zip(flat, judged, strict=True):
        named[seat] += (hand,)
        if suspicion.score >= policy.scrutiny.suspicion:
            suspects.append(Suspect(frames[seat], hand, suspicion))
    return named, suspects


def _look_again(
    state: TableState,
    suspects: Sequence[Suspect],
    seen: Mapping[int, Frame],
    models: TableModels,
    policy: TablePolicy,
) -> Mapping[int, Remembered]:
    """The second looks of this tick; seats without a frame keep theirs."""
    found = scrutinise(
        state.second_looks,
        suspects,
        models.hands.landmarks,
        models.shapes,
        policy.scrutiny,
        policy.vocabulary,
    )
    waiting = {seat: looks for seat, looks in state.second_looks.items() if seat not in seen}
    return {**waiting, **found}


def _silent(
    state: TableState,
    seen: Mapping[int, Frame],
    now: Mapping[int, float],
    faults: Mapping[int, CameraState],
    policy: TablePolicy,
) -> list[SeatObservation]:
    """Observations of seats without a frame about which something is known."""
    stalled = silent_seats(state.camera, now, policy.camera)
    known = {seat: condition for seat, condition in {**stalled, **faults}.items() if seat not in seen}
    return [
        SeatObservation(
            seat, now.get(seat, _last_time(state, seat)), state.sizes.get(seat, (0, 0)), condition
        )
        for seat, condition in known.items()
    ]


def _last_time(state: TableState, seat: int) -> float:
    return state.camera[seat].t if seat in state.camera else 0.0


def _conclude(
    state: TableState,
    observations: Sequence[SeatObservation],
    policy: TablePolicy,
    phases: Mapping[int, Phase],
    resting: Collection[int],
) -> tuple[TableState, TableStep]:
    """Let every seat's state machines take in what was seen."""
    machines = dict(state.signals)
    signals: list[Signal] = []
    for seen in observations:
        before = machines.get(seen.seat, SeatSignals())
        machines[seen.seat], told = step_seat(
            before,
            seen,
            policy.signals,
            policy.vocabulary,
            phases.get(seen.seat, Phase.FREE),
            resting=seen.seat in resting,
        )
        signals += told
    return replace(state, signals=machines), TableStep(tuple(observations), tuple(signals))
