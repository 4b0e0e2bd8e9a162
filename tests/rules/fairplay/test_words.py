"""What signs mean is the table's own business (E-02, E-14, E-19): only two kinds of them give grounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.events import Json
from rules.table.fairplay.rules import RULES
from tests.rules.fairplay.table import Table, only, types
from vision.gestures.vocabulary import SHAPES, Vocabulary, two_hand_number

GROUNDS = ("forbidden", "aggressive")


@given(st.text(max_size=20).filter(lambda word: not word.startswith(GROUNDS)))
def test_E02_whatever_words_a_table_gives_its_signs_they_are_no_breach(word: str) -> None:
    table = Table()
    assert table.send("gesture.started", 3, gesture=word, score=1.0) == []
    assert table.send("sentence.spoken", 3, words=["ask_role", 5, word]) == []


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "no_gesture"])
def test_E02_E01_a_tables_own_cards_say_which_shape_is_the_forbidden_one(shape: str) -> None:
    renamed = "palm" if shape == "horns" else "horns"
    cards = Vocabulary.load({"forbidden_shape": shape, "meanings": {renamed: "strong"}})
    shown = {name: cards.gesture(name) for name in SHAPES}
    assert [name for name, word in shown.items() if word == "forbidden"] == [shape]
    table = Table()
    raised = [name for name in SHAPES if table.send("gesture.started", 3, gesture=shown[name])]
    assert raised == [shape]
    assert only(table.log, "grounds.raised").data["rule"] == "FP-G1"


@pytest.mark.parametrize("n", range(1, 6))
def test_E14_six_to_ten_are_shown_by_two_hands(n: int) -> None:
    other = ("one", "two", "three", "four", "palm")[n - 1]
    assert two_hand_number(["palm", other]) == two_hand_number([other, "palm"]) == f"number_{5 + n}"
    assert two_hand_number([other]) is None
    assert Vocabulary().gesture("fist") == "fist"  # ten only where a platform says so


@pytest.mark.parametrize("number", range(11))
def test_E14_a_number_that_is_shown_is_a_claim_and_never_a_vote_or_a_shot(number: int) -> None:
    table = Table()
    table.set(phase="vote", speaker=0)
    before = table.state
    assert table.send("gesture.started", 3, gesture=f"number_{number}") == []
    assert table.state is before


def test_E19_no_camera_judges_a_language_and_people_may() -> None:
    assert RULES["FP-U5"].video == "no"
    table = Table()
    spoken: list[list[Json]] = [["check_claim", 5, "dark"], ["none_in", 1, 2, "dark"]]
    for words in spoken:
        assert table.send("sentence.spoken", 3, words=words) == []
    assert table.send("suspicion.noticed", 3, rule="FP-U5") == []
    assert "grounds.raised" in types(table.send("report.file", 2, accused=3, rule="FP-U5"))
