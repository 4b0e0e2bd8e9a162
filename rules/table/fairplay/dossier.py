"""What a reviewer of an appeal is given (F.4): the case as it was decided, and no other seat's picture."""

from __future__ import annotations

from rules.events import Json
from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.state import Appeal, Ballot, FairState, find

CLIP = (5.0, 10.0)
"""F.4: seconds of the own seat's picture, at least and at most."""


def dossier(state: FairState, book: FairPlayBook, appeal: Appeal) -> dict[str, Json]:
    """The case file: incident, rule, time, phase, scores, votes, the clip to cut, the person's own words."""
    sanction = find(state.sanctions, appeal.against)
    ban = find(state.bans, appeal.against)
    named = sanction.incident if sanction is not None else ban.incident if ban is not None else ""
    incident = find(state.incidents, named)
    ballot = find(state.ballots, sanction.ballot) if sanction is not None else None
    return {
        "appeal": appeal.id,
        "against": appeal.against,
        "text": appeal.text,
        "incident": None if incident is None else incident.to_json(),
        "clip": None if incident is None else _clip(incident.seat, incident.t_start, incident.t_end),
        "note": None if incident is None else incident.note,
        "ballot": None if ballot is None else _votes(ballot),
        "evidence_until": (appeal.t if incident is None else incident.raised) + book.evidence_kept,
    }


def _clip(seat: int, start: float, end: float | None) -> dict[str, Json]:
    """The stretch around the act's end: what accuses somebody is complete only then."""
    least, most = CLIP
    last = start if end is None else end
    begin = max(0.0, min(start, last) - least / 2, last - most + least / 2)
    return {"seat": seat, "from": begin, "to": max(last + least / 2, begin + least)}


def _votes(ballot: Ballot) -> dict[str, Json]:
    return {
        "ballot": ballot.id,
        "kind": ballot.kind,
        "initiator": ballot.initiator,
        "votes": {str(seat): yes for seat, yes in ballot.votes},
        "alive": ballot.alive,
        "opened": ballot.opened,
        "phase": ballot.stage.phase,
        "day": ballot.stage.day,
    }
