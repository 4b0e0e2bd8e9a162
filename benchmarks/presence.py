"""What presence costs one seat at its normal rate, as a share of one core.

Hands are left out: where they are tracked they answer for presence and spare the detectors, so a seat
without hands is the dearest. The figure is processor time of all threads over media time.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clips import load
from benchmarks.clock import cost_of
from datasets.demo import shipped
from vision.frame import Frame
from vision.presence.look import PresenceModels
from vision.presence.step import PresencePolicy, PresenceState, step_presence

GOAL = 0.03
"""Share of one core, by design."""
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Scene:
    """A stretch of a video and what happens in it."""

    name: str
    path: Path
    begin: float = 0.0
    end: float = float("inf")


def demo_scenes() -> list[Scene]:
    """Somebody at the seat and nobody, out of the demo's clips (`datasets/demo/README.md`)."""
    paths = {seat.seat: seat.path for seat in shipped()}
    return [Scene("somebody", paths[2], 0.0, 11.0), Scene("an empty seat", paths[8], 5.0, 16.0)]


def measure_presence(
    scenes: Sequence[Scene], models: PresenceModels, policy: PresencePolicy
) -> list[dict[str, str | float | int]]:
    """Watch each scene once, from the time on at which its beginning has been settled (`alert`).

    Args:
        scenes: at the rate they were filmed at.
        models: the loaded engines.
        policy: how often and how hard to look.

    Returns:
        One row a scene: name, media_s, frames, looks, core_share (0..1), and load: how many processes
        wanted the machine in the minute before, without which the figure says little.
    """
    rows: list[dict[str, str | float | int]] = []
    for scene in scenes:
        clip = load(scene.path, scene.name, scene.begin, scene.end, most=_MOST)
        settled = clip.frames[0].t + policy.alert + clip.period
        begun = [frame for frame in clip.frames if frame.t <= settled]
        rest = [frame for frame in clip.frames if frame.t > settled]
        states: dict[int, PresenceState] = {}
        for frame in begun:
            states, _ = step_presence(states, {1: frame}, {}, models, policy)
        looks = 0

        def work(rest: list[Frame] = rest, states: dict[int, PresenceState] = states) -> int:
            nonlocal looks
            for frame in rest:
                states, found = step_presence(states, {1: frame}, {}, models, policy)
                looks += len(found)
            return len(rest)

        cost = cost_of(work)
        media = rest[-1].t - begun[-1].t
        rows.append(
            {
                "name": scene.name,
                "media_s": round(media, 2),
                "frames": cost.frames,
                "looks": looks,
                "core_share": round(cost.cpu_s / media, 4),
                "load": round(os.getloadavg()[0], 1),
            }
        )
    return rows


def lines(rows: Sequence[dict[str, str | float | int]]) -> list[str]:
    """The rows in a few lines for people."""
    return [
        f"presence, {row['name']}: {100 * float(row['core_share']):.1f} % of one core for a seat "
        f"(goal {100 * GOAL:.0f} %), {row['looks']} looks in {row['frames']} frames, load {row['load']}"
        for row in rows
    ]
