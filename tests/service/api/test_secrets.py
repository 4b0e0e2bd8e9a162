"""Nothing of the night reaches a player or a spectator: two games that differ in night acts alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from service.api.tokens import Grant
from service.client import ApiError, Client, GameEvent
from tests.service.api.conftest import PLAYERS
from tests.service.api.serving import Service, SetClock, serving

ROLES = ["mafia", "mafia", "don", "sheriff", *["citizen"] * 6]
QUIET: list[GameEvent] = []
BUSY = [
    GameEvent("shot.fire", 1, {"target": 5}),
    GameEvent("shot.fire", 2, {"target": 6}),
    GameEvent("shot.fire", 3, {"target": 7}),
    GameEvent("don.check", 3, {"target": 4}),
    GameEvent("sheriff.check", 4, {"target": 1}),
]
"""The mafia disagrees, so nobody is hit: all that differs is who acted."""
LEARNT = {1: ["shot.taken"], 2: ["shot.taken"], 3: ["shot.taken", "check.answered"], 4: ["check.answered"]}
BYSTANDERS: tuple[str | int, ...] = ("spectator", 5, 6, 7, 8, 9, 10)


def _viewer(service: Service, who: str | int) -> Client:
    grant = Grant("seat", "night", who) if isinstance(who, int) else Grant("spectator", "night")
    return service.speaker(service.token(grant))


def _played(acts: list[GameEvent]) -> dict[str | int, list[dict[str, Any]]]:
    """A game until the second day, and what each viewer was told, and shown at each step."""
    clock = SetClock()
    with serving(clock=clock) as service, service.speaker() as platform:
        platform.open_table("night")
        start = {"roles": ROLES, "players": PLAYERS, "mode": "leading"}
        platform.send("night", "game.start", data=start)
        told: dict[str | int, list[dict[str, Any]]] = {who: [] for who in ("spectator", *range(1, 11))}
        viewers = {who: _viewer(service, who) for who in told}
        while True:
            seen = platform.table("night")["game"]
            for who, viewer in viewers.items():
                told[who].append(viewer.table("night"))
            if seen["phase"] == "farewell" or seen["day"] > 2:
                break
            for act in acts:
                if _now(seen["phase"]) == act.type:
                    taken = viewers[act.seat].send_all("night", [act])["events"][0]
                    assert taken["id"] is None
            clock.now = seen["deadline"]
            with pytest.raises(ApiError, match="not paused"):  # any command brings the table up to now
                platform.resume("night")
        for who, viewer in viewers.items():
            told[who] += viewer.events("night")[0]
            viewer.close()
    return told


def _now(phase: str) -> str:
    return {"shooting": "shot.fire", "don_check": "don.check", "sheriff_check": "sheriff.check"}.get(
        phase, ""
    )


@pytest.fixture(scope="module")
def games(default_models: None) -> tuple[dict[str | int, Any], dict[str | int, Any]]:
    return _played(QUIET), _played(BUSY)


@pytest.mark.parametrize("who", BYSTANDERS)
def test_who_did_nothing_is_told_and_shown_the_same(games: Any, who: str | int) -> None:
    quiet, busy = games
    assert quiet[who] == busy[who]


@pytest.mark.parametrize("who", [1, 2, 3, 4])
def test_who_acted_is_told_of_the_own_acts_alone(games: Any, who: int) -> None:
    quiet, busy = games
    own = [line["type"] for line in busy[who] if line.get("type") in LEARNT[who]]
    assert sorted(set(own)) == sorted(LEARNT[who])
    assert _unnumbered(quiet[who]) == _unnumbered(
        line for line in busy[who] if line.get("type") not in LEARNT[who]
    )


def _unnumbered(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events without the numbers that count what the seat itself did."""
    return [{**line, "id": ""} for line in lines if "type" in line]


def test_the_night_was_played(games: Any) -> None:
    _, busy = games
    types = [line["type"] for line in busy[5] if "type" in line]
    assert "night.ended" in types
    assert any(line.get("game", {}).get("phase") == "shooting" for line in busy[5])
