"""What the overlay shows, on light and on dark pictures, small and large."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from service.overlay import OverlayState, Presence, TickerLine, draw_overlay
from service.overlay.palette import FINGERS, PRESENCE, VERMILLION, YELLOW, Colour
from service.overlay.sprites import elided, text_width
from service.overlay.state import Level
from service.overlay.ticker import SHOWN_S
from vision.gestures.abstention import REASONS
from vision.observations import CameraState, Detection, Hand, PersonEvidence, SeatObservation, ShapeScore
from vision.picture import UInt8Array

SIZES = [(16, 16), (176, 144), (320, 240), (240, 320), (640, 480), (1920, 1080)]
GROUNDS = [0, 128, 255]


def ground(size: tuple[int, int], level: int = 128) -> UInt8Array:
    return np.full((size[1], size[0], 3), level, dtype=np.uint8)


def hand_at(x: float, y: float, length: float, track: int = 0, shape: str = "palm") -> Hand:
    """An open hand whose wrist is at (x, y), fingers up."""
    points = np.zeros((21, 3), dtype=np.float32)
    points[0, :2] = x, y
    for finger in range(5):
        for joint in range(4):
            across = (finger - 2) * (0.12 + 0.03 * joint)
            points[1 + 4 * finger + joint, :2] = x + across * length, y - (0.4 + 0.15 * joint) * length
    return Hand(track, points, points, "left", 0.9, 0.95, ShapeScore(shape, 0.97))


def state(size: tuple[int, int] = (640, 480), t: float = 12.4, **options: object) -> OverlayState:
    seen = SeatObservation(7, t, size, CameraState.OK)
    return replace(OverlayState(seen, name="Anna"), **options)  # type: ignore[arg-type]


def with_hands(shown: OverlayState, *hands: Hand) -> OverlayState:
    return replace(shown, observation=replace(shown.observation, hands=hands))


def drawn(shown: OverlayState, level: int = 128) -> UInt8Array:
    picture = ground(shown.observation.size, level)
    draw_overlay(picture, shown)
    return picture


def like(picture: UInt8Array, colour: Colour, tolerance: int = 24) -> int:
    """How many pixels have about this colour."""
    return int((np.abs(picture.astype(int) - colour).max(axis=2) <= tolerance).sum())


def busy(size: tuple[int, int]) -> OverlayState:
    width, height = size
    person = PersonEvidence(
        True,
        0.9,
        ("face", "body"),
        (Detection((width * 0.4, height * 0.2, width * 0.6, height * 0.4), 0.9),),
        (Detection((-9.0, height * 0.1, width * 2.0, height * 1.5), 0.9),),
    )
    hands = (
        hand_at(width * 0.3, height * 0.8, height * 0.5),
        hand_at(width * 0.99, height * 0.1, height * 0.5, 1),
    )
    lines = tuple(TickerLine(12.0 - k, f"something long happened, number {k}", "alarm") for k in range(6))
    full = state(
        size, absent_s=7.3, nudity=0.4, words={0: "number_5"}, events=lines, name="A very long name " * 4
    )
    return replace(full, observation=replace(full.observation, hands=hands, person=person))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("camera", list(CameraState))
def test_any_size_any_state(size: tuple[int, int], camera: CameraState) -> None:
    full = busy(size)
    full = replace(full, observation=replace(full.observation, camera=camera))
    picture = drawn(full)
    assert picture.shape == (size[1], size[0], 3)
    assert (picture != 128).any()
    assert np.array_equal(picture, drawn(full)), "the same state must give the same picture"


@pytest.mark.parametrize("level", GROUNDS)
def test_fingers_have_their_colours(level: int) -> None:
    hand = hand_at(320, 400, 260)
    picture = drawn(with_hands(state(), hand), level)
    for finger, colour in enumerate(FINGERS):
        a, b = hand.smoothed[2 + 4 * finger, :2], hand.smoothed[3 + 4 * finger, :2]
        x, y = ((a + b) / 2).round().astype(int)
        assert np.abs(picture[y, x].astype(int) - colour).max() <= 8


@pytest.mark.parametrize("level", [200, 255])
def test_a_soft_dark_edge_lifts_the_skeleton_off_a_bright_wall(level: int) -> None:
    hand = hand_at(320, 400, 260)
    picture = drawn(with_hands(state(), hand), level)
    a, b = hand.smoothed[10, :2], hand.smoothed[11, :2]
    row = picture[round(float(a[1] + b[1]) / 2), round(float(a[0])) - 30 : round(float(a[0])) + 30].mean(
        axis=1
    )
    assert row.min() < level * 0.65
    steps = np.abs(np.diff(row[: int(row.argmin())]))
    assert np.count_nonzero(steps > 2) >= 2


@pytest.mark.parametrize("where", [(0, 0), (639, 0), (0, 479), (639, 479), (-400, 240), (320, 2000)])
def test_hands_at_the_border_and_beyond(where: tuple[int, int]) -> None:
    drawn(with_hands(state(), hand_at(*where, 200)))


def test_broken_landmarks_are_not_drawn() -> None:
    hand = hand_at(320, 400, 260)
    broken = replace(hand, smoothed=np.full((21, 3), np.nan, dtype=np.float32))
    shapeless = replace(broken, shape=None)
    assert np.array_equal(drawn(with_hands(state(), shapeless)), drawn(state()))


def test_no_gesture_has_no_label() -> None:
    quiet = with_hands(state(), hand_at(320, 400, 260, shape="no_gesture"))
    bare = with_hands(state(), replace(hand_at(320, 400, 260), shape=None))
    assert np.array_equal(drawn(quiet), drawn(bare))
    assert not np.array_equal(drawn(quiet), drawn(replace(quiet, words={0: "red"})))


def test_a_hand_that_is_not_judged_says_why() -> None:
    hand = hand_at(320, 400, 260, shape="no_gesture")
    quiet = drawn(with_hands(state(), hand))
    said = [
        drawn(with_hands(state(), replace(hand, shape=ShapeScore("no_gesture", 0.0, reason))))
        for reason in REASONS
    ]
    for one, other in itertools.combinations([quiet, *said], 2):
        assert not np.array_equal(one, other)


@pytest.mark.parametrize("size", [(320, 240), (640, 480), (1920, 1080)])
@pytest.mark.parametrize("level", GROUNDS)
def test_presence_is_told_by_colour_and_by_word(size: tuple[int, int], level: int) -> None:
    names: tuple[Presence, ...] = ("present", "absent", "unobservable")
    headers = {name: drawn(state(size, presence=name), level)[: size[1] // 5] for name in names}
    for name, header in headers.items():
        elsewhere = max(like(headers[other], PRESENCE[name]) for other in names if other != name)
        assert like(header, PRESENCE[name]) > elsewhere + size[1] // 2
    spans = [np.flatnonzero((headers[name] != headers["present"]).any(axis=(0, 2))) for name in names[1:]]
    assert len(spans[0]) != len(spans[1]), "the words have different lengths"


@pytest.mark.parametrize("size", [(320, 240), (640, 480), (1920, 1080)])
@pytest.mark.parametrize("level", GROUNDS)
def test_the_media_time_can_be_read(size: tuple[int, int], level: int) -> None:
    width, height = size
    corner = drawn(state(size), level)[: height // 11, -width // 7 :].mean(axis=2)
    assert corner.max() > 235
    assert np.percentile(corner, 10) < 110
    later = drawn(state(size, t=12.5), level)[: height // 11, -width // 7 :].mean(axis=2)
    assert not np.array_equal(corner, later)


def test_a_long_name_gives_way_to_the_time() -> None:
    short = drawn(state(name=""))[:30, -70:]
    long = drawn(state(name="Wolfeschlegelsteinhausenbergerdorff the Elder of that Name"))[:30, -70:]
    assert np.array_equal(short, long)


def test_a_bad_camera_is_shown_even_where_there_is_little_room() -> None:
    shown = state((176, 144), presence="unobservable")
    frozen = replace(shown, observation=replace(shown.observation, camera=CameraState.FROZEN))
    assert like(drawn(frozen), YELLOW, 60) > like(drawn(shown), YELLOW, 60)


def test_the_ring_fills_up_to_the_limit() -> None:
    assert np.array_equal(drawn(state(absent_s=0.0)), drawn(state()))
    early = [like(drawn(state(absent_s=s)), YELLOW) for s in (1.0, 4.0, 7.0, 9.9)]
    late = [like(drawn(state(absent_s=s)), VERMILLION) for s in (10.0, 12.0, 15.0)]
    assert early == sorted(early)
    assert late == sorted(late)
    assert early[0] < early[-1] / 4
    assert like(drawn(state(absent_s=10.0)), YELLOW) < early[0]
    over, further = drawn(state(absent_s=16.0)), drawn(state(absent_s=99.0))
    assert abs(like(over, VERMILLION) - like(further, VERMILLION)) < 40


def test_lines_fade_and_go() -> None:
    def mark(age: float) -> float:
        plain = drawn(state(t=10.0 + age)).astype(int)
        shown = drawn(state(t=10.0 + age, events=(TickerLine(10.0, "hello"),))).astype(int)
        return float(np.abs(shown - plain).sum())

    marks = [mark(age) for age in (0.0, 2.0, 3.9, 4.4, 4.9)]
    assert marks[0] == marks[1]
    assert marks[1] > marks[2] > marks[3] > marks[4]
    assert mark(SHOWN_S) == 0.0
    assert mark(-0.1) == 0.0


@pytest.mark.parametrize("level", ["info", "notice", "alarm"])
def test_levels_differ(level: Level) -> None:
    pictures = [drawn(state(events=(TickerLine(12.0, "x", other),))) for other in ("info", "notice", "alarm")]
    assert not any(np.array_equal(a, b) for a, b in itertools.combinations(pictures, 2))


def test_the_meter_grows_and_changes_colour() -> None:
    assert np.array_equal(drawn(state(nudity=None)), drawn(state()))
    assert like(drawn(state(nudity=0.95)), VERMILLION) > like(drawn(state(nudity=0.71)), VERMILLION) > 20
    assert like(drawn(state(nudity=0.5)), YELLOW) > 20


@pytest.mark.parametrize(
    ("text", "room"), [("Анна Каренина", 60), ("aaaa", 1), ("wide enough", 400), ("", 10)]
)
def test_text_is_cut_to_its_room(text: str, room: int) -> None:
    short = elided(text, 15, 600, room)
    assert text_width(short, 15, 600) <= max(room, 1)
    assert short == text or short == "" or short.endswith("…")


# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB.
PROTANOPIA = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
]
DEUTERANOPIA = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
]


@pytest.mark.parametrize("matrix", [np.eye(3).tolist(), PROTANOPIA, DEUTERANOPIA])
@pytest.mark.parametrize("colours", [FINGERS, tuple(PRESENCE.values())])
def test_colours_are_told_apart_without_red_or_green(
    matrix: list[list[float]], colours: tuple[Colour, ...]
) -> None:
    linear: NDArray[np.float64] = (np.array(colours) / 255) ** 2.2
    seen = np.clip(linear @ np.array(matrix).T, 0, 1) ** (1 / 2.2) * 255
    assert min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(seen, 2)) > 25
