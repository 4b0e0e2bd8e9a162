"""D.3 and D.4: when the vote of a day ends, and who does not appear."""

from __future__ import annotations

import dataclasses

import pytest

from rules.events import Event
from rules.forum.book import HOUR, ForumBook, Intervals
from rules.forum.referee import apply, new_game
from rules.forum.timing import DayClock, deadline, which
from tests.rules.forum.games import FULL, NINE, Game, dead, of

TWO = ForumBook(timing=2)
SECOND = 1 / 3600


def timed(
    last: float | None, limit: float | None = None, announced: float = 0.0, change: float | None = None
) -> Game:
    """A day of party 1 with everybody's vote at hour `last`, or all but one's; a limit; a change."""
    game = Game()
    steps = [(announced, "limit")] if limit is not None else []
    steps += [(last, "vote")] if last is not None else []
    steps += [(change, "change")] if change is not None else []
    for hour, step in sorted(steps):
        game.hour = hour
        if step == "limit" and limit is not None:
            game.do("limit.announce", at=limit * HOUR)
        elif step == "vote":
            game.vote_all(6)
        else:
            game.do("vote.cast", 1, target=7)
    return game


def ended(game: Game) -> float:
    """The hour at which the vote ends if nothing more happens."""
    assert game.phase == "day", game.phase
    end = deadline(game.state.clock, game.state.book.intervals)
    assert end is not None
    game.hour = end / HOUR - SECOND
    game.do("clock")
    assert game.phase == "day"
    closed = of(game.at(end / HOUR), "vote.closed")
    assert len(closed) == 1
    return closed[0].t / HOUR


def test_F201_intervals_are_changed_before_signup_and_announced_with_it() -> None:
    game = Game(day=False)
    assert game.refused("intervals.change", intervals={"twilight": 60.0}) == ("not_now", "F-201")
    (opened,) = of(game.said, "signup.opened")
    assert opened.audience == "everyone"
    assert opened.data["intervals"] == dataclasses.asdict(Intervals())


def test_F201_a_change_before_signup_holds_and_is_announced() -> None:
    state, _ = apply(new_game(), Event("a", "intervals.change", 0, 0.0, {"intervals": {"twilight": 60}}))
    state, (opened,) = apply(state, Event("b", "signup.open", 0, 0.0))
    assert state.book.intervals.twilight == 60.0
    told = opened.data["intervals"]
    assert isinstance(told, dict)
    assert told["twilight"] == 60.0
    after, (refused,) = apply(state, Event("c", "intervals.change", 0, 0.0, {"intervals": {"extra": 1}}))
    assert (after, refused.data["reason"], refused.rule) == (state, "not_now", "F-201")


@pytest.mark.parametrize("changes", [{"twilight": "2"}, {"dawn": 3.0}, {}, {"twilight": True}, {"extra": 0}])
def test_F201_what_is_no_interval_is_refused(changes: dict[str, float]) -> None:
    _, (refused,) = apply(new_game(), Event("a", "intervals.change", 0, 0.0, {"intervals": {**changes}}))
    assert (refused.type, refused.rule) == ("refused", "F-201")


@pytest.mark.parametrize(
    ("announced", "limit", "reason"),
    [
        (2, 20, "limit_too_early"),
        (2, 24 - SECOND, "limit_too_early"),
        (2, 24, ""),
        (21, 24, "limit_too_soon"),
        (20 + SECOND, 24, "limit_too_soon"),
        (20, 24, ""),
        (30, 33, "limit_too_soon"),
        (30, 34, ""),
    ],
)
def test_F202_limits_are_announced_4_hours_before_and_are_24_after_the_beginning(
    announced: float, limit: float, reason: str
) -> None:
    game = Game()
    game.at(announced)
    if reason:
        assert game.refused("limit.announce", at=limit * HOUR) == (reason, "F-202")
    else:
        (told,) = game.do("limit.announce", at=limit * HOUR)
        assert (told.rule, told.audience) == ("F-202", "everyone")
        assert ended(game) == limit


