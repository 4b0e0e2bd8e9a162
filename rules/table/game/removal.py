"""A living player is disqualified in the middle of the game: what becomes of the step that runs."""

from __future__ import annotations

from rules.frozen import replace
from rules.table.game.ending import leave
from rules.table.game.flow import WAIT, Followed, Next, enter
from rules.table.game.state import NIGHT_PHASES, GameState, Poll
from rules.table.game.turn import Turn

VOTING = frozenset(("vote", "runoff_speech", "lift"))


def disqualify(game: GameState, turn: Turn, seat: int, causes: tuple[str, ...]) -> Followed:
    """Take a living seat out at once: no farewell, role hidden, then the win check (B.4, E-27)."""
    decided = game.pending is not None  # before: farewells are still held (E-24)
    check = turn.book.end.win_check_after_dq or game.living == (seat,)
    game = leave(game, turn, (seat,), "disqualified", causes=causes, check=check)
    if game.pending is not None and not decided:
        return game, "over"
    game = replace(game, queue=tuple(other for other in game.queue if other != seat))
    cancel_vote = turn.book.vote.cancel_after_dq
    if game.phase in VOTING:
        if cancel_vote:
            turn.say("vote.cancelled", "E-11", "everyone", {"day": game.day})
            return replace(game, poll=None, speaker=0), "night"
        return _drop_from_poll(game, turn, seat)
    if cancel_vote and not game.vote_cancelled and _before_the_vote(game):
        game = replace(game, vote_cancelled=True)
        day = game.discussed if game.phase == "speech" else game.discussed + 1
        turn.say("vote.cancelled", "E-11", "everyone", {"day": day})
    if game.phase == "speech" and game.speaker == seat:
        return game, "speech"
    return game, WAIT


def _before_the_vote(game: GameState) -> bool:
    """Whether the next vote is not decided: by night, at dawn, in the discussion (E-11)."""
    return game.phase in NIGHT_PHASES or game.phase == "speech" or game.discussed < game.day


def _drop_from_poll(game: GameState, turn: Turn, seat: int) -> Followed:
    """Go on with the vote without that seat: its ballot and those for it count no more."""
    poll = game.poll
    if poll is None:
        return game, WAIT
    lift = game.phase == "lift"
    choices = tuple(
        0 if voter == seat or (choice == seat and not lift) else choice
        for voter, choice in enumerate(poll.choices, start=1)
    )
    candidates = tuple(candidate for candidate in poll.candidates if candidate != seat)
    was_up = poll.candidates[poll.up] == seat
    before = poll.candidates.index(seat) if seat in poll.candidates else poll.up
    up = poll.up - 1 if before < poll.up else poll.up
    game = replace(game, poll=Poll(candidates, choices, poll.causes, poll.round, up))
    return _go_on(game, turn, seat, was_up)


def _go_on(game: GameState, turn: Turn, seat: int, was_up: bool) -> Followed:
    poll = game.poll
    if poll is None or not poll.candidates:
        return replace(game, poll=None, speaker=0), "night"
    step: Next = WAIT
    if game.phase == "runoff_speech" and game.speaker == seat:
        step = "runoff_speech"
    elif game.phase == "vote" and (len(poll.candidates) == 1 or (was_up and poll.up == len(poll.candidates))):
        step = "close_vote"
    elif game.phase == "vote" and was_up and turn.book.vote.in_turn:
        window = turn.timing(game).vote_window
        game = enter(game, turn, "vote", window, candidate=poll.candidates[poll.up])
    return game, step
