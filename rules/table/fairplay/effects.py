"""What fair play asks the referee to do in the game. Each effect names the decision's cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class OpenMicrophone:
    """The seat pressed the interject button: others hear it for so many seconds."""

    seat: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LoseSpeech:
    """The seat has no discussion speech on that day. It votes, nominates and interjects as before (E-28)."""

    seat: int
    day: int


@dataclass(frozen=True, slots=True)
class Remove:
    """A living seat leaves at once: no farewell, role hidden, then the win check."""

    seat: int
    why: Literal["disqualified"]
    cancel_vote: bool
    """The vote of the day is cancelled too, unless its result was already fixed (E-11)."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game is aborted at once."""

    result: Literal["void", "opponent_victory"]
    """`void`: no winner, no points. `opponent_victory`: the offender's team is defeated, the other wins."""
    offender: int
    """The seat whose act the players voted on; the referee, who knows the roles, finds its team."""


@dataclass(frozen=True, slots=True)
class CoverTile:
    """Blur or cover the seat's picture for the others: a protection, not a sanction."""

    seat: int


@dataclass(frozen=True, slots=True)
class UncoverTile:
    """What was covered may be shown again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Restore:
    """A successful appeal: score the game anew as if the seat had never been disqualified.

    The seat does not come back to a running game: votes and nights went on without it.
    """

    seat: int


Effect = OpenMicrophone | LoseSpeech | Remove | EndGame | CoverTile | UncoverTile | Restore
