"""How a command of `consigliere forum host` reaches its game, and what is printed of what comes of it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import typer

from rules.events import Decision, Json
from rules.forum.state import name
from service.cli.errors import CommandError
from service.forum import assistant
from service.forum.announcing import Told, tell
from service.forum.assistant import NOBODY, HostError, Step
from service.forum.game_file import GameFileError, load
from service.forum.markup import LONGEST
from service.forum.status import lines, status
from service.forum.times import TimeError, parse, shown, zone
from service.referee.narrator import plain

_AHEAD = 60.0
"""Seconds that a command's time may lie ahead of this machine's clock: it may be slow."""


class Code(Enum):
    """In which language the host speaks."""

    EN = "en"
    DE = "de"
    RU = "ru"


def do(
    file: Path,
    kind: str,
    data: dict[str, Json],
    who: str = "",
    *,
    at: str | None = None,
    language: Code | None = None,
    as_json: bool = False,
) -> None:
    """One event, put to the game.

    Raises:
        CommandError: it cannot be, and why.
        typer.Exit: status 2, where the JSON says why.
    """
    show(file, lambda now: assistant.act(file, kind, who, data, now), at, language, as_json)


def show(
    file: Path, ask: Callable[[float], Step], at: str | None, language: Code | None, as_json: bool
) -> None:
    """Ask and print.

    Raises:
        CommandError: it cannot be, and why.
        typer.Exit: status 2, where the JSON says why.
    """
    now = moment_of(file, at)
    try:
        step = ask(now)
    except (HostError, GameFileError) as error:
        raise CommandError(str(error)) from error
    told = tell(step.head, step.state, step.decisions, language.value if language else step.head.language)
    refusal = step.refusal
    if as_json:
        content = _described(told, step, now)
        text = json.dumps(content, ensure_ascii=False)
        print(text.encode("utf-8", "backslashreplace").decode())  # halves of surrogate pairs stay escaped
        if refusal:
            raise typer.Exit(2)
        return
    _print(told, step, now)
    if refusal:
        raise CommandError(_why(step, refusal))


def _why(step: Step, refusal: Decision) -> str:
    """Why something is refused, by which statement, whom it waits for and from when on it is possible."""
    text = str(refusal.data["text"]) + (f" [{refusal.rule}]" if refusal.rule else "")
    seats, earliest = refusal.data.get("seats"), refusal.data.get("earliest")
    if isinstance(seats, list):
        text += f" Waiting for: {', '.join(name(step.state, int(str(seat))) for seat in seats)}."
    if isinstance(earliest, float):
        text += f" Earliest: {shown(earliest, zone(step.head.zone), 'en')}."
    return text


def _described(told: Told, step: Step, now: float) -> dict[str, Any]:
    content: dict[str, Any] = {
        "thread": [*told.thread],
        "messages": [{"to": message.to, "text": message.text} for message in told.messages],
        "notes": [*told.notes],
        "status": status(step.head, step.state, now),
    }
    if step.refusal:
        content["refused"] = dict(step.refusal.data)
    return content


def _print(told: Told, step: Step, now: float) -> None:
    """Three parts, of which those that are empty are left out, and how things stand."""
    if told.thread:
        _part("For the thread", ["\n".join(told.thread)])
    if told.messages:
        _part("Private messages", [f"to {message.to}: {message.text}" for message in told.messages])
    if told.notes:
        _part("For you alone", told.notes)
    _part("Status", lines(step.head, step.state, now))


def _part(title: str, texts: Sequence[str]) -> None:
    print(f"-- {title}")
    for text in texts:
        print("\n".join(plain(line) for line in text.split("\n")))


def moment_of(file: Path, at: str | None) -> float:
    """The moment of a command, in seconds since 1970.

    Raises:
        CommandError: it is none, or it lies ahead: what is taken down cannot be taken back, and a mistyped
            year would end every vote and refuse all that comes before it.
    """
    now = time.time()
    if at is None:
        return now
    found = moment(file, at, now)
    if found > now + _AHEAD:
        raise CommandError(f"--at {at}: lies ahead; a game takes down what has happened, not what will")
    return found


def moment(file: Path, text: str, now: float) -> float:
    """A time as the host writes it.

    Raises:
        CommandError: it is none, or there is no such game.
    """
    try:
        kept = load(file)
        day = kept.state.clock.began if kept.state.day else None
        return parse(text, zone(kept.head.zone), now, day)
    except (TimeError, GameFileError) as error:
        raise CommandError(str(error)) from error


def named(text: str) -> dict[str, Json]:
    """The target of an act: a name, or nobody."""
    return {"target": "" if text == NOBODY else text}


def written(text: str) -> str:
    """A text from the command line or from stdin, of which little more is read than any post has."""
    if text != "-":
        return text
    return sys.stdin.buffer.read(4 * LONGEST + 4).decode(
        "utf-8", "replace"
    )  # a character has 4 bytes at most


def counts(text: str) -> dict[str, int]:
    """Roles as `mafia=2,doctor=1`."""
    found = {}
    for part in text.split(","):
        role, _, number = part.strip().partition("=")
        if not role or not number.isdecimal() or len(number) > 3:
            raise CommandError(f"--roles {text}: write roles and numbers, as mafia=2,doctor=1")
        found[role] = int(number)
    return found


def given(options: dict[str, Any]) -> dict[str, Any]:
    """Without what was not asked for."""
    return {key: value for key, value in options.items() if value not in (None, {})}
