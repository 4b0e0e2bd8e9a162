"""Announcements: every decision has its words in each language, and none of them hints at performers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from string import Formatter
from typing import Any, get_args, get_type_hints

import pytest

import rules.forum
from rules.forum.book import ForumBook, SetupBook
from rules.forum.night import Step
from rules.forum.posts import RULES
from rules.forum.roles import ACTS, CIVILIAN, Side
from service.forum import assistant
from service.forum.game_file import Language
from service.forum.notes import REPORTS, STEPS, TEXTS
from service.forum.words import LANGUAGES
from tests.service.forum.hosting import NAMES, Hosted

CODES: tuple[Language, ...] = ("en", "de", "ru")
NINE = ["mafia", "mafia", "mafia", "doctor", "commissioner", *(["civilian"] * 4)]
FULL = ["mafia", "mafia", "doctor", "commissioner", "priest", "maniac", *(["civilian"] * 3)]
OF_HOST = {"post.noted", "post.reported", "order.accounted"}


def said() -> set[tuple[str, str]]:
    """(type, audience) of every decision that the rules may take, out of their code."""
    found = set()
    for path in sorted(Path(rules.forum.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "say"
            ):
                kind, audience = node.args[0], node.args[2]
                assert isinstance(kind, ast.Constant)
                audiences = (
                    [str(audience.value)] if isinstance(audience, ast.Constant) else ["everyone", "platform"]
                )
                found |= {(str(kind.value), one) for one in audiences}
    return found


def gaps(text: str) -> set[str]:
    return {
        name
        for part in text.replace("]", "[").split("[")
        for _, name, _, _ in Formatter().parse(part)
        if name
    }


@pytest.mark.parametrize("language", CODES)
def test_every_decision_has_its_words(language: Language) -> None:
    words = LANGUAGES[language]
    heads = {"everyone": {key.partition("/")[0] for key in words.public}}
    heads["seat"] = {key.partition("/")[0] for key in words.private}
    heads["platform"] = {*TEXTS} | OF_HOST
    decisions = said()
    assert len(decisions) > 35
    for kind, audience in decisions:
        assert kind in heads[audience], (kind, audience)


@pytest.mark.parametrize("language", CODES)
def test_all_languages_say_the_same_things(language: Language) -> None:
    words, english = LANGUAGES[language], LANGUAGES["en"]
    assert {*words.public} >= {*english.public}
    assert {*words.private} == {*english.private}
    for table, model in ((words.public, english.public), (words.private, english.private)):
        for key, text in model.items():
            assert gaps(table[key]) == gaps(text), key
            assert bool(table[key]) == bool(text), key
    assert {*words.roles} == {*words.duties} == {*ACTS, CIVILIAN}
    assert {*words.sides} == {*get_args(Side)}


FOR_THE_HOST = {"ruleset", "setup.discouraged", "setup.welcoming_themes"}
TOLD_BESIDE = {"timing", "setup.theme"}


def settings(value: Any = ForumBook, place: str = "") -> Iterator[str]:
    """The paths of all settings but the intervals, which the sign-up tells whole."""
    for name, hint in get_type_hints(value).items():
        if is_dataclass(hint):
            yield from settings(hint, f"{place}{name}.") if name != "intervals" else ()
        else:
            yield f"{place}{name}"


@pytest.mark.parametrize("language", CODES)
def test_every_setting_that_differs_is_told(language: Language) -> None:
    known = {key.partition("/")[0] for key in LANGUAGES[language].variants}
    assert known == {*settings()} - FOR_THE_HOST - TOLD_BESIDE
    assert {*LANGUAGES[language].variants} == {*LANGUAGES["en"].variants}
    for key, text in LANGUAGES[language].variants.items():
        assert gaps(text) == gaps(LANGUAGES["en"].variants[key])


def test_every_reason_and_step_has_words_for_the_host() -> None:
    assert {*REPORTS} == {*RULES}
    assert {*STEPS} == {*get_args(Step)}


def played(path: Path, language: Language, killers: dict[str, str]) -> Hosted:
    """A day on which everybody votes in a ring, and a night."""
    game = Hosted(path, language=language)
    game.begin(FULL)
    for number, player in enumerate(NAMES):
        game.do("vote.cast", player, target=NAMES[number - 1])
    game.hour = 2
    game.look()
    game.do("night.begin")
    orders = {"Ada": "", "Ben": "", "Cem": "", "Dan": "Ada", "Eva": "", "Fay": ""}
    for player, target in {**orders, **killers}.items():
        game.do("night.order", player, target=target)
    game.do("night.end")
    return game


@pytest.mark.parametrize("language", CODES)
def test_the_thread_is_the_same_whoever_killed(tmp_path: Path, language: Language) -> None:
    performers: list[dict[str, str]] = [
        {"Fay": "Ida"},
        {"Ada": "Ida", "Ben": "Ida"},
        {"Fay": "Ida", "Ada": "Ida", "Ben": "Ida"},
        {"Fay": "Ida", "Ada": "Gus", "Ben": "Gus", "Cem": "Gus"},
    ]
    threads = [
        played(tmp_path / f"{number}.game", language, killers).thread
        for number, killers in enumerate(performers)
    ]
    assert threads[0] == threads[1] == threads[2] == threads[3]
    assert "Ida" in threads[0][-2]
    for text in threads[0]:
        assert "{" not in text


@pytest.mark.parametrize("language", CODES)
def test_in_the_thread_no_role_is_told_before_the_end_but_the_composition(
    tmp_path: Path, language: Language
) -> None:
    game = played(tmp_path / "a.game", language, {"Fay": "Ida"})
    roles = [word.casefold() for role, word in LANGUAGES[language].roles.items() if role != "civilian"]
    for text in game.thread:
        if ": 1" in text and ": 3" in text:  # the composition
            continue
        assert not [word for word in roles if word in text.casefold()], text
    told = {player for player, _ in game.private}
    assert told == {*NAMES}
    (answer,) = [text for player, text in game.private if player == "Dan" and text.startswith("Ada")]
    assert LANGUAGES[language].roles["mafia"] in answer


@pytest.mark.parametrize("language", CODES)
def test_a_game_is_told_to_its_end(tmp_path: Path, language: Language) -> None:
    game = Hosted(tmp_path / "a.game", language=language)
    game.begin(["mafia", "commissioner", "civilian"])
    game.do("vote.cast", "Ada", target="Ben")
    game.do("vote.cast", "Cem", target="Ben")
    game.do("vote.cast", "Ben", target="Ada")
    game.hour = 1
    game.do("vote.cast", "Ben", target="Cem")
    game.hour = 5
    game.look()
    game.do("pistol.shoot", "Ben", target="Ada")
    words = LANGUAGES[language]
    assert words.sides["town"] in game.thread[-1]
    for player, role in (("Ada", "mafia"), ("Ben", "commissioner"), ("Cem", "civilian")):
        assert f"{player}: {words.roles[role]}" in game.thread[-1]


def test_behind_accounts_the_thread_names_characters_alone_and_in_no_order_of_seats(tmp_path: Path) -> None:
    game = Hosted(tmp_path / "a.game", ForumBook(setup=SetupBook(anonymous=True)))
    game.do("signup.open")
    for player in NAMES:
        game.do("player.join", player=player)
    with pytest.raises(assistant.HostError, match="no account yet: Ada, Ben"):
        assistant.start(game.path, {"party": "1"}, "s", game.now)
    for number, player in enumerate(NAMES):
        game.do("account.ask", player)
        game.do("character.take", player, name=f"{'zyxwvutsr'[number]} the {number}")
    game.keep(assistant.start(game.path, {"party": "1"}, "s", game.now))
    game.do("messages.sent")
    game.do("night.end")
    assert not [name for name in NAMES for text in game.thread if name in text]
    assert "r the 8, s the 7, t the 6" in game.thread[-1]
    assert {player for player, _ in game.private} == {*NAMES}


@pytest.mark.parametrize("anonymous", [False, True])
def test_after_a_game_with_accounts_they_may_be_cleared(tmp_path: Path, anonymous: bool) -> None:
    game = Hosted(tmp_path / "a.game", ForumBook(setup=SetupBook(anonymous=anonymous)))
    game.do("signup.open")
    for player in NAMES[:3]:
        game.do("player.join", player=player)
        if anonymous:
            game.do("account.ask", player)
    game.keep(
        assistant.start(
            game.path, {"roles": {"mafia": 1}, "deal": ["mafia", *["civilian"] * 2]}, None, game.now
        )
    )
    game.do("messages.sent")
    game.do("night.end")
    for voter, target in (("Ada", "Ben"), ("Ben", "Ada"), ("Cem", "Ada")):
        game.do("vote.cast", voter, target=target)
    game.hour = 2
    game.do("night.begin")
    assert ("Please clear the profiles" in game.thread[-1]) is anonymous


def test_the_host_reads_why_a_post_does_not_count(tmp_path: Path) -> None:
    game = Hosted(tmp_path / "a.game")
    game.begin(NINE)
    posts = {
        "[b]Ben[/b] or [b]Cem[/b]": "several players are named in bold",
        "[b]Zoe[/b]": "the bold text names nobody ('Zoe')",
        "[b]Ada[/b]": "players do not vote for themselves",
        "[b][i]Ben[/i][/b]": "bold and something else at once",
        "[i]Ben[/i], why?": "addresses Ben",
    }
    for text, reason in posts.items():
        told = game.keep(assistant.post(game.path, "Ada", text, None, "", game.now))
        assert reason in told.notes[-1]
        assert told.thread == ()
    step = assistant.post(game.path, "Ada", "I vote **Ben**", "markdown", "", game.now)
    assert step.state.votes[0] == 2
