"""D.5: the host's duties and the parties that were played."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.events import Decision, Event, Json
from rules.forum.book import ForumBook, SetupBook, VoteBook
from rules.forum.composition import PARTIES
from rules.forum.duties import duties, outlook
from rules.forum.referee import apply, new_game
from rules.forum.state import ForumState
from rules.telling import seen
from tests.rules.forum.games import FULL, NINE, Game, of


def test_F301_the_host_states_the_variants_at_the_beginning_and_the_composition_with_the_deal() -> None:
    book = ForumBook(timing=2, vote=VoteBook(tie="all"), setup=SetupBook(theme="a school"))
    game = Game(NINE, book)
    opened, *_ = game.said
    assert (opened.type, opened.rule, opened.audience) == ("signup.opened", "F-301", "everyone")
    assert opened.data["variants"] == {"timing": 2, "vote.tie": "all"}
    assert opened.data["theme"] == "a school"
    (started,) = of(game.said, "game.started")
    assert started.data["composition"] == {"civilian": 4, "commissioner": 1, "doctor": 1, "mafia": 3}
    assert Game().said[0].data["variants"] == {}


def test_F301_without_composition_nothing_is_dealt() -> None:
    state, _ = apply(new_game(), Event("a", "signup.open", 0, 0.0))
    _, (refused,) = apply(state, Event("b", "game.start", 0, 0.0, {"seed": "s"}))
    assert (refused.data["reason"], refused.rule) == ("composition_unclear", "F-301")


def test_F302_a_deal_that_is_not_random_is_pointed_out() -> None:
    (note,) = of(Game().said, "deal.not_random")
    assert (note.rule, note.audience) == ("F-302", "platform")
    _, decisions = dealt("1")
    assert not of(decisions, "deal.not_random")


def test_F303_everybody_gets_a_message_civilians_too_and_nothing_begins_before() -> None:
    game = Game(day=False)
    for seat, role in enumerate(NINE, start=1):
        (own,) = [d for d in seen(game.said, seat) if d.type == "role.dealt"]
        assert (own.seat, own.data["role"]) == (seat, role)
    assert of(game.said, "role.dealt")[-1].rule == "F-303"
    assert game.refused("night.end") == ("not_told", "F-303")
    game.do("messages.sent", seats=[1, 2, 3, 4, 5, 6, 7, 8])
    assert [(duty.what, duty.seat) for duty in duties(game.state)] == [("role_message", 9)]
    assert game.refused("night.end") == ("not_told", "F-303")
    game.do("messages.sent", seats=[9])
    game.do("night.end")
    assert game.phase == "day"


def test_F304_with_a_priest_the_host_waits_for_all_orders_before_any_result() -> None:
    game = Game(FULL)
    game.to_night()
    for seat in (1, 2, 3, 4, 5, 6):
        decisions = game.do("night.order", seat, target=8)
        assert [d.type for d in decisions] == ["order.noted"]
    assert not outlook(game.state, game.state.t).may_end
    assert game.refused("night.end") == ("orders_owed", "F-304")
    game.do("night.order", 7, target=0)
    assert outlook(game.state, game.state.t).may_end
    assert of(game.do("night.end"), "dossier.answered")


def test_F304_without_a_priest_he_need_not() -> None:
    game = Game()
    game.to_night()
    game.do("night.order", 5, target=1)
    assert [d.type for d in game.do("night.end")][:2] == ["orders.missing", "order.accounted"]


def test_F304_a_dead_priest_is_waited_for_like_a_living_one() -> None:
    game = Game(FULL)
    game.execute(6)
    game.do("night.begin")
    assert game.refused("night.end") == ("orders_owed", "F-304")


def test_F304_nor_for_ever() -> None:
    game = Game(FULL)
    game.to_night()
    game.hour += 48
    assert game.refused("night.end")[0] == "orders_owed"
    game.hour += 0.01
    game.do("night.end")


def test_F305_the_host_announces_changes_the_result_of_the_vote_and_of_the_night() -> None:
    game = Game()
    game.execute(9)
    game.do("night.begin")
    game.night({1: 8, 2: 8, 3: 8})
    public = [d for d in seen(game.said, "spectator") if d.audience == "everyone"]
    announced = [d.type for d in public if d.type not in ("vote.cast", "twilight.began", "player.joined")]
    assert announced == [
        "signup.opened",
        "game.started",
        "day.began",
        "vote.closed",
        "player.executed",
        "night.began",
        "night.ended",
        "player.killed",
        "day.began",
    ]
    assert {d.rule for d in of(game.said, "day.began") + of(game.said, "night.began")} == {"F-305"}
    assert of(game.said, "night.ended")[0].data["victims"] == [8]


def dealt(party: str) -> tuple[ForumState, tuple[Decision, ...]]:
    state = new_game()
    said: tuple[Decision, ...] = ()
    players = PARTIES[party].players if party in PARTIES else 9
    events: list[tuple[str, dict[str, Json]]] = [("signup.open", {})]
    events += [("player.join", {"player": f"P{number}"}) for number in range(players)]
    events.append(("game.start", {"party": party, "seed": "s"}))
    for number, (kind, data) in enumerate(events):
        state, said = apply(state, Event(f"e{number}", kind, 0, 0.0, data))
    return state, said


COLUMNS = ("mafia", "alternative_mafia", "doctor", "commissioner", "priest", "maniac", "civilian")
TABLE = {
    "1": (9, 3, 0, 1, 1, 0, 0, 4),
    "2": (11, 3, 0, 1, 1, 0, 0, 6),
    "3": (12, 3, 0, 1, 1, 0, 0, 7),
    "4": (12, 3, 0, 1, 1, 0, 0, 7),
    "5": (13, 4, 0, 1, 1, 0, 0, 7),
    "6": (14, 3, 0, 1, 1, 1, 1, 7),
    "7": (16, 4, 0, 1, 1, 1, 1, 8),
    "8": (12, 3, 0, 0, 1, 1, 1, 6),
    "9": (15, 4, 0, 1, 1, 1, 1, 7),
    "10": (14, 3, 0, 1, 1, 1, 1, 7),
    "11": (9, 2, 0, 1, 1, 0, 0, 5),
    "unnumbered": (14, 4, 0, 1, 1, 0, 0, 8),
    "12": (14, 4, 0, 1, 1, 1, 1, 6),
    "13": (13, 3, 3, 1, 1, 1, 0, 4),
    "14": (16, 4, 0, 1, 1, 1, 1, 8),
    "15": (13, 4, 0, 1, 1, 0, 0, 7),
    "16": (19, 5, 0, 1, 1, 1, 0, 10),
    "17": (17, 4, 0, 1, 1, 1, 0, 9),
    "18": (14, 3, 0, 1, 1, 1, 1, 7),
    "19": (14, 3, 0, 1, 1, 1, 1, 7),
}
"""The table of D.5: players, then `COLUMNS`."""
ADDED = {"16": "necromancer", "17": "recruiter"}


@pytest.mark.parametrize("party", TABLE)
def test_party_is_built_by_its_name(party: str) -> None:
    state, _ = dealt(party)
    players, *counts = TABLE[party]
    expected = Counter(dict(zip(COLUMNS, counts, strict=True)))
    if party in ADDED:
        expected[ADDED[party]] += 1
    assert Counter(state.roles) == +expected
    assert (len(state.roles), PARTIES[party].civilians) == (players, counts[-1])
    assert state.phase == "zero_night"
    assert 3 * max(counts[:2]) <= players


def test_party_16_and_17_have_characters_without_powers() -> None:
    for party, role in ADDED.items():
        state, _ = dealt(party)
        assert role in state.roles


@pytest.mark.parametrize(("party", "reason"), [("20", "party_unknown"), ("1", "wrong_number")])
def test_party_unknown_or_of_another_size_is_refused(party: str, reason: str) -> None:
    state, _ = apply(new_game(), Event("a", "signup.open", 0, 0.0))
    for number in range(10):
        state, _ = apply(state, Event(f"j{number}", "player.join", 0, 0.0, {"player": f"P{number}"}))
    _, (refused,) = apply(state, Event("b", "game.start", 0, 0.0, {"party": party, "seed": "s"}))
    assert (refused.data["reason"], refused.rule) == (reason, "F-301")


@pytest.mark.parametrize("composition", [{}, {"party": "11", "roles": {"mafia": 2}}])
def test_a_composition_is_told_by_party_or_by_roles_and_not_by_both(composition: dict[str, Json]) -> None:
    state, _ = apply(new_game(), Event("a", "signup.open", 0, 0.0))
    for number in range(9):
        state, _ = apply(state, Event(f"j{number}", "player.join", 0, 0.0, {"player": f"P{number}"}))
    _, (refused,) = apply(state, Event("b", "game.start", 0, 0.0, {"seed": "s", **composition}))
    assert (refused.data["reason"], refused.rule) == ("composition_unclear", "F-301")
