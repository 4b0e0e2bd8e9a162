"""Whatever happens in whatever order: deadlines, the dead, what is written, and who can guess what."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.canonical import dumps, loads
from rules.events import Decision, Event, Json
from rules.forum.book import HOUR, ForumBook
from rules.forum.referee import apply, new_game
from rules.forum.roles import GROUPS
from rules.forum.state import ForumState, Night
from rules.forum.timing import deadline
from rules.forum.views import view
from rules.frozen import replace
from rules.telling import seen
from tests.rules.forum.games import FULL, NINE, TWO_MAFIAS, Game

LEAVES = frozenset(("player.executed", "player.killed", "player.removed"))
"""Of a player who is dead from then on."""
ACTS = frozenset(("vote.cast", "order.noted", "story.noted", "pistol.shot", "pistol.kept", "post.noted"))
"""Decisions that say that a player did something."""
Step = tuple[str, int, int, float]
"""What is done, by which seat, to which, so many hours after the step before."""
DEALS = st.sampled_from([NINE, FULL, TWO_MAFIAS])
WHOLE = ["all_vote", "all_vote", "all_order", "go_on"]
"""Steps of everybody at once, without which no game gets far."""
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["vote", "vote", "post", "order", "order", "story", "shoot", "limit", "wait"] + WHOLE * 2
        ),
        st.integers(1, 14),
        st.integers(0, 14),
        st.sampled_from([0.0, 0.0, 0.25, 1.0, 2.0, 3.0, 19.5, 23.0, 25.0]),
    ),
    min_size=15,
    max_size=50,
)


def events(game: Game, step: Step) -> list[tuple[str, int, dict[str, Json]]]:
    """What a step sends; much of it is refused."""
    what, seat, target, _ = step
    if what == "vote":
        return [("vote.cast", seat, {"target": target})]
    if what == "post":
        return [("post.made", seat, {"bold": [f"Player {target}"]})]
    if what == "order":
        return [("night.order", seat, {"target": target})]
    if what == "story":
        return [("story.tell", seat, {"text": "It was dark."})]
    if what == "shoot":
        return [("pistol.shoot", seat, {"target": target})]
    if what == "limit":
        earliest = max(game.state.clock.began / HOUR + 24, game.hour + 4)
        return [("limit.announce", 0, {"at": (earliest + (seat - 3) / 2) * HOUR})]
    if what == "all_vote":
        condemned = game.living[target % len(game.living)]
        other = next(s for s in game.living if s != condemned)
        return [("vote.cast", s, {"target": other if s == condemned else condemned}) for s in game.living]
    if what == "all_order":
        return [("night.order", s, {"target": game.living[target % len(game.living)]}) for s in game.living]
    if what == "go_on":
        return [("vote.close", 0, {}), ("night.begin", 0, {}), ("night.end", 0, {})]
    return [("clock", 0, {})]


def play(
    roles: Sequence[str], steps: Sequence[Step], timing: int = 1
) -> list[tuple[ForumState, Event, ForumState, list[Decision]]]:
    """Every event with the states before and after it, and what was decided."""
    game = Game(roles, ForumBook(timing=timing))  # type: ignore[arg-type]
    played = []
    for step in steps:
        if len(game.living) < 2:
            break
        game.hour += step[3]
        for kind, seat, data in events(game, step):
            before = game.state
            decisions = game.send(kind, seat, **data)
            played.append((before, game.log[-1], game.state, decisions))
    return played


@settings(deadline=None)
@given(DEALS, STEPS)
def test_deadlines_move_only_as_stated(roles: Sequence[str], steps: list[Step]) -> None:
    extra_days = set()
    for before, event, after, decisions in play(roles, steps):
        intervals = before.book.intervals
        old = deadline(before.clock, intervals) if before.phase == "day" else None
        said = {decision.type: decision for decision in decisions}
        if "vote.closed" in said:
            assert said["vote.closed"].t == old
            continue
        if before.phase != "day" or after.phase != "day":
            continue
        new = deadline(after.clock, intervals)
        if new == old:
            continue
        if "limit.announced" in said:
            assert old is None
            assert new == event.data["at"]
        elif "twilight.began" in said:
            assert new is not None
            assert new <= event.t + 2 * HOUR
            assert old is None or new <= old
        else:
            assert "extra_time.began" in said
            assert new == event.t + 4 * HOUR
            assert after.day not in extra_days
            extra_days.add(after.day)


@settings(deadline=None)
@given(DEALS, STEPS, st.sampled_from([1, 2]))
def test_nobody_acts_after_death(roles: Sequence[str], steps: list[Step], timing: int) -> None:
    for before, _, after, decisions in play(roles, steps, timing):
        assert set(after.living) <= set(before.living)
        for decision in decisions:
            assert decision.type not in ACTS or decision.seat in before.living
            assert decision.type not in LEAVES or decision.seat not in after.living
        gone = set(range(1, len(roles) + 1)) - set(before.living)
        if before.phase == after.phase == "day":
            assert all(before.votes[seat - 1] == after.votes[seat - 1] for seat in gone)
        if len(after.living) < len(before.living):
            refuse_the_dead(after)


def refuse_the_dead(state: ForumState) -> None:
    """Whatever the dead send, nothing happens but a report to the host."""
    for seat in set(range(1, len(state.players) + 1)) - set(state.living):
        for target in state.living[:1]:
            data: dict[str, Json] = {"target": target, "text": "Boo.", "bold": [f"Player {target}"]}
            for kind in ("vote.cast", "night.order", "story.tell", "pistol.shoot", "post.made"):
                after, decisions = apply(state, Event("ghost", kind, seat, state.t, data))
                assert after == state
                assert [d.type for d in decisions] in (["refused"], ["post.reported"])


@settings(deadline=None, max_examples=50)
@given(DEALS, STEPS)
def test_the_same_log_gives_the_same_bytes(roles: Sequence[str], steps: list[Step]) -> None:
    game = Game(roles)
    for step in steps:
        if len(game.living) < 2:
            break
        game.hour += step[3]
        for kind, seat, data in events(game, step):
            game.send(kind, seat, **data)
    state = new_game()
    said: list[Decision] = []
    for event in game.log:
        state, decisions = apply(state, event)
        said += decisions
        state = loads(ForumState, dumps(state))
    assert dumps(state) == dumps(game.state)
    assert dumps(said) == dumps(game.said)


@settings(deadline=None)
@given(DEALS, STEPS, st.data())
def test_orders_in_another_order_leave_the_same_night_and_the_same_morning(
    roles: Sequence[str], steps: list[Step], data: st.DataObject
) -> None:
    orders: list[Step] = list({step[1]: ("order", step[1], step[2], 0.0) for step in steps}.values())
    other = data.draw(st.permutations(orders))
    mornings = []
    for arrival in (orders, other):
        game = Game(roles)
        game.to_night()
        for step in arrival:
            for kind, seat, facts in events(game, step):
                game.send(kind, seat, **facts)
        dusk = dumps(game.state.night)
        decisions = [replace(decision, caused_by=()) for decision in game.night({})]
        mornings.append((dusk, dumps(decisions), dumps(game.state)))
    assert mornings[0] == mornings[1]


@settings(deadline=None, max_examples=50)
@given(DEALS, STEPS, st.integers(1, 13), st.integers(1, 13), st.integers(1, 13))
def test_no_view_hints_at_performers(
    roles: Sequence[str], steps: list[Step], watcher: int, one: int, two: int
) -> None:
    first, second = one % len(roles) + 1, two % len(roles) + 1
    watcher = watcher % len(roles) + 1
    for _, _, state, _ in play(roles, steps)[-3:]:
        if state.result is not None:
            continue
        dealt = [*state.roles]
        dealt[first - 1], dealt[second - 1] = dealt[second - 1], dealt[first - 1]
        other = replace(state, roles=tuple(dealt), night=Night(living=state.night.living), dossiers=())
        other = replace(other, deaths=tuple(replace(death, killers=()) for death in state.deaths))
        assert view(state, "spectator") == view(other, "spectator") == view(state, "reviewer")
        involved = {dealt[first - 1], dealt[second - 1]} & set(GROUPS)
        if watcher not in (first, second) and not involved and state.roles[watcher - 1] == "civilian":
            asked = replace(state, roles=tuple(dealt))
            assert view(state, watcher) == view(asked, watcher)


@pytest.mark.parametrize("viewer", ["spectator", "reviewer", 10])
def test_what_a_reader_is_told_of_a_night_is_the_same_whoever_killed(viewer: str | int) -> None:
    told = []
    for killers in ({7: 12}, dict.fromkeys((1, 2, 3), 12), {7: 12, **dict.fromkeys((1, 2, 3), 12)}):
        game = Game(FULL)
        game.to_night()
        told.append(seen(game.night(killers), viewer))  # type: ignore[arg-type]
    assert told[0] == told[1] == told[2]
