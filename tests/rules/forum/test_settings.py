"""E-30 … E-44: each open question is a setting with the recommended default, and the other way works too."""

from __future__ import annotations

import pytest

from rules.forum.book import HOUR, ForumBook, Intervals, NightBook, SetupBook, VoteBook
from rules.forum.check import check
from rules.forum.composition import examine, first_dossier
from rules.forum.night import Evening, resolve
from rules.forum.referee import new_game
from rules.speaking import Refused
from tests.rules.forum.games import FULL, NINE, TWO_MAFIAS, Game, dead, of


def test_E30_a_tie_executes_nobody() -> None:
    for tie, victims in (("nobody", set()), ("all", {6, 7})):
        game = Game(book=ForumBook(vote=VoteBook(tie=tie)))  # type: ignore[arg-type]
        game.vote({1: 6, 2: 6, 3: 7, 4: 7, 5: 8, 6: 9, 7: 1, 8: 2, 9: 3})
        game.at(2)
        (closed,) = of(game.said, "vote.closed")
        assert (closed.rule, closed.data["tied"]) == ("E-30", [6, 7])
        game.do("night.begin")
        assert dead(game) == victims
    assert ForumBook().vote.tie == "nobody"


def test_E30_no_vote_at_all_executes_nobody() -> None:
    game = Game()
    game.dusk()
    (closed,) = of(game.said, "vote.closed")
    assert (closed.data["condemned"], closed.data["tied"]) == ([], [])


def test_E31_a_vote_at_the_deadline_comes_too_late() -> None:
    for counts in (False, True):
        game = Game(book=ForumBook(vote=VoteBook(counts_at_deadline=counts)))
        game.do("limit.announce", at=24 * HOUR)
        game.hour = 24
        if counts:
            game.do("vote.cast", 1, target=6)
            game.at(24 + 1e-6)
            assert of(game.said, "vote.closed")[0].data["condemned"] == [6]
        else:
            assert game.refused("vote.cast", 1, target=6) == ("not_now", "F-206")
    assert ForumBook().vote.counts_at_deadline is False


def test_E32_changes_in_extra_time_do_not_extend_it_again() -> None:
    for extends, end in ((False, 5), (True, 8)):
        game = Game(book=ForumBook(vote=VoteBook(extra_extends=extends)))
        game.vote_all(6)
        game.at(1)
        game.do("vote.cast", 1, target=7)
        game.at(4)
        game.do("vote.cast", 1, target=8)
        (closed,) = of(game.at(50), "vote.closed")
        assert closed.t == end * HOUR
    assert ForumBook().vote.extra_extends is False


def test_E33_the_timers_rule_although_the_majority_is_clear() -> None:
    for ends in (False, True):
        game = Game(book=ForumBook(vote=VoteBook(clear_majority_ends=ends)))
        game.vote({1: 6, 2: 6, 3: 6, 4: 6})
        assert game.phase == "day"
        game.vote({5: 6})
        assert game.phase == ("dusk" if ends else "day")
    assert ForumBook().vote.clear_majority_ends is False


def test_E34_without_limit_the_day_stays_open_and_the_host_is_reminded_once() -> None:
    game = Game()
    game.vote({1: 6})
    assert of(game.at(24 - 1e-6), "host.reminded") == []
    (reminder,) = game.at(24)
    assert (reminder.type, reminder.rule, reminder.audience) == ("host.reminded", "E-34", "platform")
    assert reminder.data["seats"] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert game.at(1000) == []
    assert game.phase == "day"
    assert ForumBook().intervals.reminder == 24 * HOUR


@pytest.mark.parametrize("limit", [True, False])
def test_E34_no_reminder_where_a_limit_is_set_or_the_setting_is_off(limit: bool) -> None:
    game = Game(book=ForumBook(intervals=Intervals(reminder=24 * HOUR if limit else 0.0)))
    if limit:
        game.do("limit.announce", at=90 * HOUR)
    assert game.at(89) == []


