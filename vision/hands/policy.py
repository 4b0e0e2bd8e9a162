"""Every number of the hands pipeline that a person may want to change, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.checks import at_least, between, positive, within


@dataclass(frozen=True, slots=True)
class SearchPolicy:
    """When a palm search is worth its cost, and what counts as a palm.

    Cost model. A palm search costs about 1.3 landmark runs. At 30 frames a second and one hand in view
    the landmarks take 30 runs a second. Searching on every frame adds 39; these intervals add 3.3 with
    nothing moving, 5.2 with something that goes on moving in its place, 13 at most while motion spreads
    to new places, and none with all hands tracked.

    Bounds, as media time from the first frame that shows a detectable hand, T being the time between
    two frames: `motion_s` + T where it moves in a place that was at rest, `familiar_s` + T where
    something else has been moving, `idle_s` + T where nothing is seen to move.
    """

    score: float = 0.5
    """Least probability of a palm, 0..1. Source: default of MediaPipe's hand landmarker."""
    overlap: float = 0.3
    """Intersection over union from which two boxes are one palm. Source: as above."""
    most: int = 4
    """Palms that are looked at in a search: more than the hands wanted, as tracked hands are found again."""
    idle_s: float = 0.4
    """Seconds between searches while a hand is missing and nothing new moves."""
    motion_s: float = 0.1
    """Seconds between searches while something new moves outside the tracked hands."""
    familiar_s: float = 0.25
    """The same while something moves only where it was searched in vain within the last second."""
    lost_s: float = 0.1
    """Seconds between searches for a hand that was lost; the first comes with the next frame."""
    motion_level: float = 6.0
    """Change of a block's mean luma from which it counts as moving, grey levels of 255.

    A block averages hundreds of pixels, so sensor noise stays below 1; a hand differs from most
    backgrounds by 20 and more.
    """
    motion_blocks: int = 2
    """Moving blocks of the 32 x 24 that make a search worthwhile."""

    def __post_init__(self) -> None:
        between(0, 1, score=self.score, overlap=self.overlap)
        at_least(1, most=self.most)
        positive(idle_s=self.idle_s, motion_s=self.motion_s, familiar_s=self.familiar_s, lost_s=self.lost_s)
        between(0, 255, motion_level=self.motion_level)
        within(1, 32 * 24, motion_blocks=self.motion_blocks)


@dataclass(frozen=True, slots=True)
class TrackPolicy:
    """How a hand keeps its identity. Lengths are in palm lengths (wrist to middle knuckle)."""

    presence: float = 0.5
    """Least probability that a hand is there, 0..1. Source: default of MediaPipe's hand landmarker."""
    keep_s: float = 1.0
    """Seconds for which the place of a hand that was lost is remembered, and its identity with it."""
    glide_s: float = 0.25
    """Time constant with which a predicted motion comes to rest, seconds."""
    gate: float = 1.5
    """Distance from its predicted place at which a hand is still taken for the same one."""
    gate_growth: float = 4.0
    """How far the gate opens while a hand is out of sight, per second."""
    side_s: float = 0.5
    """Time constant over which left and right are averaged, seconds."""
    same_hand: float = 0.45
    """Distance of the palms' centres below which two results of the same handedness are one hand."""
    same_place: float = 0.15
    """The same whatever the handedness."""
    restart_s: float = 1.0
    """A gap in media time after which nothing of the past is used, seconds."""

    def __post_init__(self) -> None:
        between(0, 1, presence=self.presence)
        positive(glide_s=self.glide_s, gate=self.gate, side_s=self.side_s, restart_s=self.restart_s)
        at_least(
            0,
            keep_s=self.keep_s,
            gate_growth=self.gate_growth,
            same_hand=self.same_hand,
            same_place=self.same_place,
        )


@dataclass(frozen=True, slots=True)
class SmoothingPolicy:
    """One-Euro filter. Source: Casiez, Roussel and Vogel, "1 € Filter", CHI 2012; constants measured here."""

    min_cutoff_hz: float = 1.5
    """Cut-off at rest: lower means less jitter."""
    beta: float = 6.0
    """How much the cut-off rises with speed, Hz per palm length a second: higher means less lag."""
    speed_cutoff_hz: float = 4.0
    """Cut-off of the speed estimate itself."""

    def __post_init__(self) -> None:
        positive(min_cutoff_hz=self.min_cutoff_hz, speed_cutoff_hz=self.speed_cutoff_hz)
        at_least(0, beta=self.beta)


@dataclass(frozen=True, slots=True)
class HandPolicy:
    """The whole policy of the hands of a seat."""

    max_hands: int = 2
    """Hands reported at most, 1..4."""
    search: SearchPolicy = field(default_factory=SearchPolicy)
    track: TrackPolicy = field(default_factory=TrackPolicy)
    smoothing: SmoothingPolicy = field(default_factory=SmoothingPolicy)

    def __post_init__(self) -> None:
        within(1, 4, max_hands=self.max_hands)
