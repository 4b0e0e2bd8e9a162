"""Where public rules of the sport differ, this table's rules win (E.3); and the constants of G."""

from __future__ import annotations

import pytest

from rules.table.book import RuleBook
from rules.table.game import count
from rules.table.game.ending import won
from rules.table.game.state import SEATS
from rules.table.game.tolerance import critical, fault_tolerance
from tests.rules.table.tables import Table, find, left


def test_E3_four_fouls_and_more_remove_nobody() -> None:
    table = Table()
    table.to("speech")
    for _ in range(6):
        table.do("interject.press", 5)
    assert table.state.fair.seats[4].fouls == 6
    assert left(table.said) == []
    assert [lost for lost in table.game.silenced if lost[0] == 5] == [(5, 2)]


@pytest.mark.parametrize("gesture", ["applause", "vote", "raise_hand", "number_3"])
def test_E3_gestures_in_the_vote_are_no_foul(gesture: str) -> None:
    table = Table()
    table.nominate([3, 7])
    table.do("gesture.started", 4, gesture=gesture, since=table.t)
    assert not any(decision.type.startswith(("foul", "grounds")) for decision in table.said)


def test_E3_a_knock_or_a_shout_without_the_button_is_no_event_of_the_referee() -> None:
    assert Table().refused("foul.give", 0, target=4) == "unknown_event"


def test_E3_technical_foul_and_disqualification_come_by_vote() -> None:
    table = Table()
    table.to("speech")
    assert table.refused("technical_foul.give", 0, target=4) == "unknown_event"
    assert table.refused("player.disqualify", 0, target=4) == "unknown_event"
    decisions = table.disqualify(4)
    assert find(decisions, "player.disqualified").automated is False


def test_E3_every_leaver_has_best_read_and_crown_not_only_the_first_victim() -> None:
    table = Table()
    table.nominate([3, 7])
    table.vote({})
    table.do("best_read.give", 7, suspects=[8])
    table.do("crown.give", 7, target=1)
    table.night({8: 1, 9: 1, 10: 1})
    table.do("best_read.give", 1, suspects=[9, 10])
    table.do("crown.give", 1, target=2)


def test_E3_there_is_no_look_of_the_sheriff_in_the_first_night() -> None:
    table = Table()
    phases = {decision.data["phase"] for decision in table.to("speech") if decision.type == "phase.started"}
    assert phases == {"speech"}


def test_E3_points_are_classic_and_max_mafia() -> None:
    scoring = RuleBook().scoring
    assert (scoring.classic.win_town, scoring.max_mafia.win_town, scoring.max_mafia.win_mafia) == (
        1,
        1.35,
        0.85,
    )


def test_G_fouls_silence_once_in_the_next_round_and_never_remove() -> None:
    fair = RuleBook().fair_play
    assert (fair.fouls_silence, fair.tech_fouls_dq) == (3, 2)


@pytest.mark.parametrize("alive", range(2, 11))
def test_G_lift_passes_with_more_than_half(alive: int) -> None:
    assert next(yes for yes in range(alive + 1) if count.lift_passes(yes, alive)) == alive // 2 + 1


@pytest.mark.parametrize("town", range(11))
@pytest.mark.parametrize("mafia", range(4))
def test_G_win_and_fault_tolerance(town: int, mafia: int) -> None:
    result = won(town, mafia)
    winner = "town" if mafia == 0 else "mafia" if mafia >= town else None
    assert (None if result is None else result.winner) == winner
    assert fault_tolerance(town, mafia) == max(0, (town - mafia - 1) // 2)
    assert (critical(town, mafia) != "no") == (town - mafia <= 2)


def test_G_ten_seats() -> None:
    assert SEATS == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
