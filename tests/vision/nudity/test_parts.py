"""The policy of body parts on recorded detections, and the detector's answers turned into parts."""

from __future__ import annotations

import numpy as np
import pytest

from models.engine import FloatArray
from models.extras import open_nudenet
from vision.nudity.parts import PARTS, Part, PartPolicy, decode, detect_parts, preprocess, violating
from vision.observations import Box, Detection
from vision.picture import Layout, Picture

CHEST, LOWER, FEET = (100.0, 100.0, 200.0, 160.0), (120.0, 300.0, 180.0, 360.0), (0.0, 400.0, 60.0, 470.0)


def found(name: str, score: float, box: Box = CHEST) -> Part:
    return Part(name, Detection(box, score))


# What NudeNet 3.4.2 said of harmless photographs, scores of 0.25 and more: a man in a vest who shows a
# finger, four times, and three faces.
RECORDED = {
    "vest": [
        found("face_female", 0.87, (206, 81, 339, 208)),
        found("armpits_exposed", 0.41, (405, 282, 454, 337)),
        found("male_genitalia_exposed", 0.29, (216, 317, 314, 453)),
        found("female_breast_covered", 0.38, (302, 307, 441, 400)),
    ],
    "vest, arms up": [
        found("face_female", 0.88, (241, 53, 389, 192)),
        found("armpits_exposed", 0.41, (450, 304, 513, 378)),
        found("armpits_exposed", 0.39, (191, 285, 242, 343)),
        found("female_breast_covered", 0.63, (328, 310, 487, 415)),
        found("female_breast_covered", 0.62, (209, 304, 334, 405)),
    ],
    "a man's face called a woman's": [found("face_female", 0.86, (62, 46, 111, 95))],
}


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_detections_of_dressed_people_break_no_rule(name: str) -> None:
    assert violating(RECORDED[name], PartPolicy()) == ()


@pytest.mark.parametrize(
    ("parts", "broken"),
    [
        ([], []),
        ([found("female_genitalia_exposed", 0.31, LOWER)], ["female_genitalia_exposed"]),
        ([found("male_genitalia_exposed", 0.8, LOWER)], ["male_genitalia_exposed"]),
        ([found("buttocks_exposed", 0.4)], ["buttocks_exposed"]),
        ([found("anus_exposed", 0.4)], ["anus_exposed"]),
        ([found("female_breast_exposed", 0.7)], ["female_breast_exposed"]),
        ([found("female_breast_exposed", 0.49)], []),
        ([found("female_genitalia_exposed", 0.29, LOWER)], []),
        ([found("male_breast_exposed", 0.9)], []),
        ([found("belly_exposed", 0.9), found("feet_exposed", 0.9, FEET)], []),
        ([found("armpits_exposed", 0.9), found("face_female", 0.9)], []),
        ([found(name, 0.99) for name in PARTS if name.endswith("_covered")], []),
        # Male or female, bare or covered: half as likely is doubt enough, where the places are the same.
        ([found("female_breast_exposed", 0.7), found("male_breast_exposed", 0.35)], []),
        ([found("female_breast_exposed", 0.7), found("female_breast_covered", 0.6)], []),
        (
            [found("female_breast_exposed", 0.7), found("male_breast_exposed", 0.34)],
            ["female_breast_exposed"],
        ),
        (
            [found("female_breast_exposed", 0.7), found("male_breast_exposed", 0.9, FEET)],
            ["female_breast_exposed"],
        ),
        (
            [found("female_genitalia_exposed", 0.6, LOWER), found("female_breast_exposed", 0.7)],
            ["female_genitalia_exposed", "female_breast_exposed"],
        ),
        # Two that both break a rule are no rivals.
        (
            [found("male_genitalia_exposed", 0.5, LOWER), found("female_genitalia_exposed", 0.5, LOWER)],
            ["female_genitalia_exposed", "male_genitalia_exposed"],
        ),
    ],
)
def test_which_parts_break_the_rules(parts: list[Part], broken: list[str]) -> None:
    assert [name for name, _ in violating(parts, PartPolicy())] == broken


