"""Random legal and illegal events: what must hold after every one of them."""

from __future__ import annotations

import random

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
from rules.table.game.state import SEATS, Result
from rules.table.referee import apply, new_table
from rules.table.state import TableState
from rules.table.views import Viewer, seen, view

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
WORDS = [f'"{role}"' for role in ("citizen", "sheriff", "mafia", "don")]


class Game(RuleBasedStateMachine):
    """One table after another; each is replayed and cut when its time is over."""

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
        self.check_decisions(before, decisions)
        return decisions

    def check_decisions(self, before: TableState, decisions: tuple[Decision, ...]) -> None:
        if any(decision.type == "refused" for decision in decisions):
            assert len(decisions) == 1
            assert self.state is before
            text = decisions[0].data["text"]
            assert isinstance(text, str)
            assert len(text) > 10
            assert "{" not in text
        living = set(before.game.living)
        started = any(decision.type == "game.started" for decision in decisions)
        for decision in decisions:
            assert decision.rule or decision.type == "refused"
            assert decision.caused_by, decision
            if decision.type in ("vote.closed", "lift.closed"):
                choices = decision.data["choices"]
                assert isinstance(choices, list)
                assert {seat for seat in SEATS if choices[seat - 1]} == living
            if decision.type == "vote.closed":
                votes: Json = decision.data["votes"]
                assert isinstance(votes, list)
                assert sum(vote for vote in votes if isinstance(vote, int)) == len(living)
            if decision.type == "player.left":
                living.remove(decision.seat)
        assert started or living == set(self.state.game.living)

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
        """Nobody outside sees a role before the end."""
        if self.state.game.result is None:
            outsiders: tuple[Viewer, ...] = ("spectator", "reviewer")
            for viewer in outsiders:
                shown = dumps(view(self.state, viewer)) + dumps([*seen(self.said[-20:], viewer)])
                if not any(decision.type == "game.ended" for decision in self.said[-20:]):
                    assert not [word for word in WORDS if word.encode() in shown]

    @rule()
    def write_down_and_read_back(self) -> None:
        again = loads(TableState, dumps(self.state))
        assert again == self.state
        self.state = again

    @invariant()
    def hold(self) -> None:
        """What is always true."""
        self.there_is_one_winner_at_most_and_then_nothing_moves()
        self.no_dead_seat_has_a_ballot_a_speech_or_a_place_in_the_list()
        self.time_that_is_due_is_past()

    def there_is_one_winner_at_most_and_then_nothing_moves(self) -> None:
        game = self.state.game
        assert (game.result is not None) == (game.phase == "over")
        ends = [decision for decision in self.said if decision.type == "game.ended"]
        assert len(ends) == (game.result is not None)
        if game.result is not None:
            assert game.result == Result(ends[0].data["winner"], ends[0].data["why"], ends[0].rule)  # type: ignore[arg-type]

    def no_dead_seat_has_a_ballot_a_speech_or_a_place_in_the_list(self) -> None:
        game = self.state.game
        living = set(game.living)
        if game.poll is not None:
            assert {seat for seat in SEATS if game.poll.choices[seat - 1]} <= living
            assert set(game.poll.candidates) <= living
        if game.phase in ("speech", "runoff_speech"):
            assert game.speaker in living
            assert set(game.queue) <= living
        assert sorted(living) == list(game.living)
        assert not living & {left.seat for left in game.record.left}

    def time_that_is_due_is_past(self) -> None:
        game = self.state.game
        assert game.deadline is None or game.deadline >= game.since

    def teardown(self) -> None:
        """The same log gives the same bytes, whole or cut anywhere and resumed from JSON."""
        state = new_table(self.book)
        said: list[Decision] = []
        cut = random.Random(len(self.log)).randint(0, len(self.log))
        for number, event in enumerate(self.log):
            if number == cut:
                state = loads(TableState, dumps(state))
            state, decisions = apply(state, event)
            said += decisions
        assert dumps(state) == dumps(self.state)
        assert dumps(said) == dumps(self.said)


Game.TestCase.settings = settings(max_examples=60, stateful_step_count=80, deadline=None)
TestGame = Game.TestCase
