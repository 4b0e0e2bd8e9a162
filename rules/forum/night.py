"""What a night's orders do (D.2): a function of roles, living and orders, whatever order these came in.

Accounted one after another: priest, doctor, maniac, both mafias at once, Commissioner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.forum.book import NightBook
from rules.forum.roles import GROUPS, Group, Side

Step = Literal["blocked", "void", "guarded", "saved", "killed", "idle", "dossier", "unclear", "unanswered"]


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happened or did not, for the host: which, to whom, by which statement."""

    step: Step
    seat: int
    """Who is concerned; 0 for a mafia as a whole."""
    rule: str
    side: Side | None = None
    """Whose act it was, where it was a kill or its absence."""


@dataclass(slots=True)
class Outcome:
    """What became of the orders."""

    killers: dict[int, tuple[Side, ...]] = field(default_factory=dict)
    """Seat → sides that killed it."""
    guarded: int = 0
    """Whom the ambulance came to."""
    checked: int = 0
    """Whose dossier the Commissioner learns; 0: none."""
    unclear: bool = False
    """The Commissioner is told that nothing has become clear (F-104)."""
    acted: tuple[Side, ...] = ()
    """Sides whose kill was carried out, whether or not it succeeded."""
    notes: list[Note] = field(default_factory=list)

    def note(self, step: Step, seat: int, rule: str, side: Side | None = None) -> None:
        """Keep one thing for the host."""
        self.notes.append(Note(step, seat, rule, side))


@dataclass(frozen=True, slots=True)
class Evening:
    """What a night starts from."""

    roles: tuple[str, ...]
    """By seat, seat 1 first."""
    living: tuple[int, ...]
    orders: Mapping[int, int]
    """Seat → target; without an entry no order came, 0 is an order to do nothing."""
    book: NightBook

    def only(self, role: str) -> int:
        """The living seat of a role that one player has; 0: none."""
        return next((seat for seat in self.living if self.roles[seat - 1] == role), 0)

    def order(self, seat: int) -> int:
        """Whom a seat named; 0: nobody."""
        return self.orders.get(seat, 0)


def resolve(evening: Evening) -> Outcome:
    """Account all orders of a night."""
    outcome = Outcome()
    blocked = _priest(evening, outcome)
    _doctor(evening, outcome, blocked)
    _maniac(evening, outcome, blocked)
    _mafias(evening, outcome, blocked)
    _commissioner(evening, outcome, blocked)
    return outcome


def _priest(evening: Evening, outcome: Outcome) -> int:
    """F-101 … F-103. Gives the seat that is blocked; 0: none."""
    priest = evening.only("priest")
    target = evening.order(priest) if priest else 0
    if target == 0:
        return 0
    if target == priest:
        outcome.note("void", priest, "E-38")
        return 0
    role = evening.roles[target - 1]
    outcome.note("blocked", target, "F-102" if role in GROUPS else "F-103" if role == "civilian" else "F-101")
    return target


def _doctor(evening: Evening, outcome: Outcome, blocked: int) -> None:
    """F-111, F-112: called before anybody kills, so it counts although the doctor dies (N3)."""
    doctor = evening.only("doctor")
    if not doctor or not evening.order(doctor):
        return
    if doctor == blocked:
        outcome.note("idle", doctor, "F-111")
        return
    outcome.guarded = evening.order(doctor)
    outcome.note("guarded", outcome.guarded, "F-112")


def _maniac(evening: Evening, outcome: Outcome, blocked: int) -> None:
    """F-121 … F-123."""
    maniac = evening.only("maniac")
    if not maniac:
        return
    if maniac == blocked:
        outcome.note("idle", maniac, "F-121", "maniac")
    elif not evening.order(maniac):
        outcome.note("idle", maniac, "E-37", "maniac")
    else:
        _kill(evening, outcome, evening.order(maniac), "maniac")


def _mafias(evening: Evening, outcome: Outcome, blocked: int) -> None:
    """Both at once: who dies in this step still acts in it, and still blocks (F-142, F-143)."""
    alive = [seat for seat in evening.living if seat not in outcome.killers]
    victims = [(group, _agreed(evening, outcome, group, alive, blocked)) for group in GROUPS]
    for group, victim in victims:
        if victim:
            _kill(evening, outcome, victim, group, alive)


def _agreed(evening: Evening, outcome: Outcome, group: Group, alive: list[int], blocked: int) -> int:
    """Whom a group kills; 0: it does not act."""
    all_members = [seat for seat in evening.living if evening.roles[seat - 1] == group]
    members = [seat for seat in all_members if seat in alive]
    if not all_members:
        return 0
    if not members:  # the maniac killed the last one
        outcome.note("idle", 0, "F-124", group)
        return 0
    if _is_blocked(evening, members, alive, blocked):
        outcome.note("idle", 0, "F-131", group)
        return 0
    asked = members if evening.book.mafia_orders == "alive_at_step" else all_members
    named = [evening.order(seat) for seat in asked]
    if not all(named):
        outcome.note("idle", 0, "F-134", group)
        return 0
    ranked = Counter(named).most_common()
    if len(ranked) > 1 and (evening.book.names_agree or ranked[0][1] == ranked[1][1]):
        outcome.note("idle", 0, "E-35", group)
        return 0
    return ranked[0][0]


def _is_blocked(evening: Evening, members: list[int], alive: list[int], blocked: int) -> bool:
    """F-131, F-132: whether a member who lives after the maniac's move was named by the priest."""
    if blocked in members:
        return True
    mafia = blocked in alive and evening.roles[blocked - 1] in GROUPS
    return evening.book.priest_blocks_both and mafia


def _kill(
    evening: Evening, outcome: Outcome, victim: int, side: Side, alive: list[int] | None = None
) -> None:
    """One kill: saved by the ambulance, or dead; who was dead before the step dies by the earlier hand."""
    outcome.acted = (*outcome.acted, side)
    if victim == outcome.guarded:
        rule = {"maniac": "F-123", "mafia": "F-135", "alternative_mafia": "F-141"}
        outcome.note("saved", victim, rule.get(side, "F-112"), side)
        return
    if alive is not None and victim not in alive:
        outcome.note("void", victim, "F-403", side)
        return
    killers = outcome.killers.get(victim, ())
    outcome.killers[victim] = (*killers, side)
    rule = {"maniac": "F-122", "mafia": "F-131", "alternative_mafia": "F-141"}
    outcome.note("killed", victim, "F-142" if killers else rule.get(side, "F-131"), side)


def _commissioner(evening: Evening, outcome: Outcome, blocked: int) -> None:
    """F-104, F-151: last in order, so one who was killed gets no answer (E-36)."""
    seat = evening.only("commissioner")
    if not seat or not evening.order(seat):
        return
    if seat in outcome.killers and not evening.book.killed_commissioner_answered:
        outcome.note("unanswered", seat, "E-36")
    elif seat == blocked:
        outcome.unclear = True
        outcome.note("unclear", seat, "F-104")
    else:
        outcome.checked = evening.order(seat)
        outcome.note("dossier", outcome.checked, "F-152" if outcome.checked in outcome.killers else "F-151")