def night(
    orders: dict[int, int], book: NightBook, roles: tuple[str, ...] = FULL, gone: tuple[int, ...] = ()
) -> dict[int, tuple[str, ...]]:
    living = tuple(seat for seat in range(1, len(roles) + 1) if seat not in gone)
    return {**resolve(Evening(roles, living, orders, book)).killers}


def test_E35_members_alive_at_the_mafias_step_must_send_the_same_name() -> None:
    orders = {7: 1, 2: 12, 3: 12}
    assert night(orders, NightBook()) == {1: ("maniac",), 12: ("mafia",)}
    assert night(orders, NightBook(mafia_orders="alive_at_dusk")) == {1: ("maniac",)}
    differing = {1: 12, 2: 12, 3: 13}
    assert night(differing, NightBook()) == {}
    assert night(differing, NightBook(names_agree=False)) == {12: ("mafia",)}
    assert night({1: 11, 2: 12, 3: 13}, NightBook(names_agree=False)) == {}
    assert (NightBook().mafia_orders, NightBook().names_agree) == ("alive_at_step", True)


def test_E36_a_commissioner_killed_the_same_night_gets_no_answer() -> None:
    for answered in (False, True):
        game = Game(book=ForumBook(night=NightBook(killed_commissioner_answered=answered)))
        game.to_night()
        decisions = game.night({1: 5, 2: 5, 3: 5, 5: 1})
        assert bool(of(decisions, "dossier.answered")) is answered
    assert NightBook().killed_commissioner_answered is False


def test_E37_the_maniac_names_another_player_and_no_order_is_no_kill() -> None:
    game = Game(FULL)
    game.to_night()
    assert game.refused("night.order", 7, target=7) == ("maniac_self", "E-37")
    game.night({})
    assert dead(game) == set()
    free = Game(FULL, ForumBook(night=NightBook(maniac_self=True)))
    free.to_night()
    free.night({7: 7})
    assert dead(free) == {7}
    assert NightBook().maniac_self is False


def test_E38_a_priest_who_names_himself_has_no_effect() -> None:
    game = Game(FULL)
    game.to_night()
    decisions = game.night({6: 6, 7: 12})
    assert "E-38" in [d.rule for d in of(decisions, "order.accounted")]
    assert dead(game) == {12}
    strict = Game(FULL, ForumBook(night=NightBook(priest_self="refused")))
    strict.to_night()
    assert strict.refused("night.order", 6, target=6) == ("priest_self", "E-38")
    assert NightBook().priest_self == "void"


def test_E39_the_priest_blocks_one_of_two_mafias() -> None:
    orders = {6: 1, **dict.fromkeys((1, 2, 3), 12), **dict.fromkeys((7, 8, 9), 13)}
    assert night(orders, NightBook(), TWO_MAFIAS) == {13: ("alternative_mafia",)}
    assert night(orders, NightBook(priest_blocks_both=True), TWO_MAFIAS) == {}
    assert NightBook().priest_blocks_both is False


SMALL = ("mafia", "commissioner", "civilian")


def test_E40_the_game_is_decided_after_both_deaths_and_nobody_alive_is_a_draw() -> None:
    for when, winner in (("after_both", "nobody"), ("after_each", "mafia")):
        game = Game(SMALL, ForumBook(vote=VoteBook(pistol_check=when)))  # type: ignore[arg-type]
        game.to_night()
        game.night({1: 3})
        game.vote({1: 2})
        game.do("limit.announce", at=(game.hour + 24) * HOUR)
        game.at(game.hour + 24)
        if when == "after_both":
            game.do("pistol.shoot", 2, target=1)
        (ended,) = of(game.said, "game.ended")
        assert ended.data["winner"] == winner
        assert ended.rule == ("E-40" if winner == "nobody" else "F-011")
    assert VoteBook().pistol_check == "after_both"


