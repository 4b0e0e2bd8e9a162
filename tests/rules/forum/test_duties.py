"""Who still owes what, and when the host may go on: what the assistant tells of each phase."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.events import Json
from rules.forum.book import HOUR, ForumBook, SetupBook
from rules.forum.duties import duties, outlook
from rules.forum.views import view
from tests.rules.forum.games import FULL, NINE, Game, dead

COMMISSIONER = 5


def owed(game: Game) -> list[tuple[str, int]]:
    return [(duty.what, duty.seat) for duty in duties(game.state)]


def test_by_day_each_of_the_living_owes_a_vote() -> None:
    game = Game()
    game.vote({1: 2, 4: 1})
    assert owed(game) == [("vote", seat) for seat in (2, 3, 5, 6, 7, 8, 9)]


def test_a_condemned_commissioner_owes_the_word_about_the_pistol_and_nobody_else_does() -> None:
    game = Game()
    game.execute(COMMISSIONER)
    assert owed(game) == [("pistol", COMMISSIONER)]
    ends = game.state.since + 24 * HOUR
    for now, may_end in ((ends - 1, False), (ends, True)):
        found = outlook(game.state, now)
        assert (found.which, found.may_end, found.from_then) == ("none", may_end, ends)
    game.do("pistol.shoot", COMMISSIONER, target=0)
    assert owed(game) == []


def test_nobody_owes_a_pistol_where_somebody_else_is_condemned() -> None:
    game = Game()
    game.execute(9)
    assert owed(game) == []


@pytest.mark.parametrize(("roles", "seats"), [(NINE, [1, 2, 3, 4, 5]), (FULL, [1, 2, 3, 4, 5, 6, 7])])
def test_by_night_those_who_act_owe_an_order(roles: tuple[str, ...], seats: list[int]) -> None:
    game = Game(roles)
    game.to_night()
    assert owed(game) == [("order", seat) for seat in seats]
    game.do("night.order", 4, target=4)
    assert owed(game) == [("order", seat) for seat in seats if seat != 4]


@pytest.mark.parametrize("timing", [1, 2])
def test_a_day_ends_by_its_clock_or_after_two_full_days(timing: int) -> None:
    game = Game(book=ForumBook(timing=timing))  # type: ignore[arg-type]  # 1 or 2
    later = game.state.since + 48 * HOUR
    assert not outlook(game.state, later).may_end
    assert outlook(game.state, later + 1).may_end == (timing == 2)


def test_roles_are_shown_to_all_once_the_game_is_over_and_not_before() -> None:
    roles = ["mafia", "civilian", "civilian"]
    game = Game(roles)
    assert "roles" not in view(game.state, "spectator")
    game.execute(2)
    game.do("night.begin")
    game.do("night.order", 1, target=3)
    game.do("night.end")
    assert game.phase == "over"
    assert view(game.state, "spectator")["roles"] == roles


@pytest.mark.parametrize("field", ["bold", "unclear", "addressed"])
@pytest.mark.parametrize("value", ["Player 2", [2], ["Player 2", None], {"a": "b"}])
def test_a_post_whose_texts_are_none_is_refused(field: str, value: Json) -> None:
    assert Game().refused("post.made", 1, **{field: value}) == ("wrong_post", "F-009")


@pytest.mark.parametrize("field", ["nick", "account"])
@pytest.mark.parametrize("value", [2, ["Player 2"], {}])
def test_a_post_whose_nick_or_account_is_no_text_is_refused(field: str, value: Json) -> None:
    assert Game().refused("post.made", 1, **{field: value}) == ("wrong_post", "F-009")


def _facts(game: Game, kind: str, seat: int = 0, /, **data: Json) -> Mapping[str, Json]:
    """What a refusal says besides its reason."""
    (refused,) = game.send(kind, seat, **data)
    assert refused.type == "refused"
    return refused.data


def test_a_refusal_says_from_when_on_it_is_possible() -> None:
    game = Game()
    game.hour = 21.0
    assert _facts(game, "limit.announce", at=24 * HOUR)["earliest"] == 25 * HOUR
    assert _facts(game, "limit.announce", at=23 * HOUR)["earliest"] == 24 * HOUR
    game = Game(FULL)
    game.to_night()
    told = _facts(game, "night.end")
    assert (told["seats"], told["earliest"]) == ([1, 2, 3, 4, 5, 6, 7], game.state.since + 48 * HOUR)


def test_who_asks_for_an_account_again_is_told_which_it_was() -> None:
    game = Game(("mafia", *["civilian"] * 5), ForumBook(setup=SetupBook(anonymous=True)), day=False)
    logins = [player.login for player in game.state.players]
    for seat in (3, 1):
        if not logins[seat - 1]:
            game.do("account.ask", seat)
    own = [player.login for player in game.state.players]
    for seat in (3, 1):
        assert _facts(game, "account.ask", seat)["login"] == own[seat - 1] != ""


def test_nothing_is_told_of_a_doctor_who_called_nobody() -> None:
    game = Game()
    game.to_night()
    said = game.night({1: 9, 2: 9, 3: 9})
    assert [d.seat for d in said if d.rule in ("F-111", "F-112")] == []
    assert dead(game) == {9}
