"""Any order of signals, reports, ballots, votes, departures and appeals keeps what fair play promises."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rules.canonical import dumps, loads
from rules.events import Json
from rules.table.fairplay.ballots import needed, tally
from rules.table.fairplay.book import KINDS, FairPlayBook
from rules.table.fairplay.effects import LoseSpeech, Remove, Restore
from rules.table.fairplay.reports import REPORTABLE
from rules.table.fairplay.state import Ballot, FairState, technical_fouls
from tests.rules.fairplay.table import TEN, Table
from tests.rules.table.promises import every_sanction_rests_on_its_ballot

SEAT = st.integers(1, 10)
NUMBER = st.integers(1, 3)
BOOKS = (
    FairPlayBook(),
    FairPlayBook(
        open_ballots=3, close_when_decided=False, failed_ballots_per_player=9, reports_per_player=50
    ),
    FairPlayBook(accused_votes=False, eliminated_can_be_sanctioned=False, interject_disabled_at=4),
    FairPlayBook(majority_of="cast", quorum=3, votes_public=False, one_sanction_per_incident=False),
)
Step = tuple[str, tuple[Json, ...], dict[str, Json]]


class FairPlayMachine(RuleBasedStateMachine):
    """Every step is a public call; `log` holds them, and is replayed at the end."""

    steps: ClassVar[int] = 0
    """Taken by all tables together."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.log: list[Step] = []

    @initialize(book=st.sampled_from(BOOKS))
    def begin(self, book: FairPlayBook) -> None:
        self.table = Table(book)

    def take(self, name: str, *args: Json, **data: Json) -> None:
        before, living, said = self.table.state, self.table.now.living, len(self.table.log)
        self.log.append((name, args, data))
        perform(self.table, (name, args, data))
        new = self.table.log[said:]
        if [d.type for d in new] == ["refused"]:
            assert self.table.state is before
            assert self.table.now.living == living
        assert sum(d.type == "refused" for d in new) <= 1

    @rule(seat=SEAT)
    def interject(self, seat: int) -> None:
        self.take("send", "interject.press", seat)

    @rule(seat=SEAT, gesture=st.sampled_from(["forbidden", "aggressive_strike", "applause", "red"]))
    def gesture(self, seat: int, gesture: str) -> None:
        self.take("send", "gesture.started", seat, gesture=gesture)

    @rule(
        seat=SEAT,
        type=st.sampled_from(["absence.exceeded", "nudity.confirmed", "nudity.cleared", "absence.ended"]),
    )
    def signal(self, seat: int, type: str) -> None:
        self.take("send", type, seat, since=self.table.now.t - 16.0)

    @rule(seat=SEAT, type=st.sampled_from(["camera.unobservable", "camera.restored"]))
    def camera(self, seat: int, type: str) -> None:
        self.take("send", type, seat)

    @rule(seat=st.integers(0, 10), accused=SEAT, breach=st.sampled_from(REPORTABLE))
    def report(self, seat: int, accused: int, breach: str) -> None:
        self.take("send", "report.file", seat, accused=accused, rule=breach, by="host")

    @rule(seat=SEAT, back=NUMBER, kind=st.sampled_from(KINDS))
    def open_ballot(self, seat: int, back: int, kind: str) -> None:
        incidents = self.table.state.incidents
        incident = incidents[-min(back, len(incidents))].id if incidents else "incident-1"
        self.take("send", "ballot.open", seat, incident=incident, kind=kind)

    @rule(seats=st.lists(SEAT, max_size=7), back=NUMBER, yes=st.booleans())
    def vote(self, seats: list[int], back: int, yes: bool) -> None:
        opened = self.table.state.open
        ballot = opened[-min(back, len(opened))].id if opened else "ballot-1"
        for seat in seats if opened else seats[:1]:
            self.take("send", "ballot.vote", seat, ballot=ballot, yes=yes)

    @rule(seat=SEAT, breach=st.sampled_from(REPORTABLE), kind=st.sampled_from(KINDS[:2]))
    def everybody_agrees(self, seat: int, breach: str, kind: str) -> None:
        living = list(self.table.now.living)
        self.report(0, seat, breach)
        if living:  # no win check ends this table
            self.open_ballot(living[0], 1, kind)
            self.vote(living, 1, True)

    @rule(seconds=st.sampled_from([0.1, 5.0, 20.0, 90.0]))
    def wait(self, seconds: float) -> None:
        self.take("wait", seconds)

    @rule(seat=SEAT)
    def leaves_by_the_game(self, seat: int) -> None:
        living = [s for s in self.table.now.living if s != seat]
        if len(living) > 1:
            self.take("set", living=list(living))

    @rule(phase=st.sampled_from(["speech", "vote", "shooting"]), speaker=SEAT)
    def next_phase(self, phase: str, speaker: int) -> None:
        day = self.table.now.day + (phase == "speech")
        self.take("set", phase=phase, day=day, next_discussion=day + 1, speaker=speaker)

    @rule(paused=st.booleans())
    def pause(self, paused: bool) -> None:
        self.take("set", paused=paused)

    @rule(
        back=NUMBER,
        what=st.sampled_from(["sanction", "ban"]),
        outcome=st.sampled_from(["upheld", "reduced", "revoked"]),
        reviewer=st.sampled_from(["Zoe", "a"]),
    )
    def appeal(self, back: int, what: str, outcome: str, reviewer: str) -> None:
        items = self.table.state.sanctions if what == "sanction" else self.table.state.bans
        if items:
            item = items[-min(back, len(items))]
            self.take("send", "appeal.file", item.seat, against=item.id, text="no")
        appeal = self.table.state.appeals[-1].id if self.table.state.appeals else "none"
        self.take("send", "appeal.decide", 0, appeal=appeal, outcome=outcome, reviewer=reviewer, until="2027")

    @rule(back=NUMBER, answer=st.sampled_from(["none", "temporary", "permanent"]))
    def ban(self, back: int, answer: str) -> None:
        bans = self.table.state.bans
        ban = bans[-min(back, len(bans))].id if bans else "none"
        self.take("send", "ban.decide", 0, ban=ban, answer=answer, until="2027", reviewer="Ann")

    @invariant()
    def count(self) -> None:
        type(self).steps += 1

    @invariant()
    def no_sanction_without_a_ballot_except_the_second_technical_foul(self) -> None:
        every_sanction_rests_on_its_ballot(self.table.state)

    @invariant()
    def only_the_sanctioned_are_removed_and_only_fouls_cost_a_speech(self) -> None:
        state = self.table.state
        struck = {s.seat for s in state.sanctions if s.kind == "disqualification"}
        removed = [effect.seat for effect in self.table.effects if isinstance(effect, Remove)]
        silenced = [effect.seat for effect in self.table.effects if isinstance(effect, LoseSpeech)]
        restored = {effect.seat for effect in self.table.effects if isinstance(effect, Restore)}
        assert set(removed) <= struck
        assert len(set(removed)) == len(removed)
        assert restored <= struck
        assert sorted(silenced) == [seat for seat in TEN if state.seats[seat - 1].fouls >= 3]
        for seat in TEN:
            assert technical_fouls(state, seat) < 2 or seat in struck

    @invariant()
    def votes_add_up_to_at_most_the_living_and_nobody_votes_twice(self) -> None:
        state, now = self.table.state, self.table.now
        votes: set[tuple[str, str, int]] = set()
        for ballot in (*state.open, *state.ballots):
            if ballot.outcome == "lapsed":
                continue
            for seat, _ in ballot.votes:
                assert (ballot.incident, ballot.kind, seat) not in votes
                votes.add((ballot.incident, ballot.kind, seat))
            assert {seat for seat, _ in ballot.votes} <= set(ballot.voters)
            assert len(ballot.votes) <= ballot.alive
        for ballot in state.open:
            self._is_undecided(ballot)
            assert sum(tally(ballot, now.living)) <= len(now.living)
            assert now.t < ballot.deadline

    def _is_undecided(self, ballot: Ballot) -> None:
        yes, no, missing = tally(ballot, self.table.now.living)
        if self.table.book.close_when_decided and self.table.book.majority_of == "living":
            assert yes < needed(self.table.book, yes + no + missing, yes + no) <= yes + missing

    def teardown(self) -> None:
        log = written(self.table)
        again = Table(self.table.book)
        for step in self.log:
            perform(again, step)
        assert written(again) == log
        cut = Table(self.table.book)
        for place, step in enumerate(self.log):
            if place == len(self.log) // 2:
                cut.state = loads(FairState, dumps(cut.state))
            perform(cut, step)
        assert written(cut) == log
        assert cut.state == self.table.state


def perform(table: Table, step: Step) -> None:
    """One step of a log."""
    name, args, data = step
    if name == "send":
        type, seat = args
        assert isinstance(type, str)
        assert isinstance(seat, int)
        table.send(type, seat, None, **data)
    elif name == "wait":
        (seconds,) = args
        assert isinstance(seconds, float)
        table.wait(seconds)
    else:
        table.set(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})


def written(table: Table) -> bytes:
    """All decisions of the table as JSON lines."""
    return b"\n".join(json.dumps(asdict(d), sort_keys=True).encode() for d in table.log)


FairPlayMachine.TestCase.settings = settings(max_examples=140, stateful_step_count=100, deadline=None)


class TestFairPlay(FairPlayMachine.TestCase):  # type: ignore[misc,valid-type]
    @classmethod
    def tearDownClass(cls) -> None:
        assert FairPlayMachine.steps >= 12_000, "with the game's machine 20,000 steps in the normal run"
