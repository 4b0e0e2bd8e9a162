"""Which seats are judged and by whom, with classifiers that say what they are told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.engine import FloatArray
from tests.vision.signals.scenes import hand
from vision.frame import Frame
from vision.nudity.parts import PARTS, PartPolicy
from vision.nudity.step import (
    FIRST,
    SECOND,
    THIRD,
    NudityModels,
    NudityPolicy,
    NudityState,
    judge,
    step_nudity,
)
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


def coloured(share: float) -> Picture:
    """Skin on the left `share` of a picture, blue and grey on the rest."""
    pixels = np.full((48, 64, 3), (40, 80, 200), dtype=np.uint8)
    pixels[24:] = (90, 90, 90)
    pixels[:, : round(64 * share)] = (205, 150, 125)
    return Picture(Layout.RGB, (pixels,))


def judged(eyes: NudityModels, picture: Picture, policy: NudityPolicy | None = None) -> NudityScore:
    return judge({1: Frame(1, 0.0, picture)}, eyes, policy or NudityPolicy())[1]


@pytest.mark.parametrize(
    ("picture", "denied"),
    [(coloured(0.0), "no_skin"), (coloured(0.02), "no_skin"), (coloured(0.2), None), (PICTURE, None)],
)
def test_where_nothing_has_the_colour_of_skin_nobody_else_is_asked(
    picture: Picture, denied: str | None
) -> None:
    eyes = models(ALARMED, second=0.9)
    score = judged(eyes, picture)
    assert score.denied == denied
    assert len(score.opinions) == (1 if denied else 2)
    assert score.judged == (0.0 if denied else score.score)


class Places:
    """A part detector that finds one part in every picture, and counts."""

    label = "places"

    def __init__(self, part: str, score: float) -> None:
        self.part, self.score = part, score
        self.batches: list[int] = []

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        assert batch.shape[1:] == (3, 320, 320)
        self.batches.append(len(batch))
        answer = np.zeros((len(batch), 22, 2100), dtype=np.float32)
        answer[:, :4, 7] = (100, 100, 40, 40)
        answer[:, 4 + PARTS.index(self.part), 7] = self.score
        return (answer,)


@pytest.mark.parametrize(
    ("part", "parts", "denied"),
    [
        ("male_genitalia_exposed", (("male_genitalia_exposed", pytest.approx(0.6)),), None),
        ("male_breast_exposed", (), "no_part"),
        ("belly_exposed", (), "no_part"),
        ("feet_exposed", (), "no_part"),
    ],
)
def test_an_installed_part_detector_has_the_last_word(
    part: str, parts: tuple[tuple[str, float], ...], denied: str | None
) -> None:
    eyes = replace(models(ALARMED, second=0.9), parts=Places(part, 0.6), versions={THIRD: "3.4.2"})
    score = judged(eyes, PICTURE)
    assert score.parts == parts
    assert score.denied == denied
    assert score.score == pytest.approx(0.9)
    assert score.judged == (0.0 if denied else score.score)
    assert score.models[-1] == (THIRD, "3.4.2")


def test_the_part_detector_is_asked_only_where_both_opinions_are_alarmed() -> None:
    places = Places("buttocks_exposed", 0.9)
    score = judged(replace(models(ALARMED, second=0.2), parts=places), PICTURE)
    assert (score.parts, score.denied, places.batches) == (None, None, [])


def test_which_parts_break_the_rules_is_a_policy() -> None:
    eyes = replace(models(ALARMED, second=0.9), parts=Places("male_breast_exposed", 0.6))
    strict = NudityPolicy(parts=PartPolicy(violations=("male_breast_exposed",)))
    assert judged(eyes, PICTURE, strict).denied is None


def test_a_look_names_the_versions_of_its_models() -> None:
    eyes = replace(models(ALARMED), versions={FIRST: "1 a", SECOND: "2 b"})
    assert judged(eyes, PICTURE).models == ((FIRST, "1 a"), (SECOND, "2 b"))


def test_what_the_rules_allow_is_painted_over_before_anyone_judges() -> None:
    """A classifier that says how bright the picture's middle is: the hand there is grey to it."""

    class Middle:
        label = "middle"

        def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
            bright = batch[:, 112, 112].max(axis=1)
            return (np.stack([np.zeros_like(bright), bright, *[np.zeros_like(bright)] * 3], axis=1),)

    white = Picture(Layout.GRAY, (np.full((48, 64), 250, dtype=np.uint8),))
    landmarks = np.zeros((21, 3), dtype=np.float32)
    landmarks[:, 0] = 32 + 12 * np.cos(np.arange(21))
    landmarks[:, 1] = 24 + 12 * np.sin(np.arange(21))
    seen = replace(hand("palm"), landmarks=landmarks)
    eyes = replace(models(CALM), first=Middle())
    frames = {1: Frame(1, 0.0, white)}
    bare = judge(frames, eyes, NudityPolicy())[1]
    painted = judge(frames, eyes, NudityPolicy(), hands={1: (seen,)})[1]
    assert bare.opinions[0][1] == pytest.approx(250 / 255)
    assert painted.opinions[0][1] == pytest.approx(127 / 255)
