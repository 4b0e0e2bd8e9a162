"""`consigliere referee` as people run it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import rules
from service.cli.main import main

START = {
    "type": "game.start",
    "data": {
        "roles": [
            "citizen",
            "citizen",
            "citizen",
            "citizen",
            "citizen",
            "citizen",
            "sheriff",
            "mafia",
            "mafia",
            "don",
        ],
        "players": [f"player {seat}" for seat in range(1, 11)],
    },
}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `consigliere referee ...`: exit status, stdout, stderr."""

    def command(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["consigliere", "referee", *map(str, words)])
        with pytest.raises(SystemExit) as leaving:
            main()
        out, err = capfd.readouterr()
        return int(leaving.value.code or 0), out, err

    return command


def written(path: Path, lines: Sequence[dict[str, Any] | str]) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("mode", ["leading", "following"])
def test_a_random_game_is_played_to_its_end_and_its_log_comes_out_again(
    run: Run, tmp_path: Path, mode: str
) -> None:
    log = tmp_path / "game.jsonl"
    status, out, err = run("play", "--seed", "3", "--mode", mode, "--log", log)
    assert (status, err) == (0, "seed 3\n")
    assert "\x1b" not in out
    assert "wins on day" in out
    status, replayed, err = run("replay", log)
    assert (status, err) == (0, "")
    decisions = [line for line in lines(log) if "rule" in line]
    assert [json.loads(line) for line in replayed.splitlines()] == decisions


def test_the_same_seed_plays_the_same_game(run: Run, tmp_path: Path) -> None:
    logs = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    played = [run("play", "--seed", "9", "--turbo", "--log", log) for log in logs]
    assert played[0] == played[1]
    assert logs[0].read_bytes() == logs[1].read_bytes()


def test_without_a_seed_one_is_drawn_and_told(run: Run) -> None:
    _, out, err = run("play")
    seed = err.removeprefix("seed ").strip()
    assert run("play", "--seed", seed)[1] == out


@pytest.mark.parametrize(
    ("language", "day", "night"),
    [("en", "Day 1", "Night 1"), ("de", "Tag 1", "Nacht 1"), ("ru", "День 1", "Ночь 1")],
)
def test_it_speaks_three_languages(run: Run, language: str, day: str, night: str) -> None:
    _, out, _ = run("play", "--seed", "3", "--language", language)
    assert day in out
    assert night in out


def test_a_spectator_sees_no_role_before_the_end(run: Run) -> None:
    _, out, _ = run("play", "--seed", "3", "--view", "spectator")
    before, _, after = out.partition("wins on day")
    roster = before.splitlines()[1:11]
    assert [line.split()[2:] for line in roster] == [[]] * 10
    assert "shoots at" not in before
    assert "belong to the mafia" not in before
    assert "for the mafia;" not in before
    assert "don" in after


def test_a_seat_sees_its_own_role_and_acts_alone(run: Run) -> None:
    _, out, _ = run("play", "--seed", "3", "--view", "seat:10")
    roles = [line.split()[2:] for line in out.splitlines()[1:11]]
    assert roles == [*([[]] * 9), ["sheriff"]]
    assert "The role of seat 10: sheriff." in out
    assert "shoots at" not in out


