"""The vote of the day and how it ends (F-007 … F-010, D.3, D.4)."""

from __future__ import annotations

from rules.counting import leaders, tally
from rules.events import Json
from rules.forum import timing
from rules.forum.absence import count_day, remove
from rules.forum.ending import finish, winner
from rules.forum.execution import execute
from rules.forum.state import ForumState
from rules.forum.timing import DayClock, deadline
from rules.forum.turn import Turn
from rules.frozen import replace
from rules.speaking import Refused


def begin_day(state: ForumState, turn: Turn, day: int) -> ForumState:
    """A game day begins: everybody living may write and vote."""
    state = replace(
        state,
        phase="day",
        day=day,
        since=turn.t,
        clock=DayClock(began=turn.t),
        reminded=False,
        votes=(0,) * len(state.players),
        condemned=(),
        pistol=False,
    )
    turn.say("day.began", "F-305", "everyone", {"day": day, "living": list(state.living)})
    return state


def set_limit(state: ForumState, turn: Turn) -> ForumState:
    """The host announces when the vote ends (F-202): once a day, far enough ahead, not in extra time."""
    at = turn.event.data.get("at")
    if isinstance(at, bool) or not isinstance(at, int | float) or not abs(at) < 1e12:
        raise Refused("no_time", "F-202")
    clock, intervals = state.clock, state.book.intervals
    if state.book.timing == 2:
        raise Refused("no_limits", "F-252")
    if clock.extra is not None:
        raise Refused("limit_void", "F-205")
    if clock.limit is not None:
        raise Refused("limit_set", "F-202")
    if not timing.limit_is_late_enough(clock, at, intervals):
        raise Refused("limit_too_early", "F-202", earliest=clock.began + intervals.earliest_limit)
    if not timing.limit_is_announced_in_time(turn.t, at, intervals):
        raise Refused("limit_too_soon", "F-202", earliest=turn.t + intervals.notice)
    clock = replace(clock, limit=float(at))
    ends = deadline(clock, intervals)
    turn.say("limit.announced", "F-202", "everyone", {"day": state.day, "limit": float(at), "deadline": ends})
    return replace(state, clock=clock)


def vote(state: ForumState, turn: Turn) -> ForumState:
    """A vote in so many words; one in a post comes by `rules.forum.posts`."""
    return cast(state, turn, turn.seat_named(state))


def cast(state: ForumState, turn: Turn, target: int) -> ForumState:
    """One vote for another player; the last one counts (F-010), in timing 2 the first (F-251)."""
    seat, before = turn.event.seat, state.votes[turn.event.seat - 1]
    if target == seat:
        raise Refused("self_vote", "F-007")
    if before and state.book.timing == 2:
        raise Refused("vote_final", "F-251", target=before)
    rule = "F-502" if state.book.venue == "chat" else "F-010" if before else "F-007"
    data: dict[str, Json] = {"target": target, "before": before, "day": state.day}
    turn.say("vote.cast", rule, "everyone", data, seat=seat)
    votes = (*state.votes[: seat - 1], target, *state.votes[seat:])
    state = replace(state, votes=votes)
    if state.book.timing == 1:
        state = _wind(state, turn, changed=before not in (0, target))
    if _ends_at_once(state):
        return close(state, turn)
    return state


def _wind(state: ForumState, turn: Turn, *, changed: bool) -> ForumState:
    """What a vote does to the clock: the last outstanding one opens twilight, a change in it extra time."""
    clock, intervals = state.clock, state.book.intervals
    if clock.complete is None:
        if not all(state.votes[seat - 1] for seat in state.living):
            return state
        clock = replace(clock, complete=turn.t)
        ends = deadline(clock, intervals)
        rule = "F-203" if ends == turn.t + intervals.twilight else "F-204"
        turn.say("twilight.began", rule, "everyone", {"day": state.day, "deadline": ends})
    elif changed and (clock.extra is None or state.book.vote.extra_extends):
        rule = "F-205" if clock.extra is None else "E-32"
        clock = replace(clock, extra=turn.t + intervals.extra)
        data: dict[str, Json] = {"day": state.day, "deadline": clock.extra, "void": clock.limit is not None}
        turn.say("extra_time.began", rule, "everyone", data)
    return replace(state, clock=clock)


def _ends_at_once(state: ForumState) -> bool:
    """In timing 2 when all have voted, for no vote can change (F-251); with E-33's switch when more than half
    of the living are for one."""
    if state.book.timing == 2 and all(state.votes[seat - 1] for seat in state.living):
        return True
    most = max(tally(state.living, state.votes))
    return state.book.vote.clear_majority_ends and 2 * most > len(state.living)


def close_by_host(state: ForumState, turn: Turn) -> ForumState:
    """In timing 2 the host may end a day when more than two full days have passed (F-252)."""
    if state.book.timing == 1:
        raise Refused("timers_rule", "F-206")
    if turn.t - state.since <= state.book.intervals.patience:
        raise Refused("too_early", "F-252", earliest=state.since + state.book.intervals.patience)
    return close(state, turn)


def close(state: ForumState, turn: Turn) -> ForumState:
    """The vote is over: who has the most votes is condemned (F-008); a tie condemns nobody (E-30)."""
    votes = tally(state.living, state.votes)
    ahead = leaders(state.living, votes) if any(votes) else ()
    tied = ahead if len(ahead) > 1 else ()
    condemned = ahead if not tied or state.book.vote.tie == "all" else ()
    skipped = tuple(seat for seat in state.living if not state.votes[seat - 1])
    data: dict[str, Json] = {
        "day": state.day,
        "choices": list(state.votes),
        "counts": {str(seat): count for seat, count in zip(state.living, votes, strict=True) if count},
        "condemned": list(condemned),
        "tied": list(tied),
        "skipped": list(skipped),
    }
    rule = "E-30" if tied else "F-502" if state.book.venue == "chat" else "F-008"
    turn.say("vote.closed", rule, "everyone", data)
    for seat in skipped:
        turn.say("day.skipped", "F-207", "everyone", {"day": state.day}, seat=seat)
    voted = [seat for seat in state.living if state.votes[seat - 1]]
    state = replace(count_day(state, voted), phase="dusk", since=turn.t, condemned=condemned)
    after = [seat for seat in state.living if seat not in condemned]
    if state.book.vote.pistol_check == "after_each" and winner(state.roles, after):
        return finish(execute(state, turn), turn)
    return state


def begin_night(state: ForumState, turn: Turn) -> ForumState:
    """The host announces the night (F-305): executions are carried out, absent players removed (F-208)."""
    waiting_since = turn.t - state.since
    if owes_pistol(state) and waiting_since < state.book.intervals.pistol:
        raise Refused("pistol_open", "F-153", earliest=state.since + state.book.intervals.pistol)
    state = finish(remove(execute(state, turn), turn), turn)
    if state.phase == "over":
        return state
    turn.say("night.began", "F-305", "everyone", {"day": state.day})
    night = replace(state.night, orders=(), stories=(), living=state.living)
    return replace(state, phase="night", since=turn.t, night=night)


def owes_pistol(state: ForumState) -> bool:
    """Whether a condemned Commissioner has not said yet whom he shoots (F-153)."""
    holder = any(state.roles[seat - 1] == "commissioner" for seat in state.condemned)
    return state.phase == "dusk" and holder and not state.pistol and len(state.living) > 1
