"""Every rule of fair play, its grounds and sanction path (B.1, E-03), and what cameras may say (A.3)."""

from __future__ import annotations

import pytest

from rules.events import Json
from rules.table.fairplay.book import ABORTS, KINDS, FairPlayBook
from rules.table.fairplay.effects import EndGame, Remove
from rules.table.fairplay.rules import RULES
from tests.rules.fairplay.table import Table, only, reason, types
from vision.nudity.parts import PartPolicy

TF_RULES = ("FP-U1", "FP-U2", "FP-U3", "FP-U4", "FP-U5", "FP-U6", "FP-U7")


DQ_RULES = ("FP-S1", "FP-S2", "FP-S3", "FP-S4")


TF_BALLOTS = ["technical_foul", *ABORTS]


DQ_BALLOTS = list(KINDS)


def test_B1_all_rules_are_there() -> None:
    assert set(RULES) == {"FP-F1", *TF_RULES, *DQ_RULES, "FP-T2", "FP-G1", "FP-A1"}


@pytest.mark.parametrize("rule", TF_RULES)
def test_B1_FP_U1_to_U7_give_grounds_for_a_technical_foul_or_an_abort(rule: str) -> None:
    table = Table()
    raised = only(table.send("report.file", 2, accused=3, rule=rule), "grounds.raised")
    assert (raised.seat, raised.rule, raised.data["class"]) == (3, rule, "TF")
    assert raised.data["ballots"] == TF_BALLOTS
    assert raised.data["auto_effect"] == "none"
    assert raised.automated is False


@pytest.mark.parametrize("rule", DQ_RULES)
def test_B1_FP_S1_to_S4_give_grounds_for_disqualification_a_technical_foul_or_an_abort(rule: str) -> None:
    table = Table()
    raised = only(table.send("report.file", 2, accused=3, rule=rule), "grounds.raised")
    assert (raised.seat, raised.rule, raised.data["class"]) == (3, rule, "DQ")
    assert raised.data["ballots"] == DQ_BALLOTS


@pytest.mark.parametrize("rule", TF_RULES)
def test_B1_FP_U_sanction_path_is_a_vote_to_a_technical_foul(rule: str) -> None:
    table = Table()
    decisions = table.sanction(3, rule, "technical_foul")
    assert types(decisions)[-2:] == ["ballot.closed", "technical_foul.given"]
    given = decisions[-1]
    assert (given.seat, given.rule, given.data["count"]) == (3, rule, 1)
    assert given.data["reason"] == RULES[rule].title
    assert table.effects == []


@pytest.mark.parametrize("rule", DQ_RULES)
def test_B1_FP_S_sanction_path_is_a_vote_to_disqualification(rule: str) -> None:
    table = Table()
    decisions = table.sanction(3, rule, "disqualification")
    given = only(decisions, "player.disqualified")
    assert (given.seat, given.rule, given.automated) == (3, rule, False)
    assert table.effects == [Remove(3)]


@pytest.mark.parametrize("rule", [rule for rule in TF_RULES if not RULES[rule].alternatives])
def test_E03_grounds_of_the_first_list_allow_no_disqualification(rule: str) -> None:
    table = Table()
    incident = table.report(3, rule)
    refused = table.send("ballot.open", 2, incident=incident, kind="disqualification")
    assert reason(refused) == "kind_not_allowed"


def test_E03_a_table_may_offer_all_sanctions_for_every_breach() -> None:
    table = Table(FairPlayBook(technical_foul_grounds=KINDS))
    table.sanction(3, "FP-U3", "disqualification")
    assert table.effects == [Remove(3)]


def test_E03_who_opens_the_ballot_picks_one_sanction() -> None:
    table = Table()
    table.ballot(table.report(3, "FP-S1"), "technical_foul", by=2)
    assert [b.kind for b in table.state.open] == ["technical_foul"]


