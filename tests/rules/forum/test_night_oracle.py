"""Nights of any roles and orders against a second reading of D.2, written as short as the text allows."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.forum.book import NightBook
from rules.forum.night import Evening, resolve
from rules.forum.roles import GROUPS
from tests.rules.forum.games import TWO_MAFIAS

ROLES = (*TWO_MAFIAS, "maniac")
SEATS = range(1, len(ROLES) + 1)
DOCTOR, COMMISSIONER, PRIEST, MANIAC = 4, 5, 6, 14


def second_reading(
    living: frozenset[int], orders: Mapping[int, int]
) -> tuple[dict[int, list[str]], int, bool]:
    """Who dies by whom, whose dossier is learnt (0: none), whether nothing has become clear."""

    def named(seat: int) -> int:
        return orders.get(seat, 0) if seat in living else 0

    stopped = named(PRIEST) if named(PRIEST) != PRIEST else 0  # E-38
    saved = named(DOCTOR) if stopped != DOCTOR else 0  # F-111, F-112
    victim = named(MANIAC) if stopped != MANIAC else 0  # F-121
    killed = {victim: ["maniac"]} if victim and victim != saved else {}
    standing = living - set(killed)
    together: dict[int, list[str]] = {}
    for group in GROUPS:  # F-142: what one does in this step does not touch the other
        members = {seat for seat in standing if ROLES[seat - 1] == group}
        names = {named(seat) for seat in members}
        if stopped in members or len(names) != 1 or names == {0}:  # F-131 … F-134
            continue
        target = names.pop()
        if target != saved and target in standing:
            together.setdefault(target, []).append(group)
    killed |= together
    asked = named(COMMISSIONER) if COMMISSIONER not in killed else 0  # E-36
    unclear = bool(asked) and stopped == COMMISSIONER
    return killed, 0 if unclear else asked, unclear


FEW = st.sampled_from([1, 7, DOCTOR, COMMISSIONER, PRIEST, MANIAC, 10, 0])
"""Targets, few enough to meet."""
ORDERS = st.fixed_dictionaries(dict.fromkeys(SEATS, FEW))
AGREED = st.tuples(FEW, FEW)
"""What all members of the one and of the other mafia send, unless they differ."""


@settings(deadline=None, max_examples=500)
@given(st.frozensets(st.sampled_from([*SEATS]), max_size=4), ORDERS, AGREED, st.booleans())
def test_the_night_is_as_a_second_reading_of_the_rules_has_it(
    gone: frozenset[int], sent: dict[int, int], agreed: tuple[int, int], together: bool
) -> None:
    living = frozenset(SEATS) - gone
    orders = {**sent}
    if together:
        orders |= {seat: agreed[GROUPS.index(r)] for seat, r in enumerate(ROLES, start=1) if r in GROUPS}
    orders = {seat: target for seat, target in orders.items() if seat in living and target in {0, *living}}
    outcome = resolve(Evening(ROLES, tuple(sorted(living)), orders, NightBook()))
    killers = {seat: [*sides] for seat, sides in outcome.killers.items()}
    assert (killers, outcome.checked, outcome.unclear) == second_reading(living, orders)