def test_E40_the_shot_that_kills_the_last_of_a_side_wins() -> None:
    game = Game(SMALL)
    game.execute(2)
    assert game.phase == "dusk"
    ended = of(game.do("pistol.shoot", 2, target=1), "game.ended")
    assert [d.data["winner"] for d in ended] == ["town"]


@pytest.mark.parametrize(
    ("no_show", "timing", "rule"),
    [
        ("timing", 1, "F-208"),
        ("timing", 2, "F-253"),
        ("game_days", 2, "F-208"),
        ("periods", 1, "F-253"),
    ],
)
def test_E41_who_is_removed_depends_on_the_timing(no_show: str, timing: int, rule: str) -> None:
    book = ForumBook(timing=timing, no_show=no_show)  # type: ignore[arg-type]
    game = Game(book=book)
    for day in range(2):
        voters = [seat for seat in game.living if seat != 9]
        if timing == 1:
            game.do("limit.announce", at=(game.hour + 49) * HOUR)
        game.vote({seat: voters[place - 1] for place, seat in enumerate(voters)})
        game.at(game.hour + 49)
        if timing == 2:
            game.do("vote.close")
        game.do("night.begin")
        if day == 0:
            game.night({})
    assert [(d.seat, d.rule) for d in of(game.said, "player.removed")] == [(9, rule)]
    assert ForumBook().no_show == "timing"


def test_E42_the_limit_is_per_group() -> None:
    roles = {"mafia": 3, "alternative_mafia": 3}
    examine(roles, 13, ForumBook())
    with pytest.raises(Refused, match="too_much_mafia"):
        examine(roles, 13, ForumBook(setup=SetupBook(mafia_limit="total")))
    examine(roles, 18, ForumBook(setup=SetupBook(mafia_limit="total")))
    assert SetupBook().mafia_limit == "per_group"


def test_E43_the_ambulance_does_not_protect_against_the_pistol() -> None:
    for stops in (False, True):
        game = Game(book=ForumBook(vote=VoteBook(ambulance_stops_pistol=stops)))
        game.to_night()
        game.night({4: 1})
        game.execute(5)
        (shot, *_) = game.do("pistol.shoot", 5, target=1)
        assert shot.data["dies"] is not stops
        assert dead(game) == ({5} if stops else {1, 5})
    assert VoteBook().ambulance_stops_pistol is False


def test_E44_the_first_dossier_is_for_exactly_two_sizes_and_the_chat() -> None:
    assert SetupBook().first_dossier == ((6, 2), (9, 3))
    assert SetupBook().first_dossier_in == ("chat",)
    assert not first_dossier(NINE, ForumBook())
    assert first_dossier(NINE, ForumBook(venue="chat"))
    assert first_dossier(NINE, ForumBook(setup=SetupBook(first_dossier_in=("forum", "chat"))))
    assert not first_dossier(NINE, ForumBook(venue="chat", setup=SetupBook(first_dossier=((6, 2),))))


@pytest.mark.parametrize(
    ("book", "place"),
    [
        (ForumBook(intervals=Intervals(twilight=0.0)), "intervals.twilight"),
        (ForumBook(intervals=Intervals(extra=float("nan"))), "intervals.extra"),
        (ForumBook(setup=SetupBook(least=1)), "setup.least"),
        (ForumBook(setup=SetupBook(name_length=0)), "setup.name_length"),
        (ForumBook(setup=SetupBook(first_dossier=((3, 3),))), "setup.first_dossier"),
        (ForumBook(venue="chat", setup=SetupBook(anonymous=True)), "setup.anonymous"),
    ],
)
def test_a_book_that_contradicts_itself_is_refused(book: ForumBook, place: str) -> None:
    assert [complaint.place for complaint in check(book)] == [place]
    with pytest.raises(ValueError, match=place):
        new_game(book)


def test_the_default_books_can_be_played_by() -> None:
    assert check(ForumBook()) == ()
    assert check(ForumBook(timing=2)) == ()
    assert check(ForumBook(venue="chat")) == ()