@pytest.mark.parametrize("rule", [*TF_RULES, *DQ_RULES, "FP-G1"])
@pytest.mark.parametrize("kind", ABORTS)
def test_FP_A1_an_abort_may_be_voted_for_any_breach(rule: str, kind: str) -> None:
    table = Table()
    decisions = table.sanction(3, rule, kind)
    aborted = only(decisions, "game.aborted")
    assert aborted.rule == "FP-A1"
    assert aborted.data["broken"] == rule


@pytest.mark.parametrize(
    ("kind", "result"), [("abort_void", "void"), ("abort_opponent_victory", "opponent_victory")]
)
def test_E08_B_D4_the_two_forms_of_an_abort(kind: str, result: str) -> None:
    table = Table()
    aborted = only(table.sanction(3, "FP-U6", kind), "game.aborted")
    assert aborted.data["form"] == result
    assert table.effects == [EndGame(result, 3)]  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", ["FP-F1", "FP-T2", "FP-A1", "FP-X9", "", None, 3])
def test_B1_what_gives_no_grounds_cannot_be_reported(rule: Json) -> None:
    table = Table()
    assert reason(table.send("report.file", 2, accused=3, rule=rule)) == "no_such_choice"


@pytest.mark.parametrize("gesture", ["aggressive_throat", "aggressive_strike"])
def test_FP_U2_an_aggressive_gesture_proposes_the_lower_class_and_lists_the_higher(gesture: str) -> None:
    table = Table()
    raised = only(table.send("gesture.started", 3, gesture=gesture, score=0.9), "grounds.raised")
    assert (raised.data["rule"], raised.data["class"], raised.data["alternatives"]) == (
        "FP-U2",
        "TF",
        ["FP-S3"],
    )
    assert raised.automated is True


def test_FP_S3_the_players_may_judge_an_aggressive_gesture_as_a_threat() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="aggressive_throat")
    ballot = table.ballot("incident-1", "disqualification", by=2)
    table.vote(ballot, yes=(1, 3, 4, 5, 6))
    disqualified = only(table.log, "player.disqualified")
    assert (disqualified.rule, disqualified.data["reason"]) == ("FP-S3", "threatened somebody")


def test_FP_S3_a_ballot_may_name_the_alternative_and_no_other_rule() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="aggressive_throat")
    command: dict[str, Json] = {"incident": "incident-1", "kind": "technical_foul"}
    assert reason(table.send("ballot.open", 2, None, **command, rule="FP-S4")) == "no_such_choice"
    opened = table.send("ballot.open", 2, None, **command, rule="FP-S3")
    assert only(opened, "ballot.opened").data["rule"] == "FP-S3"


@pytest.mark.parametrize(("gap", "count"), [(9.9, 1), (10.0, 2)])
def test_FP_U2_one_incident_per_10_s_per_seat(gap: float, count: int) -> None:
    table = Table()
    table.send("gesture.started", 3, 100.0, gesture="aggressive_strike")
    table.send("gesture.started", 3, 100.0 + gap, gesture="aggressive_throat")
    assert types(table.log).count("grounds.raised") == count


@pytest.mark.parametrize("gesture", ["shot", "raise_hand", "applause", "red", "dark", "you", "cool", "vote"])
def test_A3_lively_and_covert_gestures_of_the_living_are_no_violation(gesture: str) -> None:
    table = Table()
    assert table.send("gesture.started", 3, gesture=gesture) == []


@pytest.mark.parametrize("rule", ["FP-U1", "FP-U7", "FP-S2", "FP-S3"])
def test_FP_S2_a_cue_that_only_supports_a_judgement_is_a_suspicion_and_no_grounds(rule: str) -> None:
    table = Table()
    (noted,) = table.send("suspicion.noticed", 3, rule=rule, score=0.4)
    assert (noted.type, noted.audience, noted.data["grounds_class"]) == (
        "suspicion.noted",
        "reviewer",
        "SUSPICION",
    )
    refused = table.send("ballot.open", 2, incident="incident-1", kind="disqualification")
    assert reason(refused) == "no_grounds"
    assert table.send("suspicion.noticed", 3, rule=rule) == []


