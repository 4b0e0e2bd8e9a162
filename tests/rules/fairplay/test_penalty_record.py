"""Polemica's penalty records: read, replayed and written without loss."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.events import Json
from rules.table.fairplay.book import KINDS, FairPlayBook
from rules.table.fairplay.incident import Stage
from rules.table.fairplay.penalty_record import PenaltyRecord
from rules.table.fairplay.situation import Situation
from tests.rules.fairplay.table import TEN, Table
from tests.rules.table.tables import Table as Game

WORDS = st.text(min_size=1, max_size=8)
VALUES: st.SearchStrategy[Json] = (
    st.none() | st.booleans() | st.integers(-9, 9) | WORDS | st.lists(st.integers(0, 9), max_size=3)
)


@st.composite
def published(draw: st.DrawFn) -> dict[str, Json]:
    """A record as the platform publishes it, with fields of later versions."""
    stage: dict[str, Json] = {"type": draw(WORDS), "day": draw(st.integers(0, 9))}
    for field in ("player", "voting"):
        if draw(st.booleans()):
            stage[field] = draw(st.integers(1, 10))
    record: dict[str, Json] = {
        "type": draw(st.sampled_from(["tech", "disqual", "stop"])),
        "player": draw(st.integers(1, 10)),
        "initiator": draw(st.integers(1, 10)),
        "votes": {str(seat): draw(st.booleans()) for seat in draw(st.lists(st.integers(1, 10), unique=True))},
        "alive": draw(st.integers(1, 10)),
        "started": draw(st.sampled_from(["2026-07-27T16:08:45.271Z", "2026-07-27 16:04:24", 12.5, 17])),
        "stage": stage,
    }
    for extra in draw(st.lists(WORDS, max_size=2, unique=True)):
        record["x" + extra] = draw(VALUES)
        stage["x" + extra] = draw(VALUES)
    return record


@given(published())
def test_what_is_published_is_written_back_as_it_was(record: dict[str, Json]) -> None:
    read = PenaltyRecord.from_json(record)
    assert read.to_json() == record
    assert PenaltyRecord.from_json(read.to_json()) == read


@st.composite
def records(draw: st.DrawFn) -> PenaltyRecord:
    """A record of a table of ten, every kind of ballot included."""
    living = tuple(sorted(draw(st.sets(st.sampled_from(TEN), min_size=1))))
    initiator = draw(st.sampled_from(living))
    voters = draw(st.permutations(living).map(tuple))[: draw(st.integers(0, len(living)))]
    return PenaltyRecord(
        kind=draw(st.sampled_from(KINDS)),
        player=draw(st.sampled_from(TEN)),
        initiator=initiator,
        votes=tuple((seat, draw(st.booleans())) for seat in voters),
        alive=len(living),
        started=draw(st.floats(0.0, 1e5)),
        stage=Stage(draw(WORDS), draw(st.integers(0, 9)), draw(st.integers(0, 10)), draw(st.integers(0, 3))),
    )


@given(records(), st.data())
def test_a_record_replayed_at_our_table_gives_the_same_record_and_outcome(
    record: PenaltyRecord, data: st.DataObject
) -> None:
    voters = {seat for seat, _ in record.votes} | {record.initiator}
    others = data.draw(st.permutations([seat for seat in TEN if seat not in voters]))
    living = tuple(sorted([*voters, *others[: max(0, record.alive - len(voters))]]))
    record = replace(record, alive=len(living))
    assert isinstance(record.started, float)
    now = Situation(
        t=record.started,
        running=True,
        phase=record.stage.phase,
        day=record.stage.day,
        speaker=record.stage.speaker,
        voting=record.stage.voting,
        living=living,
    )
    table = Table(FairPlayBook(close_when_decided=False, initiator_votes_yes=False), now)
    incident = table.report(record.player, "FP-S2")
    ballot = table.ballot(incident, record.kind, by=record.initiator)
    for seat, yes in record.votes:
        table.send("ballot.vote", seat, ballot=ballot, yes=yes)
    table.wait(20.0)
    (closed,) = table.state.ballots
    assert PenaltyRecord.of(closed) == record
    assert PenaltyRecord.from_json(PenaltyRecord.of(closed).to_json()) == record
    assert (closed.outcome == "passed") is record.passed


@pytest.mark.parametrize(
    ("yes", "alive", "passed"),
    [(3, 10, False), (1, 5, False), (2, 5, False), (2, 4, False), (3, 4, True), (6, 10, True)],
)
def test_passed_is_a_strict_majority_of_the_living(yes: int, alive: int, passed: bool) -> None:
    votes = tuple((seat, seat <= yes) for seat in TEN[:alive])
    record = PenaltyRecord("technical_foul", 3, 1, votes, alive, 0.0, Stage("speech", 1, 4))
    assert record.passed is passed


def test_the_platforms_own_time_may_replace_table_time() -> None:
    table = Table()
    table.ballot(table.report(10, "FP-U3"), "technical_foul", by=4)
    record = PenaltyRecord.of(table.state.open[0], "2026-07-27T16:08:45.271Z")
    assert record.to_json() == {
        "type": "tech",
        "player": 10,
        "initiator": 4,
        "votes": {"4": True},
        "alive": 10,
        "started": "2026-07-27T16:08:45.271Z",
        "stage": {"type": "speech", "day": 2, "player": 5},
    }


GOOD: dict[str, Json] = {
    "type": "stop",
    "player": 3,
    "initiator": 1,
    "votes": {"1": True},
    "alive": 5,
    "started": 1.0,
    "stage": {"type": "speech", "day": 4},
}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("type", "foul"),
        ("type", None),
        ("form", "other"),
        ("player", 0),
        ("player", True),
        ("initiator", "1"),
        ("votes", [True]),
        ("votes", {"01": True}),
        ("votes", {"0": True}),
        ("votes", {"٣": True}),
        ("votes", {"x": True}),
        ("votes", {"9" * 5000: True}),
        ("votes", {"1": 1}),
        ("alive", -1),
        ("alive", 5.0),
        ("started", None),
        ("started", False),
        ("stage", "speech"),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(field: str, value: Json) -> None:
    with pytest.raises(ValueError, match="type" if field == "form" else field):
        PenaltyRecord.from_json({**GOOD, field: value})


@pytest.mark.parametrize(
    "stage", [{"day": 1}, {"type": "x"}, {"type": "x", "day": -1}, {"type": "x", "day": 1, "player": 0}]
)
def test_what_is_no_stage_is_refused_with_its_place(stage: dict[str, Json]) -> None:
    with pytest.raises(ValueError, match=r"stage\."):
        PenaltyRecord.from_json({**GOOD, "stage": stage})


def test_a_void_abort_is_a_stop_with_its_form() -> None:
    record = PenaltyRecord.from_json({**GOOD, "form": "void"})
    assert record.kind == "abort_void"
    assert record.to_json() == {**GOOD, "form": "void"}
    assert PenaltyRecord.from_json(GOOD).kind == "abort_opponent_victory"


@pytest.mark.parametrize(
    ("phase", "stage"),
    [
        ("speech", {"type": "speech", "day": 1, "player": 1}),
        ("vote", {"type": "vote", "day": 1, "voting": 1}),
        ("runoff_speech", {"type": "runoff_speech", "day": 1, "player": 3, "voting": 2}),
        ("farewell", {"type": "farewell", "day": 1, "player": 7}),
        ("shooting", {"type": "shooting", "day": 1}),
    ],
)
@pytest.mark.parametrize(
    ("kind", "type"), [("technical_foul", "tech"), ("disqualification", "disqual"), ("abort_void", "stop")]
)
def test_a_ballot_of_a_game_is_a_record_with_its_stage_and_comes_back(
    phase: str, stage: dict[str, Json], kind: str, type: str
) -> None:
    game = Game()
    game.nominate([3, 7])
    if phase == "speech":
        game = Game()
        game.to("speech")
    if phase == "runoff_speech":
        game.vote(dict.fromkeys(range(1, 6), 3))
    game.to(phase)
    opened = game.t
    alive = len(game.game.living)
    game.do("report.file", accused=2, rule="FP-S3", by="host")
    game.do("ballot.open", 4, incident="incident-1", kind=kind)
    game.do("ballot.vote", 2, ballot="ballot-1", yes=False)
    record = PenaltyRecord.of(game.state.fair.open[0])
    written = record.to_json()
    expected: dict[str, Json] = {
        "type": type,
        "player": 2,
        "initiator": 4,
        "votes": {"4": True, "2": False},
        "alive": alive,
        "started": opened,
        "stage": stage,
    }
    assert written == (expected if kind != "abort_void" else {**expected, "form": "void"})
    assert PenaltyRecord.from_json(json.loads(json.dumps(written))) == record
