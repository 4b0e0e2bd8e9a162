"""The ring of a seat: bounded in time and space, and whatever is cut from it can be decoded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service.evidence.ring import Coded, Ring, decodable

PICTURES = st.lists(
    st.builds(
        lambda step, size, codec, key: (step, size, codec, key),
        st.floats(0.0, 3.0),
        st.integers(0, 400),
        st.sampled_from(("h264", "h264", "h264", "vp8")),
        st.booleans(),
    ),
    max_size=120,
)


def _filled(steps: list[tuple[float, int, str, bool]], ring: Ring) -> list[Coded]:
    t, came = 0.0, []
    for step, size, codec, key in steps:
        t += step
        came.append(Coded(t, bytes(size), codec, key))
        ring.add(came[-1])
    return came


@given(PICTURES, st.floats(0.0, 400.0), st.floats(0.0, 40.0))
def test_whatever_is_cut_is_in_order_and_can_be_decoded(
    steps: list[tuple[float, int, str, bool]], since: float, length: float
) -> None:
    ring = Ring(seconds=20.0, most=4000)
    came = _filled(steps, ring)
    found = ring.cut(since, since + length)
    assert decodable(found)
    assert not found or found[0].key
    places = [next(i for i, one in enumerate(came) if one is picture) for picture in found]
    assert places == sorted(places)
    assert all(picture.t <= since + length for picture in found)


@given(PICTURES)
def test_it_holds_no_more_than_it_may_and_no_less_than_it_can(
    steps: list[tuple[float, int, str, bool]],
) -> None:
    ring, roomy = Ring(seconds=20.0, most=4000), Ring(seconds=20.0, most=10**9)
    _filled(steps, ring)
    came = _filled(steps, roomy)
    assert ring.size == sum(len(one.data) for one in ring.cut(0.0, 1e9)) <= 4000
    held = {id(one) for one in roomy.cut(0.0, 1e9)}
    for one in came:
        if one.key and one.t > came[-1].t - 20.0:
            assert id(one) in held


def _film(ring: Ring, seconds: float, fps: int, every: float, size: int = 1000, t0: float = 0.0) -> None:
    group = round(every * fps)
    for index in range(round(seconds * fps)):
        ring.add(Coded(t0 + index / fps, bytes(size), "h264", index % group == 0))


def test_twenty_seconds_can_be_cut_however_rare_key_pictures_are() -> None:
    ring = Ring()
    _film(ring, 60.0, 30, every=4.0)
    found = ring.cut(40.0, 50.0)
    assert (found[0].t, found[0].key) == (40.0, True)
    assert found[-1].t == 50.0
    found = ring.cut(41.0, 50.0)
    assert found[0].t == 40.0
    assert ring.cut(0.0, 100.0)[0].t <= 60.0 - 20.0
    assert ring.lost == 0


def test_a_group_that_never_ends_is_let_go_and_told() -> None:
    ring = Ring(most=100_000)
    _film(ring, 30.0, 30, every=1000.0)
    assert ring.size == 0
    assert ring.lost == 900
    ring.add(Coded(31.0, b"key", "h264", True))
    assert [one.data for one in ring.cut(0.0, 100.0)] == [b"key"]


def test_time_that_begins_anew_begins_everything_anew() -> None:
    ring = Ring()
    _film(ring, 5.0, 30, every=1.0, t0=100.0)
    _film(ring, 2.0, 30, every=1.0)
    found = ring.cut(0.0, 1000.0)
    assert (len(found), found[0].t) == (60, 0.0)


def test_stills_are_all_key_pictures() -> None:
    ring = Ring()
    for index in range(1000):
        ring.add(Coded(index / 10, b"jpeg", "jpeg", True))
    found = ring.cut(90.05, 95.0)
    assert (found[0].t, found[-1].t) == (90.0, 95.0)
    assert len(ring.cut(0.0, 1000.0)) == 201  # 79.9 to 99.9
