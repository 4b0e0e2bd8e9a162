"""How well moving gestures are told: events against the intervals of held-out clips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from datasets.motion.clip import NONE, Clip
from models.engine import Engine
from vision.motion.step import Look, MotionPolicy, MotionState, follow, score_looks
from vision.signals.motion import ALL, MotionSignalPolicy, MotionSignalState, step_motion_signals
from vision.signals.signal import Signal

EARLY, LATE = 0.15, 0.3
"""A gesture is told in time from its start to `LATE` seconds after its end; more than `EARLY` before it
fulfils its description, as after the second of three claps, it is told early."""


def events(
    clip: Clip, engine: Engine, motion: MotionPolicy | None = None, signals: MotionSignalPolicy | None = None
) -> list[Signal]:
    """The `gesture.started` signals of a clip."""
    motion, signals = motion or MotionPolicy(), signals or MotionSignalPolicy(gestures=ALL)
    state, machine = MotionState(), MotionSignalState()
    due: list[list[Look]] = []
    for seen in clip.observations:
        state, looks = follow(state, seen, motion)
        due.append(looks)
    # One batch for the whole clip: the looks do not depend on what the model says.
    together = [look for looks in due for look in looks]
    scores = iter(score_looks(together, engine, motion) if together else ())
    told: list[Signal] = []
    for seen, looks in zip(clip.observations, due, strict=True):
        judged = replace(seen, motions=tuple(next(scores) for _ in looks))
        machine, new = step_motion_signals(machine, judged, signals)
        told += [signal for signal in new if signal.type == "gesture.started"]
    return told


@dataclass(slots=True)
class Tally:
    """Counts of one gesture."""

    hits: int = 0
    early: int = 0
    """Of the hits, those told before the gesture fulfilled its description."""
    late: int = 0
    """Told, but outside the time allowed; counted as missed and as false."""
    missed: int = 0
    false: int = 0
    delays: list[float] = field(default_factory=list)
    """Seconds from the motion's end to its event, of hits; below 0 where it went on."""

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.hits / max(2 * self.hits + self.missed + self.false, 1)

    @property
    def strict_f1(self) -> float:
        """The same where a hit that came early is a miss and a false event."""
        hits = self.hits - self.early
        return 2 * hits / max(2 * hits + self.missed + self.false + 2 * self.early, 1)


@dataclass(slots=True)
class Judgement:
    """Of many clips."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    ordinary_hours: float = 0.0
    ordinary_false: dict[str, list[str]] = field(default_factory=dict)
    """Gesture told in clips without one -> what was done in them."""

    def tally(self, gesture: str) -> Tally:
        """The counts of a gesture."""
        return self.tallies.setdefault(gesture, Tally())

    def add(self, clip: Clip, told: Sequence[Signal]) -> None:
        """Count one clip."""
        if clip.interval is None:
            self.ordinary_hours += clip.seconds / 3600
        hit = False
        for signal in told:
            gesture = str(signal.data["gesture"])
            if clip.interval is None:
                self.ordinary_false.setdefault(gesture, []).append("+".join(clip.content))
                self.tally(gesture).false += 1
                continue
            timely = clip.interval.start <= signal.t <= clip.interval.end + LATE
            if gesture == clip.label and timely and not hit:
                hit = True
                self.tally(gesture).hits += 1
                self.tally(gesture).early += signal.t < clip.interval.done - EARLY
                self.tally(gesture).delays.append(signal.t - clip.interval.end)
            else:
                self.tally(gesture).false += 1
                self.tally(gesture).late += gesture == clip.label
        if clip.label != NONE and not hit:
            self.tally(clip.label).missed += 1


def judge(clips: Iterable[Clip], engine: Engine, signals: MotionSignalPolicy | None = None) -> Judgement:
    """Watch clips and count."""
    judgement = Judgement()
    for clip in clips:
        judgement.add(clip, events(clip, engine, signals=signals))
    return judgement


def table(judgement: Judgement) -> str:
    """The figures as a table for the card."""
    lines = [
        "| gesture | clips | event F1 | precision | recall | told early | F1 without | delay: median, p95 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for gesture, tally in sorted(judgement.tallies.items()):
        clips = tally.hits + tally.missed
        precision = tally.hits / max(tally.hits + tally.false, 1)
        delays = np.array(tally.delays or [np.nan])
        lines.append(
            f"| `{gesture}` | {clips} | {tally.f1:.3f} | {precision:.3f} | {tally.hits / max(clips, 1):.3f} "
            f"| {tally.early} | {tally.strict_f1:.3f} "
            f"| {np.median(delays):.2f} s, {np.percentile(delays, 95):.2f} s |"
        )
    false = sum(len(names) for names in judgement.ordinary_false.values())
    lines.append("")
    lines.append(
        f"Ordinary movement: {false} false events in {judgement.ordinary_hours * 60:.0f} minutes without a "
        f"pause, {false / max(judgement.ordinary_hours, 1e-9):.1f} an hour."
    )
    return "\n".join(lines)
