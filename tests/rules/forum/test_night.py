"""D.2: what each role does at night, the worked examples and the table of derived nights."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.forum.book import NightBook
from rules.forum.night import Evening, Outcome, resolve
from rules.telling import seen
from tests.rules.forum.games import FULL, NINE, TWO_MAFIAS, Game, dead, of

M1, M2, M3, DOCTOR, COMMISSIONER, PRIEST, MANIAC = range(1, 8)
A1, A2, A3 = 7, 8, 9
X, Y = 12, 13
FOURTH = 4
TWO_AND_MANIAC = (*TWO_MAFIAS, "maniac")
"""Seat 14 the maniac."""


def night(
    orders: Mapping[int, int],
    roles: tuple[str, ...] = FULL,
    *,
    gone: tuple[int, ...] = (),
    book: NightBook | None = None,
) -> Outcome:
    living = tuple(seat for seat in range(1, len(roles) + 1) if seat not in gone)
    return resolve(Evening(roles, living, orders, book or NightBook()))


def mafia(target: int) -> dict[int, int]:
    return dict.fromkeys((M1, M2, M3), target)


def alternative(target: int) -> dict[int, int]:
    return dict.fromkeys((A1, A2, A3), target)


def rules(outcome: Outcome) -> set[str]:
    return {note.rule for note in outcome.notes}


def test_F101_a_role_player_named_by_the_priest_does_not_act() -> None:
    assert night({MANIAC: X}).killers == {X: ("maniac",)}
    blocked = night({PRIEST: MANIAC, MANIAC: X})
    assert blocked.killers == {}
    assert "F-101" in rules(blocked)
    assert night({PRIEST: X, MANIAC: X}).killers == {X: ("maniac",)}


def test_F102_a_named_mafia_member_stops_the_whole_mafia() -> None:
    assert night(mafia(X)).killers == {X: ("mafia",)}
    for member in (M1, M2, M3):
        blocked = night({PRIEST: member, **mafia(X)})
        assert blocked.killers == {}
        assert {"F-102", "F-131"} <= rules(blocked)


def test_F103_a_named_civilian_means_nothing() -> None:
    orders = {**mafia(X), MANIAC: Y, DOCTOR: X, COMMISSIONER: M1}
    outcome = night({PRIEST: 10, **orders})
    assert outcome.killers == night(orders).killers == {Y: ("maniac",)}
    assert outcome.checked == M1
    assert "F-103" in rules(outcome)


def test_F104_a_blocked_commissioner_is_told_that_nothing_has_become_clear() -> None:
    outcome = night({PRIEST: COMMISSIONER, COMMISSIONER: M1})
    assert (outcome.unclear, outcome.checked) == (True, 0)
    game = Game(FULL)
    game.to_night()
    decisions = game.night({PRIEST: COMMISSIONER, COMMISSIONER: M1})
    told = [d for d in seen(decisions, COMMISSIONER) if d.type.startswith("dossier")]
    assert [(d.type, d.rule, dict(d.data)) for d in told] == [("dossier.unclear", "F-104", {"day": 1})]


def test_F104_a_commissioner_who_asked_nothing_does_not_learn_that_he_was_blocked() -> None:
    assert not night({PRIEST: COMMISSIONER}).unclear


def test_F111_the_doctor_acts_only_if_not_blocked() -> None:
    assert night({DOCTOR: X, **mafia(X)}).killers == {}
    blocked = night({PRIEST: DOCTOR, DOCTOR: X, **mafia(X)})
    assert blocked.killers == {X: ("mafia",)}
    assert "F-111" in rules(blocked)


@pytest.mark.parametrize(
    ("roles", "orders"),
    [
        (FULL, {MANIAC: X}),
        (FULL, mafia(X)),
        (TWO_MAFIAS, alternative(X)),
        (TWO_AND_MANIAC, {**mafia(X), **alternative(X), 14: X}),
    ],
)
def test_F112_the_ambulance_protects_against_every_killer(
    roles: tuple[str, ...], orders: dict[int, int]
) -> None:
    assert X in night(orders, roles).killers
    outcome = night({DOCTOR: X, **orders}, roles)
    assert (outcome.killers, outcome.guarded) == ({}, X)


def test_F112_the_ambulance_protects_nobody_else_and_only_this_night() -> None:
    assert night({DOCTOR: Y, **mafia(X)}).killers == {X: ("mafia",)}
    game = Game()
    game.to_night()
    game.night({DOCTOR: 6, **mafia(6)})
    game.to_night()
    game.night({DOCTOR: 7, **mafia(6)})
    assert dead(game) == {6}


def test_F121_the_maniac_acts_only_if_not_blocked() -> None:
    assert night({PRIEST: MANIAC, MANIAC: X}).killers == {}
    assert night({PRIEST: DOCTOR, MANIAC: X}).killers == {X: ("maniac",)}


@pytest.mark.parametrize("victim", [M1, DOCTOR, COMMISSIONER, PRIEST, X])
def test_F122_the_maniac_kills_any_one_player(victim: int) -> None:
    assert night({MANIAC: victim}).killers == {victim: ("maniac",)}


def test_F122_every_night() -> None:
    game = Game(FULL)
    for victim in (8, 9, 10):
        game.to_night()
        game.night({MANIAC: victim})
    assert dead(game) == {8, 9, 10}


def test_F123_the_maniacs_victim_survives_with_the_ambulance() -> None:
    outcome = night({DOCTOR: X, MANIAC: X})
    assert outcome.killers == {}
    assert "F-123" in rules(outcome)
    assert night({DOCTOR: Y, MANIAC: X}).killers == {X: ("maniac",)}


def test_F124_the_mafia_does_not_act_if_the_maniac_kills_its_last_member() -> None:
    last = night({M1: X, MANIAC: M1}, gone=(M2, M3))
    assert last.killers == {M1: ("maniac",)}
    assert "F-124" in rules(last)
    not_last = night({M1: X, M2: X, MANIAC: M1}, gone=(M3,))
    assert not_last.killers == {M1: ("maniac",), X: ("mafia",)}


def test_F131_living_is_judged_after_the_maniacs_move_and_the_doctors_rescue() -> None:
    named = {PRIEST: M1, **mafia(X)}
    assert X not in night(named).killers
    assert X in night({**named, MANIAC: M1}).killers
    assert X not in night({**named, MANIAC: M1, DOCTOR: M1}).killers
    assert X not in night({**named, MANIAC: M2}).killers


def test_F132_a_blocked_member_killed_by_the_maniac_no_longer_blocks() -> None:
    outcome = night({PRIEST: M1, MANIAC: M1, M2: X, M3: X})
    assert outcome.killers == {M1: ("maniac",), X: ("mafia",)}
    assert night({PRIEST: M1, MANIAC: Y, M2: X, M3: X, M1: X}).killers == {Y: ("maniac",)}


def test_F133_no_living_member_no_kill() -> None:
    assert night({M1: X, MANIAC: M1}, gone=(M2, M3)).killers == {M1: ("maniac",)}
    assert night({M1: X, MANIAC: M1, DOCTOR: M1}, gone=(M2, M3)).killers == {X: ("mafia",)}


def test_F134_each_member_must_send_the_victims_name() -> None:
    assert night(mafia(X)).killers == {X: ("mafia",)}
    silent = night({M1: X, M2: X})
    assert silent.killers == {}
    assert "F-134" in rules(silent)
    assert night({M1: X, M2: X, M3: 0}).killers == {}
    assert night({M1: X, M2: X, M3: Y}).killers == {}
    assert night({M1: X, M2: X}, gone=(M3,)).killers == {X: ("mafia",)}


def test_F135_the_mafias_victim_survives_with_the_ambulance() -> None:
    outcome = night({DOCTOR: X, **mafia(X)})
    assert outcome.killers == {}
    assert "F-135" in rules(outcome)
    assert night({DOCTOR: Y, **mafia(X)}).killers == {X: ("mafia",)}


def test_F141_the_alternative_mafia_acts_like_the_mafia_and_apart_from_it() -> None:
    both = {**mafia(X), **alternative(Y)}
    assert night(both, TWO_MAFIAS).killers == {X: ("mafia",), Y: ("alternative_mafia",)}
    assert night({**both, PRIEST: A2}, TWO_MAFIAS).killers == {X: ("mafia",)}
    assert night({**both, PRIEST: M2}, TWO_MAFIAS).killers == {Y: ("alternative_mafia",)}
    assert night({**both, A3: 0}, TWO_MAFIAS).killers == {X: ("mafia",)}


def test_F142_both_die_when_the_mafias_order_each_others_members() -> None:
    outcome = night({**mafia(A1), **alternative(M1)}, TWO_MAFIAS)
    assert outcome.killers == {A1: ("mafia",), M1: ("alternative_mafia",)}
    alone = night({M1: A1, A1: M1}, TWO_MAFIAS, gone=(M2, M3, A2, A3))
    assert set(alone.killers) == {M1, A1}


def test_F143_a_block_stays_in_force_when_the_other_mafia_kills_the_blocked_member() -> None:
    orders = {PRIEST: M1, **mafia(X), **alternative(M1)}
    assert night(orders, TWO_MAFIAS).killers == {M1: ("alternative_mafia",)}
    lifted = {PRIEST: M1, **mafia(X), **alternative(Y), 14: M1}
    assert set(night(lifted, TWO_AND_MANIAC).killers) == {M1, X, Y}


@pytest.mark.parametrize("target", range(1, 15))
def test_F151_the_commissioner_learns_the_exact_role_after_the_night(target: int) -> None:
    game = Game(FULL)
    game.to_night()
    asked = game.do("night.order", COMMISSIONER, target=target)
    assert [d.type for d in asked] == ["order.noted"]
    (answer,) = of(game.night({}), "dossier.answered")
    assert (answer.seat, answer.audience, answer.rule) == (COMMISSIONER, "seat", "F-151")
    assert answer.data["role"] == FULL[target - 1]
    assert answer.data["killers"] == []


def test_F152_of_a_player_killed_that_night_he_learns_by_which_side() -> None:
    game = Game(FULL)
    game.to_night()
    (answer,) = of(game.night({COMMISSIONER: X, MANIAC: X, **mafia(Y)}), "dossier.answered")
    assert (answer.rule, answer.data["role"], answer.data["killers"]) == ("F-152", "civilian", ["maniac"])
    game.to_night()
    (answer,) = of(game.night({COMMISSIONER: 8, MANIAC: 9}), "dossier.answered")
    assert (answer.rule, answer.data["killers"]) == ("F-151", [])


def test_F153_the_executed_commissioner_may_shoot_and_both_die() -> None:
    game = Game()
    game.execute(COMMISSIONER)
    assert game.refused("pistol.shoot", COMMISSIONER, target=COMMISSIONER) == ("pistol_self", "F-153")
    assert game.refused("pistol.shoot", DOCTOR, target=M1) == ("no_pistol", "F-153")
    decisions = game.do("pistol.shoot", COMMISSIONER, target=M1)
    assert [d.type for d in decisions] == ["pistol.shot", "player.executed"]
    assert dead(game) == {COMMISSIONER, M1}
    assert game.refused("pistol.shoot", COMMISSIONER, target=M2)[0] == "not_alive"
    game.do("night.begin")


def test_F153_he_may_leave_it_and_the_host_waits_for_him() -> None:
    game = Game()
    game.execute(COMMISSIONER)
    assert game.refused("night.begin") == ("pistol_open", "F-153")
    (kept,) = game.do("pistol.shoot", COMMISSIONER, target=0)
    assert (kept.type, kept.audience) == ("pistol.kept", "seat")
    assert game.refused("pistol.shoot", COMMISSIONER, target=1)[0] == "pistol_decided"
    game.do("night.begin")
    assert dead(game) == {COMMISSIONER}


def test_F153_the_host_need_not_wait_for_ever() -> None:
    game = Game()
    game.execute(COMMISSIONER)
    game.hour = 2 + 24 - 0.001
    assert game.refused("night.begin")[0] == "pistol_open"
    game.hour = 2 + 24
    game.do("night.begin")


def test_F154_a_commissioner_killed_at_night_has_no_shot() -> None:
    game = Game()
    game.to_night()
    game.night(mafia(COMMISSIONER))
    assert dead(game) == {COMMISSIONER}
    assert game.refused("pistol.shoot", COMMISSIONER, target=M1)[1] == "F-154"
    game.execute(9)
    assert game.phase == "dusk"
    assert game.refused("pistol.shoot", COMMISSIONER, target=M1) == ("not_alive", "F-012")


def test_F154_nor_one_who_is_not_executed_himself() -> None:
    game = Game()
    game.execute(9)
    assert game.refused("pistol.shoot", COMMISSIONER, target=M1) == ("not_condemned", "F-154")


def test_FE1_the_maniac_kills_the_blocked_mafia_1_and_2_and_3_act() -> None:
    outcome = night({PRIEST: M1, MANIAC: M1, **mafia(X)})
    assert outcome.killers == {M1: ("maniac",), X: ("mafia",)}


def test_FE2_the_doctor_saves_the_blocked_mafia_1_and_the_block_holds() -> None:
    outcome = night({PRIEST: M1, MANIAC: M1, DOCTOR: M1, **mafia(X)})
    assert outcome.killers == {}


NIGHTS: dict[str, tuple[tuple[str, ...], tuple[int, ...], dict[int, int], set[int]]] = {
    "N1": (FULL, (), {PRIEST: DOCTOR, MANIAC: X, DOCTOR: X}, {X}),
    "N2": (FULL, (), {PRIEST: MANIAC, MANIAC: X}, set()),
    "N3": (FULL, (), {MANIAC: DOCTOR, DOCTOR: X, **mafia(X)}, {DOCTOR}),
    "N4": (FULL, (), {MANIAC: PRIEST, PRIEST: M2, **mafia(X)}, {PRIEST}),
    "N5": (FULL, (M2, M3), {M1: X, MANIAC: M1}, {M1}),
    "N6": (FULL, (), {MANIAC: M1, PRIEST: X, M2: Y, M3: Y}, {M1, Y}),
    "N7": (TWO_MAFIAS, (M2, M3, A2, A3), {M1: A1, A1: M1}, {M1, A1}),
    "N8": (TWO_MAFIAS, (), {PRIEST: M1, **mafia(X), **alternative(M1)}, {M1}),
    "N9": (TWO_AND_MANIAC, (), {PRIEST: M1, 14: M1, M2: X, M3: X, **alternative(Y)}, {M1, X, Y}),
    "N10": (FULL, (), {DOCTOR: DOCTOR, **mafia(DOCTOR)}, set()),
    "N11": (FULL, (), {PRIEST: COMMISSIONER, COMMISSIONER: X}, set()),
    "N12": (FULL, (), {MANIAC: X, **mafia(X)}, {X}),
    "N13": (TWO_MAFIAS, (), {**mafia(X), **alternative(X)}, {X}),
    "N14": (NINE, (), {M1: 6, M2: 6}, set()),
}


@pytest.mark.parametrize("number", NIGHTS)
def test_N1_to_N14_who_dies(number: str) -> None:
    roles, gone, orders, victims = NIGHTS[number]
    assert set(night(orders, roles, gone=gone).killers) == victims


def test_N11_nothing_became_clear() -> None:
    assert night(NIGHTS["N11"][2]).unclear


def test_N12_the_killer_is_the_maniac_who_came_earlier() -> None:
    outcome = night({**NIGHTS["N12"][2], COMMISSIONER: X})
    assert outcome.killers == {X: ("maniac",)}
    assert outcome.checked == X


def test_N13_both_sides_are_reported() -> None:
    assert night(NIGHTS["N13"][2], TWO_MAFIAS).killers == {X: ("mafia", "alternative_mafia")}


ALL_ORDERS = {PRIEST: M1, DOCTOR: X, MANIAC: M1, **mafia(X), COMMISSIONER: X}


def test_the_order_in_which_orders_arrive_does_not_matter_in_any_of_5040_ways() -> None:
    expected = night(ALL_ORDERS)
    for arrival in itertools.permutations(ALL_ORDERS.items()):
        assert night(dict(arrival)) == expected


@given(
    st.dictionaries(st.integers(1, 13), st.integers(0, 13)),
    st.permutations(range(1, 14)),
    st.sets(st.integers(1, 13), max_size=6),
)
def test_whatever_the_orders_the_outcome_is_the_same_in_every_order_of_arrival(
    orders: dict[int, int], arrival: list[int], gone: set[int]
) -> None:
    alive = {seat: target for seat, target in orders.items() if not {seat, target} & gone}
    arrived = {seat: alive[seat] for seat in arrival if seat in alive}
    dead_before = tuple(gone)
    outcome = night(alive, TWO_AND_MANIAC, gone=dead_before)
    assert night(arrived, TWO_AND_MANIAC, gone=dead_before) == outcome
    assert outcome.guarded not in outcome.killers
    assert not gone & set(outcome.killers)
    assert len(outcome.killers) <= 3
    assert outcome.killers.keys() <= set(alive.values())
