"""A game in its file: resumed, never half written, clear about what is wrong."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC
from pathlib import Path

import pytest

from rules.canonical import dumps
from rules.forum.book import ForumBook, Intervals
from service.forum import assistant
from service.forum.assistant import HostError
from service.forum.game_file import GameFileError, Head, create, load, locked
from service.forum.times import TimeError, parse, shown, zone
from tests.service.forum.hosting import START, Hosted

SIX = ["mafia", "mafia", "doctor", "commissioner", "civilian", "civilian"]


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    game = Hosted(tmp_path / "a.game", ForumBook(intervals=Intervals(twilight=60.0)))
    game.begin(SIX)
    step = game.do("vote.cast", "Ada", target="Ben")
    kept = load(game.path)
    assert dumps(kept.state) == dumps(step.state)
    assert kept.head.book.intervals.twilight == 60.0
    assert [event.id for event in kept.events] == [f"e{n}" for n in range(1, len(kept.events) + 1)]


def test_only_its_owner_reads_it_and_nothing_else_is_left_beside_it(tmp_path: Path) -> None:
    game = Hosted(tmp_path / "a.game")
    game.begin(SIX)
    assert stat.S_IMODE(game.path.stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"a.game", ".a.game.lock"}


def test_what_is_refused_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    game = Hosted(tmp_path / "a.game")
    game.begin(SIX)
    before = game.path.read_bytes()
    step = game.ask("vote.cast", "Ada", target="Ada")
    assert step.refusal is not None
    assert step.refusal.data["reason"] == "self_vote"
    with pytest.raises(HostError, match="nobody is called 'Zoe'; players: Ada, Ben"):
        game.ask("vote.cast", "Zoe", target="Ada")
    game.hour = -1
    with pytest.raises(HostError, match="earlier than what has been taken down"):
        game.ask("vote.cast", "Ada", target="Ben")
    assert game.path.read_bytes() == before


def test_the_end_of_a_vote_is_kept_and_told_once_even_by_a_request_that_comes_too_late(
    tmp_path: Path,
) -> None:
    game = Hosted(tmp_path / "a.game")
    game.begin(SIX)
    game.do("limit.announce", at=START + 24 * 3_600.0)
    game.do("vote.cast", "Ada", target="Ben")
    game.hour = 25
    step = game.ask("vote.cast", "Ben", target="Ada")
    assert step.refusal is not None
    assert load(game.path).state.phase == "dusk"
    assert sum("The vote is over" in text for text in game.thread) == 1
    game.look()
    assert sum("The vote is over" in text for text in game.thread) == 1


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Hosted(tmp_path / "a.game")
    before = game.path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(GameFileError, match=r"No space left on device; the game is as it was before"):
        game.do("signup.open")
    assert game.path.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"a.game", ".a.game.lock"}


def test_requests_at_once_are_all_kept(tmp_path: Path) -> None:
    game = Hosted(tmp_path / "a.game")
    game.do("signup.open")
    with ThreadPoolExecutor(8) as pool:
        names = [f"P{number}" for number in range(16)]
        list(
            pool.map(lambda name: assistant.act(game.path, "player.join", "", {"player": name}, START), names)
        )
    assert {player.player for player in load(game.path).state.players} == {*names}


def test_a_mistyped_name_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match="begin a game with: forum host new"):
        assistant.act(tmp_path / "b.game", "clock", "", {}, START)
    assert list(tmp_path.iterdir()) == []


def test_a_new_game_takes_no_file_that_is_there(tmp_path: Path) -> None:
    game = Hosted(tmp_path / "a.game")
    with locked(game.path), pytest.raises(GameFileError, match="is there already"):
        create(game.path, Head())
    with (
        pytest.raises(GameFileError, match="name a file in a folder that is yours"),
        locked(tmp_path / "no" / "a.game"),
    ):
        pass


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ":1: is no JSON"),
        (b"hello\n", ":1: is no JSON"),
        (b"[]\n", ":1: is no JSON object"),
        (b'{"format": "other"}\n', ":1: is no game of this kind"),
        (
            b'{"format": "consigliere-forum/1"}\n',
            ":1: Head: missing or unknown: book, language, markup, zone",
        ),
        (b"\xff\xfe", "is no game file"),
    ],
)
def test_what_is_no_game_is_told_with_its_place(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(content)
    with pytest.raises(GameFileError, match=message):
        load(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "e9"', ":2: is no JSON"),
        ('{"id": "e9", "type": "clock", "seat": true, "t": 1.0, "data": {}}', ":2: is no event"),
        ('{"id": "e9", "type": "night.end", "seat": 0, "t": 1.0, "data": {}}', ":2: The game has not begun"),
        ('{"id": "e9", "type": "clock", "seat": 0, "t": NaN, "data": {}}', ":2: The event's time"),
    ],
)
def test_a_line_changed_by_hand_is_told_with_its_number(tmp_path: Path, line: str, message: str) -> None:
    game = Hosted(tmp_path / "a.game")
    with game.path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(GameFileError, match=message):
        load(game.path)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2025-12-01 10:30", START + 1_800),
        ("2025-12-01T12:30+02:00", START + 1_800),
        ("+4h", 5_000 + 4 * 3_600),
        ("+90m", 5_000 + 5_400),
        ("24h", 1_000 + 24 * 3_600),
    ],
)
def test_times_are_dates_or_hours_from_now_or_from_the_beginning_of_the_day(
    text: str, seconds: float
) -> None:
    assert parse(text, UTC, 5_000.0, 1_000.0) == seconds


@pytest.mark.parametrize("text", ["", "tomorrow", "25:00", "-4h", "1e9h", "2026-13-01 10:00"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(TimeError, match="is no time; write"):
        parse(text, UTC, 0.0, 0.0)
    with pytest.raises(TimeError, match="no game day has begun"):
        parse("24h", UTC, 0.0, None)


def test_dates_are_shown_in_the_games_zone_and_language() -> None:
    berlin = zone("Europe/Berlin")
    assert shown(START, berlin, "en") == "2025-12-01 11:00 CET"
    assert shown(START, berlin, "de") == "01.12.2025, 11:00 Uhr CET"
    assert shown(START, zone("UTC"), "ru") == "01.12.2025, 10:00 UTC"
    assert shown(1e17, berlin, "en") == "100000000000000000 s"
    with pytest.raises(TimeError, match="is no time zone"):
        zone("../etc/passwd")
