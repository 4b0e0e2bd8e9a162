"""What a post means (F-005, F-007, F-009, F-012, F-402): bold is a vote, all else is talk.

What is read out of a post's markup comes as data; what it means is judged here. Whatever is unclear or not
allowed is reported to the host with the reason and counts for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.events import Json
from rules.forum.day import cast
from rules.forum.lobby import key, names
from rules.forum.state import ForumState, name
from rules.forum.turn import Turn
from rules.speaking import Refused

Problem = Literal[
    "dead_author",
    "at_night",
    "head_missing",
    "head_differs",
    "wrong_account",
    "names_nobody",
    "name_in_sentence",
    "unclear_markup",
    "several_votes",
    "target_dead",
    "self_vote",
    "vote_final",
    "no_vote_now",
]
RULES: dict[Problem, str] = {
    "dead_author": "F-012",
    "at_night": "F-005",
    "head_missing": "F-402",
    "head_differs": "F-402",
    "wrong_account": "F-402",
    "names_nobody": "F-009",
    "name_in_sentence": "F-009",
    "unclear_markup": "F-009",
    "several_votes": "F-009",
    "target_dead": "F-007",
    "self_vote": "F-007",
    "vote_final": "F-251",
    "no_vote_now": "F-206",
}
LEADS = (
    "i vote for",
    "i vote against",
    "i vote",
    "my vote is",
    "my vote",
    "vote for",
    "vote against",
    "vote",
    "ich stimme für",
    "ich stimme gegen",
    "meine stimme gegen",
    "meine stimme für",
    "meine stimme",
    "stimme für",
    "stimme gegen",
    "stimme",
    "я голосую за",
    "я голосую против",
    "голосую за",
    "голосую против",
    "голосую",
    "мой голос против",
    "мой голос",
    "голос против",
    "голос",
)
"""What may stand before the name within a vote, longer ones first."""


@dataclass(frozen=True, slots=True)
class Marked:
    """What a post's markup shows."""

    bold: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    """Bold and something else at once: italic, linked or struck out."""
    addressed: tuple[str, ...] = ()
    """Italic or linked."""
    nick: str = ""
    """In square brackets with a rule, at the head; empty: none."""
    account: str = ""
    """Under which name it was written, where that is known."""


def marked(turn: Turn) -> Marked:
    """The post of the turn's event.

    Raises:
        Refused: its data are no such texts.
    """
    data = turn.event.data
    return Marked(
        bold=_texts(data.get("bold"), "bold"),
        unclear=_texts(data.get("unclear"), "unclear"),
        addressed=_texts(data.get("addressed"), "addressed"),
        nick=_text(data.get("nick"), "nick"),
        account=_text(data.get("account"), "account"),
    )


def _texts(value: Json, field: str) -> tuple[str, ...]:
    texts = [] if value is None else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Refused("wrong_post", "F-009", field=field)
    return tuple(text for text in texts if isinstance(text, str))


def _text(value: Json, field: str) -> str:
    if not isinstance(value, str | None):
        raise Refused("wrong_post", "F-009", field=field)
    return value or ""


def take(state: ForumState, turn: Turn) -> ForumState:
    """A post by a player, dead or alive: report what is wrong with it, count its vote."""
    seat, post = turn.event.seat, marked(turn)
    if seat not in state.living:
        _report(turn, "dead_author", "")
        return state
    if state.phase in ("zero_night", "night"):
        _report(turn, "at_night", "")
        return state
    _check_head(state, turn, post)
    target, problem, text = read(state, post)
    if problem:
        _report(turn, problem, text)
        return state
    if not target:
        addressed: list[Json] = [*dict.fromkeys(filter(None, (_named(state, t) for t in post.addressed)))]
        turn.say("post.noted", "F-009", "platform", {"addressed": addressed}, seat=seat)
        return state
    refusal = _why_not(state, seat, target)
    if refusal:
        _report(turn, refusal, text)
        return state
    return cast(state, turn, target)


def read(state: ForumState, post: Marked) -> tuple[int, Problem | None, str]:
    """Who is voted for (0: nobody), or what is wrong, and the text it is about."""
    if post.unclear:
        return 0, "unclear_markup", post.unclear[0]
    found: list[tuple[int, str]] = []
    for text in post.bold:
        seat = _named(state, text)
        if not seat:
            inside = _mentioned(state, text)
            return 0, "name_in_sentence" if inside else "names_nobody", text
        found.append((seat, text))
    if len({seat for seat, _ in found}) > 1:
        return 0, "several_votes", ", ".join(text for _, text in found)
    return (found[0][0], None, found[0][1]) if found else (0, None, "")


def _why_not(state: ForumState, seat: int, target: int) -> Problem | None:
    """Why a clear vote does not count, as the rules for votes have it."""
    if state.phase != "day":
        return "no_vote_now"
    if target == seat:
        return "self_vote"
    if target not in state.living:
        return "target_dead"
    return "vote_final" if state.book.timing == 2 and state.votes[seat - 1] else None


def _named(state: ForumState, text: str) -> int:
    """The seat that a vote names, and nothing else besides words of voting; 0: none."""
    words = key(text)
    for lead in ("", *LEADS):
        if lead and not words.startswith(f"{lead} "):
            continue
        rest = words.removeprefix(lead).strip()
        for seat, player in enumerate(state.players, start=1):
            if rest in names(player):
                return seat
    return 0


def _mentioned(state: ForumState, text: str) -> bool:
    """Whether a name stands within a longer text."""
    words = f" {key(text)} "
    return any(f" {known} " in words for player in state.players for known in names(player))


def _check_head(state: ForumState, turn: Turn, post: Marked) -> None:
    """Where accounts are anonymous: the character's nick at the head, and the character's account (F-402)."""
    if not state.book.setup.anonymous:
        return
    seat = turn.event.seat
    player = state.players[seat - 1]
    if not post.nick:
        _report(turn, "head_missing", "")
    elif key(post.nick) != key(name(state, seat)):
        _report(turn, "head_differs", post.nick)
    if post.account and key(post.account) not in {key(player.character), key(player.login)} - {""}:
        _report(turn, "wrong_account", post.account)


def _report(turn: Turn, problem: Problem, text: str) -> None:
    data: dict[str, Json] = {"reason": problem, "text": text[:200]}
    turn.say("post.reported", RULES[problem], "platform", data, seat=turn.event.seat)
