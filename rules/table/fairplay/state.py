"""What fair play knows of a game: one immutable value.

Identifiers are counted within the game (`incident-1`, `note-1`, `ballot-1`, `sanction-1`), so that the same
log gives the same ones; what not everybody hears of is named after what it concerns (`ban-sanction-1`,
`appeal-ban-sanction-1`) or counted apart, so that no gap tells of it. Times are seconds of table time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

from rules.table.fairplay.book import Kind
from rules.table.fairplay.incident import Incident, Stage


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """What is counted of one seat."""

    fouls: int = 0
    pressed: str = ""
    """Identifier of the event that gave the latest foul: sent twice, it is one press."""
    silenced: int = 0
    """Day of the speech that the third foul cost; 0: none."""
    reports: int = 0
    failed_ballots: int = 0
    """Ballots that the seat opened and that failed."""


@dataclass(frozen=True, slots=True)
class Dark:
    """A seat whose camera showed nothing for some time (E-04)."""

    seat: int
    total: float = 0.0
    """Seconds up to `since`, or in all where `since` is None."""
    since: float | None = None
    """When the time that is counted now began; None: the clock stands."""
    now: bool = False
    """Nothing can be seen at the moment."""
    told: bool = False
    """The pause has been suggested."""
    cause: str = ""
    """Event that said so last."""


Outcome = Literal["passed", "failed", "lapsed"]
"""`lapsed`: there was nothing left to decide, for instance because the game was over."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote on one sanction for one incident."""

    id: str
    incident: str
    kind: Kind
    rule: str
    """The rule the act is judged under: the incident's or one of its alternatives."""
    accused: int
    initiator: int
    voters: tuple[int, ...]
    """Seats that may vote: living when it was opened. Who leaves meanwhile counts no more."""
    opened: float
    deadline: float
    """A vote counts only before this moment."""
    stage: Stage
    alive: int
    """Living players when it was opened."""
    votes: tuple[tuple[int, bool], ...]
    """(seat, yes) in the order of voting; one a seat."""
    causes: tuple[str, ...]
    """Identifiers of the events that opened it and voted."""
    outcome: Outcome | None = None
    closed: float | None = None


@dataclass(frozen=True, slots=True)
class Sanction:
    """What was imposed on a seat."""

    id: str
    kind: Kind
    seat: int
    rule: str
    incident: str
    ballot: str
    """Of FP-T2: the ballot on the technical foul that triggered it."""
    t: float
    stage: Stage
    standing: Literal["stands", "reduced", "revoked"] = "stands"
    """What an appeal made of it."""
    replaces: str = ""
    """The disqualification that was reduced to this technical foul."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A question to the platform: shall this person be kept from further games? Only people answer it."""

    id: str
    seat: int
    incident: str
    sanction: str
    """The disqualification it follows (B-P3); empty where the forbidden gesture is the reason (FP-G1)."""
    t: float
    answer: Literal["open", "none", "temporary", "permanent", "withdrawn"] = "open"
    until: str = ""
    """End of a temporary ban as the platform writes it."""
    reviewer: str = ""
    decided: float | None = None

    @property
    def in_force(self) -> bool:
        """Whether the person is banned."""
        return self.answer in ("temporary", "permanent")


AppealOutcome = Literal["upheld", "reduced", "revoked"]


@dataclass(frozen=True, slots=True)
class Appeal:
    """A private objection to a disqualification or a ban (B-P4); one each."""

    id: str
    seat: int
    against: str
    """Identifier of the sanction or ban."""
    text: str
    t: float
    outcome: AppealOutcome | None = None
    reviewer: str = ""
    note: str = ""
    decided: float | None = None


@dataclass(frozen=True, slots=True)
class FairState:
    """Fair play of one game. Counts start anew with each game (E-26)."""

    game: str = ""
    """The platform's name of the game, for incident records."""
    seats: tuple[SeatRecord, ...] = (SeatRecord(),) * 10
    """By seat, seat 1 first."""
    incidents: tuple[Incident, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    """Closed, in the order of closing."""
    open: tuple[Ballot, ...] = ()
    """In the order of opening."""
    opened: int = 0
    """Ballots opened so far."""
    sanctions: tuple[Sanction, ...] = ()
    bans: tuple[Ban, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    covered: tuple[int, ...] = ()
    """Seats whose picture is covered for the others."""
    dark: tuple[Dark, ...] = ()


Item = TypeVar("Item", Incident, Ballot, Sanction, Ban, Appeal)


def find(items: tuple[Item, ...], identifier: object) -> Item | None:
    """The item with that identifier."""
    return next((item for item in items if item.id == identifier), None)


def replaced(items: tuple[Item, ...], new: Item) -> tuple[Item, ...]:
    """The items with `new` in the place of the one with its identifier."""
    return tuple(new if item.id == new.id else item for item in items)


def technical_fouls(state: FairState, seat: int) -> int:
    """Technical fouls of the seat that stand in this game."""
    return sum(
        1
        for sanction in state.sanctions
        if sanction.seat == seat and sanction.kind == "technical_foul" and sanction.standing == "stands"
    )


def disqualification(state: FairState, seat: int) -> Sanction | None:
    """The seat's disqualification, whatever an appeal made of it."""
    return next((s for s in state.sanctions if s.seat == seat and s.kind == "disqualification"), None)
