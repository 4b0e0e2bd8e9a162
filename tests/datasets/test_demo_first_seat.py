"""Seat 1: the real clip, re-cut, and what stands in for it."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest

from datasets.demo import clips
from datasets.demo.encode import write_clip
from datasets.demo.real import recut
from datasets.demo.script import RATE, SECONDS
from models.errors import FetchError


def ramp(path: Path, count: int) -> None:
    """A clip of 176 x 144 at 30 pictures a second, each brighter than the one before."""
    pictures = (np.full((144, 176, 3), 20 + 5 * n, dtype=np.uint8) for n in range(count))
    write_clip(path, pictures, rate=30, quality=10, preset="ultrafast")


def test_a_short_clip_plays_to_and_fro_for_the_whole_demo(tmp_path: Path) -> None:
    ramp(tmp_path / "short.mp4", 40)
    recut(tmp_path / "short.mp4", tmp_path / "long.mp4")
    with av.open(str(tmp_path / "long.mp4")) as container:
        shown = [frame.to_ndarray(format="gray") for frame in container.decode(video=0)]
    assert len(shown) == round(SECONDS * RATE)
    assert {picture.shape for picture in shown} == {(480, 640)}
    steps = np.sign(np.diff([float(picture.mean()) for picture in shown]))
    # 40 pictures at 30 a second are 20 at 15: up 19 steps, down 19 steps, and so on.
    assert steps[:19].tolist() == [1.0] * 19
    assert steps[19:38].tolist() == [-1.0] * 19
    assert steps[38:57].tolist() == [1.0] * 19


def test_a_clip_that_cannot_be_decoded_is_a_failed_fetch(tmp_path: Path) -> None:
    (tmp_path / "bad.mp4").write_bytes(b"no video at all" * 40)
    with pytest.raises(FetchError, match="cannot be decoded"):
        recut(tmp_path / "bad.mp4", tmp_path / "out.mp4")
    assert not (tmp_path / "out.mp4").exists()


def test_without_a_registry_another_clip_stands_in_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    told: list[str] = []
    seats = clips(tmp_path / "demo", told.append)
    assert [seat.seat for seat in seats] == list(range(1, 11))
    assert seats[0].path == seats[1].path
    assert "could not be fetched" in seats[0].title
    assert "could not be fetched" in told[-1]
    assert list((tmp_path / "demo").iterdir()) == []


def test_no_pictures_make_no_clip(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no pictures"):
        write_clip(tmp_path / "none.mp4", iter(()), rate=15)
    assert not (tmp_path / "none.mp4").exists()
