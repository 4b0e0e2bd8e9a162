"""Points after the game: one scorer, run over the same record with each scoring's own table (C.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.events import Json
from rules.table.game.book import ScoreTable, ScoringBook
from rules.table.game.state import SEATS, GameState, Round, is_mafia


@dataclass(frozen=True, slots=True)
class Conduct:
    """What fair play counted of one seat."""

    fouls: int = 0
    technical_fouls: int = 0
    disqualified: bool = False
    """And no appeal has restored the points."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat and what they are made of."""

    seat: int
    items: tuple[tuple[str, float], ...]
    """(name of the value in the score table, points); values of 0 are left out."""
    total: float

    def to_json(self) -> dict[str, Json]:
        """For decisions and views."""
        return {"seat": self.seat, "total": self.total, "items": dict(self.items)}


def score(
    table: ScoreTable, book: ScoringBook, game: GameState, conduct: tuple[Conduct, ...]
) -> tuple[Score, ...]:
    """Points of all seats, seat 1 first.

    Args:
        table: the values of this scoring.
        game: a game that is over. An abort without a winner gives nobody any points (E-08).
        conduct: by seat.
    """
    if game.result is None or game.result.why == "abort_void":
        return tuple(Score(seat, (), 0.0) for seat in SEATS)
    voted = dict.fromkeys(SEATS, 0.0)
    if _values_votes(table):
        for closed, left in _counted(book, game.record.rounds):
            for seat in SEATS:
                voted[seat] += _ballot(table, game, closed, left, seat)
    return tuple(_one(table, game, seat, conduct[seat - 1], voted[seat]) for seat in SEATS)


def _one(table: ScoreTable, game: GameState, seat: int, conduct: Conduct, voted: float) -> Score:
    mafia = is_mafia(game.setup, seat)
    out = next((left for left in game.record.left if left.seat == seat), None)
    points = {
        "result": _result(table, game, mafia, conduct.disqualified),
        "votes": voted,
        "best_read": _best_read(table, game, seat),
        "crown": _crown(table, game, seat),
        "mafia_out": table.mafia_out if mafia and out is not None and out.how == "vote" else 0.0,
        "self_shot": table.self_shot if mafia and out is not None and out.how == "shot" else 0.0,
        "miss": table.miss * sum(1 for n in game.record.nights if not n.victim and seat in n.mafia),
        "foul": table.foul * conduct.fouls,
        "technical_foul": table.technical_foul * conduct.technical_fouls,
        "disqualified": table.disqualified if conduct.disqualified else 0.0,
    }
    items = tuple((name, round(value, 6)) for name, value in points.items() if value)
    total = min(table.most, max(table.least, sum((value for _, value in items), 0.0)))
    return Score(seat, items, round(total, 6))


def _result(table: ScoreTable, game: GameState, mafia: bool, disqualified: bool) -> float:
    winner = game.result.winner if game.result is not None else "none"
    if winner == "none":
        return table.draw
    if (winner == "mafia") != mafia:
        return table.loss
    if disqualified and not table.disqualified_wins:
        return 0.0
    return table.win_mafia if mafia else table.win_town


def _counted(book: ScoringBook, rounds: Iterable[Round]) -> Iterator[tuple[Round, tuple[int, ...]]]:
    """Rounds that count, each with who left by the vote of its day (C-604)."""
    days: dict[int, list[Round]] = {}
    for closed in rounds:
        days.setdefault(closed.day, []).append(closed)
    for of_day in days.values():
        left = of_day[-1].left
        for closed in of_day if book.decisive_rounds == "every" else of_day[-1:]:
            yield closed, left


def _values_votes(table: ScoreTable) -> bool:
    return bool(
        table.town_votes_mafia_out
        or table.town_votes_town_out
        or table.mafia_votes_town_out
        or table.mafia_votes_mafia_out
    )


def _ballot(table: ScoreTable, game: GameState, closed: Round, left: tuple[int, ...], seat: int) -> float:
    """Points for one seat's ballot in one round: for each of those who left and whom it hit."""
    choice = closed.choices[seat - 1]
    if not choice or (seat in closed.defaulted and not table.defaulted_counts):
        return 0.0
    hit = left if closed.kind == "lift" and choice == 1 else [out for out in left if out == choice]
    factor = table.decisive_factor if seat in closed.decisive else 1.0
    points = 0.0
    for out in hit:
        if is_mafia(game.setup, seat):
            value = (table.mafia_votes_town_out, table.mafia_votes_mafia_out)
        else:
            value = (table.town_votes_town_out, table.town_votes_mafia_out)
        points += factor * value[is_mafia(game.setup, out)]
    return points


def _best_read(table: ScoreTable, game: GameState, seat: int) -> float:
    """The more mafia among the suspects, the more points (C-303); for town players alone (E-20)."""
    if table.best_read_town_only and is_mafia(game.setup, seat):
        return 0.0
    points = 0.0
    for testament in game.record.testaments:
        if testament.seat == seat and testament.suspects:
            hits = sum(1 for suspect in testament.suspects if is_mafia(game.setup, suspect))
            points += table.best_read[hits]
    return points


def _crown(table: ScoreTable, game: GameState, seat: int) -> float:
    crowns = [t.crown for t in game.record.testaments if t.seat == seat and t.crown]
    return sum(table.crown_mafia if is_mafia(game.setup, c) else table.crown_town for c in crowns)
