"""The figures of an evaluation, as JSON and as a page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.evaluation.index import Fault
from service.moderation import measuring
from service.moderation.as_page import as_page
from service.moderation.clips import Timing, Told, Watched
from service.moderation.index import Absence, Row
from service.moderation.looking import THUMBNAIL, Seen
from service.moderation.report import as_json, evaluate, summary
from vision.observations import CameraState

SHOT = np.full((THUMBNAIL, THUMBNAIL, 3), 90, dtype=np.uint8)


def seen(
    person: bool | None, score: float, *, kind: str = "", source: str = "", alarm: int = 0, nude: bool = False
) -> Seen:
    row = Row(Path("a.jpg"), f"{kind or 'a'}.jpg", person, None, kind, nude, source, "")
    present = score >= 0.5
    evidence = ("face",) if present else ()
    return Seen(row, present, score, evidence, CameraState.OK, 0.1, alarm, SHOT)


SOME = [
    seen(True, 0.95, kind="hood", source="one"),
    seen(True, 0.25, kind="hood", source="two"),
    seen(True, 0.85, kind="dark", source="one"),
    seen(False, 0.05, kind="coat", source="one"),
    seen(False, 0.75, kind="<b>cat", source="two"),
    seen(None, 0.55),
]


def test_presence_is_counted_where_there_is_a_label() -> None:
    counted = measuring.presence(SOME)
    assert (counted.people, counted.missed, counted.empty, counted.imagined) == (3, 1, 2, 1)
    assert counted.recall == pytest.approx(2 / 3)
    assert counted.false_presence == pytest.approx(1 / 2)
    nobody = measuring.presence([])
    assert (nobody.recall, nobody.false_presence) == (None, None)


def test_only_benign_pictures_make_false_alarms() -> None:
    counted = measuring.nudity(
        [seen(True, 0.9, alarm=1), seen(True, 0.9, alarm=2), seen(True, 0.9, alarm=2, nude=True)]
    )
    assert (counted.benign, counted.suspected, counted.confirmed) == (2, 2, 1)


def test_the_curve_and_the_reliability() -> None:
    curve = measuring.curve(SOME)
    assert curve is not None
    assert curve.thresholds == (0.95, 0.85, 0.75, 0.25, 0.05)
    assert curve.recall == pytest.approx((1 / 3, 2 / 3, 2 / 3, 1, 1))
    assert curve.precision == pytest.approx((1, 1, 2 / 3, 3 / 4, 3 / 5))
    assert curve.average_precision == pytest.approx(1 / 3 + 1 / 3 + 1 / 3 * 3 / 4)
    assert measuring.curve([seen(True, 0.9)]) is None
    bins, error = measuring.reliability(SOME)
    assert [(one.low, one.hands) for one in bins] == [(0.0, 1), (0.2, 1), (0.7, 1), (0.8, 1), (0.9, 1)]
    assert error == pytest.approx((0.05 + 0.75 + 0.75 + 0.15 + 0.05) / 5)


def test_parts_are_named_and_nothing_said_is_no_part() -> None:
    parts = measuring.parts(SOME, lambda one: one.row.kind)
    assert {part.name for part in parts} == {"<b>cat", "coat", "dark", "hood", "not said"}
    assert measuring.parts([seen(True, 0.9)], lambda one: one.row.kind) == ()


def test_the_report_tells_the_worst_first_and_the_page_asks_for_nothing() -> None:
    row = Row(Path("c.mp4"), "c.mp4", None, (), "", False, "", "")
    clip = Watched(row, 0.04, (), (Told(3.0, 18.04, None),), 0)
    done = evaluate("some", [*SOME, seen(True, 0.9, kind="arm", alarm=1)], [clip], [Fault("x", "no file")])
    report = as_json(done)
    assert [one["kind"] for one in report["failures"]] == ["hood", "<b>cat", "arm"]
    assert report["presence"]["missed"] == 1
    assert report["clips"][0]["imagined"] == [{"since": 3.0, "exceeded": 18.04, "until": None}]
    assert report["left_out"] == [{"file": "x", "reason": "no file"}]
    page = as_page(done)
    assert page.count("data:image/jpeg;base64,") == 3
    assert "http" not in page.replace("http-equiv", "")
    assert "<b>cat" not in page
    assert "&lt;b&gt;cat" in page
    assert "recall 0.7500" in summary(done)
    assert "1 told unfairly" in summary(done)


def test_clips_are_counted_by_kind() -> None:
    def clip(
        kind: str, timings: tuple[Timing, ...], imagined: tuple[Told, ...] = (), nudity: int = 0
    ) -> Watched:
        return Watched(Row(Path("c"), "c", None, (), kind, False, "", ""), 0.1, timings, imagined, nudity)

    label = Absence(2.9, 20.0)
    right = Timing(label, True, 0.0, 1.0, -2.0, False, False)
    missed = Timing(label, False, None, None, None, False, True)
    early = Timing(Absence(2.9, 17.0), True, 0.0, None, 0.5, True, False)
    clips = [
        clip("coat", (right,)),
        clip("coat", (missed, early)),
        clip("hood", (), (Told(3.0, 18.1, None), Told(30.0, None, 31.0)), nudity=1),
    ]
    done = evaluate("some", [], clips, [])
    coat, hood = as_json(done)["clip_slices"]
    assert coat == {
        "kind": "coat",
        "clips": 2,
        "absences": 3,
        "told": 2,
        "not_accused": 1,
        "imagined": 0,
        "accused_unfairly": 1,
        "largest_error": 2.0,
        "nudity": {"suspected": 0, "confirmed": 0},
    }
    assert (hood["imagined"], hood["accused_unfairly"], hood["nudity"]["suspected"]) == (2, 1, 1)
    assert "3 clips: 2 of 3 absences told, 2 imagined, 2 accused unfairly" in summary(done)
    assert "Clips by kind" in as_page(done)