def test_a_view_of_a_replay_counts_its_own_decisions_and_names_no_events(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    run("play", "--seed", "3", "--log", log)
    _, out, _ = run("replay", log, "--view", "spectator")
    shown = [json.loads(line) for line in out.splitlines()]
    assert [line["id"] for line in shown] == [f"d{number:05}" for number in range(1, len(shown) + 1)]
    assert {line["audience"] for line in shown} == {"everyone"}
    assert all(line["caused_by"] == [] for line in shown)


def test_a_replay_in_words_gives_the_statements(run: Run, tmp_path: Path) -> None:
    log = written(tmp_path / "log.jsonl", [{**START, "id": "e1", "seat": 0, "t": 0.0}])
    status, out, _ = run("replay", log, "--text", "--language", "de", "--view", "seat:10")
    assert status == 0
    assert out.splitlines()[1] == (
        "Um 0:00 Tischzeit: Die Rolle von Platz 10: Don. Die Mafia sitzt auf den Plätzen 8, 9 und 10. Regel "
        "C-003: nur die Mitglieder der Mafia kennen einander. Das hat der Schiedsrichter automatisch nach "
        "der Regel entschieden."
    )


def test_a_script_is_played_and_may_leave_out_what_is_plain(run: Run, tmp_path: Path) -> None:
    script = written(
        tmp_path / "script.jsonl",
        [
            START,
            "",
            {"type": "clock", "t": 60.0},
            {"type": "nomination.make", "seat": 1, "data": {"nominee": 4}},
        ],
    )
    log = tmp_path / "log.jsonl"
    status, out, _ = run("play", "--script", script, "--log", log)
    assert status == 0
    assert "   1:00  Seat 1 nominates seat 4 (place 1 on the list)." in out
    assert [line["t"] for line in lines(log) if line["type"] == "nomination.make"] == [60.0]
    assert run("replay", log)[0] == 0


@pytest.mark.parametrize("words", [("--seed", "1"), ("--turbo",), ("--mode", "following")])
def test_a_script_brings_its_own_start(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    script = written(tmp_path / "script.jsonl", [START])
    status, _, err = run("play", "--script", script, *words)
    assert status == 2
    assert "leave out --seed, --mode and --turbo" in err


def test_the_log_is_never_written_over_the_script(run: Run, tmp_path: Path) -> None:
    script = written(tmp_path / "script.jsonl", [START])
    before = script.read_bytes()
    assert run("play", "--script", script, "--log", script)[0] == 2
    assert script.read_bytes() == before


def changed(log: Path, number: int, **fields: Any) -> None:
    """Change one line of a log; its number counts from 1."""
    content = lines(log)
    content[number - 1] = {**content[number - 1], **fields}
    written(log, content)


def test_the_first_decision_that_does_not_come_out_again_is_told(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    run("play", "--seed", "3", "--log", log)
    number = next(i for i, line in enumerate(lines(log), start=1) if line["type"] == "vote.closed")
    changed(log, number, data={**lines(log)[number - 1]["data"], "left": [7]})
    changed(log, number + 1, seat=9)
    status, out, err = run("replay", log)
    assert status == 2
    assert out
    assert err.startswith(f"consigliere: {log}: line {number}: vote.closed: data: the log says ")
    assert "the referee decides" in err
    assert err.count("\n") == 1


def test_a_decision_that_the_log_lacks_is_told_and_one_too_many(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    run("play", "--seed", "3", "--log", log)
    whole = lines(log)
    place = next(i for i, line in enumerate(whole) if line["type"] == "night.ended")
    written(log, whole[:place] + whole[place + 1 :])
    assert run("replay", log)[0] == 2
    last = whole[-1]
    written(log, [*whole, last])
    status, _, err = run("replay", log)
    assert status == 2
    assert f"line {len(whole) + 1}: {last['type']}: the referee decides nothing more here" in err


@pytest.mark.parametrize("part", [0.1, 0.33, 0.5, 0.77])
def test_a_log_that_breaks_off_is_no_difference(run: Run, tmp_path: Path, part: float) -> None:
    log = tmp_path / "game.jsonl"
    run("play", "--seed", "3", "--log", log)
    whole = lines(log)
    written(log, whole[: int(len(whole) * part)])
    assert run("replay", log)[0] == 0


def test_a_log_of_events_alone_is_as_good(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    run("play", "--seed", "3", "--log", log)
    with_decisions = run("replay", log)[1]
    written(log, [line for line in lines(log) if "rule" not in line])
    assert run("replay", log) == (0, with_decisions, "")


def test_a_log_of_watch_is_read_and_what_it_decided_passed_over(run: Run, tmp_path: Path) -> None:
    common = {"table": "table", "seat": 3, "t": 20.0}
    log = written(
        tmp_path / "watch.jsonl",
        [
            {"id": "table-000001", "type": "absence.exceeded", **common, "data": {"since": 4.9}},
            {"id": "table-000002", "type": "grounds.raised", **common, "data": {"rule": "FP-S1"}},
        ],
    )
    status, out, err = run("replay", log)
    assert (status, out) == (0, "")
    assert "passed over what was decided elsewhere; lines: 1" in err


GOOD = {"id": "e1", "type": "clock", "seat": 0, "t": 0.0}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "is no JSON"),
        ("[1]", "is no JSON object; write one object a line"),
        ('{"id": "e", "type": "clock", "seat": 0, "t": NaN}', "NaN is no number of JSON"),
        ("[" * 100_000, "is no JSON"),
        ({**GOOD, "t": "now"}, "t: is a number of seconds, not 'now'"),
        ({**GOOD, "t": True}, "t: is a number of seconds, not True"),
        ({**GOOD, "t": 10**400}, "t: is a number of seconds"),
        ({**GOOD, "seat": 1.5}, "seat: is a whole number from 0 to 10, not 1.5"),
        ({**GOOD, "seat": None}, "seat: is a whole number"),
        ({**GOOD, "type": ""}, "type: is a text, not ''"),
        ({**GOOD, "data": []}, "data: is an object, not []"),
        ({**GOOD, "seat": "x" * 10_000}, "..."),
        (json.dumps(GOOD)[:-1] + ', "data": {"x": ' + "[" * 500 + "]" * 500 + "}}", "more than 100 deep"),
        ({"type": "clock", "seat": 0, "t": 0.0}, "id: is a text, not None"),
    ],
)
def test_a_bad_line_is_told_with_its_number(
    run: Run, tmp_path: Path, line: dict[str, Any] | str, complaint: str
) -> None:
    log = written(tmp_path / "log.jsonl", [GOOD, "", line])
    status, _, err = run("replay", log)
    assert status == 2
    assert err.startswith(f"consigliere: {log}:3: ")
    assert complaint in err
    assert err.count("\n") == 1


def test_an_event_may_have_a_field_named_rule_and_is_an_event_all_the_same(run: Run, tmp_path: Path) -> None:
    event = {"id": "e1", "type": "ballot.open", "seat": 1, "t": 0.0, "rule": "ours", "data": {}}
    status, out, _ = run("replay", written(tmp_path / "log.jsonl", [event]))
    assert (status, json.loads(out)["type"]) == (0, "refused")


def test_a_log_without_events_is_said_to_have_none(run: Run, tmp_path: Path) -> None:
    log = written(tmp_path / "log.jsonl", [""])
    assert run("replay", log) == (0, "", f"consigliere: {log}: holds no events\n")


def test_what_utf_8_cannot_hold_is_replayed_to_the_same_lines(run: Run, tmp_path: Path) -> None:
    odd = {**START, "data": {"seed": "\ud800", "players": [f"\ud83d {seat}" for seat in range(1, 11)]}}
    log = tmp_path / "log.jsonl"
    assert run("play", "--script", written(tmp_path / "script.jsonl", [odd]), "--log", log)[0] == 0
    status, out, _ = run("replay", log)
    assert status == 0
    assert [json.loads(line) for line in out.splitlines()] == [line for line in lines(log) if "rule" in line]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_terminal_that_takes_no_more_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "service", "referee", "play", "--seed", "1"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "seed 1"
    assert "No space left on device" in done.stderr.splitlines()[1]
    assert len(done.stderr.splitlines()) == 2


def test_bytes_that_are_no_text_are_told_with_their_line(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(json.dumps(GOOD).encode() + b"\n\xff\xfe\x00\n")
    status, _, err = run("replay", log)
    assert status == 2
    assert f"{log}:2: is no JSON" in err


def test_a_missing_log_is_told(run: Run, tmp_path: Path) -> None:
    status, _, err = run("replay", tmp_path / "none.jsonl")
    assert status == 2
    assert "cannot be read" in err


def test_a_log_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    event = json.dumps({**START, "id": "e1", "seat": 0, "t": 0.0}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(event)))
    status, out, err = run("replay", "-")
    assert (status, err) == (0, "")
    assert json.loads(out.splitlines()[0])["type"] == "game.started"


@pytest.mark.parametrize("view", ["seat:0", "seat:11", "seat:x", "seat:", "judge", "seat:²"])
def test_an_unknown_view_is_refused(run: Run, view: str) -> None:
    status, _, err = run("play", "--seed", "1", "--view", view)
    assert status == 2
    assert "write platform, reviewer, spectator or seat:1 to seat:10" in err


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "inf"])
def test_a_speed_that_is_none_is_refused(run: Run, speed: str) -> None:
    assert run("play", "--seed", "1", "--speed", speed)[0] == 2


