"""Inputs get the seats they ask for, the rest the lowest free ones."""

from __future__ import annotations

import pytest

from service.cli.errors import CommandError
from service.cli.inputs import assign_seats


@pytest.mark.parametrize(
    ("inputs", "seats"),
    [
        (["a.mp4"], {1: "a.mp4"}),
        (["a", "b"], {1: "a", 2: "b"}),
        (["7=c.avi", "a", "1=b"], {1: "b", 2: "a", 7: "c.avi"}),
        (["2=x=y.mp4", "0"], {1: "0", 2: "x=y.mp4"}),
        (["http://h/v?a=1"], {1: "http://h/v?a=1"}),
        ([str(n) for n in range(10)], {n + 1: str(n) for n in range(10)}),
    ],
)
def test_seats(inputs: list[str], seats: dict[int, str]) -> None:
    assert assign_seats(inputs) == seats


@pytest.mark.parametrize(
    ("inputs", "complaint"),
    [
        ([], "no input"),
        (["0=a"], "not one of 1..10"),
        (["11=a"], "not one of 1..10"),
        (["3=a", "3=b"], "taken by a"),
        (["a"] * 11, "ten|10 seats"),
    ],
)
def test_refusals_say_what_is_wrong(inputs: list[str], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        assign_seats(inputs)
