"""Whether a picture that can be judged may be no live one: a loop, or a photograph held before the camera.

Suspicion only: it stops no clock and accuses nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.camera.health import CameraHealth
from vision.camera.loops import LoopPolicy, LoopState, step_loop
from vision.camera.rigid import RigidPolicy, RigidState, step_rigid
from vision.frame import Frame
from vision.observations import PersonEvidence, Suspicion


@dataclass(frozen=True, slots=True)
class SuspicionPolicy:
    """When a camera is suspected."""

    loop: LoopPolicy = field(default_factory=LoopPolicy)
    still: RigidPolicy = field(default_factory=RigidPolicy)


@dataclass(frozen=True, slots=True, eq=False)
class SuspicionState:
    """What is remembered of one seat."""

    loop: LoopState | None = None
    still: RigidState | None = None


def step_suspicion(
    states: Mapping[int, SuspicionState],
    frames: Mapping[int, Frame],
    cameras: Mapping[int, CameraHealth],
    persons: Mapping[int, PersonEvidence],
    policy: SuspicionPolicy,
) -> tuple[dict[int, SuspicionState], dict[int, tuple[Suspicion, ...]]]:
    """Watch all seats that have a frame.

    Args:
        states: of earlier steps, by seat.
        frames: by seat.
        cameras: what `vision.camera.health` makes of these frames; one that cannot be judged ends suspicion.
        persons: the evidence of the seats that were looked at; only their faces can be photographs.
        policy: when to suspect.

    Returns:
        All states, those of seats without a frame as they were; and the suspicions of each seat with a frame.
    """
    after = dict(states)
    found: dict[int, tuple[Suspicion, ...]] = {}
    for seat, frame in frames.items():
        if not cameras[seat].state.observable:
            after[seat], found[seat] = SuspicionState(), ()
            continue
        after[seat], found[seat] = _judged(
            states.get(seat, SuspicionState()), frame, cameras[seat], persons.get(seat), policy
        )
    return after, found


def _judged(
    before: SuspicionState,
    frame: Frame,
    camera: CameraHealth,
    person: PersonEvidence | None,
    policy: SuspicionPolicy,
) -> tuple[SuspicionState, tuple[Suspicion, ...]]:
    suspicions = []
    loops, loop = step_loop(before.loop, frame.t, camera.samples, policy.loop)
    if loop is not None:
        measures = (("period", loop.period), ("comparisons", float(loop.hits)))
        suspicions.append(Suspicion("loop", loop.since, measures))
    still = before.still
    if person is not None and person.faces:
        still, rigid = step_rigid(still, frame.t, frame.picture, person.faces[0].box, policy.still)
        if rigid is not None:
            measures = (("difference", rigid.most), ("comparisons", float(rigid.compared)))
            suspicions.append(Suspicion("still", rigid.since, measures))
    return SuspicionState(loops, still), tuple(suspicions)
