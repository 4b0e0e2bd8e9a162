"""The vote of the day, runoffs, the lift (C-106 … C-114)."""

from __future__ import annotations

from rules.counting import leaders, tally
from rules.events import Json
from rules.frozen import replace
from rules.speaking import Refused
from rules.table.game import count
from rules.table.game.ending import after_leaving, leave
from rules.table.game.flow import WAIT, Followed, enter
from rules.table.game.state import GameState, Poll, Round
from rules.table.game.turn import Turn


def open_vote(game: GameState, turn: Turn) -> Followed:
    """Put the nominated to the vote, if there is a vote today."""
    candidates = tuple(nominee for _, nominee in game.nominations if nominee in game.living)
    reason, rule = _no_vote(game, turn, candidates)
    if reason:
        turn.say("vote.skipped", rule, "everyone", {"day": game.day, "reason": reason})
        return game, "night"
    return _open_round(replace(game, poll=Poll(candidates)), turn)


def _no_vote(game: GameState, turn: Turn, candidates: tuple[int, ...]) -> tuple[str, str]:
    book = turn.book.vote
    if game.vote_cancelled:
        return "cancelled", "E-11"
    if not candidates:
        return "no_nominees", "C.1"
    if game.day == 1 and not book.day1_vote:
        return "first_day", "E-12"
    if game.day == 1 and len(candidates) == 1 and not book.day1_single_nominee_vote:
        return "single_nominee_on_first_day", "E-12"
    return "", ""


def _open_round(game: GameState, turn: Turn) -> Followed:
    """One round among the poll's candidates. A single one gets all votes by the default rule (C-107)."""
    poll = _poll(game)
    if len(poll.candidates) == 1:
        return game, "close_vote"
    data: dict[str, Json] = {"day": game.day, "round": poll.round, "candidates": list(poll.candidates)}
    turn.say("vote.opened", "C-107", "everyone", data)
    window = turn.timing(game).vote_window
    if turn.book.vote.in_turn:
        return enter(game, turn, "vote", window, candidate=poll.candidates[0]), WAIT
    return enter(game, turn, "vote", window * len(poll.candidates)), WAIT


def next_candidate(game: GameState, turn: Turn) -> Followed:
    """The next candidate is put to the vote, or the round is counted."""
    poll = _poll(game)
    up = poll.up + 1
    if not turn.book.vote.in_turn or up >= len(poll.candidates):
        return game, "close_vote"
    game = replace(game, poll=replace(poll, up=up))
    return enter(game, turn, "vote", turn.timing(game).vote_window, candidate=poll.candidates[up]), WAIT


def cast(game: GameState, turn: Turn) -> Followed:
    """One ballot a player; the first valid choice is final within the round (C-108)."""
    poll, seat = _poll(game), turn.event.seat
    candidate = turn.seat_named("candidate")
    if poll.choices[seat - 1]:
        raise Refused("already_voted", "C-108")
    if candidate not in poll.candidates:
        raise Refused("not_a_candidate", "C-108", candidate=candidate)
    if turn.book.vote.in_turn and candidate != poll.candidates[poll.up]:
        raise Refused("not_up", "C.2", candidate=candidate, up=poll.candidates[poll.up])
    data: dict[str, Json] = {"candidate": candidate, "round": poll.round}
    turn.say("vote.cast", "C-108", "everyone", data, seat=seat)
    return replace(game, poll=_chosen(poll, seat, candidate, turn.event.id)), WAIT


def close_vote(game: GameState, turn: Turn) -> Followed:
    """Count the round: who leads leaves; a tie is run off, then lifted."""
    poll = _poll(game)
    choices, defaulted = count.with_defaults(game.living, poll.choices, poll.candidates[-1])
    votes = tally(poll.candidates, choices)
    ahead = leaders(poll.candidates, votes)
    following = _after_round(game, turn, ahead, max(votes))
    left = turn.outcome(ahead if following == "leave" else ())
    if left:
        following = "leave"
    elif following == "leave":  # the platform reports that nobody did
        following = "night"
    closed = Round(
        game.day,
        "vote",
        poll.candidates,
        choices,
        defaulted,
        count.decisive(poll.candidates, choices),
        left,
    )
    data: dict[str, Json] = {"votes": list(votes), "tied": list(ahead) if len(ahead) > 1 else []}
    game = _record(game, turn, closed, data)
    if following == "leave":
        return _eliminate(game, turn, left, poll)
    if following == "runoff":
        return replace(game, poll=Poll(ahead, round=poll.round + 1), queue=ahead), "runoff_speech"
    if following == "lift":
        game = replace(game, poll=Poll(ahead, round=poll.round + 1))
        turn.say("lift.opened", "C-112", "everyone", {"day": game.day, "candidates": list(ahead)})
        return enter(game, turn, "lift", turn.timing(game).lift_window), WAIT
    return game, "night"