def test_F202_the_hours_count_from_the_beginning_of_each_game_day() -> None:
    game = Game()
    game.to_night()
    game.hour = 30
    game.night({})
    assert game.refused("limit.announce", at=(30 + 24) * HOUR - 1)[0] == "limit_too_early"
    game.do("limit.announce", at=(30 + 24) * HOUR)


def test_F202_a_limit_that_was_announced_does_not_move() -> None:
    game = timed(None, limit=30)
    assert game.refused("limit.announce", at=40 * HOUR) == ("limit_set", "F-202")
    assert ended(game) == 30


@pytest.mark.parametrize("at", [None, True, "24", [24]])
def test_F202_a_limit_is_a_time(at: float) -> None:
    assert Game().refused("limit.announce", at=at) == ("no_time", "F-202")


def test_F203_twilight_begins_with_the_last_outstanding_vote() -> None:
    game = Game()
    game.vote_all(6, but=[9])
    assert which(game.state.clock) == "none"
    game.at(14)
    decisions = game.do("vote.cast", 9, target=6)
    assert [d.type for d in decisions] == ["vote.cast", "twilight.began"]
    assert (decisions[1].rule, decisions[1].data["deadline"]) == ("F-203", 16 * HOUR)
    assert ended(game) == 16


def test_F203_the_dead_owe_no_vote() -> None:
    game = Game()
    game.execute(9)
    game.do("night.begin")
    game.night({})
    game.vote_all(8)
    assert which(game.state.clock) == "twilight"


def test_F204_twilight_never_extends_the_day_beyond_the_limit() -> None:
    game = timed(23, limit=24)
    (began,) = of(game.said, "twilight.began")
    assert (began.rule, began.data["deadline"]) == ("F-204", 24 * HOUR)
    assert ended(game) == 24
    assert ended(timed(21, limit=24)) == 23


def test_F205_a_change_in_twilight_opens_4_hours_and_voids_the_limit() -> None:
    game = timed(23, limit=24, change=23.5)
    (extra,) = of(game.said, "extra_time.began")
    assert (extra.rule, extra.data["deadline"], extra.data["void"]) == ("F-205", 27.5 * HOUR, True)
    assert game.refused("limit.announce", at=40 * HOUR) == ("limit_void", "F-205")
    assert ended(game) == 27.5


def test_F205_a_change_before_twilight_opens_nothing() -> None:
    game = Game()
    game.vote_all(6, but=[9])
    game.at(1)
    game.do("vote.cast", 1, target=7)
    assert game.state.clock == DayClock()
    game.at(14)
    game.do("vote.cast", 9, target=6)
    assert ended(game) == 16


@pytest.mark.parametrize(
    ("clock", "applies", "hour"),
    [
        (DayClock(), "none", None),
        (DayClock(limit=30 * HOUR), "limit", 30),
        (DayClock(complete=14 * HOUR), "twilight", 16),
        (DayClock(limit=15 * HOUR, complete=14 * HOUR), "twilight", 15),
        (DayClock(limit=30 * HOUR, complete=14 * HOUR, extra=19 * HOUR), "extra", 19),
    ],
)
def test_F206_which_deadline_applies(clock: DayClock, applies: str, hour: float | None) -> None:
    assert which(clock) == applies
    assert deadline(clock, Intervals()) == (None if hour is None else hour * HOUR)


def test_F206_at_the_deadline_the_vote_ends_by_itself_and_later_votes_do_not_count() -> None:
    game = timed(None, limit=24)
    game.vote({1: 6, 2: 7})
    game.hour = 24 - SECOND
    game.do("vote.cast", 2, target=6)
    game.hour = 25
    assert game.refused("vote.cast", 3, target=7) == ("not_now", "F-206")
    (closed,) = of(game.at(25), "vote.closed")
    assert (closed.t, closed.data["condemned"], closed.data["counts"]) == (24 * HOUR, [6], {"6": 2})


