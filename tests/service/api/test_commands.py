"""Game events over HTTP: what is taken, refused with a reason, and kept from whom it is not for."""

from __future__ import annotations

from typing import Any

import pytest

from service.api.limits import Limits
from service.api.tokens import Grant
from service.client import ApiError, GameEvent
from tests.service.api.conftest import PLAYERS, Opened
from tests.service.api.serving import serving


def test_a_game_is_started_and_what_follows_comes_back(table: Opened) -> None:
    taken = table.platform.send(table.name, "game.start", data={"seed": "7", "players": PLAYERS})
    assert taken["id"] == f"{table.name}-g000001"
    types = [decision["type"] for decision in taken["decisions"]]
    assert types[0] == "game.started"
    assert types.count("role.dealt") == 10
    assert table.platform.table(table.name)["playing"]


def test_what_the_rules_refuse_says_why_in_words_for_players(table: Opened) -> None:
    table.start()
    with pytest.raises(ApiError) as refusal:
        table.platform.send(table.name, "vote.cast", 2, {"candidate": 4})
    problem = refusal.value.members
    assert (refusal.value.status, refusal.value.kind) == (409, "refused")
    assert (problem["reason"], problem["rule"]) == ("not_now", "C.1")
    assert problem["text"].startswith("Too early or too late")
    assert problem["detail"] == problem["text"]
    assert problem["facts"] == {"phase": "meeting"}
    assert (problem["taken"], problem["events"]) == (0, [])


def test_a_list_stops_at_the_first_refusal(table: Opened) -> None:
    joining = [GameEvent("player.join", data={"player": name}) for name in ("Ada", "Ben", "Ben", "Cem")]
    with pytest.raises(ApiError, match="Ben is already at the table") as refusal:
        table.platform.send_all(table.name, joining)
    assert refusal.value.members["taken"] == 2
    assert len(refusal.value.members["events"]) == 2
    assert table.platform.table(table.name)["game"]["players"] == ["Ada", "Ben"]


@pytest.mark.parametrize(
    ("event", "status", "told"),
    [
        ({"type": "tea.drink"}, 422, "events[0].type: no such event is known"),
        ({"type": "clock"}, 422, "the table keeps its own time"),
        ({"type": "refused"}, 422, "no such event"),
        ({"type": "vote.cast", "seat": 11}, 422, "less than or equal to 10"),
        ({"type": "vote.cast", "seat": -1}, 422, "greater than or equal to 0"),
        ({"type": "vote.cast", "seat": 2}, 422, "data.candidate: Field required"),
        ({"type": "vote.cast", "seat": 2, "data": {"candidate": "4"}}, 422, "data.candidate"),
        ({"type": "vote.cast", "seat": 2, "data": {"candidate": True}}, 422, "data.candidate"),
        ({"type": "vote.cast", "seat": 2, "data": {"candidate": 2**60}}, 422, "2 to the 53rd"),
        ({"type": "vote.cast", "seat": 2, "data": []}, 422, "valid dictionary"),
        ({"type": "vote.cast", "seat": 2, "data": {"candidate": 1, "x": "y" * 20_000}}, 422, "larger than"),
        ({"type": "vote.cast", "seat": 2, "data": {"candidate": 1}, "t": -1.0}, 422, "greater than"),
        ({"type": "vote.cast", "seat": 2, "data": {"candidate": 1}, "t": 1e6}, 409, "ahead of the table"),
        ({"type": "vote.cast", "seat": 2, "when": 3}, 422, "Extra inputs"),
        ([], 422, "0 events; send 1 to 100"),
        ([{"type": "game.pause"}] * 101, 422, "101 events; send 1 to 100"),
    ],
)
def test_what_is_no_event_changes_nothing(table: Opened, event: Any, status: int, told: str) -> None:
    with table.service.client() as client:
        response = client.post(f"/v1/tables/{table.name}/events", json=event)
    assert response.status_code == status, response.text
    assert told in response.text
    assert table.platform.events(table.name) == ([], 0)


def test_a_fault_anywhere_in_a_list_is_found_before_anything_is_done(table: Opened) -> None:
    listed = [GameEvent("player.join", data={"player": "Ada"}), GameEvent("player.join", data={})]
    with pytest.raises(ApiError, match=r"events\[1\].data.player") as refusal:
        table.platform.send_all(table.name, listed)
    assert (refusal.value.status, refusal.value.members["index"]) == (422, 1)
    assert table.platform.events(table.name) == ([], 0)


