"""The deal and zero night (F-002 … F-006, F-302, F-303, F-505)."""

from __future__ import annotations

from rules.deals import drawing, shuffled
from rules.events import Json
from rules.forum.composition import PARTIES, composition, examine, first_dossier, listed
from rules.forum.roles import CIVILIAN, GROUPS
from rules.forum.state import ForumState, seats_of
from rules.forum.turn import Turn
from rules.frozen import replace
from rules.speaking import Refused


def start(state: ForumState, turn: Turn) -> ForumState:
    """Deal and announce the composition.

    The event names `party` or `roles` (role → count, without civilians), and `seed` or `deal` (roles by
    seat, for tests and for what was dealt with cards).
    """
    players = len(state.players)
    roles = _roles(state, turn)
    examine(roles, players, state.book)
    dealt = _dealt(turn, listed(roles, players))
    setup = state.book.setup
    if not setup.least <= players <= setup.most:
        data: dict[str, Json] = {"players": players, "least": setup.least, "most": setup.most}
        turn.say("size.unusual", "F-001", "platform", data)
    if "deal" in turn.event.data:
        turn.say("deal.not_random", "F-302", "platform", {})
    everybody = tuple(range(1, players + 1))
    names: list[Json] = [player.name for player in state.players]
    announced: dict[str, Json] = {"players": names, "composition": composition(dealt)}
    turn.say("game.started", "F-301", "everyone", announced)
    state = replace(
        state,
        phase="zero_night",
        since=turn.t,
        roles=dealt,
        living=everybody,
        missed=(0,) * players,
    )
    _tell_roles(state, turn)
    return state


def _tell_roles(state: ForumState, turn: Turn) -> None:
    """Everybody learns the own role, civilians too (F-303); a mafia learns who it is (F-006)."""
    for seat, role in enumerate(state.roles, start=1):
        turn.say("role.dealt", "F-303" if role == CIVILIAN else "F-004", "seat", {"role": role}, seat=seat)
    for group in GROUPS:
        team: list[Json] = [*seats_of(state, group)]
        for seat in seats_of(state, group):
            turn.say("team.told", "F-006", "seat", {"team": team}, seat=seat)
    if first_dossier(state.roles, state.book):
        (seat,) = seats_of(state, "commissioner")
        turn.say("dossier.offered", "F-505", "seat", {}, seat=seat)


def _roles(state: ForumState, turn: Turn) -> dict[str, int]:
    """Role → count, as the event says."""
    party, named = turn.event.data.get("party"), turn.event.data.get("roles")
    if (party is None) == (named is None):
        raise Refused("composition_unclear", "F-301")
    if party is not None:
        known = PARTIES.get(party) if isinstance(party, str) else None
        if known is None:
            raise Refused("party_unknown", "F-301", parties=list(PARTIES))
        if known.players != len(state.players):
            raise Refused(
                "wrong_number", "F-301", party=party, players=known.players, here=len(state.players)
            )
        return dict(known.roles)
    if not isinstance(named, dict):
        raise Refused("composition_unclear", "F-301")
    roles = {}
    for role, count in named.items():
        if type(count) is not int or count < 1:
            raise Refused("wrong_roles", "F-004", role=role)
        roles[role] = count
    return roles


def _dealt(turn: Turn, roles: tuple[str, ...]) -> tuple[str, ...]:
    """Roles by seat: at random from the seed (F-004), or as the host dealt them."""
    seed, deal = turn.event.data.get("seed"), turn.event.data.get("deal")
    if (seed is None) == (deal is None) or not isinstance(seed, str | None):
        raise Refused("deal_unclear", "F-004")
    if seed is not None:
        return shuffled(roles, drawing(seed))
    dealt = tuple(role for role in deal if isinstance(role, str)) if isinstance(deal, list) else ()
    if sorted(dealt) != sorted(roles):
        raise Refused("deal_differs", "F-004")
    return dealt


def note_told(state: ForumState, turn: Turn) -> ForumState:
    """The host has sent messages about roles: to `seats`, or to everybody (F-303)."""
    seats = turn.event.data.get("seats")
    everybody = range(1, len(state.players) + 1)
    if seats is None:
        seats = [*everybody]
    if not isinstance(seats, list) or not all(type(seat) is int and seat in everybody for seat in seats):
        raise Refused("no_seat_named", field="seats")
    told = tuple(seat for seat in everybody if seat in seats or seat in state.told)
    turn.say("messages.noted", "F-303", "platform", {"told": list(told)})
    return replace(state, told=told)
