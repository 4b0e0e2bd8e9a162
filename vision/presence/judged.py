"""What the finds of one look come to: less flat pictures of people, and doubts looked at more closely.

Frames and closer looks are dear, so they are sought only where they could change the answer, and what an
earlier look at the same resting picture has learnt still holds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

import numpy as np

from vision.boxes import overlaps
from vision.observations import Box, Closer, Detection, Framing, PersonEvidence
from vision.picture import Picture
from vision.presence.closer import doubtful, with_closer
from vision.presence.flat import FlatPolicy, Frame4, flat_ones, frames, without
from vision.presence.fusion import Calibration, Finds, fuse
from vision.presence.lively import same
from vision.presence.straight import frame_around

_LIKELY = 0.5
_RIM = 0.01
"""How near to the picture's edge, by its longer side, a box has to end for its body to be cut off there."""
_UNMOVED = 0.7
"""Intersection over union from which what was learnt about a find still holds."""


@dataclass(slots=True)
class Judge:
    """One seat's picture, and what is learnt about it on the way."""

    picture: Picture
    calibration: Calibration
    flat: FlatPolicy
    lively: list[Box]
    """Where something has moved lately, display pixels."""
    known: PersonEvidence | None
    """Of an earlier look at the same resting picture."""
    _outlines: list[Frame4] | None = None
    _framings: dict[Box, Framing] = field(default_factory=dict)
    _closer: dict[Box, Closer] = field(default_factory=dict)

    def evidence(self, finds: Finds) -> PersonEvidence:
        """What the finds come to."""
        flat, rest = self._parted(with_closer(finds, list(self._closer.values()), self.calibration))
        return replace(
            self._fused(rest),
            flat=tuple(sorted(flat, key=lambda one: -one.score)),
            framings=tuple(self._framings.values()),
            closer=tuple(self._closer.values()),
        )

    def settled(self, finds: Finds) -> Finds:
        """The finds that `evidence` rests on."""
        return self._parted(with_closer(finds, list(self._closer.values()), self.calibration))[1]

    def unclear(self, finds: Finds) -> list[Box]:
        """What has to be looked at more closely before `evidence` says the last word, display pixels."""
        _, rest = self._parted(finds)
        boxes = doubtful(rest, self.picture.size, self.calibration, self.lively)
        boxes += [one.box for one in rest.small]
        before = () if self.known is None else self.known.closer
        for box in boxes:
            learnt = [one for one in before if _unmoved(box, one.box)]
            if learnt:
                self._closer[box] = replace(learnt[0], box=box)
        return [box for box in boxes if box not in self._closer]

    def learn(self, closer: Closer) -> None:
        """Take in a closer look."""
        self._closer[closer.box] = closer

    def _fused(self, finds: Finds) -> PersonEvidence:
        return fuse(finds, self.picture.size, self.calibration, self.lively)

    def _parted(self, finds: Finds) -> tuple[Collection[Detection], Finds]:
        """What is flat, and the finds without it."""
        first = self._fused(finds)
        alone = "hands" in first.evidence and not finds.persons  # certain hands need no body to count
        if not first.present or alone or not self._may_be_flat(finds):
            return (), finds
        if self._outlines is None:
            self._outlines = frames(self.picture, self.flat)
        outlines = list(self._outlines)
        flat = flat_ones(finds, outlines, self.lively, self.flat)
        rest = without(finds, flat, outlines)
        if not self._fused(rest).present:
            return flat, rest
        framings = [self._framing(one, fills) for one, fills in self._likely(rest)]
        framed = [np.array(one.corners, np.float32) for one in framings if one.corners]
        if not framed:
            return flat, rest
        outlines += framed
        flat = flat_ones(finds, outlines, self.lively, self.flat)
        return flat, without(finds, flat, outlines)

    def _likely(self, finds: Finds) -> list[tuple[Box, float]]:
        """What speaks for a person and might be flat, and what share of a frame's height that has to fill."""
        curves, flat = self.calibration, self.flat
        kinds = (
            (finds.persons, curves.person, flat.fills),
            (finds.small, curves.small, flat.fills),
            (finds.faces, curves.face, flat.fills_head),
            (finds.poses, curves.pose, flat.fills_head),
        )
        return [
            (one.box, fills) for found, curve, fills in kinds for one in found if curve(one.score) >= _LIKELY
        ]

    def _framing(self, box: Box, fills: float) -> Framing:
        """Whether a frame lies around a find."""
        if box not in self._framings:
            before = () if self.known is None else self.known.framings
            learnt = [one for one in before if _unmoved(box, one.box)]
            self._framings[box] = replace(learnt[0], box=box) if learnt else self._sought(box, fills)
        return self._framings[box]

    def _sought(self, box: Box, fills: float) -> Framing:
        corners = frame_around(self.picture, box, fills=fills, largest=self.flat.largest)
        return Framing(box, None if corners is None else tuple((float(x), float(y)) for x, y in corners))

    def _may_be_flat(self, finds: Finds) -> bool:
        """Whether nobody is cut off by the picture's edge and nothing found has moved."""
        width, height = self.picture.size
        rim = _RIM * max(width, height)
        likely = [one.box for one in finds.persons if self.calibration.person(one.score) >= _LIKELY]
        cut = any(x0 < rim or y1 > height - rim or x1 > width - rim for x0, _, x1, y1 in likely)
        moved = any(same(one.box, self.lively) for one in (*finds.faces, *finds.persons))
        return not cut and not moved


def _unmoved(box: Box, before: Box) -> bool:
    return float(overlaps(np.array(box, np.float32), np.array([before], np.float32))[0]) >= _UNMOVED
