"""The rules of fair play as a table (B.1): what each is, what it gives grounds for, what a camera may say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.table.fairplay.book import ABORTS, FairPlayBook, Kind

GroundsClass = Literal["TF", "DQ", "BAN", "INFO", "SUSPICION"]
"""Class of an incident (B.5). TF: first list, DQ: second list, BAN: the platform reviews it; the last two
are told to those who run the table and give no grounds for anything."""

Path = Literal["foul", "vote", "automatic", "abort"]
"""How a rule leads to a consequence: by button, by a vote on grounds, by the count, by a vote to abort."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of fair play."""

    id: str
    path: Path
    grounds_class: GroundsClass | None
    """What may follow by vote; None where no vote on it is held."""
    video: Literal["yes", "partial", "no"]
    """Whether a camera may give grounds (yes), only support a person's judgement (partial), or nothing."""
    title: str
    """What somebody who broke it did."""
    alternatives: tuple[str, ...] = ()
    """Other rules under which the same facts may be judged; the own class is the lower one."""


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.id: rule
        for rule in (
            Rule("FP-F1", "foul", None, "no", "interjected outside the own speech"),
            Rule("FP-U1", "vote", "TF", "partial", "insulted somebody"),
            Rule("FP-U2", "vote", "TF", "yes", "gestured aggressively", ("FP-S3",)),
            Rule("FP-U3", "vote", "TF", "no", "offered a bet"),
            Rule("FP-U4", "vote", "TF", "no", "used religious terminology"),
            Rule("FP-U5", "vote", "TF", "no", "spoke a language that others do not understand"),
            Rule("FP-U6", "vote", "TF", "no", "swore at a player"),
            Rule("FP-U7", "vote", "TF", "partial", "argued with context from outside the game"),
            Rule("FP-S1", "vote", "DQ", "yes", "left the table for longer than allowed"),
            Rule("FP-S2", "vote", "DQ", "partial", "wrote to other players"),
            Rule("FP-S3", "vote", "DQ", "partial", "threatened somebody"),
            Rule("FP-S4", "vote", "DQ", "yes", "showed naked body parts"),
            Rule("FP-T2", "automatic", None, "no", "received the second technical foul"),
            Rule("FP-G1", "vote", "BAN", "yes", "showed the forbidden gesture", ("FP-U1", "FP-U2")),
            Rule("FP-A1", "abort", None, "no", "gave cause to abort the game"),
        )
    }
)


def kinds_for(book: FairPlayBook, rule: Rule) -> tuple[Kind, ...]:
    """The ballots that a breach of the rule allows (E-03; FP-G1 by E-01)."""
    match rule.grounds_class:
        case "TF":
            return book.technical_foul_grounds
        case "DQ":
            return book.disqualification_grounds
        case "BAN":
            return (book.forbidden_gesture_in_game, *ABORTS)
        case _:
            return ()
