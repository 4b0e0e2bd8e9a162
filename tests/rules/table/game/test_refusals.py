"""Every refusal has words that a player can read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules.table
from rules.table.game.refusals import TEXTS

SOURCES = [
    Path(rules.table.__file__).parent / "referee.py",
    *(Path(rules.table.__file__).parent / "game").glob("*.py"),
]


def test_every_reason_that_is_given_has_words_and_no_words_are_idle() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    calls = re.findall(r"Refused\((.*)\)", code)
    words = {word for call in calls for word in re.findall(r'"([a-z_0-9]+)"', call)}
    assert set(TEXTS) <= words
    first = {call.split(",")[0].strip('"') for call in calls if re.match(r'"[a-z_0-9]+"(,|$)', call)}
    assert first <= set(TEXTS)


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_a_reason_is_a_sentence(code: str) -> None:
    assert TEXTS[code][0].isupper() or TEXTS[code][0] == "{"
    assert TEXTS[code].endswith(".")
