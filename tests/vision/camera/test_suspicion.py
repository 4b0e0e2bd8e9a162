"""Loops and photographs are suspected, people are not; nothing is ever accused of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.demo import shipped
from models.engines import EngineChoice
from models.fetch import fetch
from models.runtime import open_model
from service.events import EventLog
from service.media import open_source
from tests.vision.camera import clips
from tests.vision.camera.clips import SIZE, noisy, room, through_codec
from tests.vision.signals.scenes import SEAT
from vision.camera.health import CameraHealth, CameraPolicy, step_camera
from vision.camera.loops import LoopPolicy, LoopState, step_loop
from vision.camera.rigid import RigidPolicy, RigidState, step_rigid
from vision.camera.samples import sample
from vision.camera.suspicion import SuspicionPolicy, SuspicionState, step_suspicion
from vision.frame import Frame
from vision.observations import Box, CameraState, Detection, PersonEvidence, SeatObservation, Suspicion
from vision.picture import Layout, Picture, UInt8Array
from vision.presence.detectors import detect_faces
from vision.signals.signal import Signal
from vision.signals.suspicion import SuspicionSignalPolicy, SuspicionSignalState, step_suspicion_signals

FPS = 15
PORTRAIT = Path(__file__).parents[3] / "datasets" / "demo" / "people" / "collins.webp"


def wandering(seconds: float, seed: int = 3) -> list[float]:
    """Where somebody who talks holds the head: pixels, a smooth walk that never repeats itself."""
    steps = np.random.default_rng(seed).normal(0, 2, round(seconds * FPS) + 60)
    smooth = np.convolve(np.cumsum(steps), np.ones(12) / 12, mode="valid")[: round(seconds * FPS)]
    return [float(x) for x in 25 * np.tanh((smooth - smooth.mean()) / 25)]


def longest_loop(
    pictures: Iterable[Picture], fps: float = FPS, policy: LoopPolicy | None = None
) -> tuple[float | None, float, int]:
    """Period of the loop that is suspected, when it first is, and the most repetitions that were counted."""
    state: LoopState | None = None
    most = 0
    for k, picture in enumerate(pictures):
        state, loop = step_loop(state, k / fps, sample(picture), policy or LoopPolicy())
        most = max(most, int(state.hits.max()))
        if loop is not None:
            return loop.period, k / fps, most
    return None, 0.0, most


@cache
def _drawn(tenths: int) -> UInt8Array:
    small = cv2.resize(room(tenths / 10)[..., 0], (160, 120), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


_NOISE = [np.random.default_rng(k).normal(0, 2, (120, 160)).round().astype(np.int16) for k in range(23)]


def filmed(walk: Sequence[float]) -> Iterator[Picture]:
    """160 x 120 pixels with a sensor's noise."""
    rng = np.random.default_rng(6)
    for shift in walk:
        tile, down, right = rng.integers(0, (len(_NOISE), 120, 160))
        pixels = _drawn(round(10 * shift)) + np.roll(_NOISE[tile], (down, right), (0, 1))
        yield Picture(Layout.GRAY, (np.clip(pixels, 0, 255).astype(np.uint8),))


@pytest.mark.parametrize("period", [2.0, 7.3, 58.0])
def test_a_loop_is_suspected_with_its_period(period: float) -> None:
    """Fed by a virtual camera, with noise of its own: the pictures return, their noise does not."""
    walk = wandering(period)
    shown = (walk * (round(90 / period) + 3))[: round((period + 90) * FPS)]
    found, when, _ = longest_loop(filmed(shown))
    assert found == pytest.approx(round(period * FPS) / FPS, abs=1 / 15)
    assert period + 20 <= when <= period + 90


@pytest.mark.parametrize("bit_rate", [150_000])
def test_a_loop_is_suspected_through_a_codec(bit_rate: int) -> None:
    rng = np.random.default_rng(5)
    clip = [noisy(room(shift), 1.0, rng) for shift in wandering(10.0)]
    found, _, _ = longest_loop(through_codec(clip * 7, bit_rate=bit_rate), clips.FPS, LoopPolicy(after=8.0))
    assert found is not None
    assert found == pytest.approx(5.0 * round(found / 5.0), abs=1 / 15)


