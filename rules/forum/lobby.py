"""Before the game: settings, sign-up, characters, accounts (F-201, F-301, F-401, F-402, F-501)."""

from __future__ import annotations

import unicodedata
from dataclasses import fields, is_dataclass
from typing import Any

from rules.canonical import to_json
from rules.events import Audience, Json
from rules.forum.book import ForumBook
from rules.forum.check import check
from rules.forum.state import ForumState, Player
from rules.forum.turn import Turn
from rules.frozen import replace
from rules.speaking import Refused


def change_intervals(state: ForumState, turn: Turn) -> ForumState:
    """The host changes intervals, which is possible before sign-up alone (F-201)."""
    changes = turn.event.data.get("intervals")
    known = {field.name for field in fields(state.book.intervals)}
    if not isinstance(changes, dict) or not changes or not set(changes) <= known:
        raise Refused("wrong_intervals", "F-201", known=[*sorted(known)])
    seconds = {}
    for key, value in changes.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Refused("wrong_intervals", "F-201", known=[*sorted(known)])
        seconds[key] = float(value)
    book = replace(state.book, intervals=replace(state.book.intervals, **seconds))
    complaints = check(book)
    if complaints:
        raise Refused("contradiction", "F-201", place=complaints[0].place, hint=complaints[0].hint)
    told: dict[str, Json] = {**seconds}
    turn.say("intervals.changed", "F-201", "platform", {"intervals": told})
    return replace(state, book=book)


def open_signup(state: ForumState, turn: Turn) -> ForumState:
    """The thread is opened: the host states theme, intervals and the variants chosen (F-201, F-301)."""
    book = state.book
    data: dict[str, Json] = {
        "timing": book.timing,
        "venue": book.venue,
        "theme": book.setup.theme,
        "anonymous": book.setup.anonymous,
        "intervals": to_json(book.intervals),
        "variants": variants(book),
    }
    turn.say("signup.opened", "F-301", "everyone", data)
    return replace(state, phase="sign_up", since=turn.t)


def variants(book: ForumBook) -> dict[str, Json]:
    """Settings that differ from the defaults, by their paths, but for the intervals, which are told whole."""
    return dict(_differences(book, ForumBook(), ""))


def _differences(value: Any, default: Any, place: str) -> list[tuple[str, Json]]:
    found: list[tuple[str, Json]] = []
    for field in fields(value):
        mine, usual = getattr(value, field.name), getattr(default, field.name)
        if is_dataclass(mine) and field.name != "intervals":
            found += _differences(mine, usual, f"{place}{field.name}.")
        elif mine != usual and field.name not in ("intervals", "theme"):
            found.append((f"{place}{field.name}", to_json(mine)))
    return found


def join(state: ForumState, turn: Turn) -> ForumState:
    """Somebody signs up."""
    player = turn.text("player", longest=100)
    _free(state, player, 0)
    players = (*state.players, Player(player))
    data: dict[str, Json] = {"player": player, "players": len(players)}
    turn.say("player.joined", "F-301", _sign_up(state), data, seat=len(players))
    return replace(state, players=players)


def leave(state: ForumState, turn: Turn) -> ForumState:
    """Somebody signs off before the game; the seats after move up."""
    player = turn.text("player", longest=100)
    players = tuple(known for known in state.players if known.player != player)
    if len(players) == len(state.players):
        raise Refused("player_unknown", "F-301", player=player)
    turn.say("player.gone", "F-301", _sign_up(state), {"player": player, "players": len(players)})
    return replace(state, players=players)


def _sign_up(state: ForumState) -> Audience:
    """Who may know who plays: where accounts are anonymous, the host alone (F-402)."""
    return "platform" if state.book.setup.anonymous else "everyone"


def ask_account(state: ForumState, turn: Turn) -> ForumState:
    """A player asks in private for an account: mafia01, mafia02 … in the order of asking (F-402)."""
    seat = turn.event.seat
    if not state.book.setup.anonymous:
        raise Refused("no_accounts", "F-402")
    if state.players[seat - 1].login:
        raise Refused("account_given", "F-402", login=state.players[seat - 1].login)
    number = state.logins + 1
    login = f"mafia{number:02}"
    _free(state, login, seat)
    turn.say("account.given", "F-402", "seat", {"login": login}, seat=seat)
    return replace(_player(state, seat, login=login), logins=number)


def take_character(state: ForumState, turn: Turn) -> ForumState:
    """A player invents a character (F-401), or renames the account to it (F-402); once the game runs no name
    changes any more (F-501)."""
    seat, setup = turn.event.seat, state.book.setup
    if state.phase != "sign_up" and (state.book.venue == "chat" or state.players[seat - 1].character):
        raise Refused("name_fixed", "F-501" if state.book.venue == "chat" else "F-402")
    character = turn.text("name", longest=1_000)
    if len(character) > setup.name_length:
        raise Refused("name_too_long", "F-402", longest=setup.name_length)
    _free(state, character, seat)
    kind = turn.event.data.get("kind")
    turn.say("character.taken", "F-401", "everyone", {"name": character}, seat=seat)
    if isinstance(kind, str) and kind in setup.discouraged and setup.theme not in setup.welcoming_themes:
        turn.say("character.discouraged", "F-401", "platform", {"name": character, "kind": kind}, seat=seat)
    return _player(state, seat, character=character)


def _player(state: ForumState, seat: int, **changes: str) -> ForumState:
    changed = replace(state.players[seat - 1], **changes)
    return replace(state, players=(*state.players[: seat - 1], changed, *state.players[seat:]))


def _free(state: ForumState, name: str, seat: int) -> None:
    """No two players may be meant by one name.

    Raises:
        Refused: another seat than `seat` bears it, nothing of it can be read, or it would disturb the text
            around it: control characters, line ends, changes of direction.
    """
    wanted = key(name)
    if not wanted or any(_disturbs(letter) for letter in name):
        raise Refused("no_text", field="name")
    for other, player in enumerate(state.players, start=1):
        if other != seat and wanted in names(player):
            raise Refused("name_taken", "F-402", name=name)


def _disturbs(letter: str) -> bool:
    joiners = ("\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}")  # of scripts and of emoji
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in joiners


def names(player: Player) -> frozenset[str]:
    """Everything that a player may be called by, as `key` has it."""
    return frozenset(map(key, (player.player, player.character, player.login))) - {""}


def key(name: str) -> str:
    """What is compared of names: no case, no width, no е with dots, nothing around letters and digits."""
    folded = unicodedata.normalize("NFKC", name).casefold().replace("ё", "е")
    letters = "".join(letter if letter.isalnum() else " " for letter in folded)
    return " ".join(letters.split())
