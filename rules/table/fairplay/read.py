"""What a command says, read from its data, in which anything may be missing or of any kind.

What may be missing may as well be null.
"""

from __future__ import annotations

from typing import TypeGuard, TypeVar

from rules.events import Event, Json
from rules.table.fairplay.turn import Refused

RULE = "B-P2"
LONGEST = 4000
"""Characters of a text that people write."""
MOST = 100
"""Texts of a list."""
Word = TypeVar("Word", bound=str)


def text(event: Event, field: str) -> str:
    """A text that is not empty.

    Raises:
        Refused: there is none.
    """
    value = event.data.get(field)
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
        raise Refused("no_text", RULE, field=field, longest=LONGEST)
    return value


def remark(event: Event, field: str) -> str:
    """A text that may be missing.

    Raises:
        Refused: it is no text, or too long.
    """
    return text(event, field) if event.data.get(field) not in (None, "") else ""


def texts(event: Event, field: str) -> tuple[str, ...]:
    """A list of texts that may be missing.

    Raises:
        Refused: it is no list, too long, or holds anything else.
    """
    value = event.data.get(field)
    if value is None:
        return ()
    found = [item for item in value if isinstance(item, str) and len(item) <= LONGEST] if _fits(value) else []
    if not _fits(value) or len(found) < len(value):
        raise Refused("no_texts", RULE, field=field, most=MOST)
    return tuple(found)


def _fits(value: Json) -> TypeGuard[list[Json]]:
    return isinstance(value, list) and len(value) <= MOST


def choice(event: Event, field: str, words: tuple[Word, ...]) -> Word:
    """One of the words.

    Raises:
        Refused: it is another one.
    """
    value = event.data.get(field)
    for word in words:
        if value == word:
            return word
    raise Refused("no_such_choice", RULE, field=field, choices=", ".join(words))


def seat(event: Event, field: str, seats: tuple[int, ...]) -> int:
    """One of the seats.

    Raises:
        Refused: it is none of them.
    """
    value = event.data.get(field)
    if type(value) is not int or value not in seats:
        raise Refused("no_such_seat", RULE, field=field)
    return value


def yes_or_no(event: Event, field: str) -> bool:
    """A yes or a no.

    Raises:
        Refused: it is neither.
    """
    value = event.data.get(field)
    if not isinstance(value, bool):
        raise Refused("no_yes_or_no", RULE, field=field)
    return value
