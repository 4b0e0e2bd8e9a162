"""Which seats are judged and by whom, with classifiers that say what they are told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.engine import FloatArray
from tests.vision.signals.scenes import hand
from vision.frame import Frame
from vision.nudity.step import NudityModels, NudityPolicy, NudityState, judge, outline, step_nudity
from vision.observations import NudityScore
from vision.picture import Layout, Picture


class Said:
    """A classifier that gives each picture the probabilities it was told to, and counts."""

    label = "said"

    def __init__(self, classes: tuple[float, ...]) -> None:
        self.classes = classes
        self.batches: list[int] = []

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        self.batches.append(len(batch))
        return (np.tile(np.array(self.classes, dtype=np.float32), (len(batch), 1)),)


PICTURE = Picture(Layout.GRAY, (np.full((48, 64), 100, dtype=np.uint8),))
CALM, ALARMED = (0.1, 0.0, 0.8, 0.05, 0.05), (0.0, 0.2, 0.05, 0.7, 0.05)


def models(first: tuple[float, ...], second: float = 0.3) -> NudityModels:
    return NudityModels(Said(first), Said((1 - second, second)))


def run(eyes: NudityModels, seconds: float, seats: range = range(1, 2)) -> list[dict[int, NudityScore]]:
    states: dict[int, NudityState] = {}
    scores = []
    for k in range(round(seconds * 30)):
        frames = {seat: Frame(seat, k / 30, PICTURE) for seat in seats}
        states, judged = step_nudity(states, frames, eyes, NudityPolicy())
        scores.append(judged)
    return scores


def test_a_calm_seat_is_judged_once_a_second_by_the_first() -> None:
    eyes = models(CALM)
    scores = [score[1] for score in run(eyes, 10) if score]
    assert 10 <= len(scores) <= 11
    assert all([name for name, _ in score.opinions] == ["nsfw_mobilenet"] for score in scores)
    assert all(score.score == pytest.approx(0.05) for score in scores)
    assert isinstance(eyes.second, Said)
    assert eyes.second.batches == []


def test_an_alarm_asks_the_second_and_looks_more_often() -> None:
    scores = [score[1] for score in run(models(ALARMED), 10) if score]
    assert 19 <= len(scores) <= 22
    assert [name for name, _ in scores[0].opinions] == ["nsfw_mobilenet", "open_nsfw"]
    assert scores[0].opinions[0][1] == pytest.approx(0.9)
    assert scores[0].score == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("classes", "score"),
    [((0, 0, 0, 1, 0), 1.0), ((0, 1, 0, 0, 0), 1.0), ((0, 0, 0, 0, 1), 0.0), ((1, 0, 0, 0, 0), 0.0)],
)
def test_what_counts_as_naked(classes: tuple[float, ...], score: float) -> None:
    """Porn and hentai do; sexy, where dressed people are too, drawings and the rest do not."""
    judged = judge({1: Frame(1, 0.0, PICTURE)}, models(classes, second=1.0), NudityPolicy())
    assert judged[1].score == pytest.approx(score)


def test_seats_share_a_batch_and_take_turns() -> None:
    eyes = models(CALM)
    scores = run(eyes, 5, seats=range(1, 11))
    assert len(scores[0]) == 10
    assert max(len(score) for score in scores[30:]) <= 2
    for seat in range(1, 11):
        assert 4 <= sum(seat in score for score in scores[30:]) <= 5


def test_nobody_to_judge_asks_nobody() -> None:
    eyes = models(CALM)
    assert step_nudity({}, {}, eyes, NudityPolicy()) == ({}, {})
    assert isinstance(eyes.first, Said)
    assert eyes.first.batches == []


def test_a_hands_outline_is_larger_than_its_bones() -> None:
    landmarks = np.zeros((21, 3), dtype=np.float32)
    angles = np.linspace(0, 2 * np.pi, 21, endpoint=False)
    landmarks[:, 0], landmarks[:, 1] = 100 + 10 * np.cos(angles), 50 + 10 * np.sin(angles)
    radii = np.hypot(*(outline(replace(hand("palm"), landmarks=landmarks)) - [100, 50]).T)
    np.testing.assert_allclose(radii, 13.5, rtol=1e-3)
