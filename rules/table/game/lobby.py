"""Before the game: ten players, the deal, the meeting of the mafia (C.0, C-201)."""

from __future__ import annotations

from typing import cast

from rules.deals import drawing
from rules.events import Json
from rules.frozen import replace
from rules.speaking import Refused
from rules.table.game.deal import deal
from rules.table.game.flow import WAIT, Followed, enter
from rules.table.game.state import ROLES, SEATS, GameState, Mode, Role, Setup, is_mafia
from rules.table.game.turn import Turn


def join(game: GameState, turn: Turn) -> Followed:
    """A player comes to the table."""
    player, players = _player(turn), game.setup.players
    if player in players:
        raise Refused("player_here", "C-001", player=player)
    if len(players) == len(SEATS):
        raise Refused("table_full", "C-001")
    return _players(game, turn, "player.joined", player, (*players, player)), WAIT


def leave_table(game: GameState, turn: Turn) -> Followed:
    """A player goes before the game has begun."""
    player, players = _player(turn), game.setup.players
    if player not in players:
        raise Refused("player_unknown", "C-001", player=player)
    return _players(game, turn, "player.gone", player, tuple(p for p in players if p != player)), WAIT


def _players(game: GameState, turn: Turn, said: str, player: str, players: tuple[str, ...]) -> GameState:
    turn.say(said, "C-001", "everyone", {"player": player, "players": len(players)})
    return replace(game, setup=replace(game.setup, players=players))


def _player(turn: Turn) -> str:
    player = turn.event.data.get("player")
    if not isinstance(player, str) or not player:
        raise Refused("wrong_player", "C-001")
    return player


def start(game: GameState, turn: Turn) -> Followed:
    """Deal and wake the mafia.

    The event names `seed`, or `roles` (ten, seat 1 first; then the players keep the order in which they are
    named); `players`, unless ten have joined; `mode` and `turbo`.
    """
    setup = _setup(game, turn)
    game = replace(game, setup=setup, living=SEATS)
    players: list[Json] = list(setup.players)
    facts: dict[str, Json] = {"mode": setup.mode, "turbo": setup.turbo, "players": players}
    turn.say("game.started", "C-002", "everyone", facts)
    team: list[Json] = [seat for seat in SEATS if is_mafia(setup, seat)]
    for seat in SEATS:
        dealt: dict[str, Json] = {"role": setup.roles[seat - 1]}
        if seat in team:
            dealt["team"] = team
        turn.say("role.dealt", "C-003", "seat", dealt, seat=seat)
    return enter(game, turn, "meeting", turn.timing(game).meeting), WAIT


def _setup(game: GameState, turn: Turn) -> Setup:
    data = turn.event.data
    mode, turbo = data.get("mode"), data.get("turbo")
    mode = "leading" if mode is None else mode
    turbo = False if turbo is None else turbo
    if mode not in ("following", "leading") or not isinstance(turbo, bool):
        raise Refused("wrong_mode", "C.2")
    named = data.get("players")
    players = [p for p in named if isinstance(p, str) and p] if isinstance(named, list) else []
    if named is None:
        players = list(game.setup.players)
    if len(set(players)) != len(SEATS) or len(players) != len(SEATS):
        raise Refused("not_ten", "C-001", count=len(set(players)))
    seed, roles = data.get("seed"), data.get("roles")
    if (seed is None) == (roles is None) or not isinstance(seed, str | None):
        raise Refused("deal_unclear", "C-002")
    if seed is not None:
        seated, dealt = deal(players, drawing(seed))
        return Setup(cast(Mode, mode), turbo, seated, dealt)
    named_roles = [role for role in roles if isinstance(role, str)] if isinstance(roles, list) else []
    if sorted(named_roles) != sorted(ROLES):
        raise Refused("bad_roles", "C-001")
    return Setup(cast(Mode, mode), turbo, tuple(players), cast(tuple[Role, ...], tuple(named_roles)))
