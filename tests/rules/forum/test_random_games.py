"""Every party of D.5 is played to its end by random players."""

from __future__ import annotations

import pytest

from benchmarks.forum_games import play, told
from benchmarks.forum_picture import draw
from benchmarks.forum_players import MANNERS, Game, Manner
from rules.forum.composition import PARTIES


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("party", PARTIES)
def test_party_plays_to_an_end_and_the_same_seed_plays_the_same(party: str, manner: Manner) -> None:
    *_, won = play((party, manner, "1", 0, 5))
    assert won.total() == 5
    assert Game(party, "1/0", manner).play() in won
    assert play((party, manner, "1", 0, 5)) == (party, manner, won)
    sides = {"town", "mafia", "nobody"} | (set(PARTIES[party].roles) & {"maniac", "alternative_mafia"})
    assert set(won) <= sides


def test_the_picture_and_the_table_hold_every_party() -> None:
    results = {
        (party, manner): play((party, manner, "1", 0, 1))[2] for party in PARTIES for manner in MANNERS
    }
    picture, table = draw(results, 1), told(results, 1)
    for name, party in PARTIES.items():
        assert f">{name}: {party.players} = " in picture
        assert table.count(f"\n{name} ") == len(MANNERS)
    assert picture.count("100 %") == len(results)
