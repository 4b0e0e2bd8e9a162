"""Set-up (C.0): ten players, hidden roles, random seats."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.deals import drawing, shuffled
from rules.events import Json
from rules.table.game.deal import deal
from rules.table.game.state import ROLES
from rules.table.views import view
from tests.rules.table.tables import PLAYERS, Table, find

TEN: list[Json] = [*PLAYERS]


def test_C001_seven_town_and_three_mafia() -> None:
    table = Table(start=False)
    table.do("game.start", seed="any", players=TEN)
    count = Counter(table.game.setup.roles)
    assert count == {"citizen": 6, "sheriff": 1, "mafia": 2, "don": 1}
    assert len(table.game.setup.players) == 10


@pytest.mark.parametrize("number", [0, 9, 11])
def test_C001_exactly_ten_players(number: int) -> None:
    table = Table(start=False)
    players: list[Json] = [f"p{i}" for i in range(number)]
    assert table.refused("game.start", seed="any", players=players) == "not_ten"


def test_C001_ten_come_one_by_one_and_an_eleventh_does_not() -> None:
    table = Table(start=False)
    for player in PLAYERS:
        assert table.refused("game.start", seed="any") == "not_ten"
        table.do("player.join", player=player)
        assert table.refused("player.join", player=player) in ("player_here", "table_full")
    assert table.refused("player.join", player="eleventh") == "table_full"
    table.do("player.leave", player=PLAYERS[3])
    assert table.refused("player.leave", player=PLAYERS[3]) == "player_unknown"
    table.do("player.join", player=PLAYERS[3])
    table.do("game.start", seed="any")
    assert sorted(table.game.setup.players) == sorted(PLAYERS)


@pytest.mark.parametrize("player", [None, "", 7])
def test_C001_a_player_has_a_name(player: Json) -> None:
    assert Table(start=False).refused("player.join", player=player) == "wrong_player"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "deal_unclear"),
        ({"seed": "a", "roles": list(ROLES)}, "deal_unclear"),
        ({"seed": 5}, "deal_unclear"),
        ({"roles": ["don"] * 10}, "bad_roles"),
        ({"roles": "don"}, "bad_roles"),
        ({"roles": [[], *ROLES[1:]]}, "bad_roles"),
        ({"seed": "a", "mode": "dancing"}, "wrong_mode"),
        ({"seed": "a", "turbo": 1}, "wrong_mode"),
    ],
)
def test_C002_roles_are_not_chosen_but_dealt(data: dict[str, Json], reason: str) -> None:
    assert Table(start=False).refused("game.start", players=TEN, **data) == reason


def test_C002_the_same_seed_deals_the_same_and_another_deals_otherwise() -> None:
    def dealt(seed: str) -> object:
        table = Table(start=False)
        table.do("game.start", seed=seed, players=TEN)
        return table.game.setup

    assert dealt("a") == dealt("a")
    assert dealt("a") != dealt("b")


def test_C002_what_a_seed_deals_never_changes() -> None:
    """Logs that are kept for appeals must deal the same in every later version."""
    players, roles = deal(PLAYERS, drawing("golden"))
    assert [PLAYERS.index(player) + 1 for player in players] == [9, 1, 4, 6, 8, 10, 2, 7, 5, 3]
    town = ("citizen",) * 4
    assert roles == (*town, "mafia", "sheriff", "don", "mafia", "citizen", "citizen")


def test_C002_every_role_comes_to_every_seat_about_equally_often() -> None:
    seats = Counter(
        seat
        for n in range(2000)
        for seat, role in enumerate(deal(PLAYERS, drawing(f"{n}"))[1])
        if role == "don"
    )
    assert set(seats) == set(range(10))
    assert all(140 <= count <= 265 for count in seats.values())  # 200 expected, deviation 13


@given(st.text(st.characters() | st.just("\ud800")), st.lists(st.integers()))
def test_C002_a_shuffle_loses_nothing(seed: str, items: list[int]) -> None:
    assert sorted(shuffled(items, drawing(seed))) == sorted(items)


def test_C003_the_mafia_knows_each_other_and_nobody_else_knows_a_role() -> None:
    table = Table()
    for seat in range(1, 8):
        shown = view(table.state, seat)
        assert shown["role"] == table.game.setup.roles[seat - 1]
        assert "team" not in shown
    for seat in (8, 9, 10):
        assert view(table.state, seat)["team"] == [8, 9, 10]


def test_C004_there_are_no_other_roles() -> None:
    assert set(ROLES) == {"citizen", "sheriff", "mafia", "don"}


def test_C005_the_mafia_shoots_citizens_and_the_sheriff() -> None:
    for target in (1, 7):
        table = Table()
        table.night({8: target, 9: target, 10: target})
        assert target not in table.game.living


def test_C1_from_the_lobby_to_the_meeting_to_day_1() -> None:
    table = Table(start=False)
    assert table.phase == "lobby"
    started = table.do("game.start", seed="any", players=TEN)
    assert find(started, "phase.started").data["phase"] == "meeting"
    table.tick()
    assert (table.phase, table.game.day, table.game.speaker) == ("speech", 1, 1)
    assert table.refused("game.start", seed="any", players=TEN) == "already_dealt"


def test_commands_of_the_platform_and_of_seats_are_kept_apart() -> None:
    table = Table(start=False)
    assert table.refused("speech.finish", 1) == "no_game"
    assert table.refused("game.start", 4, seed="any", players=TEN) == "not_platform"
    table.do("game.start", seed="any", players=TEN)
    table.to("speech")
    assert table.refused("speech.finish", 0) == "seat_only"
    assert table.refused("nonsense.say", 1) == "unknown_event"
