"""What is counted of an evaluation, and the page and the JSON that show it."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

from datasets.evaluation.as_json import as_json
from datasets.evaluation.as_page import as_page
from datasets.evaluation.index import Fault
from datasets.evaluation.measuring import count, danger, reliability, slices
from datasets.evaluation.report import Evaluation, evaluate
from datasets.scoring import figures
from tests.datasets.evaluation.seen import seen
from vision.gestures.vocabulary import SHAPES

FORBIDDEN = "middle_finger"


def test_a_hand_that_was_not_found_is_an_error_of_its_shape() -> None:
    pictures = [seen("ok", "ok"), seen("ok", None), seen("palm", "palm"), seen("palm", "ok")]
    counted = count(pictures, SHAPES, FORBIDDEN)
    ok, palm = counted.of("ok"), counted.of("palm")
    assert (ok.support, ok.recall, ok.precision) == (2, 0.5, 0.5)
    assert (palm.support, palm.recall, palm.precision) == (2, 0.5, 1.0)
    assert counted.found is not None
    assert counted.found.of("ok").recall == 1.0
    assert (counted.shown, counted.missing, counted.accuracy) == (4, 1, 0.5)
    assert counted.macro_f1 == pytest.approx((0.5 + 2 / 3) / 2)


def test_a_shape_that_was_never_found_counts_as_zero() -> None:
    counted = count([seen("fist", None), seen("ok", "ok")], SHAPES, FORBIDDEN)
    assert counted.macro_f1 == 0.5
    assert counted.found is not None
    assert counted.found.macro_f1 == 1.0


def test_nothing_found_at_all_is_counted_too() -> None:
    counted = count([seen("fist", None)], SHAPES, FORBIDDEN)
    assert (counted.macro_f1, counted.accuracy, counted.found) == (0.0, 0.0, None)


def test_an_answer_that_is_right_too_is_right() -> None:
    counted = count([seen("no_gesture", "three", also=("three",))], SHAPES, FORBIDDEN)
    assert counted.accuracy == 1.0


def test_the_curve_of_the_forbidden_sign() -> None:
    pictures = [
        seen(FORBIDDEN, FORBIDDEN, danger=0.9),
        seen("fist", "fist", danger=0.8),
        seen(FORBIDDEN, "fist", danger=0.8),
        seen("ok", "ok", danger=0.1, beyond=(FORBIDDEN,)),
        seen(FORBIDDEN, None),
    ]
    curve = danger(pictures, FORBIDDEN, count(pictures, SHAPES, FORBIDDEN))
    assert curve.thresholds == pytest.approx((0.9, 0.8, 0.1))
    assert curve.recall == pytest.approx((1 / 3, 2 / 3, 2 / 3))
    assert curve.precision == pytest.approx((1, 2 / 3, 1 / 2))
    assert curve.average_precision == pytest.approx(1 / 3 + 2 / 9)
    assert (curve.told.right, curve.told.support) == (1, 3)
    assert (curve.false_alarms, curve.others, curve.beyond) == (0, 2, 1)


def test_a_false_alarm_is_one() -> None:
    pictures = [seen("fist", FORBIDDEN, danger=0.9), seen("ok", "ok")]
    curve = danger(pictures, FORBIDDEN, count(pictures, SHAPES, FORBIDDEN))
    assert (curve.false_alarms, curve.others, curve.told.support) == (1, 2, 0)


def test_calibration_is_that_of_the_models_card() -> None:
    pictures = [seen("ok", "ok", score=0.55 + 0.04 * n) for n in range(10)]
    pictures += [seen("fist", "ok", score=0.62 + 0.03 * n) for n in range(5)]
    looks = [look for one in pictures for look in one.looks]
    bins, error = reliability(looks)
    assert error == pytest.approx(figures([look.judged for look in looks], SHAPES).calibration_error)
    assert sum(one.hands for one in bins) == 15


def test_slices_hold_every_hand_once() -> None:
    pictures = [
        seen("ok", "ok", palm=20, sharp=5, source="one", skin="1 very light"),
        seen("ok", "palm", palm=80, sharp=50, source="one", skin="5 very dark"),
        seen("palm", "palm", palm=80, sharp=500, source="two", skin="5 very dark"),
        seen("palm", None, source="two", skin="5 very dark"),
    ]
    parts = slices(pictures, SHAPES, FORBIDDEN)
    shown = {name: {part.name: part.counted.shown for part in some} for name, some in parts.items()}
    assert shown["source"] == {"one": 2, "two": 2}
    assert shown["skin"] == {"1 very light": 1, "5 very dark": 3}
    assert shown["size"] == {"below 25 px": 1, "75–100 px": 2}
    assert sum(shown["sharpness"].values()) == 3
    alone = {part.name: part.counted.macro_f1 for part in parts["source"]}
    assert alone == {"one": pytest.approx(2 / 3), "two": pytest.approx(2 / 3)}


def test_what_no_row_says_is_no_slice() -> None:
    assert "skin" not in slices([seen("ok", "ok")], SHAPES, FORBIDDEN)


def evaluation() -> Evaluation:
    pictures = [
        seen("ok", "ok", skin="2 light"),
        seen("fist", FORBIDDEN, danger=0.8, file="<script>alert(1)</script>.jpg"),
        seen(FORBIDDEN, FORBIDDEN, danger=0.9),
        seen("palm", "four", score=0.97, file="sure.jpg"),
        seen("palm", None, file="none.jpg"),
    ]
    return evaluate("folder", pictures, [Fault("gone.jpg", "no such picture")], SHAPES, FORBIDDEN)


class Outside(HTMLParser):
    """Collects whatever a page would ask for, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        places = [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]
        self.asked += [place for place in places if not place.startswith("data:image/")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_stands_alone_and_escapes_names() -> None:
    page = Outside()
    page.feed(as_page(evaluation()))
    assert page.asked == []
    assert "script" not in page.tags
    assert "url(" not in page.text
    assert page.tags.count("img") == 3
    for words in ("sure.jpg", "none.jpg", "<script>alert(1)</script>.jpg", "gone.jpg", "no such picture"):
        assert words in page.text
    assert page.text.index("<script>alert") < page.text.index("sure.jpg") < page.text.index("none.jpg")


def test_the_json_says_the_same() -> None:
    told = json.loads(json.dumps(as_json(evaluation())))
    assert (told["hands_shown"], told["hands_found"], told["accuracy"]) == (5, 4, 0.4)
    assert told["forbidden"]["false_alarms"] == 1
    assert [error["file"] for error in told["errors"]][1:] == ["sure.jpg", "none.jpg"]
    assert told["errors"][-1]["said"] is None
    assert told["left_out"] == [{"file": "gone.jpg", "reason": "no such picture"}]
    counts = told["confusion"]["counts"]
    assert sum(map(sum, counts)) == 5
    assert told["confusion"]["said"][-1] is None
    assert set(told["slices"]) == {"source", "person", "skin", "size", "sharpness"}
