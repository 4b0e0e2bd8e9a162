"""What fair play asks the referee to do in the game.

Only what changes the game stands here. What the platform does by itself (open a microphone, cover a tile)
is a decision and nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class LoseSpeech:
    """The seat has no discussion speech on that day. It votes and may be nominated as before."""

    seat: int
    day: int


@dataclass(frozen=True, slots=True)
class Remove:
    """A living seat leaves at once: no farewell, its role stays hidden, then the win check (B.4).

    Whether the vote of the day falls with it is a setting of the game (E-11).
    """

    seat: int
    why: Literal["disqualified"] = "disqualified"


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game is aborted at once."""

    result: Literal["void", "opponent_victory"]
    """`void`: no winner, no points. `opponent_victory`: the offender's team is defeated, the other wins."""
    offender: int
    """The seat whose act the players voted on; the referee, who knows the roles, finds its team."""


@dataclass(frozen=True, slots=True)
class Restore:
    """A successful appeal: the game is scored as if the seat had never been disqualified.

    The seat does not come back to a running game, and the result of one that is over stands: votes and nights
    went on without it.
    """

    seat: int


Effect = LoseSpeech | Remove | EndGame | Restore
