from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service.webrtc.repairs import MOST_ASKED, MOST_MISSING, REORDERED, Repairs


def test_a_packet_that_is_only_late_is_not_asked_for() -> None:
    repairs = Repairs()
    repairs.missing(5, 5, 1.0)
    assert repairs.ask(1.0 + REORDERED[0] / 2) == []
    repairs.arrived(5, 1.0 + REORDERED[0] / 2)
    assert repairs.ask(2.0) == []
    assert repairs.due is None


def test_a_missing_packet_is_asked_for_once_a_round_trip() -> None:
    repairs = Repairs()
    repairs.missing(5, 7, 1.0)
    assert repairs.ask(1.02) == [5, 6, 7]
    assert repairs.ask(1.03) == []
    assert repairs.due is not None
    again = repairs.due
    assert again - 1.02 >= repairs.round_trip
    repairs.arrived(6, 1.06, repeated=True)
    assert repairs.ask(again) == [5, 7]


def test_the_round_trip_is_learnt_from_answers() -> None:
    repairs = Repairs()
    for turn in range(40):
        now = float(turn)
        repairs.missing(turn, turn, now)
        repairs.ask(now + 0.1)
        repairs.arrived(turn, now + 0.14, repeated=True)
    assert abs(repairs.round_trip - 0.04) < 0.005


def test_a_link_that_mixes_packets_up_is_given_more_time() -> None:
    calm, wild = Repairs(), Repairs()
    for turn in range(40):
        wild.missing(turn, turn, float(turn))
        wild.arrived(turn, turn + 0.1)
    calm.missing(99, 99, 50.0)
    wild.missing(99, 99, 50.0)
    assert calm.ask(50.0 + REORDERED[0]) == [99]
    assert wild.ask(50.0 + REORDERED[0]) == []
    assert wild.ask(50.0 + REORDERED[1]) == [99]


def test_nobody_asks_for_ever() -> None:
    repairs = Repairs()
    repairs.missing(1, 1, 0.0)
    asked = sum(len(repairs.ask(turn * 0.5)) for turn in range(1, 100))
    assert asked == MOST_ASKED
    assert repairs.due is None
    assert repairs.oldest == 0.0


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["miss", "come", "ask", "forget"]), st.integers(0, 3000), st.integers(0, 900)
        ),
        max_size=60,
    )
)
def test_what_is_asked_for_is_missing_and_bounded(steps: list[tuple[str, int, int]]) -> None:
    repairs, now = Repairs(), 0.0
    for kind, number, more in steps:
        now += 0.013
        if kind == "miss":
            repairs.missing(number, number + more, now)
        elif kind == "come":
            repairs.arrived(number, now)
            assert number not in repairs
        elif kind == "forget":
            repairs.forget(number)
        else:
            asked = repairs.ask(now)
            assert asked == sorted(set(asked))
            assert all(one in repairs for one in asked)
    assert len(repairs) <= MOST_MISSING * len(steps)
