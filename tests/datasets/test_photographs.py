"""Reading labelled photographs, grafting hands, splitting people, counting answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.folds import by_group
from datasets.graft import graft, hand_frame, pool
from datasets.landmarks import (
    Found,
    Labelled,
    Photograph,
    by_the_rules,
    labelled,
    read_photographs,
    ring_gap,
)
from datasets.report import BEGIN, END, draw_confusion, markdown, write_card
from datasets.scoring import confusion, figures, judge
from datasets.skeleton.camera import orientation, project
from datasets.skeleton.kinematics import draw_hands, points
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.sample import draw, draw_form, draw_poses
from datasets.skeleton.vocabulary_forms import FORMS

INDEX = "file,shape,also,label,person,session,source,licence,hand_found,width,height,notes\n"
POINTS = ",".join(f"{axis}{i}" for i in range(21) for axis in "xyz")


def write(folder: Path, pictures: list[str], hands: list[str]) -> Path:
    (folder / "index.csv").write_text(INDEX + "\n".join(pictures) + "\n")
    head = f"file,gesture,hand_index,handedness_mp,score,min_conf,width,height,{POINTS}\n"
    (folder / "landmarks.csv").write_text(head + "\n".join(hands) + "\n")
    return folder


def test_landmarks_become_pixels(tmp_path: Path) -> None:
    hand = "a.jpg,palm,0,Left,0.9,0.5,200,100," + ",".join(["0.5,0.5,0.1"] * 21)
    folder = write(tmp_path, ["a.jpg,palm,four ok,open,p1,,src,Apache-2.0,yes,200,100,"], [hand])
    (photograph,) = read_photographs(folder)
    assert photograph.also == ("four", "ok")
    assert photograph.trainable
    np.testing.assert_allclose(photograph.hands[0].landmarks, np.tile([100.0, 50.0, 20.0], (21, 1)))


def test_a_row_without_numbers_is_named(tmp_path: Path) -> None:
    hand = "a.jpg,palm,0,Left,0.9,0.5,200,100," + ",".join(["0.5,oops,0.1"] * 21)
    folder = write(tmp_path, ["a.jpg,palm,,open,p1,,src,MIT,yes,200,100,"], [hand])
    with pytest.raises(ValueError, match=r"a\.jpg: could not convert"):
        read_photographs(folder)


def picture(
    shape: str, also: str = "", licence: str = "MIT", hands: int = 1, person: str = "p"
) -> Photograph:
    rng = np.random.default_rng(1)
    shapes = tuple(shape.split("+"))
    found = tuple(Found(draw(rng, s, 1)[0] * 50, 0.9) for s in (shapes * 2)[:hands])
    return Photograph("f", shapes, tuple(also.split()), shape, person, "s", licence, found)


@pytest.mark.parametrize(
    ("licence", "trainable"),
    [
        ("Apache-2.0", True),
        ("Apache-2.0 (copy elsewhere CC BY-SA 4.0)", True),
        ("MIT", True),
        ("CC-BY-SA-4.0", True),
        ("CC BY 4.0", True),
        ("CC BY-NC 4.0", False),
        ("CC-BY-ND-4.0", False),
        ("no licence file", False),
        ("research use only, cite", False),
        ("", False),
    ],
)
def test_the_licence_decides_who_teaches(licence: str, trainable: bool) -> None:
    assert picture("palm", licence=licence).trainable is trainable


def test_only_certain_hands_teach() -> None:
    certain = [picture("palm"), picture("fist+palm", hands=2)]
    uncertain = [picture("no_gesture", also="two"), picture("palm+palm", hands=1), picture("palm", hands=0)]
    learnt = labelled([*certain, *uncertain])
    assert sorted(learnt.shapes) == ["fist", "palm", "palm"]
    assert learnt.landmarks.shape == (3, 21, 3)


def test_a_three_with_a_closed_ring_does_not_teach_three() -> None:
    ring = draw(np.random.default_rng(2), "ok", 20)
    ring = next(hand for hand in ring if ring_gap(hand) < 0.25)
    photograph = Photograph("f", ("three",), (), "three", "p", "s", "MIT", (Found(ring, 0.9),))
    assert labelled([photograph]).shapes == ()


def ring_by(form: str) -> Found:
    """A drawn hand whose thumb touches one fingertip."""
    forms = {form.name: form for form in (*FORMS, *NEGATIVES)}
    hands = draw_form(np.random.default_rng(2), forms[form], 40)
    return Found(next(h for h in hands if (ring_gap(h) < 0.2) == (form == "ok")), 0.9)


@pytest.mark.parametrize(
    ("shape", "form", "also"),
    [
        ("three", "ok", ("ok",)),
        ("ok", "ok_middle", ()),
        ("ok", "ok", ()),
        ("three", "middle_touch", ()),
    ],
)
def test_the_rules_say_what_a_ring_is(shape: str, form: str, also: tuple[str, ...]) -> None:
    photograph = Photograph("f", (shape,), (), shape, "p", "s", "MIT", (ring_by(form),))
    assert by_the_rules(photograph).also == also


@pytest.mark.parametrize("mirror", [1.0, -1.0])
def test_every_view_of_a_hand_has_the_same_hand_frame(mirror: float) -> None:
    rng = np.random.default_rng(3)
    fist = next(form for form in FORMS if form.name == "fist")
    hand = points(draw_poses(rng, fist, 1), draw_hands(rng, 1))
    reference = hand_frame(hand[0])
    for yaw, pitch, roll in ((0, 0, 0), (70, 20, 40), (180, -30, 170)):
        turn = orientation(*(np.array([float(a)]) for a in (yaw, pitch, roll)))
        seen = project(hand, turn, np.array([1e6]))[0] * np.array([mirror, 1, 1]) * 37 + 5
        np.testing.assert_allclose(hand_frame(seen), reference, atol=1e-4)


def test_a_graft_takes_each_finger_from_a_hand_that_holds_it_so() -> None:
    rng = np.random.default_rng(4)
    palms, fists = draw(rng, "palm", 6), draw(rng, "fist", 6)
    source = pool(Labelled(np.concatenate([palms, fists]), ("palm",) * 6 + ("fist",) * 6))
    hands = graft(rng, source, "00100", 40)
    reach = np.linalg.norm(hands[:, [8, 12, 16, 20]] - hands[:, [5, 9, 13, 17]], axis=2).mean(axis=0)
    assert reach[1] > 1.3 * max(reach[0], reach[2], reach[3])


def test_no_graft_without_donors() -> None:
    source = pool(Labelled(draw(np.random.default_rng(5), "palm", 2), ("palm", "palm")))
    assert graft(np.random.default_rng(6), source, "00000", 5).shape == (0, 21, 3)


def test_folds_keep_people_together_and_are_about_equal() -> None:
    groups = ["a"] * 50 + ["b"] * 30 + ["c"] * 20 + [f"d{i}" for i in range(50)]
    folds = by_group(groups, 3)
    assert folds == by_group(groups[::-1], 3)
    sizes = [sum(folds[group] == fold for group in groups) for fold in range(3)]
    assert max(sizes) - min(sizes) <= 1


def said(shape: str, *answers: str, also: str = "", hands: int = 1) -> list[tuple[str, str]]:
    judged = judge(picture(shape, also, hands=hands), [(answer, answer, 0.9) for answer in answers])
    return [(hand.shape, hand.answer) for hand in judged]


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        (said("palm", "palm"), [("palm", "palm")]),
        (said("palm", "four"), [("palm", "four")]),
        (said("no_gesture", "ok", also="ok zero"), [("ok", "ok")]),
        (said("no_gesture", "palm", also="ok zero"), [("no_gesture", "palm")]),
        (said("fist+palm", "palm", "fist", hands=2), [("palm", "palm"), ("fist", "fist")]),
        (said("fist+palm", "palm", "palm", hands=2), [("fist", "palm"), ("palm", "palm")]),
        (said("fist+palm", "palm", hands=1), [("palm", "palm")]),
    ],
)
def test_answers_meet_labels_in_the_best_order(
    judged: list[tuple[str, str]], expected: list[tuple[str, str]]
) -> None:
    assert sorted(judged) == sorted(expected)


def test_figures_count_what_was_said() -> None:
    judged = [
        *judge(picture("palm"), [("palm", "palm", 0.9)]),
        *judge(picture("palm"), [("four", "four", 0.8)]),
        *judge(picture("four"), [("middle_finger", "middle_finger", 0.95)]),
        *judge(picture("middle_finger"), [("middle_finger", "middle_finger", 0.95)]),
    ]
    order = ("palm", "four", "middle_finger", "fist")
    counted = figures(judged, order)
    assert [(f.shape, f.support) for f in counted.shapes] == [("palm", 2), ("four", 1), ("middle_finger", 1)]
    assert (counted.of("palm").precision, counted.of("palm").recall) == (1.0, 0.5)
    assert (counted.false_alarms, counted.others, counted.accuracy) == (1, 3, 0.5)
    assert counted.macro_f1 == pytest.approx((2 / 3 + 0 + 2 / 3) / 3)
    assert confusion(judged, order).tolist() == [[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0]]


def test_the_card_receives_table_and_picture(tmp_path: Path) -> None:
    photographs = [picture("palm"), picture("fist", hands=0)]
    counted = figures(judge(photographs[0], [("palm", "palm", 0.9)]), ("palm",))
    text = markdown(photographs, {"recipe": counted})
    assert "2 photographs; in 1 fewer hands were found than are shown (fist 1); 1 hands judged." in text
    card = tmp_path / "card.md"
    card.write_text(f"# Head\n{BEGIN}\nold\n{END}\ntail\n")
    write_card(text, card)
    assert card.read_text() == f"# Head\n{BEGIN}\n{text}\n{END}\ntail\n"
    draw_confusion(np.eye(2, dtype=np.int64), ("palm", "fist"), tmp_path / "c.png")
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


def test_a_card_without_a_place_for_figures_is_refused(tmp_path: Path) -> None:
    card = tmp_path / "card.md"
    card.write_text("# Head\n")
    with pytest.raises(ValueError, match="no <!-- figures"):
        write_card("text", card)
