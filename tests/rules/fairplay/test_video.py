"""Video never sanctions by itself: no sequence of signals leads to anything but grounds and information."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import Json
from rules.table.fairplay.apply import SIGNALS
from rules.table.fairplay.book import KINDS, FairPlayBook
from tests.rules.fairplay.table import TEN, Table

HARMLESS = {
    "grounds.raised",
    "grounds.updated",
    "incident.recorded",
    "information.noted",
    "suspicion.noted",
    "tile.covered",
    "tile.uncovered",
    "ban.proposed",
    "pause.suggested",
}
"""Everything that may follow from what cameras saw: `ban.proposed` asks people, a covered tile protects."""

DATA: st.SearchStrategy[dict[str, Json]] = st.fixed_dictionaries(
    {},
    optional={
        "gesture": st.sampled_from(
            ["forbidden", "aggressive_throat", "aggressive_strike", "applause", "vote"]
        ),
        "rule": st.sampled_from(["FP-U1", "FP-S2", "FP-S3", "FP-T2", "FP-F1"]),
        "since": st.floats(0.0, 1000.0),
        "until": st.floats(0.0, 1000.0),
        "score": st.floats(0.0, 1.0),
        "audience": st.sampled_from(["table", "audit"]),
        "reason": st.just("muted"),
        "yes": st.booleans(),
        "kind": st.sampled_from(KINDS),
        "ballot": st.just("ballot-1"),
    },
)
SIGNAL = st.tuples(st.sampled_from(sorted(SIGNALS)), st.integers(0, 11), st.floats(0.0, 30.0), DATA)
STRICTEST = FairPlayBook(
    forbidden_gesture_in_game="disqualification",
    technical_foul_grounds=KINDS,
    incident_gap=0.0,
    tech_fouls_dq=1,
    fouls_silence=1,
    majority_of="cast",
)


@settings(max_examples=150)
@given(st.lists(SIGNAL, max_size=60), st.sampled_from([FairPlayBook(), STRICTEST]))
def test_no_sequence_of_signals_leads_to_a_sanction(
    signals: list[tuple[str, int, float, dict[str, Json]]], book: FairPlayBook
) -> None:
    table = Table(book)
    for type, seat, wait, data in signals:
        table.wait(wait)
        table.send(type, seat, None, **data)
    assert table.effects == []
    assert {decision.type for decision in table.log} <= HARMLESS
    state = table.state
    assert (state.sanctions, state.open, state.ballots, state.appeals) == ((), (), (), ())
    assert all(ban.answer == "open" for ban in state.bans)
    assert all(r.fouls == r.silenced == r.failed_ballots == 0 for r in state.seats)
    assert all(incident.auto_effect == "none" for incident in state.incidents)
    assert table.now.living == TEN
    assert table.now.running


def test_a_thousand_proofs_of_everything_lead_to_grounds_alone() -> None:
    table = Table(STRICTEST)
    for step in range(1000):
        table.wait(20.0)
        table.send("gesture.started", 3, gesture="forbidden", score=1.0)
        table.send("nudity.confirmed", 3, score=1.0)
        table.send("absence.exceeded", 3, since=float(step))
    assert {decision.type for decision in table.log} <= HARMLESS
    assert len(table.state.incidents) == 3000
    assert table.effects == []
