"""Private appeals against a disqualification or a ban (B-P4, E-09), and what a successful one restores."""

from __future__ import annotations

from dataclasses import dataclass

from rules.events import Event, Json
from rules.frozen import replace
from rules.table.fairplay.bans import tell
from rules.table.fairplay.dossier import dossier
from rules.table.fairplay.effects import Restore
from rules.table.fairplay.read import choice, remark, text
from rules.table.fairplay.review import check_reviewer
from rules.table.fairplay.state import Appeal, AppealOutcome, Ban, FairState, Sanction, find, replaced
from rules.table.fairplay.turn import Refused, Turn

RULE = "B-P4"
PRACTICE = "E-09"
OUTCOMES: tuple[AppealOutcome, ...] = ("upheld", "reduced", "revoked")


def file_appeal(state: FairState, turn: Turn, event: Event) -> FairState:
    """The person concerned objects: data `against` (a sanction or ban) and `text`. Once, in time, in private.

    Raises:
        Refused: there is nothing of this person to appeal against, or it is too late, or done.
    """
    named = text(event, "against")
    target, since = _target(state, named)
    if target.seat != event.seat:
        raise Refused("not_yours", RULE)
    if find_appeal(state, named) is not None:
        raise Refused("appealed_already", PRACTICE)
    if turn.t > since + turn.book.appeal_within:
        raise Refused("appeal_late", PRACTICE)
    appeal = Appeal(f"appeal-{named}", event.seat, named, text(event, "text"), turn.t)
    state = replace(state, appeals=(*state.appeals, appeal))
    data: dict[str, Json] = {"appeal": appeal.id, "against": named}
    turn.say("appeal.filed", event.seat, RULE, data, automated=False, audience="seat")
    facts = dossier(state, turn.book, appeal)
    turn.say("appeal.opened", event.seat, RULE, facts, automated=False, audience="reviewer")
    return state


def decide(state: FairState, turn: Turn, event: Event) -> FairState:
    """A person who had no part in it decides: data `appeal`, `outcome`, `reviewer`, if wanted `note`.

    A ban that is reduced needs `until`, its new end.

    Raises:
        Refused: there is no such open appeal, or the person may not decide it.
    """
    if event.seat != 0:
        raise Refused("not_platform", PRACTICE)
    appeal = find(state.appeals, text(event, "appeal"))
    if appeal is None:
        raise Refused("no_such_appeal", PRACTICE)
    if appeal.outcome is not None:
        raise Refused("decided_already", PRACTICE)
    outcome = choice(event, "outcome", OUTCOMES)
    reviewer = text(event, "reviewer")
    target, _ = _target(state, appeal.against)
    check_reviewer(state, turn, reviewer, target.incident, target.reviewer if isinstance(target, Ban) else "")
    note = remark(event, "note")
    ends = isinstance(target, Ban) and outcome == "reduced"
    until = text(event, "until") if ends else remark(event, "until")
    decided = replace(appeal, outcome=outcome, reviewer=reviewer, note=note, decided=turn.t)
    state = replace(state, appeals=replaced(state.appeals, decided))
    if isinstance(target, Ban):
        return _ban_appealed(state, turn, decided, target, until)
    return _disqualification_appealed(state, turn, decided, target)


def find_appeal(state: FairState, against: str) -> Appeal | None:
    """The appeal against that sanction or ban."""
    return next((appeal for appeal in state.appeals if appeal.against == against), None)


@dataclass(frozen=True, slots=True)
class Restoration:
    """Exactly what an outcome gives back."""

    disqualification_struck: bool = False
    technical_foul_struck: str = ""
    """The second technical foul, where the disqualification followed from it (FP-T2)."""
    technical_foul_instead: str = ""
    """The technical foul that a reduced disqualification has become."""
    bans_withdrawn: tuple[str, ...] = ()
    """Questions of a ban that rested on it, and bans in force."""
    points: bool = False
    """The game is scored as if the seat had not been disqualified."""
    seat_in_game: bool = False
    """Always: nobody comes back to a running game."""

    def to_json(self) -> dict[str, Json]:
        """The facts as a decision names them."""
        return {
            "disqualification_struck": self.disqualification_struck,
            "technical_foul_struck": self.technical_foul_struck or None,
            "technical_foul_instead": self.technical_foul_instead or None,
            "bans_withdrawn": list(self.bans_withdrawn),
            "points": self.points,
            "seat_in_game": self.seat_in_game,
        }


