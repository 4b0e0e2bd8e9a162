"""Fair play in a whole game, through the one public `apply` of the referee."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.canonical import dumps, loads
from rules.events import Decision, Json
from rules.table.book import RuleBook
from rules.table.fairplay.apply import SIGNALS
from rules.table.fairplay.book import DAY
from rules.table.game.book import EndBook, VoteBook
from rules.table.game.state import SEATS
from rules.table.referee import apply, new_table
from rules.table.state import TableState
from tests.rules.table.tables import Table, find, left


def types(decisions: Sequence[Decision]) -> list[str]:
    return [decision.type for decision in decisions]


def sanction(table: Table, seat: int, rule: str, kind: str) -> list[Decision]:
    """Grounds by the host's report, then a ballot in which everybody says yes until it is closed."""
    start = len(table.said)
    table.do("report.file", accused=seat, rule=rule, by="host")
    incident = table.state.fair.incidents[-1].id
    first, *others = table.game.living
    table.do("ballot.open", first, incident=incident, kind=kind)
    for voter in others:
        if table.state.fair.open:
            table.do("ballot.vote", voter, ballot=table.state.fair.open[0].id, yes=True)
    return table.said[start:]


def points(decisions: Sequence[Decision], scoring: str) -> list[float]:
    """Totals by seat."""
    scores = find(decisions, "scores.given").data[scoring]
    assert isinstance(scores, list)
    return [float(str(score["total"])) for score in scores if isinstance(score, dict)]


def test_B4_a_disqualified_player_leaves_without_farewell_and_with_a_hidden_role() -> None:
    table = Table()
    table.to_day(1)
    decisions = sanction(table, 9, "FP-S2", "disqualification")
    assert left(decisions) == [9]
    assert table.game.living == (1, 2, 3, 4, 5, 6, 7, 8, 10)
    public = [d for d in decisions if d.audience == "everyone"]
    assert not any("role" in d.data or "team" in d.data for d in public)
    assert "farewell" not in [d.data.get("phase") for d in decisions]
    before = len(table.said)
    table.to_day(2)
    assert 9 not in [d.seat for d in table.said[before:] if d.data.get("phase") == "speech"]


def test_B4_a_disqualified_speaker_loses_the_floor_at_once() -> None:
    table = Table()
    table.to_day(1)
    assert table.game.speaker == 1
    sanction(table, 1, "FP-S2", "disqualification")
    assert (table.phase, table.game.speaker) == ("speech", 2)


def test_E11_a_disqualification_during_the_vote_cancels_it() -> None:
    table = Table()
    table.to_day(1)
    table.nominate([3, 7])
    table.to("vote")
    table.do("vote.cast", 1, candidate=3)
    decisions = sanction(table, 9, "FP-S2", "disqualification")
    assert find(decisions, "vote.cancelled").rule == "E-11"
    assert left(decisions) == [9]
    assert (table.phase, table.game.poll) == ("shooting", None)


def test_E11_a_disqualification_in_the_discussion_cancels_the_vote_of_that_day() -> None:
    table = Table()
    table.to_day(1)
    sanction(table, 9, "FP-S2", "disqualification")
    decisions = table.nominate([3, 7])
    assert table.phase == "shooting"
    assert left(decisions) == []


def test_E11_a_result_that_is_fixed_stands() -> None:
    table = Table()
    table.to_day(1)
    table.nominate([3, 7])
    table.vote(dict.fromkeys(SEATS, 3))
    assert (table.phase, table.game.speaker) == ("farewell", 3)
    decisions = sanction(table, 9, "FP-S2", "disqualification")
    assert "vote.cancelled" not in types(decisions)
    assert table.game.living == (1, 2, 4, 5, 6, 7, 8, 10)
    assert (table.phase, table.game.speaker) == ("farewell", 3)


def test_E11_without_cancelling_the_running_vote_goes_on_without_the_disqualified() -> None:
    table = Table(RuleBook(vote=VoteBook(cancel_after_dq=False)))
    table.to_day(1)
    table.nominate([3, 7])
    table.to("vote")
    for seat in (1, 2, 9):
        table.do("vote.cast", seat, candidate=3)
    sanction(table, 9, "FP-S2", "disqualification")
    assert table.phase == "vote"
    table.tick()
    table.tick()
    ballots = table.game.record.rounds[-1].choices
    assert ballots[8] == 0
    assert sum(choice != 0 for choice in ballots) == 9


