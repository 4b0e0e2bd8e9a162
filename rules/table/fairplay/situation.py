"""What fair play needs to know of the running game: nothing about roles."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Situation:
    """The public face of the game at one moment. The referee makes it anew for every call."""

    t: float
    """Table time in seconds; never less than in the call before."""
    running: bool = False
    """From the dealing of the roles until the game ends."""
    paused: bool = False
    """An official pause."""
    phase: str = "lobby"
    """Name of the phase, as the game names it; only written down, never judged."""
    day: int = 0
    """Number of the day or night that runs; 0 is the first night and what lies before it."""
    next_discussion: int = 1
    """Number of the day whose discussion is the next to begin: from the start of the discussion of day `d`
    until the dawn after it this is `d + 1`. A third foul costs the speech of this day."""
    speaker: int = 0
    """The seat that holds the floor: discussion, runoff or farewell speech; 0: nobody."""
    voting: int = 0
    """Number of the voting round of the day, where one runs or is just over; 0: none."""
    seats: tuple[int, ...] = tuple(range(1, 11))
    """Seats of everybody at the table, dead or alive, ascending."""
    living: tuple[int, ...] = tuple(range(1, 11))
    """Seats still in the game, ascending."""
    players: tuple[str, ...] = ()
    """Names of the people by seat, as the platform knows them: none of them may review this game."""
