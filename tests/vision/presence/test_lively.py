"""What moves where something was found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.observations import Box
from vision.presence.lively import Stirred, alive, same, shares, stir

BOX: Box = (0.25, 0.25, 0.5, 0.75)


def differs(share: float) -> np.ndarray:
    """60 x 80 samples of which that share of `BOX` has changed, and everything right of it."""
    changed = np.zeros((60, 80), dtype=np.bool_)
    changed[15:45, 20:40].flat[: round(600 * share)] = False
    part = np.zeros(600, dtype=np.bool_)
    part[: round(600 * share)] = True
    changed[15:45, 20:40] = part.reshape(30, 20)
    changed[:, 40:] = True
    return changed


@pytest.mark.parametrize(("share", "moves"), [(0.0, False), (0.02, False), (0.04, True), (1.0, True)])
def test_only_what_changes_within_the_box_counts(share: float, moves: bool) -> None:
    found = stir((), 7.0, [BOX], differs(share), 0.03)
    assert found == ((Stirred(7.0, BOX),) if moves else ())


def test_the_newest_movement_of_a_thing_replaces_the_older_and_others_stay() -> None:
    other: Box = (0.7, 0.1, 0.9, 0.4)
    before = (Stirred(1.0, (0.26, 0.25, 0.5, 0.75)), Stirred(2.0, other))
    assert stir(before, 7.0, [BOX], differs(1.0), 0.03) == (Stirred(2.0, other), Stirred(7.0, BOX))


@pytest.mark.parametrize(("t", "known"), [(0.9, False), (1.0, True), (11.0, True), (11.1, False)])
def test_a_thing_is_alive_for_some_seconds(t: float, known: bool) -> None:
    assert alive((Stirred(1.0, BOX),), t, 10.0) == ([BOX] if known else [])


def test_boxes_are_shares_of_the_picture() -> None:
    assert shares([(160, 120, 320, 360)], (640, 480)) == [BOX]


@given(st.tuples(*[st.floats(0, 0.4), st.floats(0, 0.4), st.floats(0.5, 1), st.floats(0.5, 1)]))
def test_a_box_is_the_same_as_itself_and_as_nothing_else_than_others(box: Box) -> None:
    assert same(box, [box])
    assert not same(box, [])
    assert not same(box, [(1.5, 1.5, 2.0, 2.0)])
