"""Nights: orders and stories come in, the host ends them, answers go out (D.2, F-304, F-403, F-505)."""

from __future__ import annotations

from rules.events import Json
from rules.forum.absence import count_night, remove
from rules.forum.composition import first_dossier
from rules.forum.day import begin_day
from rules.forum.ending import die, finish
from rules.forum.night import Evening, Outcome, resolve
from rules.forum.roles import ACTS, Side
from rules.forum.state import Dossier, ForumState, Order, Story, side_of
from rules.forum.turn import Turn
from rules.frozen import replace
from rules.speaking import Refused


def order(state: ForumState, turn: Turn) -> ForumState:
    """A player with a role names a target, or 0 for nobody; the last order of a night counts."""
    seat = turn.event.seat
    role = state.roles[seat - 1]
    if state.phase == "zero_night":
        return _first_dossier(state, turn)
    if role not in ACTS:
        raise Refused("no_night_role", "F-004")
    target = turn.seat_named(state, nobody=True)
    if role == "maniac" and target == seat and not state.book.night.maniac_self:
        raise Refused("maniac_self", "E-37")
    if role == "priest" and target == seat and state.book.night.priest_self == "refused":
        raise Refused("priest_self", "E-38")
    data: dict[str, Json] = {"target": target, "act": ACTS[role], "day": state.day}
    turn.say("order.noted", _RULES[role], "seat", data, seat=seat)
    orders = sorted((*(o for o in state.night.orders if o.seat != seat), Order(seat, target)), key=_seat)
    return replace(state, night=replace(state.night, orders=tuple(orders)))


_RULES = {
    "priest": "F-101",
    "doctor": "F-112",
    "maniac": "F-122",
    "mafia": "F-134",
    "alternative_mafia": "F-141",
    "commissioner": "F-151",
}


def _seat(item: Order | Story) -> int:
    return item.seat


def _first_dossier(state: ForumState, turn: Turn) -> ForumState:
    """F-505: answered at once, before anyone else acts."""
    seat = turn.event.seat
    if state.roles[seat - 1] != "commissioner" or not first_dossier(state.roles, state.book):
        raise Refused("not_in_zero_night", "F-006")
    if state.dossiers:
        raise Refused("dossier_given", "F-505")
    target = turn.seat_named(state)
    dossier = Dossier(seat, target, 0, state.roles[target - 1])
    turn.say("dossier.answered", "F-505", "seat", _answer(dossier), seat=seat)
    return replace(state, dossiers=(dossier,))


def tell_story(state: ForumState, turn: Turn) -> ForumState:
    """A killer describes the kill of this night, one member for a mafia (F-403)."""
    seat, side = turn.event.seat, side_of(state, turn.event.seat)
    if side == "town":
        raise Refused("no_killer", "F-403")
    text = turn.text("text")
    others = [story for story in state.night.stories if story.seat != seat]
    if any(side_of(state, story.seat) == side for story in others):
        raise Refused("story_told", "F-403")
    turn.say("story.noted", "F-403", "seat", {"day": state.day}, seat=seat)
    stories = tuple(sorted((*others, Story(seat, text)), key=_seat))
    return replace(state, night=replace(state.night, stories=stories))


def orders_owed(state: ForumState) -> tuple[int, ...]:
    """Seats whose orders of this night are outstanding."""
    if state.phase != "night":
        return ()
    named = {order.seat for order in state.night.orders}
    return tuple(seat for seat in state.living if state.roles[seat - 1] in ACTS and seat not in named)


def must_wait(state: ForumState) -> bool:
    """Whether the host has to wait for outstanding orders: where a priest is in play (F-304), dead or alive,
    for else the haste would show his death; in timing 2 always (F-252)."""
    return bool(orders_owed(state)) and (state.book.timing == 2 or "priest" in state.roles)


