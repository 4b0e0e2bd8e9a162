"""`consigliere forum host` as a host runs it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.forum.composition import PARTIES
from service.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run `consigliere forum host COMMAND FILE ...`: exit status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def command(name: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["consigliere", "forum", "host", name, "a.game", *words])
        with pytest.raises(SystemExit) as leaving:
            main()
        out, err = capfd.readouterr()
        return int(leaving.value.code or 0), out, err

    return command


def begun(run: Run, *options: str) -> None:
    """Party 11 on its first day, which began at 10:00 UTC."""
    assert run("new", *options)[0] == 0
    at = ("--at", "2025-12-01 10:00")
    for words in (
        ("signup",),
        ("join", *["Ada", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Ida", "Jon"]),
        ("told",),
        ("day",),
    ):
        if words == ("told",):
            assert run("start", "--party", "11", "--seed", "s", *at)[0] == 0
        name, *rest = words
        status, _, err = run(name, *rest, *at)
        assert (status, err) == (0, "")


def test_a_day_and_a_night(run: Run) -> None:
    begun(run)
    status, out, _ = run("post", "Ada", "I vote [b]Ben[/b]", "--at", "1h")
    assert (status, "votes: Ben 1" in out) == (0, True)
    status, out, _ = run("limit", "24h", "--at", "2h")
    assert "The vote ends at 2025-12-02 10:00 UTC" in out
    status, out, _ = run("status", "--at", "24h")
    assert "Most votes: Ben." in out
    shot = run("shoot", "Ben", "nobody", "--at", "24h")
    status, out, err = run("night", "--at", "24h")
    assert (status, err) == (0, ""), shot
    assert "Ben is executed." in out
    assert "owes an order:" in out
    status, out, _ = run("day", "--at", "30h", "--language", "de")
    assert "Es wird Morgen. In der Nacht ist niemand gestorben." in out
    assert "Tag 2 beginnt." in out


def test_refusals_are_one_line_with_the_reason_and_the_earliest_time(run: Run) -> None:
    begun(run)
    status, _out, err = run("limit", "20h", "--at", "2h")
    assert status == 2
    assert err.splitlines() == [
        "consigliere: The vote of a game day cannot be limited to so early a time. [F-202] "
        "Earliest: 2025-12-02 10:00 UTC."
    ]
    assert run("vote", "Ada", "Zoe", "--at", "2h")[0] == 2
    assert run("vote", "Ada", "Ben", "--at", "yesterday")[0] == 2
    assert run("status", "--at", "2025-11-30 10:00")[0] == 0
    for words in (("status",), ("vote", "Ada", "Ben")):
        status, _, err = run(*words, "--at", "9999-12-31 10:00")
        assert (status, "lies ahead; a game takes down what has happened" in err) == (2, True)
    assert run("vote", "Ada", "Ben", "--at", "3h")[0] == 0  # nothing of that was taken down
    status, _, err = run("new")
    assert (status, "is there already" in err) == (2, True)


def test_one_json_object_a_request(run: Run) -> None:
    begun(run)
    _, out, _ = run("vote", "Ada", "Ben", "--at", "1h", "--json")
    told = json.loads(out)
    assert told["status"]["votes"] == {"Ben": 1}
    assert told["status"]["owed"]["vote"] == ["Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Ida", "Jon"]
    assert (told["thread"], told["messages"], told["notes"]) == ([], [], [])
    status, out, err = run("vote", "Ada", "Ada", "--at", "1h", "--json")
    assert (status, err) == (2, "")
    assert json.loads(out)["refused"]["reason"] == "self_vote"


def test_posts_come_from_stdin_too_and_hostile_names_stay_on_their_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    begun(run, "--markup", "html")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff <b>Ben</b>")))
    _, out, _ = run("post", "Ada", "-", "--at", "1h")
    assert "votes: Ben 1" in out
    _, out, _ = run("post", "Cem", "<b>\x1b[31mBoo</b>", "--at", "1h")
    assert "\x1b" not in out
    status, out, _ = run("post", "Cem", "<b>\udcff</b>", "--at", "1h", "--json")
    assert (status, "\udcff" in json.loads(out)["notes"][0]) == (0, False)
    status, _, err = run("post", "Ada", "x" * 60_001, "--at", "1h")
    assert (status, "at most 60000 are read" in err) == (2, True)


def test_settings_come_from_a_book_and_from_options(run: Run, tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text("timing = 2\n[vote]\ntie = 'all'\n")
    assert run("new", "--book", "book.toml", "--theme", "a castle")[0] == 0
    _, out, _ = run("signup")
    assert "Theme: a castle." in out
    assert "Variants chosen: In a tie all who lead are executed." in out
    (tmp_path / "a.game").unlink()
    status, _, err = run("new", "--venue", "chat", "--anonymous")
    assert (status, "in a chat nicks are not changed" in err) == (2, True)
    status, _, err = run("new", "--timing", "3")
    assert (status, "timing" in err) == (2, True)
    status, _, err = run("new", "--zone", "Moon")
    assert (status, "is no time zone" in err) == (2, True)
    status, _, err = run("status")
    assert (status, "begin a game with: forum host new a.game" in err) == (2, True)


def test_intervals_are_changed_in_hours_before_the_sign_up(run: Run) -> None:
    run("new")
    assert run("intervals", "twilight=3", "extra=6")[0] == 0
    _, out, _ = run("signup")
    assert "twilight 3 hours, extra time 6 hours" in out
    assert run("intervals", "twilight=4")[0] == 2
    assert run("intervals", "twilight=long")[0] == 2


def test_parties_are_listed_with_their_remarks(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["consigliere", "forum", "parties"])
    with pytest.raises(SystemExit):
        main()
    out = capfd.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == [*PARTIES]
    assert "(mafia wins comfortably)" in out


@pytest.mark.parametrize("name", ["nobody", "Nobody", " NOBODY "])
def test_nobody_is_called_what_means_nobody(run: Run, name: str) -> None:
    at = ("--at", "2025-12-01 10:00")
    assert run("new")[0] == 0
    assert run("signup", *at)[0] == 0
    status, _, err = run("join", name, *at)
    assert (status, "means that nobody is meant" in err) == (2, True)
    assert run("join", "Ada", *at)[0] == 0
    status, _, err = run("character", "Ada", name, *at)
    assert (status, "means that nobody is meant" in err) == (2, True)
