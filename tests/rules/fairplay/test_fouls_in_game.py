"""Fouls from the button in a whole game: what the third one costs, and when."""

from __future__ import annotations

from rules.table.book import RuleBook
from rules.table.game.book import EndBook
from rules.table.game.state import SEATS
from tests.rules.table.tables import Table, find, types


def test_FP_F1_the_third_foul_loses_the_speech_of_the_next_round_and_no_other() -> None:
    table = Table(RuleBook(end=EndBook(stalemate_nights=0)))
    table.to_day(1)
    for _ in range(3):
        table.do("interject.press", 4)
    assert find(table.said, "speech.lost").data["round"] == 2
    spoken: dict[int, set[int]] = {}
    while table.game.day < 4:
        spoken.setdefault(table.game.day, set()).update(
            {table.game.speaker} if table.phase == "speech" else set()
        )
        table.tick()
    assert [4 in spoken[day] for day in (1, 2, 3)] == [True, False, True]
    assert spoken[2] == set(SEATS) - {4}
    table.to("shooting")
    for _ in range(10):
        table.do("interject.press", 4)
    assert 4 in table.game.living
    assert types(table.said).count("speech.lost") == 1


def test_B3_a_third_foul_in_the_night_loses_the_speech_of_the_coming_day() -> None:
    table = Table()
    assert table.phase == "meeting"
    for _ in range(3):
        table.do("interject.press", 1)
    assert find(table.said, "speech.lost").data["round"] == 1
    table.to_day(1)
    assert table.game.speaker == 2


def test_B3_a_third_foul_in_the_farewell_before_the_discussion_loses_that_days_speech() -> None:
    table = Table()
    table.to_day(1)
    table.night({8: 1, 9: 1, 10: 1})
    assert (table.phase, table.game.speaker, table.game.day) == ("farewell", 1, 2)
    for _ in range(3):
        table.do("interject.press", 2)
    assert find(table.said, "speech.lost").data["round"] == 2
    table.to("speech")
    assert table.game.speaker == 3


def test_B3_a_silenced_player_votes_may_be_nominated_and_says_farewell() -> None:
    table = Table()
    table.to_day(1)
    for _ in range(3):
        table.do("interject.press", 4)
    table.to_day(2)
    table.nominate([4, 7])
    table.vote({4: 4, **dict.fromkeys((1, 2, 3, 5, 6, 8), 4)})
    assert (table.phase, table.game.speaker) == ("farewell", 4)
