"""The real classifiers on pictures of dressed people, empty rooms and clips: nothing may be found."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from tests.vision.signals.scenes import hand
from vision.frame import Frame
from vision.nudity.step import NudityModels, NudityPolicy, NudityState, judge, step_nudity
from vision.observations import CameraState, Hand, NudityScore, SeatObservation
from vision.picture import Layout, Picture
from vision.signals import nudity as signals
from vision.signals.signal import Signal

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def people(shared_data: Path, models: NudityModels) -> dict[str, NudityScore]:
    scores = {}
    for path in sorted((shared_data / "people").glob("*.jpg")):
        frame = Frame(1, 0.0, _read(path))
        scores[path.name] = judge({1: frame}, models, NudityPolicy())[1]
    return scores


def test_people_and_empty_rooms_raise_no_agreement(people: dict[str, NudityScore]) -> None:
    policy = signals.NuditySignalPolicy()
    agreed = [name for name, s in people.items() if len(s.opinions) == 2 and s.score >= policy.suspect_score]
    assert len(people) >= 90
    assert agreed == []


def test_the_second_opinion_is_seldom_needed(people: dict[str, NudityScore]) -> None:
    asked = [name for name, score in people.items() if len(score.opinions) == 2]
    assert len(asked) / len(people) <= 0.2


@pytest.mark.parametrize("clip", ["carphone_pristine.mp4", "mmaction_demo.mp4", "mmaction_test.avi"])
def test_clips_raise_no_signal(shared_data: Path, models: NudityModels, clip: str) -> None:
    states: dict[int, NudityState] = {}
    following = signals.NudityState()
    told: list[Signal] = []
    with av.open(str(shared_data / "video" / clip), "r") as container:
        for frame in container.decode(video=0):
            t = float(frame.time or 0.0)
            pixels = np.asarray(frame.to_ndarray(format="rgb24"), dtype=np.uint8)
            states, scores = step_nudity(
                states, {1: Frame(1, t, Picture(Layout.RGB, (pixels,)))}, models, NudityPolicy()
            )
            seen = SeatObservation(1, t, (frame.width, frame.height), CameraState.OK, nudity=scores.get(1))
            following, new = signals.step_nudity_signals(following, seen, signals.NuditySignalPolicy())
            told += new
    assert told == []
    assert len(states) == 1


def test_hands_near_the_camera_are_painted_over(shared_data: Path, models: NudityModels) -> None:
    """Every tenth photograph of a hand: without the paint more than one of twenty is taken for a body."""
    outlines = _hands(shared_data / "hands" / "landmarks.csv")
    names = sorted(outlines)[::10]
    agreed = {"bare": 0, "painted": 0}
    for name in names:
        frames = {1: Frame(1, 0.0, _read(shared_data / "hands" / name))}
        for kind, hands in (("bare", None), ("painted", {1: tuple(outlines[name])})):
            score = judge(frames, models, NudityPolicy(), hands=hands)[1]
            agreed[kind] += len(score.opinions) == 2 and score.score >= 0.6
    assert len(names) >= 100
    assert agreed["painted"] == 0
    assert agreed["bare"] >= len(names) / 40


def _hands(table: Path) -> dict[str, list[Hand]]:
    """The photographs' hands by file, from landmarks of another tracker."""
    found: dict[str, list[Hand]] = {}
    with table.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if not row["x0"]:
                continue
            scale = np.array([float(row["width"]), float(row["height"]), 0.0])
            points = [[float(row[f"{axis}{k}"]) for axis in "xyz"] for k in range(21)]
            landmarks = (np.array(points) * scale).astype(np.float32)
            found.setdefault(row["file"], []).append(replace(hand("palm"), landmarks=landmarks))
    return found


def _read(path: Path) -> Picture:
    stored = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert stored is not None
    return Picture(Layout.RGB, (np.asarray(cv2.cvtColor(stored, cv2.COLOR_BGR2RGB), dtype=np.uint8),))