@pytest.mark.parametrize(
    ("living", "seat", "winner"),
    [
        ((1, 2, 3, 8, 9), 1, "mafia"),
        ((1, 2, 3, 8, 9), 8, None),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 1, None),
        ((1, 2, 9), 9, "town"),
        ((1, 2, 3, 4, 8, 9, 10), 1, "mafia"),
    ],
    ids=["3v2_town", "3v2_mafia", "7v3_town", "2v1_mafia", "4v3_town"],
)
def test_C403_E27_the_win_check_follows_a_disqualification(
    living: tuple[int, ...], seat: int, winner: str | None
) -> None:
    table = Table(living=living)
    table.to_day(1)
    decisions = sanction(table, seat, "FP-S2", "disqualification")
    ended = [d.data["winner"] for d in decisions if d.type == "game.ended"]
    assert ended == ([] if winner is None else [winner])


def test_FP_T2_the_second_technical_foul_removes_from_the_game_at_once() -> None:
    table = Table()
    table.to_day(1)
    assert left(sanction(table, 4, "FP-U3", "technical_foul")) == []
    decisions = sanction(table, 4, "FP-U6", "technical_foul")
    assert left(decisions) == [4]
    assert find(decisions, "player.disqualified").rule == "FP-T2"
    assert 4 not in table.game.living


def test_FP_F1_the_third_foul_loses_the_speech_of_the_next_round_and_no_other() -> None:
    table = Table(RuleBook(end=EndBook(stalemate_nights=0)))
    table.to_day(1)
    for _ in range(3):
        table.do("interject.press", 4)
    assert find(table.said, "speech.lost").data["round"] == 2
    spoken: dict[int, set[int]] = {}
    while table.game.day < 4:
        spoken.setdefault(table.game.day, set()).update(
            {table.game.speaker} if table.phase == "speech" else set()
        )
        table.tick()
    assert [4 in spoken[day] for day in (1, 2, 3)] == [True, False, True]
    assert spoken[2] == set(SEATS) - {4}
    table.to("shooting")
    for _ in range(10):
        table.do("interject.press", 4)
    assert 4 in table.game.living
    assert types(table.said).count("speech.lost") == 1


def test_B3_a_third_foul_in_the_night_loses_the_speech_of_the_coming_day() -> None:
    table = Table()
    assert table.phase == "meeting"
    for _ in range(3):
        table.do("interject.press", 1)
    assert find(table.said, "speech.lost").data["round"] == 1
    table.to_day(1)
    assert table.game.speaker == 2


def test_B3_a_third_foul_in_the_farewell_before_the_discussion_loses_that_days_speech() -> None:
    table = Table()
    table.to_day(1)
    table.night({8: 1, 9: 1, 10: 1})
    assert (table.phase, table.game.speaker, table.game.day) == ("farewell", 1, 2)
    for _ in range(3):
        table.do("interject.press", 2)
    assert find(table.said, "speech.lost").data["round"] == 2
    table.to("speech")
    assert table.game.speaker == 3


def test_B3_a_silenced_player_votes_may_be_nominated_and_says_farewell() -> None:
    table = Table()
    table.to_day(1)
    for _ in range(3):
        table.do("interject.press", 4)
    table.to_day(2)
    table.nominate([4, 7])
    table.vote({4: 4, **dict.fromkeys((1, 2, 3, 5, 6, 8), 4)})
    assert (table.phase, table.game.speaker) == ("farewell", 4)


@pytest.mark.parametrize(("offender", "winner"), [(1, "mafia"), (7, "mafia"), (9, "town"), (10, "town")])
def test_B_D4_opponent_victory_defeats_the_offenders_team_at_once(offender: int, winner: str) -> None:
    table = Table()
    table.to_day(1)
    decisions = sanction(table, offender, "FP-U3", "abort_opponent_victory")
    ended = find(decisions, "game.ended")
    assert (ended.data["winner"], ended.data["why"]) == (winner, "opponent_victory")
    totals = points(decisions, "max_mafia")
    town, mafia = totals[:7], totals[7:]
    assert (town, mafia) == (([1.35] * 7, [0.0] * 3) if winner == "town" else ([0.0] * 7, [0.85] * 3))


def test_E08_a_void_abort_has_no_winner_and_no_points() -> None:
    table = Table()
    table.to_day(1)
    decisions = sanction(table, 9, "FP-U3", "abort_void")
    assert find(decisions, "game.ended").data["winner"] == "none"
    for scoring in ("classic", "max_mafia"):
        assert points(decisions, scoring) == [0.0] * 10


def test_C404_nothing_of_the_game_goes_on_after_an_abort() -> None:
    table = Table()
    table.to_day(1)
    sanction(table, 9, "FP-U3", "abort_void")
    assert table.refused("speech.finish", table.game.speaker or 1) == "game_over"
    assert table.refused("interject.press", 2) == "no_game"


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
