"""Complete games of random players through the referee, and what one event costs.

`python -m benchmarks.referee --games 10000` plays and prints processor time; nothing is measured by the wall
clock, so other work on the machine disturbs little.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Iterator

from rules.events import Event, Json
from rules.table.book import RuleBook
from rules.table.game.state import SEATS, GameState, is_mafia
from rules.table.referee import apply, new_table
from rules.table.state import TableState

Act = tuple[str, int, dict[str, Json]]
"""Type, seat and data of an event."""


def acts(game: GameState, chance: random.Random) -> Iterator[Act]:
    """What random players do in the step that runs: legal acts, in an order in which they may come."""
    if game.phase == "speech":
        yield from _speech(game, chance)
    elif game.phase == "vote":
        yield from _vote(game, chance)
    elif game.phase == "lift":
        for seat in game.living:
            if chance.random() < 0.8:
                yield "lift.cast", seat, {"yes": chance.random() < 0.5}
    elif game.phase == "farewell":
        yield from _farewell(game, chance)
    elif game.phase == "runoff_speech":
        yield "speech.finish", game.speaker, {}
    elif game.phase == "shooting":
        yield from _shots(game, chance)
    elif game.phase in ("don_check", "sheriff_check"):
        yield from _check(game, chance)


def _speech(game: GameState, chance: random.Random) -> Iterator[Act]:
    free = set(game.living) - {nominee for _, nominee in game.nominations}
    if free and chance.random() < 0.4:
        yield "nomination.make", game.speaker, {"nominee": chance.choice(sorted(free))}
    if chance.random() < 0.05:
        yield "interject.press", chance.choice([s for s in game.living if s != game.speaker]), {}
    if chance.random() < 0.5:
        yield "speech.finish", game.speaker, {}


def _vote(game: GameState, chance: random.Random) -> Iterator[Act]:
    poll = game.poll
    if poll is not None:
        left = len(poll.candidates) - poll.up
        for seat in game.living:
            if not poll.choices[seat - 1] and chance.random() < 0.9 / left:
                yield "vote.cast", seat, {"candidate": poll.candidates[poll.up]}


def _farewell(game: GameState, chance: random.Random) -> Iterator[Act]:
    others = [seat for seat in SEATS if seat != game.speaker]
    if chance.random() < 0.7:
        suspects: list[Json] = [*chance.sample(others, chance.randint(1, 3))]
        yield "best_read.give", game.speaker, {"suspects": suspects}
    if chance.random() < 0.3:
        yield "crown.give", game.speaker, {"target": chance.choice(game.living)}
    yield "speech.finish", game.speaker, {}


def _shots(game: GameState, chance: random.Random) -> Iterator[Act]:
    agreed = chance.choice(game.living)
    for seat in game.living:
        if is_mafia(game.setup, seat):
            target = agreed if chance.random() < 0.9 else chance.choice(game.living)
            yield "shot.fire", seat, {"target": target}


def _check(game: GameState, chance: random.Random) -> Iterator[Act]:
    role = "don" if game.phase == "don_check" else "sheriff"
    seat = game.setup.roles.index(role) + 1
    others = [other for other in game.living if other != seat]
    if seat in game.living and others:
        yield f"{role}.check", seat, {"target": chance.choice(others)}


def play(seed: int, book: RuleBook | None = None) -> tuple[TableState, list[Event]]:
    """One whole game, led by the clock.

    Returns:
        The table after it and all its events, none of which was refused.
    """
    chance = random.Random(seed)
    players: list[Json] = [f"player {number}" for number in SEATS]
    state, events = (
        new_table(book),
        [Event("e0", "game.start", 0, 0.0, {"seed": str(seed), "players": players})],
    )
    state, _ = apply(state, events[0])
    while state.game.result is None:
        game, t = state.game, state.t
        for kind, seat, data in acts(game, chance):
            t += 0.01
            events.append(Event(f"e{len(events)}", kind, seat, t, data))
            state, _ = apply(state, events[-1])
        deadline = state.game.deadline
        if deadline is not None and state.game.since == game.since:
            events.append(Event(f"e{len(events)}", "clock", 0, deadline))
            state, _ = apply(state, events[-1])
    return state, events


def main() -> None:
    """Play, then replay each game's events with nothing else in the measured loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args().games
    playing = replaying = 0.0
    count, kinds, winners = 0, Counter[str](), Counter[str]()
    for seed in range(games):
        start = time.process_time()
        state, events = play(seed)
        playing += time.process_time() - start
        start = time.process_time()
        table = new_table()
        for event in events:
            table, _ = apply(table, event)
        replaying += time.process_time() - start
        count += len(events)
        kinds.update(event.type for event in events)
        winners[state.game.result.winner if state.game.result is not None else "?"] += 1
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{games} games, {count} events ({count / games:.0f} a game), load {load}")
    print(f"players and referee: {playing:.1f} s; referee alone: {replaying:.1f} s")
    print(f"one event: {replaying / count * 1e6:.1f} us on average")
    print("won by: " + ", ".join(f"{who} {number}" for who, number in winners.most_common()))
    print("events: " + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))


if __name__ == "__main__":
    main()