@pytest.mark.parametrize("rule", ["FP-F1", "FP-U3", "FP-S1", "FP-T2", "FP-A1", "nonsense", None])
def test_B1_no_cue_makes_a_suspicion_of_a_rule_that_video_says_nothing_of(rule: Json) -> None:
    assert Table().send("suspicion.noticed", 3, rule=rule) == []


def test_FP_S2_further_evidence_of_a_person_gives_grounds_after_a_suspicion() -> None:
    table = Table()
    table.send("suspicion.noticed", 3, rule="FP-S2")
    raised = only(
        table.send("report.file", 0, accused=3, rule="FP-S2", by="host", evidence=["chat-7"]),
        "grounds.raised",
    )
    assert raised.data["class"] == "DQ"
    assert table.state.incidents[-1].evidence == ("e2", "chat-7")


def test_FP_S4_nudity_covers_the_tile_at_once_as_a_protection_and_gives_grounds() -> None:
    table = Table()
    decisions = table.send("nudity.confirmed", 3, score=0.97)
    assert types(decisions)[:2] == ["tile.covered", "grounds.raised"]
    assert decisions[0].data == {"protection": True}
    assert decisions[1].data["rule"] == "FP-S4"
    assert table.effects == []
    cleared = table.send("nudity.cleared", 3)
    assert types(cleared) == ["tile.uncovered", "grounds.updated"]
    assert table.send("nudity.cleared", 3) == []


def test_FP_S4_the_tile_is_covered_outside_a_game_too_without_grounds() -> None:
    table = Table()
    table.set(running=False)
    assert types(table.send("nudity.confirmed", 3)) == ["tile.covered"]


@pytest.mark.parametrize(
    "event", ["nudity.suspected", "absence.started", "absence.warned", "sentence.spoken"]
)
def test_B1_signals_that_break_no_rule_do_nothing(event: str) -> None:
    table = Table()
    before = table.state
    assert table.send(event, 3, gesture="forbidden") == []
    assert table.state is before


def test_B1_two_different_acts_are_two_incidents_though_one_could_be_judged_as_the_other() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="forbidden")
    table.send("gesture.started", 3, gesture="aggressive_strike")
    assert [incident.rule for incident in table.state.incidents] == ["FP-G1", "FP-U2"]


def test_B_P2_grounds_name_the_three_sanctions() -> None:
    assert set(KINDS) == {"technical_foul", "disqualification", *ABORTS}


def test_E06_which_naked_parts_are_a_violation_is_the_cameras_policy_and_a_bare_male_chest_is_none() -> None:
    violations = set(PartPolicy().violations)
    assert violations == {
        "female_genitalia_exposed",
        "male_genitalia_exposed",
        "buttocks_exposed",
        "anus_exposed",
        "female_breast_exposed",
    }
    stricter = PartPolicy(violations=(*violations, "male_breast_exposed"))
    assert "male_breast_exposed" in stricter.violations


@pytest.mark.parametrize("leap", [-90.0, 9_000.0])
def test_a_seats_clock_that_leaps_either_way_silences_no_grounds(leap: float) -> None:
    table = Table()
    table.send("gesture.started", 3, 100.0, gesture="aggressive_strike")
    assert "grounds.raised" in types(
        table.send("gesture.started", 3, 100.0 + leap, gesture="aggressive_strike")
    )


@pytest.mark.parametrize("evidence", ["chat-7", [7], [None], {"a": "b"}, ["x"] * 101])
def test_evidence_of_a_report_is_a_list_of_texts(evidence: Json) -> None:
    refused = Table().send("report.file", 2, accused=3, rule="FP-S2", evidence=evidence)
    assert reason(refused) == "no_texts"
