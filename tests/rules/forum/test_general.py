"""D.1: size, thirds, deal, days, votes, winning, the silence of the dead."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.events import Event, Json
from rules.forum.composition import PARTIES
from rules.forum.ending import winner
from rules.forum.referee import apply, new_game
from rules.forum.state import ForumState
from rules.telling import seen
from tests.rules.forum.games import FULL, NINE, TWO_MAFIAS, Game, dead, of


def signed_up(players: int) -> ForumState:
    state, _ = apply(new_game(), Event("o", "signup.open", 0, 0.0))
    for number in range(players):
        state, _ = apply(state, Event(f"j{number}", "player.join", 0, 0.0, {"player": f"P{number}"}))
    return state


@pytest.mark.parametrize(("players", "pointed_out"), [(5, True), (6, False), (20, False), (21, True)])
def test_F001_unusual_sizes_are_pointed_out_to_the_host(players: int, pointed_out: bool) -> None:
    event = Event("s", "game.start", 0, 0.0, {"roles": {"mafia": 1}, "seed": "s"})
    state, decisions = apply(signed_up(players), event)
    assert state.phase == "zero_night"
    unusual = of(decisions, "size.unusual")
    assert bool(unusual) is pointed_out
    assert all((d.rule, d.audience) == ("F-001", "platform") for d in unusual)


@pytest.mark.parametrize(
    ("players", "mafia", "fits"),
    [(6, 2, True), (6, 3, False), (9, 3, True), (9, 4, False), (8, 2, True), (8, 3, False), (13, 4, True)],
)
def test_F002_a_third_is_mafia_at_most_and_just_a_third_is_allowed(
    players: int, mafia: int, fits: bool
) -> None:
    event = Event("s", "game.start", 0, 0.0, {"roles": {"mafia": mafia}, "seed": "s"})
    _, decisions = apply(signed_up(players), event)
    if fits:
        assert of(decisions, "game.started")
    else:
        assert (decisions[0].data["reason"], decisions[0].rule) == ("too_much_mafia", "F-002")
        assert decisions[0].data["most"] == players // 3


def test_F003_the_host_may_add_characters_and_each_player_has_one_role() -> None:
    event = Event("s", "game.start", 0, 0.0, {"roles": {"mafia": 2, "necromancer": 1}, "seed": "s"})
    state, _ = apply(signed_up(7), event)
    assert Counter(state.roles) == {"mafia": 2, "necromancer": 1, "civilian": 4}
    assert len(state.roles) == len(state.players)


def test_F003_an_added_character_is_of_the_town_and_has_nothing_to_do_at_night() -> None:
    game = Game(("mafia", "necromancer", *(["civilian"] * 4)))
    game.to_night()
    assert game.refused("night.order", 2, target=1) == ("no_night_role", "F-004")
    assert winner(game.state.roles, (2, 3)) == "town"


@pytest.mark.parametrize(
    ("roles", "reason"),
    [
        ({"doctor": 2, "mafia": 1}, "one_each"),
        ({"mafia": 1, "civilian": 3}, "wrong_roles"),
        ({"mafia": 0}, "wrong_roles"),
        ({"mafia": 2, "a": 3, "b": 3}, "too_many_roles"),
        ({"doctor": 1}, "one_side"),
    ],
)
def test_F003_what_cannot_be_dealt_is_refused(roles: dict[str, int], reason: str) -> None:
    _, (refused,) = apply(signed_up(7), Event("s", "game.start", 0, 0.0, {"roles": {**roles}, "seed": "s"}))
    assert refused.data["reason"] == reason


def test_F004_roles_are_dealt_at_random_and_all_others_are_civilians() -> None:
    found: dict[int, set[str]] = {}
    for seed in range(200):
        event = Event("s", "game.start", 0, 0.0, {"party": "1", "seed": f"{seed}"})
        state, _ = apply(signed_up(9), event)
        assert Counter(state.roles) == {"mafia": 3, "doctor": 1, "commissioner": 1, "civilian": 4}
        for seat, role in enumerate(state.roles, start=1):
            found.setdefault(seat, set()).add(role)
    assert all(roles == set(NINE) for roles in found.values())


def test_F004_a_seed_always_deals_the_same() -> None:
    event = Event("s", "game.start", 0, 0.0, {"party": "1", "seed": "golden"})
    state, _ = apply(signed_up(9), event)
    again, _ = apply(signed_up(9), event)
    assert state.roles == again.roles
    assert state.roles == GOLDEN


GOLDEN = (
    *("doctor", "civilian", "civilian", "commissioner", "civilian", "mafia", "mafia", "civilian", "mafia"),
)


def test_F005_by_day_the_living_write_and_at_night_nobody_may() -> None:
    game = Game()
    assert of(game.do("post.made", 6), "post.noted")
    game.to_night()
    (report,) = game.do("post.made", 6, bold=["Player 1"])
    assert (report.type, report.rule, report.data["reason"]) == ("post.reported", "F-005", "at_night")
    assert report.audience == "platform"
    game.night({})
    assert of(game.do("post.made", 6), "post.noted")


def test_F005_a_day_and_its_night_are_one_game_day() -> None:
    game = Game()
    assert game.state.day == 1
    game.to_night()
    assert game.state.day == 1
    game.night({})
    assert (game.phase, game.state.day) == ("day", 2)


def test_F006_in_zero_night_each_mafia_learns_who_it_is_and_nobody_else_does() -> None:
    game = Game(TWO_MAFIAS, day=False)
    assert game.phase == "zero_night"
    told = {d.seat: d.data["team"] for d in of(game.said, "team.told")}
    assert told == {seat: [1, 2, 3] if seat < 4 else [7, 8, 9] for seat in (1, 2, 3, 7, 8, 9)}
    for seat in range(1, 14):
        own = [d.seat for d in seen(game.said, seat) if d.type == "team.told"]
        assert own == ([seat] if seat in told else [])
    assert game.refused("night.order", 1, target=5) == ("not_in_zero_night", "F-006")


def test_F007_one_vote_for_another_player() -> None:
    game = Game()
    assert game.refused("vote.cast", 1, target=1) == ("self_vote", "F-007")
    (cast,) = game.do("vote.cast", 1, target=2)
    assert (cast.rule, cast.audience) == ("F-007", "everyone")
    assert game.refused("vote.cast", 1, target=10)[0] == "no_seat_named"
    assert game.refused("vote.cast", 1, target=0)[0] == "no_seat_named"


def test_F007_there_is_a_vote_every_day_and_no_duty_to_argue() -> None:
    game = Game()
    game.to_night()
    game.night({})
    assert set(game.state.votes) == {0}
    game.do("vote.cast", 6, target=1)


def test_F008_the_largest_number_of_votes_is_executed_even_without_a_majority() -> None:
    game = Game()
    game.vote({1: 6, 2: 6, 3: 6, 4: 7, 5: 7, 6: 8, 7: 8, 8: 9, 9: 1})
    game.at(2)
    (closed,) = of(game.said, "vote.closed")
    assert (closed.rule, closed.data["condemned"]) == ("F-008", [6])
    assert closed.data["counts"] == {"6": 3, "7": 2, "8": 2, "9": 1, "1": 1}
    assert 6 in game.living
    (executed, night) = game.do("night.begin")
    assert (executed.type, executed.seat, night.type) == ("player.executed", 6, "night.began")
    assert 6 not in game.living


def test_F009_bold_is_a_vote_and_italics_or_a_link_are_not() -> None:
    game = Game()
    (noted,) = game.do("post.made", 6, addressed=["Player 1"])
    assert (noted.type, noted.data["addressed"]) == ("post.noted", [1])
    assert game.state.votes[5] == 0
    (cast,) = game.do("post.made", 6, bold=["Player 1"], addressed=["Player 2"])
    assert (cast.type, cast.data["target"]) == ("vote.cast", 1)
    assert game.state.votes[5] == 1


@pytest.mark.parametrize(
    ("post", "reason", "rule"),
    [
        ({"bold": ["Player 1", "Player 2"]}, "several_votes", "F-009"),
        ({"unclear": ["Player 1"]}, "unclear_markup", "F-009"),
        ({"bold": ["Plaier 1"]}, "names_nobody", "F-009"),
        ({"bold": ["I do not think Player 1 did it"]}, "name_in_sentence", "F-009"),
        ({"bold": ["Player 6"]}, "self_vote", "F-007"),
    ],
)
def test_F009_unclear_and_invalid_votes_are_reported_with_the_reason(
    post: dict[str, list[str]], reason: str, rule: str
) -> None:
    game = Game()
    marked: dict[str, Json] = {key: [*texts] for key, texts in post.items()}
    (report,) = game.do("post.made", 6, **marked)
    assert (report.type, report.data["reason"], report.rule) == ("post.reported", reason, rule)
    assert report.audience == "platform"
    assert set(game.state.votes) == {0}


@pytest.mark.parametrize(
    "text",
    ["player 1", " PLAYER 1!", "@Player 1", "Vote: Player 1", "I vote for Player 1.", "Голосую за: player 1"],
)
def test_F009_words_of_voting_case_and_signs_around_the_name_do_no_harm(text: str) -> None:
    game = Game()
    game.do("post.made", 6, bold=[text])
    assert game.state.votes[5] == 1


def test_F010_the_last_vote_counts_where_it_may_be_changed() -> None:
    game = Game()
    game.vote({6: 1, 7: 1})
    (change,) = game.do("vote.cast", 6, target=2)
    assert (change.rule, change.data["before"]) == ("F-010", 1)
    assert game.state.votes[5:7] == (2, 1)


def test_F010_the_same_vote_again_changes_nothing() -> None:
    game = Game()
    game.vote_all(6)
    game.at(1)
    game.do("vote.cast", 1, target=6)
    assert game.at(2)[0].type == "vote.closed"


@pytest.mark.parametrize(
    ("living", "won"),
    [
        ((1, 2, 3), "mafia"),
        ((1, 8), ""),
        ((4, 5, 8), "town"),
        ((7,), "maniac"),
        ((1, 7), ""),
        ((7, 8), ""),
        ((), "nobody"),
    ],
)
def test_F011_a_side_wins_when_all_others_are_dead(living: tuple[int, ...], won: str) -> None:
    assert winner(FULL, living) == won


def test_F011_parity_decides_nothing() -> None:
    game = Game(("mafia", "mafia", *(["civilian"] * 4)))
    for victim in (3, 4):
        game.to_night()
        game.night({1: victim, 2: victim})
    assert game.living == (1, 2, 5, 6)
    assert game.phase == "day"
    game.to_night()
    game.night({1: 5, 2: 5})
    assert game.phase == "day"
    game.to_night()
    ended = of(game.night({1: 6, 2: 6}), "game.ended")
    assert [(d.data["winner"], d.rule) for d in ended] == [("mafia", "F-011")]
    assert game.phase == "over"


def test_F011_the_two_mafias_are_two_sides() -> None:
    assert winner(TWO_MAFIAS, (1, 7)) == ""
    assert winner(TWO_MAFIAS, (7, 9)) == "alternative_mafia"


def test_F012_the_dead_do_not_write_vote_or_act_until_the_party_ends() -> None:
    game = Game()
    game.execute(4)
    game.do("night.begin")
    game.night({1: 6, 2: 6, 3: 6})
    assert dead(game) == {4, 6}
    (report,) = game.do("post.made", 6, bold=["Player 1"])
    assert (report.rule, report.data["reason"]) == ("F-012", "dead_author")
    assert game.refused("vote.cast", 6, target=1) == ("not_alive", "F-012")
    assert game.refused("vote.cast", 1, target=6) == ("target_dead", "F-012")
    game.to_night()
    assert game.refused("night.order", 4, target=5) == ("not_alive", "F-012")
    assert game.refused("night.order", 5, target=4) == ("target_dead", "F-012")


def test_F012_a_vote_for_a_dead_player_in_a_post_is_reported() -> None:
    game = Game()
    game.execute(9)
    game.do("night.begin")
    game.night({})
    (report,) = game.do("post.made", 1, bold=["Player 9"])
    assert report.data["reason"] == "target_dead"


def test_every_party_is_listed() -> None:
    assert len(PARTIES) == 20