@pytest.mark.parametrize(
    ("grant", "event", "status"),
    [
        (Grant("seat", "T", 1), GameEvent("shot.fire", 1, {"target": 5}), 409),
        (Grant("seat", "T", 1), GameEvent("speech.finish", 1), 409),
        (Grant("seat", "T", 1), GameEvent("ballot.vote", 1, {"ballot": "b", "yes": True}), 409),
        (Grant("seat", "T", 1), GameEvent("shot.fire", 2, {"target": 5}), 403),
        (Grant("seat", "T", 1), GameEvent("shot.fire", 1, {"target": 5}, t=0.0), 403),
        (Grant("seat", "T", 1), GameEvent("phase.end", 1), 403),
        (Grant("seat", "T", 1), GameEvent("phase.end", 0), 403),
        (Grant("seat", "T", 1), GameEvent("game.pause", 0), 403),
        (Grant("seat", "T", 1), GameEvent("absence.exceeded", 1), 403),
        (Grant("seat", "T", 1), GameEvent("nudity.confirmed", 2), 403),
        (
            Grant("seat", "T", 1),
            GameEvent("appeal.decide", 1, {"appeal": "a", "outcome": "upheld", "reviewer": "me"}),
            403,
        ),
        (Grant("spectator", "T"), GameEvent("interject.press", 1), 403),
        (Grant("spectator", "T"), GameEvent("game.pause", 0), 403),
        (Grant("reviewer", "*"), GameEvent("game.pause", 0), 403),
        (
            Grant("reviewer", "*"),
            GameEvent("appeal.decide", 0, {"appeal": "a", "outcome": "upheld", "reviewer": "R"}),
            409,
        ),
        (
            Grant("reviewer", "*"),
            GameEvent("appeal.decide", 3, {"appeal": "a", "outcome": "upheld", "reviewer": "R"}),
            403,
        ),
    ],
)
def test_who_may_send_what(table: Opened, grant: Grant, event: GameEvent, status: int) -> None:
    table.start()
    there = Grant(grant.role, grant.table.replace("T", table.name), grant.seat)
    with table.service.speaker(table.service.token(there)) as speaker:
        with pytest.raises(ApiError) as refusal:
            speaker.send_all(table.name, [event])
        assert refusal.value.status == status, refusal.value


def test_what_the_platform_saw_itself_is_judged_as_if_a_camera_had(table: Opened) -> None:
    taken = table.platform.send(table.name, "absence.exceeded", 4, {"since": 1.0})
    assert [decision["type"] for decision in taken["decisions"]] == ["grounds.raised"]
    assert not table.platform.table(table.name)["playing"]


def test_a_retried_event_is_taken_once(table: Opened) -> None:
    path, key = f"/v1/tables/{table.name}/events", {"Idempotency-Key": "k"}
    with table.service.client() as client:
        joining = {"type": "player.join", "data": {"player": "Ada"}}
        assert (
            client.post(path, json=joining, headers=key).json()
            == client.post(path, json=joining, headers=key).json()
        )
        refused = client.post(path, json=joining, headers={"Idempotency-Key": "l"})
        client.post(path, json={"type": "player.leave", "data": {"player": "Ada"}})
        again = client.post(path, json=joining, headers={"Idempotency-Key": "l"})
        assert refused.status_code == again.status_code == 409
        assert refused.json() == again.json()
    assert table.platform.table(table.name)["game"]["players"] == []


def test_nobody_reads_the_answer_that_another_was_given(table: Opened) -> None:
    table.start()
    answers = []
    for seat in (1, 4):
        with table.service.client(table.access.seats[seat].token) as player:
            shot = {"type": "shot.fire", "seat": seat, "data": {"target": 5}}
            path, key = f"/v1/tables/{table.name}/events", {"Idempotency-Key": "same"}
            answers.append(player.post(path, json=shot, headers=key))
    assert [answer.headers.get("idempotency-replayed") for answer in answers] == [None, None]


def test_a_game_is_paused_and_resumed(table: Opened) -> None:
    table.start()
    table.platform.pause(table.name)
    seen = table.platform.table(table.name)
    assert seen["paused"]
    assert seen["game"]["paused"] is not None
    with pytest.raises(ApiError, match="already paused") as refusal:
        table.platform.pause(table.name)
    assert refusal.value.members["reason"] == "already_paused"
    table.platform.resume(table.name)
    assert not table.platform.table(table.name)["paused"]
    with pytest.raises(ApiError, match="not paused"):
        table.platform.resume(table.name)


def test_a_table_that_is_only_watched_may_rest(table: Opened) -> None:
    held = table.service.app.state.tables.get(table.name)
    table.platform.pause(table.name)
    table.platform.pause(table.name)
    assert table.platform.table(table.name)["paused"]
    assert held.resting == frozenset(range(1, 11))
    table.platform.resume(table.name)
    assert not table.platform.table(table.name)["paused"]
    assert held.resting == frozenset()


def test_a_rest_from_before_the_game_ends_by_resuming(table: Opened) -> None:
    table.platform.pause(table.name)
    table.start()
    assert table.platform.table(table.name)["paused"]
    table.platform.resume(table.name)
    assert not table.platform.table(table.name)["paused"]
    table.platform.pause(table.name)
    assert table.platform.table(table.name)["game"]["paused"] is not None
    table.platform.resume(table.name)
    assert not table.platform.table(table.name)["paused"]


def test_a_seat_is_muted_and_heard_again(table: Opened) -> None:
    for muted in (True, True, False):
        table.platform.mute(table.name, 4, muted)
        assert table.platform.table(table.name)["seats"][3]["muted"] is muted
    with pytest.raises(ApiError) as refusal:
        table.platform.mute(table.name, 11)
    assert refusal.value.status == 422


def test_who_asks_too_fast_is_told_so_and_others_are_not(default_models: None) -> None:
    limits = Limits(commands_rate=0.001)
    with serving(limits) as service, service.speaker() as platform:
        opened = platform.open_table("hasty")
        # a burst of twice the rate is less than one request, so the first one is refused already
        with pytest.raises(ApiError) as refusal:
            platform.send("hasty", "game.pause")
        assert (refusal.value.status, refusal.value.kind) == (429, "too-fast")
        assert len(opened.seats) == 10
