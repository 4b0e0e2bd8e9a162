"""Why a command is refused, in words that players and hosts can read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.events import Json

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "account_given": "This player already has an account: {login}.",
        "bad_seat": "There is no such player.",
        "bad_time": "The event's time is no usable number.",
        "composition_unclear": "Name a party or the roles and how many players have each, one of the two.",
        "contradiction": "The setting {place} {hint}.",
        "deal_differs": "The roles dealt are not those of the composition.",
        "deal_unclear": "Name a seed or the roles dealt, one of the two.",
        "dossier_given": "The first dossier has been given.",
        "dossier_owed": "The Commissioner gets a first dossier before anyone else acts; wait for the name.",
        "game_over": "The game is over.",
        "limit_set": "The end of this vote has been announced; it cannot be moved.",
        "limit_too_early": "The vote of a game day cannot be limited to so early a time.",
        "limit_too_soon": "The end of the vote must be announced longer before.",
        "limit_void": "Extra time is running; a limit has no force any more.",
        "maniac_self": "The maniac names somebody else.",
        "name_fixed": "Names are not changed any more.",
        "name_taken": "Somebody else is already called that: {name}.",
        "name_too_long": "A character's name has at most {longest} letters.",
        "no_accounts": "This game has no anonymous accounts.",
        "no_game": "The game has not begun.",
        "no_killer": "Only who kills may describe a kill.",
        "no_limits": "In timing 2 the host sets no limit.",
        "no_night_role": "This player has nothing to do at night.",
        "no_pistol": "This player holds no pistol.",
        "no_seat_named": "Name a player as {field}.",
        "no_text": "Give a text as {field}.",
        "no_time": "Name the time of the limit.",
        "not_alive": "This player is dead.",
        "not_condemned": "The pistol is drawn only when its holder is executed by day.",
        "not_host": "Only the host may do this.",
        "not_in_chat": "In the chat there is no such role: {role}.",
        "not_in_zero_night": "In zero night nobody acts.",
        "not_now": "This is not possible now.",
        "not_told": "Not everybody has been told the own role yet.",
        "one_each": "Only one player may have this role: {role}.",
        "one_side": "A game needs at least two sides.",
        "orders_owed": "The night cannot end yet: orders are outstanding.",
        "out_of_order": "This is earlier than what has already been taken down.",
        "party_unknown": "There is no such party.",
        "pistol_decided": "What happens with the pistol is decided.",
        "pistol_open": "The night cannot begin yet: wait a little.",
        "pistol_self": "The shot is for somebody else.",
        "player_only": "Only a player may do this.",
        "player_unknown": "Nobody of that name has signed up: {player}.",
        "priest_self": "The priest names somebody else.",
        "self_vote": "A vote is for another player.",
        "story_told": "Another member already describes this kill.",
        "target_dead": "The player named is dead.",
        "text_too_long": "The text given as {field} has more than {longest} letters.",
        "timers_rule": "In timing 1 the vote ends by its deadline alone.",
        "too_early": "The day cannot end yet: not everybody has voted.",
        "too_many_roles": "There are {roles} roles for {players} players.",
        "too_much_mafia": "{mafia} mafia are more than a third of the players; at most {most}.",
        "unknown_event": "The rules know no {type}.",
        "vote_final": "The first vote counts; it cannot be changed.",
        "wrong_intervals": "Name intervals and their seconds.",
        "wrong_number": "Party {party} is for {players} players; {here} are here.",
        "wrong_post": "What is read out of a post is texts: {field}.",
        "wrong_roles": "No role can be dealt so: {role}.",
    }
)


def text(code: str, facts: Mapping[str, Json]) -> str:
    """The reason in plain English."""
    return TEXTS[code].format(**facts)
