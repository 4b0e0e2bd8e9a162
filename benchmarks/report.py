"""`consigliere bench`: peer and project in one run, as one JSON object."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import machine, peer, presence
from benchmarks.clips import load
from benchmarks.clock import Cost
from benchmarks.gestures import measure_gestures
from benchmarks.hands import Duel, duel
from benchmarks.nudity import measure_nudity
from benchmarks.parts import Part
from benchmarks.stages import measure_decoding, measure_stages
from vision.policy import TablePolicy
from vision.table import TableModels

ROUNDS = 3
RATE = 30.0
"""Frames a second at which clips are shown to either side, whatever they were filmed at: as webcams send."""
TICKS = 150


def run(
    parts: list[Part],
    bundle: Path,
    models: TableModels,
    engine: str,
    done: Callable[[int, int], None],
    *,
    rounds: int = ROUNDS,
    ticks: int = TICKS,
) -> dict[str, Any]:
    """Measure.

    Args:
        parts: what to measure on; those with one and two hands decide.
        bundle: the peer's `hand_landmarker.task`.
        models: our loaded engines.
        engine: their label, for the report.
        done: called with steps done and steps in all, for a progress bar.
        rounds: how often each part is measured on either side, after one round to warm up.
        ticks: how many steps of a table are measured.

    Returns:
        The contract's object. `table` and `growth` are None: the live table is not measured yet.
    """
    policy = TablePolicy()
    total, steps = len(parts) * 2 * (rounds + 1) + ticks, 0

    def tick() -> None:
        nonlocal steps
        steps += 1
        done(steps, total)

    clips = [load(part.path, f"{part.hands} hands", part.begin, part.end, rate=RATE) for part in parts]
    duels: dict[int, list[Duel]] = {}
    with peer.Peer(bundle) as other:
        for part, clip in zip(parts, clips, strict=True):
            result = duel(clip, other, models.hands, policy.hands, rounds, tick)
            duels.setdefault(part.hands, []).append(result)
    stages = measure_decoding(parts[0].path) + measure_stages(clips, models, policy, ticks, tick)
    return {
        "machine": {**machine.describe(), "engine": engine},
        "peer": _peer(duels),
        "hands": _hands(duels),
        "clips": [_clip(one) for some in duels.values() for one in some],
        "stages": stages,
        "gestures": measure_gestures(clips, models, policy, rounds),
        "nudity": measure_nudity(clips, models, policy, rounds),
        "presence": presence.measure_presence(presence.demo_scenes(), models.presence, policy.presence),
        "table": None,
        "growth": None,
    }


def _sum(duels: list[Duel], side: Callable[[Duel], Cost]) -> Cost:
    return reduce(add, (side(one) for one in duels))


def _peer(duels: dict[int, list[Duel]]) -> dict[str, Any]:
    one = _sum(duels[1], lambda d: d.peer)
    two = _sum(duels[2], lambda d: d.peer) if 2 in duels else None
    return {
        "name": peer.NAME,
        "version": peer.VERSION,
        "one_hand_ms": round(one.wall_ms, 3),
        "two_hands_ms": None if two is None else round(two.wall_ms, 3),
        "cpu_ms_per_frame": round(one.cpu_ms, 3),
    }


def _hands(duels: dict[int, list[Duel]]) -> dict[str, Any]:
    """The figures of one hand in view: what a table shows most of the time that hands are up."""
    ours, theirs = _sum(duels[1], lambda d: d.ours), _sum(duels[1], lambda d: d.peer)
    distances = [distance for some in duels.values() for one in some for distance in one.distances]
    return {
        "frames_per_s": round(1e3 / ours.wall_ms, 1),
        "cpu_ms_per_frame": round(ours.cpu_ms, 3),
        "ratio_to_peer": round(theirs.wall_ms / ours.wall_ms, 2),
        "cpu_ratio_to_peer": round(theirs.cpu_ms / ours.cpu_ms, 2),
        "landmark_error": round(float(np.median(distances)), 5) if distances else None,
    }


def _clip(one: Duel) -> dict[str, Any]:
    """Frames and hands are those of one round, times are of a frame over all rounds."""
    return {
        "name": one.clip,
        "frames": one.frames,
        "rounds": one.rounds,
        "peer_ms": round(one.peer.wall_ms, 3),
        "peer_cpu_ms": round(one.peer.cpu_ms, 3),
        "ours_ms": round(one.ours.wall_ms, 3),
        "ours_cpu_ms": round(one.ours.cpu_ms, 3),
        "cpu_ratio": round(one.peer.cpu_ms / one.ours.cpu_ms, 2),
        "hands_seen_by_peer": one.seen_by_peer,
        "hands_seen_by_us": one.seen_by_us,
    }


def summary_lines(report: dict[str, Any]) -> list[str]:
    """The report in a few lines for people."""
    ours, other, machine = report["hands"], report["peer"], report["machine"]
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores, {machine['engine']}",
        "one hand in view, milliseconds of processor time a frame:",
        f"peer   {other['cpu_ms_per_frame']:.1f} ({other['name']} {other['version']})",
        f"ours   {ours['cpu_ms_per_frame']:.1f}, {ours['cpu_ratio_to_peer']:.1f} times less,"
        f" at {ours['ratio_to_peer']:.1f} times the peer's frames a second",
    ]
    if ours["landmark_error"] is not None:
        lines.append(
            f"       {100 * ours['landmark_error']:.2f} % of the palm length from its landmarks (median)"
        )
    if "gestures" in report:
        cost = report["gestures"]["cpu_ms_per_hand"]
        lines.append(f"       {cost:.2f} more from the landmarks of a hand to its signals")
    if "nudity" in report:
        cost = report["nudity"]
        lines.append(
            f"nudity {100 * cost['core_share']:.2f} % of one core for one seat,"
            f" {100 * cost['core_share_alarmed']:.2f} % while it is alarmed at every look"
        )
    lines += presence.lines(report.get("presence", []))
    lines += [
        "stage  {name:<10} p50 {p50_ms:8.2f} ms   p95 {p95_ms:8.2f} ms   {calls} calls".format(**row)
        for row in report["stages"]
    ]
    return lines
