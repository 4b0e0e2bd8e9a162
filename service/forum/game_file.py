"""A game in a file: its settings in the first line, then one event a line, of which the rules make the game.

It holds the roles: only its owner can read it. Every change writes a whole new file beside the old one and
puts it in its place, so that a crash leaves the one or the other.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from models.lock import exclusive
from rules.canonical import CanonicalError, dumps, loads, to_json
from rules.events import Event
from rules.forum.book import ForumBook
from rules.forum.check import check
from rules.forum.referee import apply, new_game
from rules.forum.state import ForumState
from service.forum.markup import Markup
from service.forum.times import TimeError, zone

FORMAT = "consigliere-forum/1"
Language = Literal["en", "de", "ru"]
LARGEST = 64 * 1024 * 1024
"""Bytes of a file; a game of a year has some hundred thousand."""


class GameFileError(Exception):
    """The file cannot be used. The message says where and why."""


@dataclass(frozen=True, slots=True)
class Head:
    """What holds for the whole game."""

    book: ForumBook = field(default_factory=ForumBook)
    language: Language = "en"
    markup: Markup = "bbcode"
    zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as the file has it."""

    head: Head
    events: tuple[Event, ...]
    state: ForumState


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else changes the game meanwhile; a lock file beside it stays.

    Raises:
        GameFileError: there is no such folder, or nothing can be written there.
    """
    with ExitStack() as held:
        try:
            held.enter_context(exclusive(path.parent / f".{path.name}.lock", waiting=lambda: None))
        except OSError as error:
            raise GameFileError(f"{path}: {error.strerror}; name a file in a folder that is yours") from error
        yield


def create(path: Path, head: Head) -> None:
    """Begin a game; call it locked.

    Raises:
        GameFileError: the file is there already, the settings contradict themselves, it cannot be written.
    """
    if path.exists():
        raise GameFileError(f"{path}: is there already; choose another name, or go on with it")
    _judge_head(path, head)
    save(path, head, ())


def load(path: Path) -> Kept:
    """Read a game and play it again.

    Raises:
        GameFileError: it cannot be read, is no such file, or a line cannot be.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise GameFileError(f"{path}: has more than {LARGEST} bytes and is no game")
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise GameFileError(f"{path}: {error.strerror}; begin a game with: forum host new {path}") from error
    except UnicodeDecodeError as error:
        raise GameFileError(f"{path}: is no game file ({error.reason})") from error
    head = _head(path, lines[0] if lines else "")
    state = new_game(head.book)
    events = []
    for number, line in enumerate(lines[1:], start=2):
        event = _event(f"{path}:{number}", line)
        state, decisions = apply(state, event)
        if decisions and decisions[-1].type == "refused":
            raise GameFileError(f"{path}:{number}: {decisions[-1].data['text']} The file was changed by hand")
        events.append(event)
    return Kept(head, tuple(events), state)


def save(path: Path, head: Head, events: tuple[Event, ...]) -> None:
    """Put a whole file in place of the old one; call it locked.

    Raises:
        GameFileError: the disk does not take it; the old file stays.
    """
    first = dumps({"format": FORMAT, **to_json(head)})
    content = b"\n".join([first, *(dumps(event) for event in events)]) + b"\n"
    unfinished = ""
    try:
        descriptor, unfinished = tempfile.mkstemp(
            prefix=f".{path.name}.", dir=path.parent
        )  # readable to its owner
        with open(descriptor, "wb") as file:  # noqa: PTH123
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(unfinished).replace(path)
    except OSError as error:
        if unfinished:
            Path(unfinished).unlink(missing_ok=True)
        raise GameFileError(f"{path}: {error.strerror}; the game is as it was before") from error


def _head(path: Path, line: str) -> Head:
    content = _object(f"{path}:1", line)
    if content.pop("format", None) != FORMAT:
        raise GameFileError(f"{path}:1: is no game of this kind; its first line names the format {FORMAT}")
    try:
        head = loads(Head, json.dumps(content))
    except CanonicalError as error:
        raise GameFileError(f"{path}:1: {error}") from error
    _judge_head(path, head)
    return head


def _judge_head(path: Path, head: Head) -> None:
    complaints = check(head.book)
    if complaints:
        raise GameFileError(f"{path}: " + "; ".join(f"{c.place}: {c.hint}" for c in complaints))
    try:
        zone(head.zone)
    except TimeError as error:
        raise GameFileError(f"{path}: {error}") from error


def _event(place: str, line: str) -> Event:
    content = _object(place, line)
    known: Mapping[str, tuple[type, ...]] = {
        "id": (str,),
        "type": (str,),
        "seat": (int,),
        "t": (float, int),
        "data": (dict,),
    }
    if set(content) != set(known) or any(type(content[name]) not in kinds for name, kinds in known.items()):
        raise GameFileError(f"{place}: is no event; it has {', '.join(known)}")
    return Event(content["id"], content["type"], content["seat"], float(content["t"]), content["data"])


def _object(place: str, line: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise GameFileError(f"{place}: is no JSON ({error}); name a file made by: forum host new") from error
    if not isinstance(content, dict):
        raise GameFileError(f"{place}: is no JSON object")
    return content
