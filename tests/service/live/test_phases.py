"""What the table was doing when a picture was taken, and who may rest."""

from __future__ import annotations

import pytest

from rules.events import Event
from rules.table.game.state import SEATS, GameState
from rules.table.referee import apply, new_table
from rules.table.state import TableState
from service.live.phases import GRACE, PhaseTimeline, phases_of, resting_in
from vision.gestures.phase import Phase

ROLES = ["mafia", "mafia", "don", "sheriff", *["citizen"] * 6]
PLAYERS = list("abcdefghij")


def _started() -> TableState:
    data = {"roles": ROLES, "players": PLAYERS, "mode": "leading"}
    state, _ = apply(new_table(), Event("e", "game.start", 0, 0.0, data))  # type: ignore[arg-type]
    return state


def _walk(until: str) -> GameState:
    """A game that runs by its clock alone until a phase."""
    state = _started()
    while state.game.phase != until:
        assert state.game.deadline is not None
        state, _ = apply(state, Event("c", "clock", 0, state.game.deadline))
    return state.game


@pytest.mark.parametrize(
    ("phase", "others", "own"),
    [
        ("meeting", Phase.MEETING, None),
        ("speech", Phase.SPEECH, Phase.OWN_SPEECH),
        ("shooting", Phase.NIGHT, None),
        ("don_check", Phase.NIGHT, None),
        ("sheriff_check", Phase.NIGHT, None),
    ],
)
def test_phases_of_a_game(phase: str, others: Phase, own: Phase | None) -> None:
    game = _walk(phase)
    told = phases_of(game)
    assert sorted(told) == list(SEATS)
    for seat in SEATS:
        assert told[seat] is (own if own is not None and seat == game.speaker else others)


def test_who_may_rest() -> None:
    state = _started()
    assert resting_in(new_table().game) == frozenset()
    assert resting_in(state.game) == frozenset()
    paused, _ = apply(state, Event("p", "game.pause", 0, 1.0))
    assert resting_in(paused.game) == frozenset(SEATS)


def _timeline(*steps: tuple[float, Phase]) -> PhaseTimeline:
    timeline = PhaseTimeline()
    for t, phase in steps:
        timeline.set(t, dict.fromkeys(SEATS, phase))
    return timeline


NIGHT = _timeline((0.0, Phase.SPEECH), (10.0, Phase.NIGHT), (20.0, Phase.SPEECH), (30.0, Phase.VOTING))


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (9.0, Phase.NIGHT),
        (15.0, Phase.NIGHT),
        (20.0, Phase.NIGHT),
        (20.0 + GRACE - 0.01, Phase.NIGHT),
        (20.0 + GRACE, Phase.SPEECH),
        (29.9, Phase.SPEECH),
        (30.0, Phase.VOTING),
        (99.0, Phase.VOTING),
    ],
)
def test_a_secret_phase_holds_for_what_was_taken_in_it_or_just_after(t: float, expected: Phase) -> None:
    assert NIGHT.at(3, t) is expected


@pytest.mark.parametrize("t", [0.0, 9.0, 10.0, 99.0])
def test_in_a_secret_phase_all_that_is_judged_is_secret(t: float) -> None:
    assert _timeline((0.0, Phase.SPEECH), (10.0, Phase.NIGHT)).at(3, t) is Phase.NIGHT


def test_without_a_game_there_is_no_phase() -> None:
    assert PhaseTimeline().at(3, 5.0) is Phase.FREE
