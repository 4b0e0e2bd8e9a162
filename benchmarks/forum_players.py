"""Random players of Mafia in a forum: what they do by day and by night, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from rules.events import Decision, Event, Json
from rules.forum.composition import PARTIES
from rules.forum.day import owes_pistol
from rules.forum.referee import apply, new_game
from rules.forum.roles import ACTS, GROUPS, Group
from rules.forum.state import ForumState, side_of
from rules.forum.timing import deadline

Manner = Literal["blind", "heeding"]
"""Blind: all vote at random, but no mafia for its own. Heeding: the town also votes for a living enemy whom
the living Commissioner has found; he speaks at once and is believed, which no real town does so surely."""
MANNERS: tuple[Manner, ...] = ("blind", "heeding")
CHANGES = 0.02
"""How likely a player changes the vote in twilight."""
RESTS = 0.25
"""How likely a priest who is alone with one enemy blocks nobody. One who never rests plays for ever: the vote
is a tie every day, the enemy is blocked every night, and no parity ends the game (F-011)."""
LONGEST = 500
"""Game days after which a game counts as stuck."""


class Game:
    """One game of a party, played by events alone."""

    def __init__(self, party: str, seed: str, manner: Manner) -> None:
        self.state: ForumState = new_game()
        self.manner = manner
        self._chance = random.Random(f"{party}/{seed}/{manner}")
        self._count = 0
        self._t = 0.0
        self._send("signup.open")
        for number in range(PARTIES[party].players):
            self._send("player.join", player=f"Player {number + 1}")
        self._send("game.start", party=party, seed=f"{party}/{seed}")
        self._send("messages.sent")
        self._send("night.end")

    def play(self) -> str:
        """The winner: a side, or `nobody`.

        Raises:
            RuntimeError: it does not end.
        """
        while self.state.result is None:
            if self.state.day > LONGEST:
                raise RuntimeError(f"no end after {LONGEST} game days")
            self._day()
            if self.state.result is None:
                self._night()
        return self.state.result.winner

    def _send(self, kind: str, seat: int = 0, /, **data: Json) -> Sequence[Decision]:
        self._count += 1
        self.state, decisions = apply(self.state, Event(f"e{self._count}", kind, seat, self._t, data))
        if decisions and decisions[-1].type == "refused":
            raise RuntimeError(f"{kind} by {seat}: {decisions[-1].data['text']}")
        return decisions

    def _day(self) -> None:
        found = self._found() if self.manner == "heeding" else 0
        for seat in self._shuffled(self.state.living):
            self._t += 60.0
            self._send("vote.cast", seat, target=self._suspect(seat, found))
        for seat in self._shuffled(self.state.living):
            if self._chance.random() < CHANGES:
                self._t += 60.0
                self._send("vote.cast", seat, target=self._suspect(seat, found))
        end = deadline(self.state.clock, self.state.book.intervals)
        self._t = self._t if end is None else end
        self._send("clock")
        if self.state.result is None and owes_pistol(self.state):
            (seat,) = (s for s in self.state.condemned if self.state.roles[s - 1] == "commissioner")
            target = self._found() or self._chance.choice([s for s in self.state.living if s != seat])
            self._send("pistol.shoot", seat, target=target)
        if self.state.result is None:
            self._send("night.begin")

    def _suspect(self, seat: int, found: int) -> int:
        """Whom a player votes for."""
        if found and side_of(self.state, seat) == "town":
            return found
        return self._chance.choice(self._others(seat))

    def _others(self, seat: int) -> list[int]:
        """The living besides the own seat, for a mafia besides its own members."""
        group = self.state.roles[seat - 1]
        spared = {seat}
        if group in GROUPS:
            spared |= {other for other in self.state.living if self.state.roles[other - 1] == group}
        return [other for other in self.state.living if other not in spared]

    def _found(self) -> int:
        """A living enemy of the town whom the Commissioner, while he lives, knows; 0: none."""
        living = self.state.living
        for dossier in self.state.dossiers:
            known = dossier.role and dossier.target in living and dossier.seat in living
            if known and side_of(self.state, dossier.target) != "town":
                return dossier.target
        return 0

    def _night(self) -> None:
        victims = {group: self._victim(group) for group in GROUPS}
        checked = {dossier.target for dossier in self.state.dossiers if dossier.role}
        for seat in self._shuffled(self.state.living):
            role = self.state.roles[seat - 1]
            if role not in ACTS:
                continue
            self._t += 60.0
            self._send("night.order", seat, target=self._target(seat, role, victims, checked))
        self._send("night.end")

    def _victim(self, group: Group) -> int:
        """The one whom a mafia agrees on; 0 where it has no member."""
        members = [seat for seat in self.state.living if self.state.roles[seat - 1] == group]
        return self._chance.choice(self._others(members[0])) if members else 0

    def _target(
        self,
        seat: int,
        role: str,
        victims: dict[Group, int],
        checked: set[int],
    ) -> int:
        for group, victim in victims.items():
            if role == group:
                return victim
        if role == "doctor":
            return self._chance.choice(self.state.living)
        if role == "priest" and len(self.state.living) == 2 and self._chance.random() < RESTS:
            return 0
        others = self._others(seat)
        if role == "commissioner":
            others = [other for other in others if other not in checked] or others
        return self._chance.choice(others)

    def _shuffled(self, seats: Sequence[int]) -> list[int]:
        return self._chance.sample(list(seats), len(seats))