def test_F206_a_late_vote_in_a_post_is_reported() -> None:
    game = timed(None, limit=24)
    game.hour = 24.5
    decisions = game.do("post.made", 1, bold=["Player 6"])
    assert decisions[0].type == "vote.closed"
    assert (decisions[-1].data["reason"], decisions[-1].rule) == ("no_vote_now", "F-206")


def test_F207_who_does_not_vote_has_skipped_the_game_day() -> None:
    game = timed(None, limit=24)
    game.vote({1: 6})
    decisions = game.at(24)
    assert [d.seat for d in of(decisions, "day.skipped")] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert {d.rule for d in of(decisions, "day.skipped")} == {"F-207"}


def test_F207_writing_without_a_vote_is_skipping_too() -> None:
    game = timed(None, limit=24)
    game.do("post.made", 1)
    assert 1 in [d.seat for d in of(game.at(24), "day.skipped")]


def absent(seats: tuple[int, ...], days: int, roles: tuple[str, ...] = NINE) -> Game:
    """Some never vote on so many days; the others vote in a ring. Ends in the dusk of the last of them."""
    game = Game(roles)
    for day in range(days):
        if day:
            game.do("night.begin")
            game.night({})
        voters = [seat for seat in game.living if seat not in seats]
        game.do("limit.announce", at=(game.hour + 24) * HOUR)
        game.vote({seat: voters[place - 1] for place, seat in enumerate(voters)})
        game.at(game.hour + 24)
    return game


def test_F208_two_skipped_game_days_remove_at_the_very_beginning_of_the_night() -> None:
    game = absent((5, 9), days=1)
    game.do("night.begin")
    assert dead(game) == set()
    game = absent((5, 9), days=2)
    assert dead(game) == set()
    decisions = game.do("night.begin")
    removed = of(decisions, "player.removed")
    assert [(d.seat, d.rule) for d in removed] == [(5, "F-208"), (9, "F-208")]
    assert [d.type for d in decisions][-1] == "night.began"
    assert dead(game) == {5, 9}


def test_F208_who_votes_in_between_appears() -> None:
    game = absent((9,), days=1)
    game.do("night.begin")
    game.night({})
    game.vote_all(1, but=())
    game.at(game.hour + 2)
    game.do("night.begin")
    assert 9 in game.living
    assert game.state.missed[8] == 0


def test_FE3_no_limit_last_vote_at_14_ends_at_16_and_with_a_change_at_15_at_19() -> None:
    assert ended(timed(14)) == 16
    assert ended(timed(14, change=15)) == 19


def test_FE4_limit_24_announced_at_20_last_vote_at_23_and_a_change_at_23_30() -> None:
    assert ended(timed(23, limit=24, announced=20)) == 24
    game = timed(23, limit=24, announced=20, change=23.5)
    assert of(game.said, "extra_time.began")[0].data["void"] is True
    assert ended(game) == 27.5


CASES: dict[str, tuple[float, float | None, float | None, float]] = {
    "last_22_limit_24": (22, 24, None, 24),
    "last_23_limit_24": (23, 24, None, 24),
    "last_10_limit_30_change_11": (10, 30, 11, 15),
    "last_14_change_15_59_59": (14, None, 16 - SECOND, 20 - SECOND),
}
"""Hours of the last vote, the limit and a change; when the vote ends."""


@pytest.mark.parametrize("case", CASES)
def test_derived_timing_cases(case: str) -> None:
    last, limit, change, end = CASES[case]
    assert ended(timed(last, limit=limit, change=change)) == pytest.approx(end, abs=1e-9)


def test_derived_timing_limits_2_for_20_and_21_for_24_are_invalid() -> None:
    game = Game()
    game.at(2)
    assert game.refused("limit.announce", at=20 * HOUR)[0] == "limit_too_early"
    game.at(21)
    assert game.refused("limit.announce", at=24 * HOUR)[0] == "limit_too_soon"


