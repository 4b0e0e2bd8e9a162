"""Looking at labelled pictures by the way that every still picture goes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from datasets.evaluation.crops import whole_crop
from service.moderation.index import Row
from vision.observations import CameraState, SeatObservation
from vision.picture import Picture, UInt8Array
from vision.policy import TablePolicy
from vision.signals.nudity import NudityState, step_nudity_signals
from vision.still import look_at
from vision.table import TableModels

THUMBNAIL = 160
"""Width and height of the small pictures of errors, pixels."""
HELD, EVERY = 5.0, 0.5
"""How long a picture is held before the camera for nudity's judgement over time, and the time between
two looks, seconds."""
_ALARMS = {"nudity.suspected": 1, "nudity.confirmed": 2}


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What was made of one picture."""

    row: Row
    present: bool
    score: float
    """Probability of a person, 0..1."""
    evidence: tuple[str, ...]
    camera: CameraState
    nudity: float
    """By the opinions that were asked, 0..1."""
    alarm: int
    """What the picture raises if it is held before the camera: 0 nothing, 1 suspected, 2 confirmed."""
    thumbnail: UInt8Array | None
    """(THUMBNAIL, THUMBNAIL, 3) RGB where something is wrong."""

    @property
    def missed(self) -> bool:
        """Somebody is there who was not seen."""
        return self.row.person is True and not self.present

    @property
    def imagined(self) -> bool:
        """Nobody is there, and somebody was seen."""
        return self.row.person is False and self.present

    @property
    def unfair(self) -> bool:
        """Nothing naked is there, and something was suspected."""
        return not self.row.nude and self.alarm > 0


def look(picture: Picture, row: Row, models: TableModels, policy: TablePolicy) -> Seen:
    """Look at one picture."""
    found = look_at(picture, models, policy)
    if found.person is None or found.nudity is None:
        raise RuntimeError(f"{row.file}: a still picture was not looked at in full")
    seen = Seen(
        row,
        found.person.present,
        found.person.score,
        found.person.evidence,
        found.camera,
        found.nudity.score,
        _alarm(found, policy),
        None,
    )
    wrong = seen.missed or seen.imagined or seen.unfair
    return replace(seen, thumbnail=whole_crop(picture, THUMBNAIL)) if wrong else seen


def _alarm(found: SeatObservation, policy: TablePolicy) -> int:
    """What nudity's state machine says when every look of some seconds finds the same."""
    state, worst = NudityState(), 0
    for number in range(round(HELD / EVERY) + 1):
        again = replace(found, t=number * EVERY, camera=CameraState.OK)
        state, signals = step_nudity_signals(state, again, policy.signals.nudity)
        worst = max([worst, *(_ALARMS.get(signal.type, 0) for signal in signals)])
    return worst
