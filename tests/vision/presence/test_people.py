"""The real detectors on real pictures."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.observations import PersonEvidence
from vision.picture import Layout, Picture
from vision.presence.detectors import detect_bodies, detect_faces
from vision.presence.look import LookPolicy, PresenceModels, look

pytestmark = pytest.mark.shared


def read(path: Path) -> Picture:
    stored = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert stored is not None
    pixels = cv2.cvtColor(stored, cv2.COLOR_BGR2RGB)
    return Picture(Layout.RGB, (np.asarray(pixels, dtype=np.uint8),))


@pytest.fixture(scope="module")
def labels(shared_data: Path) -> dict[str, str]:
    with (shared_data / "people" / "index.csv").open(newline="", encoding="utf-8") as file:
        return {row["file"]: row["person_present"] for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def evidence(
    shared_data: Path, labels: Mapping[str, str], models: PresenceModels
) -> dict[str, PersonEvidence]:
    return {
        name: look({1: read(shared_data / "people" / name)}, {}, models, LookPolicy())[1] for name in labels
    }


def test_people_are_seen(labels: Mapping[str, str], evidence: Mapping[str, PersonEvidence]) -> None:
    missed = [name for name, label in labels.items() if label == "yes" and not evidence[name].present]
    assert missed == []


def test_lone_hands_are_seen(labels: Mapping[str, str], evidence: Mapping[str, PersonEvidence]) -> None:
    missed = [name for name, label in labels.items() if label == "hand_only" and not evidence[name].present]
    assert missed == []


def test_empty_places_are_empty(labels: Mapping[str, str], evidence: Mapping[str, PersonEvidence]) -> None:
    taken = [name for name, label in labels.items() if label == "no" and evidence[name].present]
    assert taken == []


def test_most_faces_spare_the_person_detector(
    labels: Mapping[str, str], evidence: Mapping[str, PersonEvidence]
) -> None:
    people = [name for name, label in labels.items() if label == "yes"]
    cheap = [name for name in people if not evidence[name].bodies]
    assert len(cheap) / len(people) >= 0.5


def test_a_face_lies_where_it_is(shared_data: Path, models: PresenceModels) -> None:
    """Eyes above the nose, the nose above the mouth, all within the box; the body's box is the head too."""
    picture = read(shared_data / "people" / "skimage_001.jpg")
    face = detect_faces([picture], models.face, 0.5)[0][0]
    (right_eye, left_eye, nose, mouth) = face.keypoints[:4]
    assert right_eye[0] < left_eye[0]
    assert right_eye[1] < nose[1] < mouth[1]
    x0, y0, x1, y1 = face.box
    assert all(x0 < x < x1 and y0 < y < y1 for x, y in (right_eye, left_eye, nose, mouth))
    body = detect_bodies([picture], models.pose, 0.5)[0][0]
    shoulders = body.keypoints[2]
    assert shoulders[1] > y1
    assert body.box[0] < nose[0] < body.box[2]


def test_a_batch_says_what_single_pictures_say(shared_data: Path, models: PresenceModels) -> None:
    pictures = {
        seat: read(shared_data / "people" / name)
        for seat, name in enumerate(("linto_001.jpg", "empty_001.jpg", "subhih_008.jpg"), 1)
    }
    together = look(pictures, {}, models, LookPolicy())
    for seat, picture in pictures.items():
        alone = look({seat: picture}, {}, models, LookPolicy())[seat]
        assert together[seat].present == alone.present
        assert together[seat].score == pytest.approx(alone.score, abs=1e-3)
