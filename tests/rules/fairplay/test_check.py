"""Contradictions in the settings of fair play are found, each with its place and a hint."""

from __future__ import annotations

import pytest

from rules.table.book import RuleBook
from rules.table.check import check
from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.check import contradictions


def test_the_defaults_contradict_nothing() -> None:
    assert list(contradictions(FairPlayBook())) == []


@pytest.mark.parametrize(
    ("book", "place", "hint"),
    [
        (FairPlayBook(fouls_silence=0), "fouls_silence", "1 or more"),
        (FairPlayBook(interject_disabled_at=0), "interject_disabled_at", "never work"),
        (FairPlayBook(interject_disabled_at=2), "interject_disabled_at", "before foul 3"),
        (FairPlayBook(interject_microphone=0.0), "interject_microphone", "above 0"),
        (FairPlayBook(ballot_seconds=float("nan")), "ballot_seconds", "above 0"),
        (FairPlayBook(pause_suggested_after=-1.0), "pause_suggested_after", "above 0"),
        (FairPlayBook(technical_foul_grounds=()), "technical_foul_grounds", "no vote"),
        (FairPlayBook(technical_foul_grounds=("technical_foul",)), "technical_foul_grounds", "FP-A1"),
        (
            FairPlayBook(disqualification_grounds=("abort_void", "abort_void")),
            "disqualification_grounds",
            "twice",
        ),
        (
            FairPlayBook(disqualification_grounds=("exile", "abort_void")),  # type: ignore[arg-type]
            "disqualification_grounds",
            "no sanction exile",
        ),
        (FairPlayBook(incident_gap=-1.0), "incident_gap", "0 or more"),
        (FairPlayBook(quorum=11), "quorum", "0 to 10"),
        (FairPlayBook(ballot_seconds=0.0), "ballot_seconds", "above 0"),
        (FairPlayBook(majority_of="cast"), "quorum", "write 2 or more"),
        (FairPlayBook(majority_of="cast", quorum=1, initiator_votes_yes=False), "quorum", "write 2 or more"),
        (FairPlayBook(open_ballots=0), "open_ballots", "1 or more"),
        (FairPlayBook(ballots_per_incident_and_kind=0), "ballots_per_incident_and_kind", "1 or more"),
        (FairPlayBook(reports_per_player=0), "reports_per_player", "1 or more"),
        (FairPlayBook(failed_ballots_per_player=0), "failed_ballots_per_player", "1 or more"),
        (FairPlayBook(grounds_valid_days=-1), "grounds_valid_days", "same day"),
        (
            FairPlayBook(one_sanction_per_incident=False, ballots_per_incident_and_kind=2),
            "ballots_per_incident_and_kind",
            "two technical fouls",
        ),
        (FairPlayBook(tech_fouls_dq=0), "tech_fouls_dq", "1 or more"),
        (FairPlayBook(appeal_within=4 * 86_400.0), "appeal_within", "keep it longer"),
        (FairPlayBook(evidence_kept=float("inf")), "evidence_kept", "above 0"),
    ],
)
def test_a_contradiction_names_its_place_and_what_to_write(book: FairPlayBook, place: str, hint: str) -> None:
    found = list(contradictions(book))
    assert [name for name, _ in found] == [place]
    assert hint in found[0][1]


def test_the_whole_rule_book_complains_of_fair_play_with_the_path_of_the_setting() -> None:
    (complaint,) = check(RuleBook(fair_play=FairPlayBook(tech_fouls_dq=0)))
    assert complaint.place == "fair_play.tech_fouls_dq"


@pytest.mark.parametrize(
    "book",
    [
        FairPlayBook(fouls_silence=1, interject_disabled_at=1),
        FairPlayBook(interject_disabled_at=3),
        FairPlayBook(incident_gap=0.0, grounds_valid_days=0),
        FairPlayBook(quorum=10, majority_of="cast"),
        FairPlayBook(quorum=2, majority_of="cast", initiator_votes_yes=False),
        FairPlayBook(tech_fouls_dq=1, failed_ballots_per_player=1, reports_per_player=1),
        FairPlayBook(ballot_seconds=0.5, appeal_within=0.5, evidence_kept=1.0),
        FairPlayBook(one_sanction_per_incident=False),
    ],
)
def test_the_least_that_a_table_may_write_contradicts_nothing(book: FairPlayBook) -> None:
    assert list(contradictions(book)) == []
