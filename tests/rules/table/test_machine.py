"""Random legal and illegal events: what must hold after every one of them."""

from __future__ import annotations

import random
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from benchmarks.referee import acts
from rules.canonical import dumps, loads
from rules.events import Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.fairplay.apply import COMMANDS as FAIR_COMMANDS
from rules.table.game.book import (
    DayBook,
    EndBook,
    FarewellBook,
    NightBook,
    ScoreTable,
    ScoringBook,
    VoteBook,
)
from rules.table.game.commands import COMMANDS
from rules.table.game.state import SEATS
from rules.table.referee import apply, new_table
from rules.table.state import TableState
from tests.rules.table import promises

OTHERWISE = RuleBook(
    day=DayBook(first_speaker=7, nominations_a_day=2, withdraw=False, silenced_nominate=False),
    vote=VoteBook(
        day1_single_nominee_vote=True,
        in_turn=False,
        majority="absolute",
        runoff_while_shrinking=False,
        all_tied_lift=True,
        cancel_after_dq=False,
    ),
    night=NightBook(night0_checks=True, shot_checker_answered=False, check_dead=True),
    farewell=FarewellBook(after_end=True, order="seat"),
    end=EndBook(stalemate_nights=0, win_check_after_dq=False),
    scoring=ScoringBook(
        max_mafia=ScoreTable(1.35, 0.85, foul=-0.1, best_read=(0.0, 0.1, 0.2, 0.3), miss=-0.1)
    ),
)
KINDS = (
    "clock",
    "nonsense",
    "absence.exceeded",
    "gesture.started",
    "camera.unobservable",
    *COMMANDS,
    *FAIR_COMMANDS,
)
VALUES = st.one_of(st.integers(-1, 12), st.sampled_from([None, True, "3", 2.5]))


class Game(RuleBasedStateMachine):
    """One table after another; each is replayed and cut when its time is over."""

    steps: ClassVar[int] = 0
    """Taken by all tables together."""

    def __init__(self) -> None:
        super().__init__()
        self.book = RuleBook()
        self.fresh()

    @initialize(otherwise=st.booleans(), seed=st.integers(0, 2**20), leads=st.booleans())
    def begin(self, otherwise: bool, seed: int, leads: bool) -> None:
        self.book = OTHERWISE if otherwise else RuleBook()
        self.fresh()
        self.start(seed, leads, turbo=False)

    def fresh(self) -> None:
        self.state = new_table(self.book)
        self.log: list[Event] = []
        self.said: list[Decision] = []

    def send(self, kind: str, seat: int, data: dict[str, Json], after: float = 0.01) -> tuple[Decision, ...]:
        before = self.state
        event = Event(f"e{len(self.log)}", kind, seat, before.t + after, data)
        self.state, decisions = apply(before, event)
        self.log.append(event)
        self.said += decisions
        promises.a_refused_command_changes_nothing(before, self.state, decisions)
        promises.every_decision_names_rule_and_cause(decisions)
        promises.votes_are_those_of_the_living(before, self.state, decisions)
        return decisions

    def start(self, seed: int, leads: bool, turbo: bool) -> None:
        players: list[Json] = [f"player {seat}" for seat in SEATS]
        mode = "leading" if leads else "following"
        self.send("game.start", 0, {"seed": str(seed), "players": players, "mode": mode, "turbo": turbo})

    @precondition(lambda self: self.state.game.result is not None)
    @rule(seed=st.integers(0, 2**20), leads=st.booleans(), turbo=st.booleans())
    def play_again(self, seed: int, leads: bool, turbo: bool) -> None:
        self.teardown()
        self.fresh()
        self.start(seed, leads, turbo)

    @rule(seed=st.integers(0, 2**20), steps=st.integers(1, 20))
    def play(self, seed: int, steps: int) -> None:
        """What players might do in the coming steps, all of it legal, and the ends of the steps."""
        chance = random.Random(seed)
        for _ in range(steps):
            game = self.state.game
            for kind, seat, data in acts(game, chance):
                decisions = self.send(kind, seat, data)
                assert game.paused is not None or decisions[0].type != "refused", (kind, decisions)
            if self.state.game.since == game.since:
                self.end_step()
            self.hold()

    def end_step(self) -> None:
        deadline = self.state.game.deadline
        if deadline is not None:
            self.send("clock", 0, {}, deadline - self.state.t)
        elif self.state.game.setup.mode == "following":
            self.send("phase.end", 0, {"phase": self.state.game.phase})

    @rule(
        kind=st.sampled_from(KINDS),
        seat=st.integers(-1, 11),
        value=VALUES,
        after=st.sampled_from((-5.0, 0.0, 0.5, 7.0, 100.0, 90_000.0)),
    )
    def anything(self, kind: str, seat: int, value: Json, after: float) -> None:
        """Some event with some data, mostly illegal."""
        names = ("nominee", "candidate", "target", "accused", "suspects", "yes", "left", "gesture", "reason")
        self.send(kind, seat, {**dict.fromkeys(names, value), "rule": "FP-S3", "note": "x"}, after)

    @rule(accused=st.sampled_from(SEATS), votes=st.integers(0, 10), kind=st.integers(0, 3))
    def accuse(self, accused: int, votes: int, kind: int) -> None:
        """A report, a ballot on it, and some of the living vote yes."""
        living = [seat for seat in self.state.game.living if seat != accused]
        if not living or self.state.game.result is not None:
            return
        said = self.send("report.file", living[0], {"accused": accused, "rule": "FP-S3"})
        if said[0].type == "refused" or kind == 0:
            return
        kinds = ("technical_foul", "disqualification", "abort_void")
        incident: Json = said[0].data.get("incident")
        self.send("ballot.open", living[0], {"incident": incident, "kind": kinds[kind - 1]})
        for seat in living[1 : votes + 1]:
            if self.state.fair.open:
                self.send("ballot.vote", seat, {"ballot": self.state.fair.open[-1].id, "yes": True})

    @rule()
    def look(self) -> None:
        if self.state.game.result is None:
            promises.no_view_shows_a_hidden_role(self.state, self.said[-40:])

    @rule()
    def write_down_and_read_back(self) -> None:
        again = loads(TableState, dumps(self.state))
        assert again == self.state
        self.state = again

    @invariant()
    def count(self) -> None:
        type(self).steps += 1

    @invariant()
    def hold(self) -> None:
        """What is always true."""
        promises.there_are_never_two_winners(self.state, self.said)
        promises.the_dead_have_no_part(self.state)
        promises.nobody_is_sanctioned_without_a_ballot_but_by_the_second_technical_foul(self.state)
        promises.what_is_due_has_happened(self.state)

    def teardown(self) -> None:
        """The same log gives the same bytes, whole or cut anywhere and resumed from JSON."""
        state = new_table(self.book)
        said: list[Decision] = []
        chance = random.Random(len(self.log))
        cuts = {chance.randint(0, len(self.log)) for _ in range(3)}
        for number, event in enumerate(self.log):
            if number in cuts:
                state = loads(TableState, dumps(state))
            state, decisions = apply(state, event)
            said += decisions
        assert dumps(state) == dumps(self.state)
        assert dumps(said) == dumps(self.said)


Game.TestCase.settings = settings(max_examples=120, stateful_step_count=100, deadline=None)


class TestGame(Game.TestCase):  # type: ignore[misc,valid-type]
    @classmethod
    def tearDownClass(cls) -> None:
        assert Game.steps >= 8_000, "with fair play's machine 20,000 steps in the normal run"
