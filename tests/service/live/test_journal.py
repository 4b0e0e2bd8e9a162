"""The journal: each viewer reads numbered lines without gaps, and none of what is not for them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.events import Audience, Decision, Json
from rules.table.views import Viewer
from service.live.journal import TABLE, VIEWERS, Happening, Journal, TooLate

AUDIENCES = st.sampled_from(get_args(Audience))
HAPPENINGS = st.builds(
    Happening,
    id=st.just(""),
    type=st.sampled_from(("gesture.started", "absence.exceeded", "camera.unobservable")),
    seat=st.integers(1, 10),
    t=st.floats(0.0, 1e6),
    data=st.just({"gesture": "red", "score": 0.9, "reason": "black", "since": 1.0, "evidence": [1, 2]}),
    audience=AUDIENCES,
    observed=st.booleans(),
)
DECISIONS = st.builds(
    Decision,
    type=st.sampled_from(("grounds.raised", "role.dealt", "shot.taken")),
    seat=st.integers(0, 10),
    t=st.floats(0.0, 1e6),
    data=st.just({"target": 4, "evidence": ["t-000001"]}),
    rule=st.just("C-202"),
    caused_by=st.just(("t-000001",)),
    audience=AUDIENCES,
)
TOLD = st.lists(st.one_of(HAPPENINGS, DECISIONS), max_size=40)


def _happened(journal: Journal, happening: Happening) -> None:
    journal.publish(journal.compose(happening))


def _told(journal: Journal, things: list[Happening | Decision]) -> None:
    for thing in things:
        if isinstance(thing, Happening):
            _happened(journal, thing)
        else:
            journal.publish(journal.compose(None, (thing,)))


def _lines(journal: Journal, viewer: Viewer) -> list[Mapping[str, Json]]:
    return [line.fields for line in journal.feed(viewer).after(0)]


@given(TOLD)
def test_every_viewer_counts_without_gaps(things: list[Happening | Decision]) -> None:
    journal = Journal("t")
    _told(journal, things)
    for viewer in VIEWERS:
        lines = journal.feed(viewer).after(0)
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    for viewer in TABLE:
        numbers = [int(str(line["id"]).rpartition("-")[2]) for line in _lines(journal, viewer)]
        assert numbers == list(range(1, len(numbers) + 1))


@given(TOLD)
def test_nobody_reads_what_is_not_for_them(things: list[Happening | Decision]) -> None:
    journal = Journal("t")
    _told(journal, things)
    counts = {viewer: len(_lines(journal, viewer)) for viewer in VIEWERS}
    assert counts["platform"] == len(things)
    assert counts["reviewer"] == sum(thing.audience in ("everyone", "reviewer") for thing in things)
    assert counts["spectator"] == sum(thing.audience == "everyone" for thing in things)
    for seat in range(1, 11):
        own = sum(thing.audience == "seat" and thing.seat == seat for thing in things)
        assert counts[seat] == counts["spectator"] + own
        for line in _lines(journal, seat):
            assert not line.get("caused_by")


@given(TOLD)
def test_what_others_are_told_makes_no_difference(things: list[Happening | Decision]) -> None:
    """A spectator's lines are the same, byte for byte, whatever the platform and the seats are told."""
    whole, public = Journal("t"), Journal("t")
    _told(whole, things)
    _told(public, [thing for thing in things if thing.audience == "everyone"])
    assert _lines(whole, "spectator") == _lines(public, "spectator")


def test_players_read_the_public_part_of_what_cameras_saw() -> None:
    data: dict[str, Json] = {"gesture": "red", "score": 0.91234567, "models": {"a": "b"}, "measures": [1]}
    journal = Journal("t")
    _happened(journal, Happening("x", "gesture.started", 3, 1.23456789, data, "everyone", observed=True))
    for viewer in TABLE:
        assert _lines(journal, viewer)[0]["data"] == {"gesture": "red", "score": 0.912346}
    assert _lines(journal, "platform")[0] == {
        "id": "x",
        "type": "gesture.started",
        "table": "t",
        "seat": 3,
        "t": 1.234568,
        "data": {**data, "score": 0.912346},
    }


@given(st.integers(1, 20), st.integers(0, 60), st.integers(0, 70))
def test_lines_that_are_gone_are_told_to_be(kept: int, count: int, after: int) -> None:
    journal = Journal("t", kept)
    for index in range(count):
        _happened(journal, Happening("", "gesture.started", 1, float(index), {}, "everyone"))
    feed = journal.feed("spectator")
    if after >= count - kept:
        assert [line.number for line in feed.after(after)] == list(range(after + 1, count + 1))
        return
    with pytest.raises(TooLate, match=f"go on after {count - kept}") as gone:
        feed.after(after)
    lines = feed.after(gone.value.last_gone)
    assert [line.number for line in lines] == list(range(count - kept + 1, count + 1))


@given(TOLD)
def test_nobody_reads_what_is_composed_before_it_is_published(things: list[Happening | Decision]) -> None:
    journal = Journal("t")
    entries = [
        journal.compose(thing) if isinstance(thing, Happening) else journal.compose(None, (thing,))
        for thing in things
    ]
    assert not any(_lines(journal, viewer) for viewer in VIEWERS)
    for entry in entries:
        journal.publish(entry)
    for viewer in VIEWERS:
        assert _lines(journal, viewer) == [line for entry in entries for line in entry.of(viewer)]


def test_what_is_seen_and_what_is_reported_is_numbered_apart() -> None:
    """A reviewer reads the numbers of evidence: they must not tell how many acts there were in the night."""
    journal = Journal("t")
    for observed, expected in ((True, "e1"), (False, "g1"), (False, "g2"), (True, "e2"), (False, "g3")):
        identifier = journal.next_id(observed)
        assert identifier == f"t-{expected[0]}{int(expected[1:]):06d}"
        kind = "gesture.started" if observed else "shot.fire"
        audience: Audience = "reviewer" if observed else "platform"
        _happened(journal, Happening(identifier, kind, 1, 0.0, {}, audience, observed))
    assert [line["id"] for line in _lines(journal, "reviewer")] == ["t-e000001", "t-e000002"]


@pytest.mark.parametrize("ending", ["line", "close"])
def test_who_waits_is_woken(ending: str) -> None:
    async def run() -> list[int]:
        journal = Journal("t")
        feed = journal.feed("spectator")
        waiting = [asyncio.create_task(feed.wait(0)) for _ in range(3)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)
        _happened(journal, Happening("", "gesture.started", 1, 0.0, {}, "platform"))
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)
        if ending == "line":
            _happened(journal, Happening("", "gesture.started", 1, 0.0, {}, "everyone"))
        else:
            journal.close()
        async with asyncio.timeout(5):
            await asyncio.gather(*waiting)
        return [line.number for line in feed.after(0)]

    assert asyncio.run(run()) == ([1] if ending == "line" else [])