def test_the_pace_is_that_of_the_table_or_a_multiple(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    script = written(
        tmp_path / "script.jsonl", [START, {"type": "clock", "t": 60.0}, {"type": "clock", "t": 90.0}]
    )
    run("play", "--script", script)
    assert slept == []
    run("play", "--script", script, "--speed", "10")
    assert slept == [0.0, 6.0, 3.0]


def test_the_rule_book_counts(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.toml"
    book.write_text("[normal]\nmeeting = 33\n", encoding="utf-8")
    log = tmp_path / "game.jsonl"
    _, out, _ = run("play", "--seed", "3", "--book", book, "--log", log)
    assert "the mafia meets for 33 seconds" in out
    assert run("replay", log, "--book", book)[0] == 0
    status, _, err = run("replay", log)
    assert status == 2
    assert "another rule book" in err


def test_a_good_rule_book_is_said_to_be_good(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.toml"
    book.write_text("[end]\nstalemate_nights = 4\n", encoding="utf-8")
    assert run("check", book) == (0, f"{book}: a game can be played by it\n", "")


def test_a_rule_book_that_contradicts_itself_is_refused_with_all_places(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.toml"
    book.write_text("[end]\nstalemate_nights = -1\n[day]\nfirst_speaker = 11\n", encoding="utf-8")
    status, out, err = run("check", book)
    assert (status, out) == (2, "")
    assert "day.first_speaker: there is no seat 11" in err
    assert "end.stalemate_nights: write a number of nights" in err


def test_the_schema_is_the_committed_one(run: Run, tmp_path: Path) -> None:
    committed = Path(rules.__path__[0], "schema.json").read_text(encoding="utf-8")
    assert run("schema") == (0, committed, "")
    assert run("schema", "--out", tmp_path / "schema.json")[0] == 0
    assert (tmp_path / "schema.json").read_text(encoding="utf-8") == committed
