"""The grammar of signs: what some words shown one after the other say together (domain A.2 and A.4).

    sentence    = if clause clause...            -> conditional
                | number [number [number]]       -> best_read, in the seat's own farewell
                | clause...
    clause      = subject... predicate...        in which "question" may come first or last
    subject     = number | me | you
    predicate   = red | dark | sheriff | don | cool | shot | zero

    number... 0 red|dark                         -> none_in
    number... red|dark, soon                     -> check_claim
    question, number|you, role in any order      -> ask_role

A clause that none of these names is told as its words. A subject after a predicate begins a new clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vision.gestures.phase import Phase

Word = str | int
"""A sign as a word: its gesture's name, a number for `number_0` to `number_10`."""
Clause = tuple[Word, ...]

COLOURS = ("red", "dark")
ROLES = (*COLOURS, "sheriff", "don")
PREDICATES = frozenset({*ROLES, "cool", "shot", 0})
PRONOUNS = ("me", "you")
QUESTION, IF = "question", "if"
_NUMBER = "number_"
_FIRST_SEAT, _LAST_SEAT = 1, 10


@dataclass(frozen=True, slots=True)
class Sign:
    """One word that was shown."""

    word: Word
    since: float
    """Media time of its first frame, seconds."""
    until: float | None = None
    """Media time of its last frame; None while it is shown."""


def word_of(gesture: str) -> Word | None:
    """The word of a gesture; None for gestures that take no part in sentences, as votes do."""
    digits = gesture.removeprefix(_NUMBER)
    if digits != gesture and digits.isdecimal():
        return int(digits)
    return gesture if gesture in PREDICATES or gesture in (*PRONOUNS, QUESTION, IF) else None


def parse(signs: Sequence[Sign], phase: Phase, claim_within: float) -> tuple[Clause, ...]:
    """What signs say together.

    Args:
        signs: in the order they were shown.
        phase: `best_read` is said in `Phase.FAREWELL` only.
        claim_within: most seconds between a number and its colour in a `check_claim`.

    Returns:
        The clauses, each led by its composite's name where it has one; a conditional begins with the
        clause `("conditional",)`. Empty where the signs say nothing together: a sign alone, or numbers that
        nothing is said of.
    """
    words = [sign.word for sign in signs]
    if phase is Phase.FAREWELL and _is_best_read(words):
        return (("best_read", *words),)
    if len(words) < 2 or all(isinstance(word, int) for word in words):
        return ()
    if words[0] == IF:
        clauses = _clauses(signs[1:])
        if len(clauses) >= 2:
            return (("conditional",), *(_named(clause, claim_within) for clause in clauses))
    return tuple(_named(clause, claim_within) for clause in _clauses(signs))


def _is_best_read(words: Sequence[Word]) -> bool:
    return 1 <= len(words) <= 3 and len(set(words)) == len(words) and all(_is_seat(word) for word in words)


def _clauses(signs: Iterable[Sign]) -> list[list[Sign]]:
    """The signs cut where a subject, an `if` or a second question follows a predicate."""
    clauses: list[list[Sign]] = []
    for sign in signs:
        if not clauses or _begins(sign.word, [other.word for other in clauses[-1]]):
            clauses.append([])
        clauses[-1].append(sign)
    return clauses


def _begins(word: Word, clause: Sequence[Word]) -> bool:
    """Whether a word begins a new clause after those of the present one."""
    closed = any(other in PREDICATES for other in clause)
    if word == QUESTION:
        return QUESTION in clause
    if word == IF:
        return True
    return closed and (_is_seat(word) or word in PRONOUNS or clause[-1] == QUESTION)


def _named(clause: Sequence[Sign], claim_within: float) -> Clause:
    """A clause as its composite, else as its words."""
    words = tuple(sign.word for sign in clause)
    asked = [word for word in words if word != QUESTION]
    if len(asked) == 2 == len(words) - 1:
        roles = [word for word in asked if word in ROLES]
        whom = [word for word in asked if _is_seat(word) or word == "you"]
        if roles and whom:
            return ("ask_role", *whom, *roles)
    *subjects, last = words
    if last not in COLOURS or not subjects:
        return words
    if subjects[-1] == 0 and len(subjects) > 1 and all(_is_seat(word) for word in subjects[:-1]):
        return ("none_in", *subjects[:-1], last)
    if all(_is_seat(word) for word in subjects) and _pause(clause[-2], clause[-1]) <= claim_within:
        return ("check_claim", *words)
    return words


def _pause(first: Sign, second: Sign) -> float:
    """Seconds between two signs; none where the first is still shown."""
    return 0.0 if first.until is None else max(0.0, second.since - first.until)


def _is_seat(word: Word) -> bool:
    return isinstance(word, int) and _FIRST_SEAT <= word <= _LAST_SEAT
