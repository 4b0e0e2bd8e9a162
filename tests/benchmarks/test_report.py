"""The benchmark's report: the contract's fields, and figures that can be true. Speed is not asserted."""

from __future__ import annotations

import json

import pytest

from benchmarks import report
from benchmarks.parts import Part
from datasets.demo import shipped
from models.fetch import fetch
from service.eye import open_table_models


@pytest.fixture(scope="module")
def result(default_models: None) -> dict[str, object]:
    bundle = fetch(["hand_landmarker_task"])[0]
    clips = {seat.seat: seat.path for seat in shipped()}
    parts = [Part(clips[4], 1, 2.6, 3.2), Part(clips[5], 2, 2.6, 3.2)]
    steps: list[tuple[int, int]] = []
    made = report.run(
        parts, bundle, open_table_models(), "test", lambda *at: steps.append(at), rounds=2, ticks=8
    )
    assert steps[-1][0] == steps[-1][1] == len(steps)
    return made


def test_every_field_of_the_contract_is_there(result: dict[str, object]) -> None:
    assert {"machine", "peer", "hands", "stages", "table", "growth"} <= set(json.loads(json.dumps(result)))
    peer, hands = result["peer"], result["hands"]
    assert isinstance(peer, dict)
    assert isinstance(hands, dict)
    assert {"name", "version", "one_hand_ms", "two_hands_ms", "cpu_ms_per_frame"} <= set(peer)
    assert (peer["name"], peer["version"]) == ("mediapipe", "0.10.31")
    assert {"frames_per_s", "cpu_ms_per_frame", "ratio_to_peer", "cpu_ratio_to_peer"} <= set(hands)


def test_landmarks_agree_with_the_peer_and_no_hand_is_missed(result: dict[str, object]) -> None:
    hands, clips = result["hands"], result["clips"]
    assert isinstance(hands, dict)
    assert isinstance(clips, list)
    assert hands["landmark_error"] <= 0.02
    assert [clip["hands_seen_by_us"] for clip in clips] == [clip["hands_seen_by_peer"] for clip in clips]


def test_frames_and_hands_are_those_of_one_round(result: dict[str, object]) -> None:
    clips = result["clips"]
    assert isinstance(clips, list)
    assert [clip["rounds"] for clip in clips] == [2, 2]
    for clip, hands in zip(clips, (1, 2), strict=True):
        assert clip["hands_seen_by_us"] == hands * clip["frames"]


def test_every_stage_is_measured(result: dict[str, object]) -> None:
    stages = result["stages"]
    assert isinstance(stages, list)
    names = {row["name"] for row in stages}
    assert {"decode", "tick", "camera", "hands", "shapes", "presence", "nudity", "signals"} <= names
    assert all(0 < row["p50_ms"] <= row["p95_ms"] and row["calls"] >= 8 for row in stages)


def test_nudity_is_measured_at_its_normal_rate(result: dict[str, object]) -> None:
    nudity = result["nudity"]
    assert isinstance(nudity, dict)
    assert 0.9 <= nudity["looks_per_s"] <= 2.1
    assert nudity["core_share"] > 0
    assert nudity["core_share_alarmed"] > 0


def test_a_report_reads_well(result: dict[str, object]) -> None:
    text = "\n".join(report.summary_lines(result))
    assert "peer" in text
    assert "times less" in text
    assert "% of one core for one seat" in text


def test_presence_is_measured_with_somebody_and_with_nobody(result: dict[str, object]) -> None:
    rows = result["presence"]
    assert isinstance(rows, list)
    assert [row["name"] for row in rows] == ["somebody", "an empty seat"]
    assert all(row["core_share"] > 0 and row["load"] >= 0 for row in rows)
    somebody, nobody = (row["looks"] / row["frames"] for row in rows)
    assert 0 < nobody < somebody < 0.2  # an empty seat at rest is looked at less often
    assert all(f"presence, {row['name']}" in "\n".join(report.summary_lines(result)) for row in rows)