def sitting() -> list[float]:
    """And breathing, never quite evenly."""
    return [0.5 * float(np.sin(k / 15 + np.sin(k / 41))) for k in range(60 * FPS)]


def posing() -> list[float]:
    """From one pose to another and back to the first, each held for many seconds."""
    return [(0.0, 30.0, 0.0)[min(k // (25 * FPS), 2)] for k in range(70 * FPS)]


def nodding() -> list[float]:
    """To music, at almost the same speed."""
    return [12 * float(np.sin(2 * np.pi * k / FPS / 1.2 + 0.4 * np.sin(k / 97))) for k in range(60 * FPS)]


def rocking() -> list[float]:
    """To and fro in four seconds, as evenly as a person can."""
    phase = np.cumsum(2 * np.pi / FPS / 4 * np.random.default_rng(2).normal(1, 0.5, 60 * FPS))
    return [float(x) for x in 15 * np.sin(np.convolve(phase, np.ones(20) / 20, mode="same"))]


@pytest.mark.parametrize("walk", [sitting, posing, nodding, rocking, lambda: wandering(80.0)])
def test_people_do_not_loop(walk: Callable[[], list[float]]) -> None:
    found, _, most = longest_loop(filmed(walk()))
    assert found is None
    assert most <= 24  # 40 hits in a row are a suspicion: nobody comes near


def test_a_blinking_lamp_in_a_still_room_is_no_loop() -> None:
    rng = np.random.default_rng(8)
    pictures = []
    for k in range(30 * FPS):
        lit = room()
        if k // FPS % 3 == 0:
            cv2.circle(lit, (60, 150), 10, (255, 60, 60), -1)
        pictures.append(Picture(Layout.GRAY, (np.ascontiguousarray(noisy(lit, 2, rng)[..., 0]),)))
    assert longest_loop(pictures)[0] is None


@pytest.fixture(scope="module")
def portrait() -> UInt8Array:
    """A photograph of a face, (480, 480, 3) RGB."""
    stored = cv2.imread(str(PORTRAIT), cv2.IMREAD_COLOR)
    assert stored is not None
    side = min(stored.shape[:2])
    square = cv2.resize(cv2.cvtColor(stored[:side, :side], cv2.COLOR_BGR2RGB), (480, 480))
    return np.asarray(square, dtype=np.uint8)


@pytest.fixture(scope="module")
def face(portrait: UInt8Array) -> Box:
    fetch(["face_short"])
    engine = open_model("face_short", EngineChoice())
    return detect_faces([Picture(Layout.RGB, (portrait,))], engine, 0.5)[0][0].box


def held(portrait: UInt8Array, k: int, rng: np.random.Generator) -> UInt8Array:
    """The photograph in a hand: shifted, turned, nearer and farther; with a sensor's noise and light."""
    angle, scale = 2.0 * np.sin(k / 3), 1 + 0.03 * np.sin(k / 5)
    matrix = np.asarray(cv2.getRotationMatrix2D((240, 240), angle, scale), dtype=np.float64)
    matrix[:, 2] += rng.normal(0, 2, 2)
    shaken = cv2.warpAffine(portrait, matrix, (480, 480), borderMode=cv2.BORDER_REPLICATE)
    return noisy(
        np.asarray(shaken * (1 + 0.05 * np.sin(k / 7)), dtype=np.float32).clip(0, 255).astype(np.uint8),
        3,
        rng,
    )


def blinking(picture: UInt8Array, face: Box) -> UInt8Array:
    """The same with its eyes shut: skin from below the eyes over them."""
    x0, y0, x1, y1 = (round(v) for v in face)
    height = y1 - y0
    shut = picture.copy()
    eyes = slice(y0 + height // 5, y0 + height * 2 // 5)
    cheek = picture[y0 + height // 2 : y0 + height * 7 // 10, x0:x1]
    shut[eyes, x0:x1] = cv2.resize(cheek, (x1 - x0, eyes.stop - eyes.start))
    return shut


@pytest.mark.parametrize("blinks", [0, 1])
def test_a_photograph_in_the_hand_is_suspected_and_one_blink_acquits(
    portrait: UInt8Array, face: Box, blinks: int
) -> None:
    rng = np.random.default_rng(4)
    state: RigidState | None = None
    found = None
    for k in range(70):
        pixels = held(portrait, k, rng)
        if blinks and k == 35:
            pixels = blinking(pixels, face)
        state, found = step_rigid(state, float(k), Picture(Layout.RGB, (pixels,)), face, RigidPolicy())
    assert (found is not None) == (blinks == 0)
    if found is not None:
        assert found.compared >= 59
        assert found.most < RigidPolicy().alive


def test_without_a_face_or_a_picture_nothing_is_suspected(portrait: UInt8Array, face: Box) -> None:
    """A face that is gone for long, or a camera that was covered, begins anew."""
    rng = np.random.default_rng(4)
    policy = SuspicionPolicy(still=RigidPolicy(after=6.0))
    states: dict[int, SuspicionState] = {}
    cameras: dict[int, CameraHealth] = {}
    seen: list[bool] = []
    for k in range(24):
        pixels = np.zeros_like(portrait) if k == 12 else held(portrait, k, rng)
        frames = {1: Frame(1, float(k) + (8 if k > 17 else 0), Picture(Layout.RGB, (pixels,)))}
        cameras, _ = step_camera(cameras, frames, CameraPolicy())
        person = PersonEvidence(True, 0.99, ("face",), faces=(Detection(face, 0.95),))
        states, found = step_suspicion(states, frames, cameras, {1: person}, policy)
        seen.append(bool(found[1]))
    assert [k for k, suspected in enumerate(seen) if suspected] == [6, 7, 8, 9, 10, 11]


def suspicion_signals(suspected: Sequence[tuple[float, bool]]) -> list[Signal]:
    state = SuspicionSignalState()
    told: list[Signal] = []
    for t, is_suspected in suspected:
        raised = (Suspicion("loop", 1.0, (("period", 4.0),)),) if is_suspected else ()
        seen = SeatObservation(SEAT, t, SIZE, CameraState.OK, suspicions=raised)
        state, signals = step_suspicion_signals(state, seen, SuspicionSignalPolicy())
        told += signals
    return told


def test_a_suspicion_is_told_once_and_cleared_and_no_rule_rests_on_it() -> None:
    told = suspicion_signals([(k / 2, 10 <= k / 2 < 20 and k % 5 != 0) for k in range(80)])
    assert [(signal.type, signal.data["reason"]) for signal in told] == [
        ("camera.suspected", "loop"),
        ("camera.cleared", "loop"),
    ]
    assert told[0].data == {"reason": "loop", "since": 1.0, "period": 4.0}
    assert told[1].t == pytest.approx(24.5)
    assert [event.type for event in EventLog("t").record(told)] == ["camera.suspected", "camera.cleared"]


@pytest.mark.shared
def test_real_people_are_not_suspected(shared_data: Path) -> None:
    """Every real clip and every drawn one; the share of a living face's differences is shown by its least."""
    fetch(["face_short"])
    engine = open_model("face_short", EngineChoice())
    real = sorted((shared_data / "video").iterdir())
    for path in [*real, *(seat.path for seat in shipped())]:
        loop: LoopState | None = None
        rigid: RigidState | None = None
        longest, last = 0.0, -1.0
        for item in open_source(1, str(path)):
            if not isinstance(item, Frame):
                continue
            loop, suspected = step_loop(loop, item.t, sample(item.picture), LoopPolicy())
            assert suspected is None, path.name
            assert int(loop.hits.max()) <= 20, path.name
            if path in real and item.t - last >= 1.0:
                faces = detect_faces([item.picture], engine, 0.6)[0]
                last = item.t
                if faces:
                    rigid, _ = step_rigid(rigid, item.t, item.picture, faces[0].box, RigidPolicy())
                    longest = max(longest, rigid.t - rigid.since)
        # A living face differs from itself within seconds, a photograph would not within a minute.
        assert longest <= 2.0, path.name
