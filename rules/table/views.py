"""What each may see of one table: a seat, a spectator, the platform, a reviewer of conduct.

Everybody sees what is public. A seat also sees its own role and what it did and learnt itself. A reviewer
sees the cases, and the roles no sooner than anybody else: reviewers are people, too. Only the platform sees
all. Nothing here depends on who acts at night, or on whether anybody does: phases and times are the same.
"""

from __future__ import annotations

from typing import Any

from rules.canonical import to_json
from rules.events import Json
from rules.frozen import replace
from rules.table.fairplay.state import Ballot, FairState
from rules.table.game.state import SEATS, GameState, balance, is_mafia
from rules.table.game.tolerance import critical, fault_tolerance
from rules.table.state import TableState
from rules.telling import Viewer, seen

__all__ = ["Viewer", "seen", "view"]


def view(state: TableState, viewer: Viewer) -> dict[str, Json]:
    """The table as `viewer` may see it, as JSON.

    Raises:
        ValueError: there is no such seat.
    """
    shown = {**_public_game(state.game), **_public_conduct(state)}
    if viewer == "spectator":
        return shown
    if viewer == "platform":
        return {**shown, **_everything(state)}
    if viewer == "reviewer":
        return {**shown, **_cases(state.fair)}
    if viewer not in SEATS:
        raise ValueError(f"there is no seat {viewer}")
    return {**shown, **_own(state, viewer)}


def _public_game(game: GameState) -> dict[str, Json]:
    setup, poll, record = game.setup, game.poll, game.record
    shown: dict[str, Json] = {
        "mode": setup.mode,
        "turbo": setup.turbo,
        "players": list(setup.players),
        "phase": game.phase,
        "day": game.day,
        "since": game.since,
        "deadline": game.deadline,
        "paused": game.paused,
        "living": list(game.living),
        "left": _json(record.left),
        "speaker": game.speaker,
        "queue": list(game.queue),
        "silenced": _json(game.silenced),
        "nominations": _json(game.nominations),
        "vote_cancelled": game.vote_cancelled,
        "poll": None,
        "rounds": _json(record.rounds),
        "nights": [{"night": n.night, "victim": n.victim} for n in record.nights],
        "testament": _json(game.testament),
        "testaments": _json(record.testaments),
        "result": _json(game.result),
    }
    if poll is not None:
        shown["poll"] = {
            "candidates": list(poll.candidates),
            "choices": list(poll.choices),
            "round": poll.round,
            "up": poll.up,
        }
    if game.result is not None:
        shown["roles"] = list(setup.roles)
    return shown


def _public_conduct(state: TableState) -> dict[str, Json]:
    """Fouls, sanctions and votes on them; not what appeals made of it later, which is private (B-P4)."""
    fair = state.fair
    sanctions = [s for s in fair.sanctions if not s.replaces]
    public = state.book.fair_play.votes_public
    return {
        "fouls": [record.fouls for record in fair.seats],
        "sanctions": [
            {"id": s.id, "kind": s.kind, "seat": s.seat, "rule": s.rule, "day": s.stage.day}
            for s in sanctions
        ],
        "ballots": [_ballot(ballot, public) for ballot in fair.open],
        "covered": list(fair.covered),
    }


def _ballot(ballot: Ballot, public: bool) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "id": ballot.id,
        "kind": ballot.kind,
        "rule": ballot.rule,
        "accused": ballot.accused,
        "initiator": ballot.initiator,
        "voters": list(ballot.voters),
        "deadline": ballot.deadline,
    }
    if public:
        shown["votes"] = _json(ballot.votes)
    return shown


def _own(state: TableState, seat: int) -> dict[str, Json]:
    """What a seat alone knows: its role, its team if that is the mafia (C-003), its acts and answers."""
    game = state.game
    own: dict[str, Json] = {"seat": seat}
    if not game.setup.roles:
        return own
    own["role"] = game.setup.roles[seat - 1]
    if is_mafia(game.setup, seat):
        own["team"] = [other for other in SEATS if is_mafia(game.setup, other)]
        own["shot"] = game.night.shots[seat - 1]
    own["checks"] = [_json(check) for check in game.record.checks if check.seat == seat]
    own["appeals"] = [_json(appeal) for appeal in state.fair.appeals if appeal.seat == seat]
    own["bans"] = [_json(ban) for ban in state.fair.bans if ban.seat == seat and ban.decided is not None]
    return own


def _cases(fair: FairState) -> dict[str, Json]:
    """What a reviewer works on: incidents, ballots, sanctions, bans and appeals."""
    return {
        "cases": {
            "incidents": [incident.to_json() for incident in fair.incidents],
            "ballots": [_json(replace(ballot, causes=())) for ballot in fair.ballots],
            "sanctions": _json(fair.sanctions),
            "bans": _json(fair.bans),
            "appeals": _json(fair.appeals),
        }
    }


def _everything(state: TableState) -> dict[str, Json]:
    """The whole state, and how critical it is (C-505)."""
    shown: dict[str, Json] = {"game": _json(state.game), "fair": _json(state.fair), "t": state.t}
    if state.game.setup.roles:
        town, mafia = balance(state.game)
        shown["balance"] = {
            "town": town,
            "mafia": mafia,
            "fault_tolerance": fault_tolerance(town, mafia),
            "critical": critical(town, mafia),
        }
    return shown


def _json(value: Any) -> Json:
    plain: Json = to_json(value)
    return plain
