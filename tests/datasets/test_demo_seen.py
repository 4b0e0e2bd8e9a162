"""What the shipped clips show is seen by the detectors that the project builds on."""

from __future__ import annotations

from collections.abc import Iterator

import av
import numpy as np
import pytest
from mediapipe import Image, ImageFormat
from mediapipe.tasks.python import BaseOptions
from mediapipe.tasks.python.vision import HandLandmarker, HandLandmarkerOptions

from datasets.demo import CLIPS
from datasets.demo.script import SCRIPTS, Script
from models.fetch import fetch
from models.runtime import open_model
from service.media.planes import picture_from_av
from vision.picture import Picture
from vision.presence.look import LookPolicy, PresenceModels, look


@pytest.fixture(scope="module")
def landmarker() -> Iterator[HandLandmarker]:
    (weights,) = fetch(["hand_landmarker_task"])
    options = HandLandmarkerOptions(base_options=BaseOptions(model_asset_path=str(weights)), num_hands=2)
    with HandLandmarker.create_from_options(options) as opened:
        yield opened


@pytest.fixture(scope="module")
def presence() -> PresenceModels:
    names = ("face_short", "pose", "person")
    fetch(names)
    return PresenceModels(*(open_model(name) for name in names))


def pictures_at(script: Script, instants: list[float]) -> list[Picture]:
    """The first picture at or after each instant; instants in order."""
    found: list[Picture] = []
    with av.open(str(CLIPS / f"seat{script.seat:02}.mp4")) as container:
        for frame in container.decode(video=0):
            if len(found) == len(instants):
                break
            if frame.time is not None and frame.time >= instants[len(found)] - 1e-6:
                picture = picture_from_av(frame)
                planes = tuple(np.array(plane) for plane in picture.planes)
                found.append(Picture(picture.layout, planes, picture.rotation))
    return found


SHOWING = [script for script in SCRIPTS if script.shapes]


@pytest.mark.parametrize("script", SHOWING, ids=lambda script: f"seat{script.seat}")
def test_every_hand_that_is_held_up_is_found(script: Script, landmarker: HandLandmarker) -> None:
    holds = [*script.right, *script.left]
    starts = sorted({(hold.start, hold.end) for hold in holds})
    instants = [start + (end - start) * share for start, end in starts for share in (0.25, 0.5, 0.75)]
    wanted = [sum(hold.start <= t <= hold.end for hold in holds) for t in instants]
    found = []
    for picture in pictures_at(script, instants):
        seen = landmarker.detect(Image(image_format=ImageFormat.SRGB, data=picture.rgb()))
        found.append(len(seen.hand_landmarks))
    hits = sum(have >= want for have, want in zip(found, wanted, strict=True))
    assert hits >= 0.9 * len(wanted), list(zip(instants, found, strict=True))


SEATED = [script for script in SCRIPTS if script.sitter is not None or script.backdrop is not None]


@pytest.mark.parametrize("script", SEATED, ids=lambda script: f"seat{script.seat}")
def test_a_person_is_seen_where_one_sits_and_none_where_one_left(
    script: Script, presence: PresenceModels
) -> None:
    away = script.sitter.away if script.sitter is not None else None
    gone, back = away or (np.inf, np.inf)
    instants = [1.0, 5.0, 8.0, 13.5, 18.5, 21.5]
    unlit = [fault for fault in script.faults if fault.kind != "frozen"]
    instants = [t for t in instants if not any(fault.start <= t < fault.end for fault in unlit)]
    for t, picture in zip(instants, pictures_at(script, instants), strict=True):
        evidence = look({1: picture}, {}, presence, LookPolicy())[1]
        assert evidence.present == (not gone < t < back), f"at {t}: {evidence.score}"