def _target(state: FairState, named: str) -> tuple[Sanction | Ban, float]:
    """What is appealed against, and since when it can be."""
    sanction = find(state.sanctions, named)
    if sanction is not None and sanction.kind == "disqualification":
        return sanction, sanction.t
    ban = find(state.bans, named)
    if ban is not None and ban.in_force and ban.decided is not None:
        return ban, ban.decided
    raise Refused("not_appealable", RULE)


def _disqualification_appealed(state: FairState, turn: Turn, appeal: Appeal, sanction: Sanction) -> FairState:
    if appeal.outcome == "upheld" or appeal.outcome is None:
        return _decided(state, turn, appeal, Restoration())
    state = replace(state, sanctions=replaced(state.sanctions, replace(sanction, standing=appeal.outcome)))
    withdrawn = _bans_resting_on(state, sanction, appeal.outcome)
    struck = instead = ""
    if sanction.rule == "FP-T2" and appeal.outcome == "revoked":
        state, struck = _strike_technical_foul(state, sanction)
    if sanction.rule != "FP-T2" and appeal.outcome == "reduced":
        state, instead = _technical_foul_instead(state, turn, sanction)
    points = appeal.outcome == "revoked" or turn.book.reduced_restores_points
    given = Restoration(True, struck, instead, tuple(ban.id for ban in withdrawn), points)
    state = _decided(state, turn, appeal, given)
    if points:
        turn.effects.append(Restore(sanction.seat))
    for ban in withdrawn:
        state = _withdraw(state, turn, ban)
    return state


def _ban_appealed(state: FairState, turn: Turn, appeal: Appeal, ban: Ban, until: str) -> FairState:
    """A reduced ban is temporary from then on; a revoked one ends."""
    withdrawn = (ban.id,) if appeal.outcome == "revoked" else ()
    state = _decided(state, turn, appeal, Restoration(bans_withdrawn=withdrawn))
    if appeal.outcome == "revoked":
        return _withdraw(state, turn, ban)
    if appeal.outcome == "reduced":
        new = replace(ban, answer="temporary", until=until)
        tell(turn, new, final=True)
        return replace(state, bans=replaced(state.bans, new))
    return state


def _decided(state: FairState, turn: Turn, appeal: Appeal, given: Restoration) -> FairState:
    data: dict[str, Json] = {
        "appeal": appeal.id,
        "against": appeal.against,
        "outcome": appeal.outcome,
        "reviewer": appeal.reviewer,
        "note": appeal.note,
        "restored": given.to_json(),
    }
    turn.say("appeal.decided", appeal.seat, RULE, data, automated=False, audience="seat")
    return state


def _bans_resting_on(state: FairState, sanction: Sanction, outcome: str) -> tuple[Ban, ...]:
    """A ban for the disqualification falls with it; one for the act only if the act is found to be none."""
    return tuple(
        ban
        for ban in state.bans
        if ban.answer not in ("none", "withdrawn")
        and (
            ban.sanction == sanction.id
            or (outcome == "revoked" and not ban.sanction and ban.incident == sanction.incident)
        )
    )


def _withdraw(state: FairState, turn: Turn, ban: Ban) -> FairState:
    new = replace(ban, answer="withdrawn", until="")
    tell(turn, new, "seat" if ban.in_force else "reviewer")
    return replace(state, bans=replaced(state.bans, new))


def _strike_technical_foul(state: FairState, sanction: Sanction) -> tuple[FairState, str]:
    """The technical foul that made the second: its cause falls with the disqualification."""
    for cause in state.sanctions:
        if cause.kind == "technical_foul" and cause.ballot == sanction.ballot:
            new = replace(cause, standing="revoked")
            return replace(state, sanctions=replaced(state.sanctions, new)), cause.id
    return state, ""


def _technical_foul_instead(state: FairState, turn: Turn, sanction: Sanction) -> tuple[FairState, str]:
    """The reviewer's outcome is final: this technical foul disqualifies nobody, whichever it is."""
    foul = replace(
        sanction,
        id=f"{sanction.id}-reduced",
        kind="technical_foul",
        t=turn.t,
        standing="stands",
        replaces=sanction.id,
    )
    return replace(state, sanctions=(*state.sanctions, foul)), foul.id