def _after_round(game: GameState, turn: Turn, ahead: tuple[int, ...], most: int) -> str:
    """What follows a counted round: `leave`, `runoff`, `lift` or `night` (C-106, C-109, C-112 … C-114)."""
    book, poll, living = turn.book.vote, _poll(game), len(game.living)
    if len(ahead) == 1:
        return "leave" if book.majority == "plurality" or 2 * most > living else "night"
    all_tied = len(ahead) == living
    if poll.round == 1:
        return "runoff" if book.all_tied_runoff or not all_tied else "night"
    if len(ahead) < len(poll.candidates) and book.runoff_while_shrinking:
        return "runoff"
    if not book.lift or (all_tied and not book.all_tied_lift) or (len(ahead), living) in book.no_lift:
        return "night"
    return "lift" if game.day > 1 or book.lift_day1 else "night"


def next_runoff_speech(game: GameState, turn: Turn) -> Followed:
    """Additional time for each of the tied, in the order of nomination (C-110); then they are voted on."""
    if game.queue:
        seat, *rest = game.queue
        seconds = turn.timing(game).runoff_speech
        return enter(game, turn, "runoff_speech", seconds, speaker=seat, queue=tuple(rest)), WAIT
    return _open_round(replace(game, speaker=0), turn)


def cast_lift(game: GameState, turn: Turn) -> Followed:
    """Remove all the tied, or keep them."""
    poll, seat = _poll(game), turn.event.seat
    yes = turn.event.data.get("yes")
    if not isinstance(yes, bool):
        raise Refused("wrong_answer", "C-112")
    if poll.choices[seat - 1]:
        raise Refused("already_voted", "C-108")
    turn.say("lift.cast", "C-112", "everyone", {"yes": yes}, seat=seat)
    return replace(game, poll=_chosen(poll, seat, 1 if yes else -1, turn.event.id)), WAIT


def close_lift(game: GameState, turn: Turn) -> Followed:
    """All the tied leave at once, or all stay (C-112). No ballot means keep."""
    poll = _poll(game)
    choices, defaulted = count.with_defaults(game.living, poll.choices, -1)
    yes = choices.count(1)
    found = poll.candidates if count.lift_passes(yes, len(game.living)) else ()
    left = turn.outcome(found)
    decisive = count.lift_decisive(choices)
    closed = Round(game.day, "lift", poll.candidates, choices, defaulted, decisive, left)
    game = _record(game, turn, closed, {"yes": yes, "needed": count.lift_needed(len(game.living))})
    return _eliminate(game, turn, left, poll) if left else (game, "night")


def _eliminate(game: GameState, turn: Turn, seats: tuple[int, ...], poll: Poll) -> Followed:
    if turn.book.farewell.order == "seat":
        seats = tuple(sorted(seats))
    game = replace(game, poll=None)
    rule = "C-106" if len(seats) == 1 else "C-112"
    game = leave(game, turn, seats, "vote", rule=rule, causes=poll.causes or None)
    return after_leaving(game, turn, seats)


def _record(game: GameState, turn: Turn, closed: Round, counts: dict[str, Json]) -> GameState:
    """Keep a closed round and tell it."""
    poll = _poll(game)
    data: dict[str, Json] = {
        "day": closed.day,
        "round": poll.round,
        "candidates": list(closed.candidates),
        "choices": list(closed.choices),
        "defaulted": list(closed.defaulted),
        "decisive": list(closed.decisive),
        "left": list(closed.left),
        **counts,
    }
    rule = "C-107" if closed.kind == "vote" else "C-112"
    turn.say(f"{closed.kind}.closed", rule, "everyone", data, causes=poll.causes or None)
    return replace(game, record=replace(game.record, rounds=(*game.record.rounds, closed)))


def _chosen(poll: Poll, seat: int, choice: int, cause: str) -> Poll:
    choices = (*poll.choices[: seat - 1], choice, *poll.choices[seat:])
    return replace(poll, choices=choices, causes=(*poll.causes, cause))


def _poll(game: GameState) -> Poll:
    """The poll that every voting phase has."""
    if game.poll is None:
        raise AssertionError(f"phase {game.phase} without a poll")
    return game.poll
