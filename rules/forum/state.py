"""Everything that is known of one game in a forum: one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.forum.book import ForumBook
from rules.forum.roles import Side, side
from rules.forum.timing import DayClock

Phase = Literal["setup", "sign_up", "zero_night", "day", "dusk", "night", "over"]
"""In `dusk` the vote is over and the host has not announced the night yet: it is the same whoever was
condemned, so that the wait for a pistol shows nobody who holds one."""
How = Literal["executed", "pistol", "night", "absent"]


@dataclass(frozen=True, slots=True)
class Player:
    """A person, and the character whom the others see."""

    player: str
    character: str = ""
    login: str = ""
    """F-402: the account that the host handed out."""

    @property
    def name(self) -> str:
        """How the thread knows this player: behind an account nobody sees the person."""
        return self.character or self.login or self.player


@dataclass(frozen=True, slots=True)
class Order:
    """What a player wants done tonight; a later one replaces it."""

    seat: int
    target: int
    """0: nothing, which is an answer too."""


@dataclass(frozen=True, slots=True)
class Story:
    """The description of a kill by who committed it (F-403)."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Night:
    """What has come in for the night that runs; each tuple in the order of seats, so the order in which
    messages arrive leaves no trace."""

    orders: tuple[Order, ...] = ()
    stories: tuple[Story, ...] = ()
    living: tuple[int, ...] = ()
    """Who lived when it began."""


@dataclass(frozen=True, slots=True)
class Death:
    """Who left, and how; `killers` is for the host alone until the end."""

    seat: int
    day: int
    how: How
    killers: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Dossier:
    """An answer to the Commissioner (F-151, F-152)."""

    seat: int
    target: int
    day: int
    """0: zero night (F-505)."""
    role: str
    """Empty: nothing has become clear (F-104)."""
    killers: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winner: Side | Literal["nobody"]
    rule: str


@dataclass(frozen=True, slots=True)
class ForumState:
    """`rules.canonical` writes it as JSON and reads it back. Seats count from 1 in the order of sign-up."""

    book: ForumBook = field(default_factory=ForumBook)
    phase: Phase = "setup"
    t: float = 0.0
    """Seconds: the latest time that any event brought."""
    day: int = 0
    """Game days count from 1; a day and the night after it bear the same number."""
    since: float = 0.0
    """When the phase began."""
    players: tuple[Player, ...] = ()
    logins: int = 0
    """Accounts handed out."""
    roles: tuple[str, ...] = ()
    told: tuple[int, ...] = ()
    """Seats that have had the host's message about their role (F-303)."""
    living: tuple[int, ...] = ()
    clock: DayClock = field(default_factory=DayClock)
    reminded: bool = False
    votes: tuple[int, ...] = ()
    """By seat; 0: none yet."""
    condemned: tuple[int, ...] = ()
    """In dusk: who is executed when it ends."""
    pistol: bool = False
    """The condemned Commissioner has said what he does with it."""
    night: Night = field(default_factory=Night)
    guarded: int = 0
    """Whom the doctor visited in the latest night; 0: nobody."""
    missed: tuple[int, ...] = ()
    """By seat: how often in a row (F-208, F-253)."""
    deaths: tuple[Death, ...] = ()
    dossiers: tuple[Dossier, ...] = ()
    result: Result | None = None


def name(state: ForumState, seat: int) -> str:
    """What the thread calls a seat."""
    return state.players[seat - 1].name


def role(state: ForumState, seat: int) -> str:
    """The role of a seat, once dealt."""
    return state.roles[seat - 1]


def side_of(state: ForumState, seat: int) -> Side:
    """The side of a seat, once dealt."""
    return side(state.roles[seat - 1])


def seats_of(state: ForumState, wanted: str) -> tuple[int, ...]:
    """All seats with a role, dead or alive."""
    return tuple(seat for seat, dealt in enumerate(state.roles, start=1) if dealt == wanted)
