"""Ballots, appeals, reports and logs of fair play in a whole game, through the public `apply`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.canonical import dumps, loads
from rules.events import Decision, Json
from rules.table.fairplay.apply import SIGNALS
from rules.table.fairplay.book import DAY
from rules.table.game.state import SEATS
from rules.table.referee import apply, new_table
from rules.table.state import TableState
from tests.rules.table.tables import Table, find, points, sanction, types


@pytest.mark.parametrize("outcome", ["upheld", "reduced", "revoked"])
def test_B_P4_an_appeal_that_succeeds_after_the_game_gives_the_points_back(outcome: str) -> None:
    table = Table()
    table.to_day(1)
    sanction(table, 1, "FP-S2", "disqualification")
    decisions = sanction(table, 9, "FP-U3", "abort_opponent_victory")
    assert points(decisions, "classic") == [0.0, *[1.0] * 6, 0.0, 0.0, 0.0]
    table.clock(table.t + DAY)
    table.do("appeal.file", 1, against="sanction-1", text="It was my brother.")
    decisions = table.do("appeal.decide", appeal="appeal-sanction-1", outcome=outcome, reviewer="Zoe")
    if outcome == "revoked":
        assert points(decisions, "classic") == [*[1.0] * 7, 0.0, 0.0, 0.0]
        assert find(decisions, "scores.given").data["revised"] is True
    else:
        assert "scores.given" not in types(decisions)
    assert 1 not in table.game.living


def test_B_P4_an_appeal_that_succeeds_during_the_game_counts_when_it_is_scored() -> None:
    table = Table()
    table.to_day(1)
    sanction(table, 1, "FP-S2", "disqualification")
    table.do("appeal.file", 1, against="sanction-1", text="no")
    table.do("appeal.decide", appeal="appeal-sanction-1", outcome="revoked", reviewer="Zoe")
    assert 1 not in table.game.living
    decisions = sanction(table, 9, "FP-U3", "abort_opponent_victory")
    assert points(decisions, "classic") == [*[1.0] * 7, 0.0, 0.0, 0.0]


def test_B_P4_a_player_of_the_game_does_not_review_it() -> None:
    table = Table()
    table.to_day(1)
    sanction(table, 1, "FP-S2", "disqualification")
    table.do("appeal.file", 1, against="sanction-1", text="no")
    command: dict[str, Json] = {"appeal": "appeal-sanction-1", "outcome": "upheld", "reviewer": "player 5"}
    assert table.refused("appeal.decide", 0, **command) == "reviewer_involved"


@pytest.mark.parametrize("mode", ["leading", "following"])
def test_E07_a_ballot_ends_at_its_own_time_in_both_modes(mode: str) -> None:
    table = Table(mode=mode)
    table.to_day(1)
    table.do("report.file", accused=3, rule="FP-U3", by="host")
    start = table.t
    table.do("ballot.open", 2, incident="incident-1", kind="technical_foul")
    decisions = table.clock(start + 20.0)
    assert (find(decisions, "ballot.closed").data["outcome"], decisions[0].t) == ("failed", start + 20.0)


def test_E07_a_ballot_and_the_steps_of_the_game_close_in_the_order_of_their_times() -> None:
    table = Table(turbo=True)
    table.to_day(1)
    start = table.t
    table.clock(start + 10.0)
    table.do("report.file", accused=3, rule="FP-U3", by="host")
    table.do("ballot.open", 2, incident="incident-1", kind="technical_foul")
    decisions = [d for d in table.clock(start + 60.0) if d.type in ("phase.started", "ballot.closed")]
    assert [(d.type, d.t - start) for d in decisions] == [
        ("phase.started", 25.0),
        ("ballot.closed", 30.0),
        ("phase.started", 50.0),
    ]


def test_B4_who_is_shot_during_a_ballot_votes_no_more() -> None:
    table = Table()
    table.to_day(1)
    table.to("shooting")
    for seat in (8, 9, 10):
        table.do("shot.fire", seat, target=1)
    table.to("sheriff_check")
    table.do("report.file", accused=3, rule="FP-U3", by="host")
    table.do("ballot.open", 1, incident="incident-1", kind="technical_foul")
    table.tick()
    assert 1 not in table.game.living
    ballot = table.state.fair.open[0].id
    for seat in (2, 3, 4, 5):
        table.do("ballot.vote", seat, ballot=ballot, yes=True)
    assert table.state.fair.open
    decisions = table.do("ballot.vote", 6, ballot=ballot, yes=True)
    closed = find(decisions, "ballot.closed")
    assert (closed.data["yes"], closed.data["needed"]) == (5, 5)


def test_B4_an_open_ballot_lapses_when_the_game_ends_by_itself() -> None:
    table = Table(living=(1, 2, 3, 8, 9))
    table.to_day(1)
    table.to("shooting")
    for seat in (8, 9):
        table.do("shot.fire", seat, target=1)
    table.to("sheriff_check")
    table.do("report.file", accused=3, rule="FP-U3", by="host")
    table.do("ballot.open", 2, incident="incident-1", kind="technical_foul")
    decisions = table.tick()
    assert find(decisions, "game.ended").data["winner"] == "mafia"
    assert find(decisions, "ballot.closed").data["outcome"] == "lapsed"
    assert table.state.fair.sanctions == ()


def test_E05_no_absence_counts_in_the_lobby_or_in_a_pause() -> None:
    lobby = Table(start=False)
    assert lobby.do("absence.exceeded", 3, since=1.0) == []
    table = Table()
    table.do("game.pause")
    assert table.do("absence.exceeded", 3, since=1.0) == []
    table.do("game.resume")
    assert "grounds.raised" in types(table.do("absence.exceeded", 3, since=1.0))


def test_B5_incidents_name_the_game_as_the_platform_does() -> None:
    table = Table(start=False)
    table.state = new_table(game="game-7")
    table.do("game.start", seed="x", players=[f"player {seat}" for seat in SEATS])
    recorded = find(table.do("nudity.confirmed", 3, score=0.9), "incident.recorded")
    assert recorded.data["game_id"] == "game-7"


def test_E04_a_dark_camera_suggests_a_pause_at_its_own_time() -> None:
    table = Table()
    table.do("camera.unobservable", 3, reason="muted")
    suggested = find(table.clock(200.0), "pause.suggested")
    assert (suggested.t, suggested.seat) == (60.0, 3)


def test_refused_commands_of_fair_play_change_nothing() -> None:
    table = Table()
    table.to_day(1)
    assert table.refused("interject.press", 1) == "own_speech"
    assert table.refused("ballot.open", 2, incident="incident-1", kind="technical_foul") == "no_grounds"
    assert table.refused("ballot.vote", 2, ballot="ballot-1", yes=True) == "ballot_closed"
    assert table.refused("report.file", 2, accused=2, rule="FP-U1") == "own_report"
    assert table.refused("appeal.file", 2, against="sanction-1", text="x") == "not_appealable"
    assert table.refused("ban.decide", 2, ban="ban-sanction-3", answer="none") == "not_platform"
    assert table.refused("appeal.decide", 0, appeal="appeal-sanction-1", outcome="upheld") == "no_such_appeal"


def eventful() -> Table:
    """A game with everything that fair play knows."""
    table = Table()
    table.to_day(1)
    table.do("camera.unobservable", 5, reason="muted")
    table.do("nudity.confirmed", 6, score=0.9, models={"nudity": "2"})
    table.do("gesture.started", 2, gesture="forbidden", score=0.9)
    for _ in range(3):
        table.do("interject.press", 4)
    sanction(table, 3, "FP-U3", "technical_foul")
    sanction(table, 3, "FP-U6", "technical_foul")
    table.do("ban.decide", ban="ban-sanction-3", answer="temporary", until="2027-01-01", reviewer="Ann")
    table.do("appeal.file", 3, against="sanction-3", text="no")
    table.do("report.file", 7, accused=8, rule="FP-S2")
    table.do("ballot.open", 7, incident=table.state.fair.incidents[-1].id, kind="disqualification")
    return table


def test_the_state_of_fair_play_survives_as_json_byte_for_byte() -> None:
    state = eventful().state
    data = dumps(state)
    assert loads(TableState, data) == state
    assert dumps(loads(TableState, data)) == data


def test_a_log_with_fair_play_replays_to_the_same_bytes_wherever_it_is_cut() -> None:
    table = eventful()
    for cut in range(0, len(table.log), 5):
        state = new_table()
        said: list[Decision] = []
        for place, event in enumerate(table.log):
            if place == cut:
                state = loads(TableState, dumps(state))
            state, decisions = apply(state, event)
            said += decisions
        assert dumps(said) == dumps(table.said)
        assert state == table.state


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(SIGNALS)),
            st.sampled_from(SEATS),
            st.sampled_from(["forbidden", "aggressive_throat", "aggressive_strike", "applause"]),
            st.floats(0.0, 40.0),
        ),
        max_size=30,
    )
)
def test_video_alone_never_changes_the_game(signals: list[tuple[str, int, str, float]]) -> None:
    seen, unseen = Table(), Table()
    for table in (seen, unseen):
        table.to_day(1)
    for type, seat, gesture, wait in signals:
        for table in (seen, unseen):
            table.clock(table.t + wait)
        seen.do(type, seat, gesture=gesture, rule="FP-S2", since=seen.t - 16.0)
    assert seen.game == unseen.game
    assert seen.state.fair.sanctions == ()
