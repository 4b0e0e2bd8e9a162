"""Quiet time costs few looks, and yet no instant is off by a frame. As in `test_empty_seats`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.watch.films import absences, film, kinds, number, steady, watched
from tests.vision.recorded import RecordedEye, Seer

FPS = 30


@pytest.mark.parametrize("face_too", [True, False], ids=["face", "person detector alone"])
def test_looks_are_few_and_instants_exact(tmp_path: Path, face_too: bool) -> None:
    """Twelve quiet seconds with a person, eleven and a half without, who comes and goes between two looks."""
    eye = RecordedEye(face_too=face_too)
    away = 11 + 14 / FPS
    shots = steady([(12 + 7 / FPS, "person"), (away, "empty"), (6.0, "person")], FPS)
    events = watched(film(tmp_path / "seat.mp4", shots), eye)
    assert kinds(events) == ["started", "warned", "ended"]
    ended = absences(events)[-1]
    assert number(ended, "since") == pytest.approx(12 + 6 / FPS, abs=1e-5)
    assert number(ended, "until") == pytest.approx(12 + 7 / FPS + away, abs=1e-5)
    # At the start and after each of two changes a second of frames, at most two looks a second in between,
    # half a second looked back at twice, and 0.3 s of frames ahead of one limit.
    most = 3 * (FPS + 1) + 2 * 30 + 2 * 16 + 10 + 6
    # Ahead of a limit the person detector is also shown the four parts of each frame.
    assert eye.person.looks <= most + 4 * (10 + 2)
    if face_too:
        assert isinstance(eye.face, Seer)
        assert eye.face.looks <= most
    assert most < len(shots) / 4


def test_quiet_time_alone(tmp_path: Path) -> None:
    """Twenty seconds of a resting seat: one second of frames, then three looks in two seconds."""
    eye = RecordedEye(face_too=False)
    assert absences(watched(film(tmp_path / "seat.mp4", steady([(20.0, "person")], FPS)), eye)) == []
    assert FPS + 27 <= eye.person.looks <= FPS + 1 + 31