def test_a_table_may_forbid_the_male_chest_too() -> None:
    strict = PartPolicy(violations=("male_breast_exposed", "female_breast_exposed"))
    assert violating([found("male_breast_exposed", 0.4)], strict) == (("male_breast_exposed", 0.4),)


def test_the_best_of_several_counts() -> None:
    parts = [found("buttocks_exposed", 0.4), found("buttocks_exposed", 0.6, FEET)]
    assert violating(parts, PartPolicy()) == (("buttocks_exposed", 0.6),)


@pytest.mark.parametrize(
    "change",
    [{"violations": ("elbow",)}, {"score_of": {"knee": 0.3}}, {"score": 1.2}, {"rival_overlap": -0.1}],
)
def test_a_policy_of_parts_that_do_not_exist_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"elbow|knee|in 0\.\.1"):
        PartPolicy(**change)  # type: ignore[arg-type]


def answer(*places: tuple[str, float, tuple[float, float, float, float]]) -> FloatArray:
    """(22, 2100) with each (part, score, (centre x, centre y, width, height)) at a place of its own."""
    output = np.zeros((22, 2100), dtype=np.float32)
    for index, (name, score, box) in enumerate(places):
        output[:4, index] = box
        output[4 + PARTS.index(name), index] = score
    return output


def test_boxes_lie_in_the_picture_they_were_found_in() -> None:
    (part,) = decode(answer(("buttocks_exposed", 0.5, (160, 100, 80, 40))), (640, 480))
    assert part.name == "buttocks_exposed"
    assert part.found.score == pytest.approx(0.5)
    assert part.found.box == pytest.approx((239.5, 159.5, 399.5, 239.5))
    (outside,) = decode(answer(("buttocks_exposed", 0.5, (310, 230, 80, 40))), (640, 480))
    assert outside.found.box[2:] == (639.0, 479.0)


def test_places_that_show_the_same_part_are_one_and_other_names_stay() -> None:
    output = answer(
        ("female_breast_exposed", 0.5, (100, 100, 40, 40)),
        ("female_breast_exposed", 0.6, (102, 100, 40, 40)),
        ("male_breast_exposed", 0.4, (101, 100, 40, 40)),
        ("female_breast_exposed", 0.3, (200, 100, 40, 40)),
        ("anus_exposed", 0.19, (20, 20, 10, 10)),
    )
    parts = [(part.name, round(part.found.score, 2)) for part in decode(output, (320, 320))]
    assert parts == [
        ("female_breast_exposed", 0.6),
        ("female_breast_exposed", 0.3),
        ("male_breast_exposed", 0.4),
    ]


def test_the_picture_lies_in_the_upper_left_corner() -> None:
    pixels = np.full((120, 160, 3), (255, 0, 51), dtype=np.uint8)
    made = preprocess(Picture(Layout.RGB, (pixels,)))
    assert made.shape == (3, 320, 320)
    assert made.dtype == np.float32
    np.testing.assert_allclose(made[:, :240].mean(axis=(1, 2)), (1.0, 0.0, 0.2), atol=1e-6)
    assert made[:, 240:].max() == 0


def test_what_is_hidden_is_grey_to_the_detector() -> None:
    white = Picture(Layout.RGB, (np.full((480, 640, 3), 255, dtype=np.uint8),))
    square = np.array([[100.0, 100], [300, 100], [300, 300], [100, 300]])
    made = preprocess(white, [square])
    np.testing.assert_allclose(made[:, 100, 100], 127 / 255, atol=1e-6)
    np.testing.assert_allclose(made[:, 100, 170], 1.0)
    assert (made[0, :240] < 0.9).mean() == pytest.approx(200 * 200 / (480 * 640), rel=0.05)


def test_the_installed_detector_finds_nothing_in_an_empty_room() -> None:
    engine = open_nudenet()
    if engine is None:
        pytest.skip("the optional extra nudenet is not installed")
    wall = Picture(Layout.RGB, (np.full((480, 640, 3), (200, 190, 180), dtype=np.uint8),))
    assert detect_parts([wall, wall], engine) == [(), ()]