def end_night(state: ForumState, turn: Turn) -> ForumState:
    """The host ends the night: orders are accounted, the results told, the next day begins (F-305)."""
    if state.phase == "zero_night":
        return _end_zero_night(state, turn)
    owed = orders_owed(state)
    if must_wait(state) and turn.t - state.since <= state.book.intervals.patience:
        rule = "F-304" if "priest" in state.roles else "F-252"
        raise Refused(
            "orders_owed", rule, seats=[*owed], earliest=state.since + state.book.intervals.patience
        )
    if owed:
        rule = "F-252" if state.book.timing == 2 else "F-134"
        turn.say("orders.missing", rule, "platform", {"seats": list(owed)})
    orders = {order.seat: order.target for order in state.night.orders}
    outcome = resolve(Evening(state.roles, state.living, orders, state.book.night))
    _tell_host(state, turn, outcome)
    state = count_night(state, orders)
    state = _deaths(_answers(state, turn, outcome), turn, outcome)
    state = replace(state, guarded=outcome.guarded)
    state = finish(remove(state, turn), turn)
    return state if state.phase == "over" else begin_day(state, turn, state.day + 1)


def _end_zero_night(state: ForumState, turn: Turn) -> ForumState:
    """Day 1 begins when everybody knows the own role (F-303) and a first dossier is given (F-505)."""
    untold = [seat for seat in state.living if seat not in state.told]
    if untold:
        raise Refused("not_told", "F-303", seats=[*untold])
    if first_dossier(state.roles, state.book) and not state.dossiers:
        raise Refused("dossier_owed", "F-505")
    return begin_day(state, turn, 1)


def _tell_host(state: ForumState, turn: Turn, outcome: Outcome) -> None:
    """What every order did and why; for the host alone."""
    for note in outcome.notes:
        data: dict[str, Json] = {"step": note.step, "day": state.day, "side": note.side}
        turn.say("order.accounted", note.rule, "platform", data, seat=note.seat)


def _answers(state: ForumState, turn: Turn, outcome: Outcome) -> ForumState:
    """What the Commissioner learns (F-104, F-151, F-152)."""
    if not outcome.checked and not outcome.unclear:
        return state
    seat = state.roles.index("commissioner") + 1
    if outcome.unclear:
        turn.say("dossier.unclear", "F-104", "seat", {"day": state.day}, seat=seat)
        target = next(order.target for order in state.night.orders if order.seat == seat)
        dossier = Dossier(seat, target, state.day, "")
    else:
        killers = outcome.killers.get(outcome.checked, ())
        dossier = Dossier(seat, outcome.checked, state.day, state.roles[outcome.checked - 1], killers)
        turn.say("dossier.answered", "F-152" if killers else "F-151", "seat", _answer(dossier), seat=seat)
    return replace(state, dossiers=(*state.dossiers, dossier))


def _answer(dossier: Dossier) -> dict[str, Json]:
    return {
        "target": dossier.target,
        "role": dossier.role,
        "killers": list(dossier.killers),
        "day": dossier.day,
    }


def _deaths(state: ForumState, turn: Turn, outcome: Outcome) -> ForumState:
    """Who was killed; nobody but the host is told by whom (F-305, F-403)."""
    victims: list[Json] = [*sorted(outcome.killers)]
    turn.say("night.ended", "F-305", "everyone", {"day": state.day, "victims": victims})
    for seat in sorted(outcome.killers):
        state = die(state, seat, "night", outcome.killers[seat])
        data: dict[str, Json] = {"day": state.day, "texts": [*_texts(state, outcome.killers[seat])]}
        turn.say("player.killed", "F-403", "everyone", data, seat=seat)
    return state


def _texts(state: ForumState, killers: tuple[Side, ...]) -> list[str]:
    """The killers' descriptions, in the order of the alphabet: no other order may hint at who wrote them."""
    return sorted(s.text for s in state.night.stories if side_of(state, s.seat) in killers)