def test_derived_timing_a_change_at_exactly_16_is_not_counted() -> None:
    game = timed(14)
    game.hour = 16
    assert game.refused("vote.cast", 1, target=7) == ("not_now", "F-206")
    (closed,) = of(game.at(16), "vote.closed")
    assert closed.data["counts"] == {"6": 8, "1": 1}


def test_F251_the_first_vote_counts() -> None:
    game = Game(book=TWO)
    game.vote({1: 6})
    assert game.refused("vote.cast", 1, target=7) == ("vote_final", "F-251")
    (report,) = game.do("post.made", 1, bold=["Player 7"])
    assert (report.data["reason"], report.rule) == ("vote_final", "F-251")
    assert game.state.votes[0] == 6
    game.vote({seat: 6 if seat != 6 else 1 for seat in range(2, 10)})
    assert game.phase == "dusk"


def test_F252_a_day_may_be_ended_after_more_than_48_hours() -> None:
    game = Game(book=TWO)
    game.vote({1: 6})
    assert game.refused("limit.announce", at=30 * HOUR) == ("no_limits", "F-252")
    game.at(48)
    assert game.refused("vote.close") == ("too_early", "F-252")
    game.at(48 + SECOND)
    closed = of(game.do("vote.close"), "vote.closed")
    assert closed[0].data["condemned"] == [6]


def test_F252_a_night_may_be_ended_after_more_than_48_hours() -> None:
    game = Game(book=TWO)
    game.to_night()
    game.do("night.order", 4, target=6)
    assert game.refused("night.end") == ("orders_owed", "F-252")
    game.hour += 48
    assert game.refused("night.end") == ("orders_owed", "F-252")
    game.hour += SECOND
    decisions = game.do("night.end")
    assert of(decisions, "orders.missing")[0].data["seats"] == [1, 2, 3, 5]
    assert game.phase == "day"


def test_F252_when_all_have_acted_nobody_waits() -> None:
    game = Game(book=TWO)
    game.to_night()
    game.night({1: 6, 2: 6, 3: 6})
    assert dead(game) == {6}


def test_F252_in_timing_1_the_deadline_alone_ends_the_vote() -> None:
    game = Game()
    game.at(100)
    assert game.refused("vote.close") == ("timers_rule", "F-206")


def late_day(game: Game, silent: tuple[int, ...]) -> None:
    """A day of timing 2 that the host ends, on which some are silent and the others vote in a ring."""
    voters = [seat for seat in game.living if seat not in silent]
    game.vote({seat: voters[place - 1] for place, seat in enumerate(voters)})
    if game.phase == "day":
        game.at(game.hour + 49)
        game.do("vote.close")
    game.do("night.begin")


def late_night(game: Game, silent: tuple[int, ...]) -> None:
    for seat in game.living:
        if game.state.roles[seat - 1] != "civilian" and seat not in silent:
            game.do("night.order", seat, target=0)
    game.hour += 49
    game.do("night.end")


def test_F253_a_civilian_is_gone_after_two_days() -> None:
    game = Game(book=TWO)
    late_day(game, silent=(9,))
    late_night(game, silent=())
    assert 9 in game.living
    late_day(game, silent=(9,))
    assert 9 not in game.living
    assert [(d.seat, d.rule) for d in of(game.said, "player.removed")] == [(9, "F-253")]


def test_F253_a_role_player_is_gone_after_a_day_and_a_night_in_a_row() -> None:
    game = Game(book=TWO)
    late_day(game, silent=(5, 9))
    late_night(game, silent=(5,))
    assert dead(game) == {5}
    game = Game(book=TWO)
    late_day(game, silent=(5,))
    late_night(game, silent=())
    late_day(game, silent=(5,))
    assert dead(game) == set()
    late_night(game, silent=(5,))
    assert dead(game) == {5}


def test_F253_a_night_and_the_next_day_are_in_a_row_too() -> None:
    game = Game(FULL, TWO)
    late_day(game, silent=())
    late_night(game, silent=(6,))
    assert dead(game) == set()
    late_day(game, silent=(6,))
    assert dead(game) == {6}
