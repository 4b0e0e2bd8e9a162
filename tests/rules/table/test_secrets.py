"""What only some may know leaves no trace for the others: no gap in numbers, no count, no moment, no byte.

Two tables have the same public course of events. One has other roles, other acts of the night, refused
commands, private appeals, bans, cues and signs of the secret phases besides; all events are numbered through.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from benchmarks.referee import acts
from rules.canonical import dumps
from rules.events import Decision, Event, Json
from rules.table.game.state import NIGHT_PHASES, ROLES, SEATS, Role, is_mafia
from rules.table.referee import apply, new_table
from rules.table.views import Viewer, seen, view
from service.referee.log import decision_line
from tests.rules.table.tables import PLAYERS

KINDS = ("technical_foul", "disqualification", "disqualification")
SIGNS = ("forbidden", "aggressive_strike", "number_3")


class World:
    """One table and all that was said at it."""

    def __init__(self, roles: Sequence[Role]) -> None:
        self.state = new_table()
        self.count = 0
        self.said: list[Decision] = []
        self.send("game.start", 0, 0.0, roles=[*roles], players=[*PLAYERS])

    def send(self, kind: str, seat: int, t: float | None = None, /, **data: Json) -> None:
        self.count += 1
        event = Event(f"e{self.count}", kind, seat, self.state.t if t is None else t, data)
        self.state, decisions = apply(self.state, event)
        self.said += decisions

    def shoot(self, victim: int, chance: random.Random) -> None:
        """All of the mafia hit the victim; without one they miss, in one of many ways."""
        living, setup = self.state.game.living, self.state.game.setup
        mafia = [seat for seat in living if is_mafia(setup, seat)]
        if not victim:
            mafia = chance.sample(mafia, chance.randint(0, len(mafia) - 1))
        for seat in mafia:
            self.send("shot.fire", seat, target=victim or chance.choice(living))

    def secretly(self, chance: random.Random, among: Sequence[int]) -> None:
        """Something that is told to nobody but the seats `among`, reviewers and the platform."""
        fair, seat = self.state.fair, chance.choice(among)
        doings: list[Callable[[], None]] = [
            lambda: self.send("nomination.make", seat, nominee=0),
            lambda: self.send("shot.fire", seat, target=11),
            lambda: self.send("ballot.open", seat, incident="incident-99", kind="technical_foul"),
            lambda: self.send("suspicion.noticed", seat, rule="FP-S2"),
            lambda: self.send("gesture.started", seat, gesture=chance.choice(SIGNS), audience="audit"),
            lambda: self.send("gesture.ended", seat, gesture="forbidden", audience="audit"),
        ]
        for sanction in [s for s in fair.sanctions if s.seat in among]:
            named: dict[str, Json] = {"against": sanction.id, "text": "no"}
            doings.append(lambda seat=sanction.seat, named=named: self.send("appeal.file", seat, **named))  # type: ignore[misc]
        for appeal in fair.appeals:
            answer: dict[str, Json] = {"appeal": appeal.id, "outcome": "reduced", "reviewer": "Zoe"}
            doings.append(lambda answer=answer: self.send("appeal.decide", 0, **answer))  # type: ignore[misc]
        for ban in [b for b in fair.bans if b.seat in among]:
            verdict: dict[str, Json] = {"ban": ban.id, "answer": "permanent", "reviewer": "Ann"}
            doings.append(lambda verdict=verdict: self.send("ban.decide", 0, **verdict))  # type: ignore[misc]
        chance.choice(doings)()

    def check(self, chance: random.Random) -> None:
        """The don or the sheriff checks somebody, or nobody."""
        for kind, seat, data in acts(self.state.game, chance):
            self.send(kind, seat, **data)

    def shown(self, viewers: Sequence[Viewer]) -> list[bytes | list[str]]:
        """The views, and the lines that each is told since the last call, numbered as a replay does."""
        said, self.said = self.said, []
        return [
            found
            for viewer in viewers
            for found in (
                dumps(view(self.state, viewer)),
                [decision_line(d, "t", n) for n, d in enumerate(seen(said, viewer), start=1)],
            )
        ]


def accuse(worlds: Sequence[World], chance: random.Random) -> None:
    """A report, a ballot and its votes, the same at both tables."""
    living = worlds[0].state.game.living
    accused, first, *others = chance.sample(living, len(living))
    kind, yes = chance.choice(KINDS), chance.randint(0, len(others))
    for world in worlds:
        world.send("report.file", 0, accused=accused, rule="FP-S3", by="host")
        public = [i.id for i in world.state.fair.incidents if i.id.startswith("incident")]
        world.send("ballot.open", first, incident=public[-1] if public else "none", kind=kind)
        for seat in others[:yes]:
            for ballot in world.state.fair.open:
                world.send("ballot.vote", seat, ballot=ballot.id, yes=True)


def step(worlds: Sequence[World], chance: random.Random, chances: Sequence[random.Random]) -> None:
    """The same in public in both worlds, and in secret what each one's own chance gives."""
    game = worlds[0].state.game
    if game.phase == "shooting":
        victim = chance.choice((0, *game.living))
        for world, own in zip(worlds, chances, strict=True):
            world.shoot(victim, own)
    elif game.phase in NIGHT_PHASES:
        for world, own in zip(worlds, chances, strict=True):
            world.check(own)
    else:
        for kind, seat, data in [*acts(game, chance)]:
            for world in worlds:
                world.send(kind, seat, **data)
    if chance.random() < 0.15 and worlds[0].state.game.result is None:
        accuse(worlds, chance)
    for world in worlds:
        deadline = world.state.game.deadline
        if deadline is not None:
            world.send("clock", 0, deadline)


@settings(max_examples=25, deadline=None, phases=(Phase.reuse, Phase.generate))
@given(st.permutations(ROLES), st.permutations(ROLES), st.integers(0, 2**32))
def test_nothing_secret_leaves_a_trace_in_what_others_are_shown(
    one: list[Role], other: list[Role], seed: int
) -> None:
    chance, chances = random.Random(seed), [random.Random(seed + 1), random.Random(seed + 2)]
    worlds = [World(one), World(other)]
    citizens = [seat for seat in SEATS if one[seat - 1] == other[seat - 1] == "citizen"]
    outside, inside = citizens[:2], [seat for seat in SEATS if seat not in citizens[:2]]
    viewers: list[Viewer] = ["spectator", *outside]  # to whom nothing secret happens
    while all(world.state.game.result is None for world in worlds):
        step(worlds, chance, chances)
        for _ in range(chances[1].randint(0, 3)):
            worlds[1].secretly(chances[1], inside)
        if all(world.state.game.result is None for world in worlds):
            first, second = (world.shown(viewers) for world in worlds)
            assert first == second


@pytest.mark.parametrize("viewer", ["spectator", 2])
def test_a_note_of_the_secret_phase_leaves_no_gap_in_the_numbers_of_incidents(viewer: Viewer) -> None:
    told = []
    for secret in (False, True):
        world = World(ROLES)
        if secret:
            world.send("gesture.started", 5, gesture="forbidden", audience="audit")
        world.send("report.file", 1, accused=3, rule="FP-U6")
        told.append(world.shown([viewer]))
    assert told[0] == told[1]
