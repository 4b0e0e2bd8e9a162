"""D.6 and D.7: characters, accounts, who describes a kill; the chat."""

from __future__ import annotations

import pytest

from rules.forum.book import ForumBook, SetupBook
from rules.forum.duties import duties
from rules.forum.views import view
from rules.telling import seen
from tests.rules.forum.games import FULL, NINE, TWO_MAFIAS, Game, dead, of

ANONYMOUS = ForumBook(setup=SetupBook(anonymous=True))
CHAT = ForumBook(venue="chat")
SIX = ("mafia", "mafia", "commissioner", "doctor", "civilian", "civilian")


def test_F401_the_theme_is_told_and_each_player_invents_a_character() -> None:
    game = Game(book=ForumBook(setup=SetupBook(theme="a castle")))
    assert game.said[0].data["theme"] == "a castle"
    (taken,) = game.do("character.take", 1, name="The Cook")
    assert (taken.rule, taken.audience, taken.data["name"]) == ("F-401", "everyone", "The Cook")
    game.do("post.made", 6, bold=["the cook"])
    assert game.state.votes[5] == 1


@pytest.mark.parametrize(
    ("theme", "kind", "pointed_out"),
    [("a castle", "child", True), ("school", "child", False), ("a castle", "cook", False), ("", None, False)],
)
def test_F401_characters_that_bias_others_are_pointed_out(
    theme: str, kind: str | None, pointed_out: bool
) -> None:
    game = Game(book=ForumBook(setup=SetupBook(theme=theme)))
    notes = of(game.do("character.take", 1, name="Little Ann", kind=kind), "character.discouraged")
    assert bool(notes) is pointed_out
    assert all((note.rule, note.audience) == ("F-401", "platform") for note in notes)
    assert game.state.players[0].character == "Little Ann"


def test_F402_accounts_are_handed_out_on_private_request_in_the_order_of_asking() -> None:
    game = Game(book=ANONYMOUS, day=False)
    (first,) = game.do("account.ask", 7)
    assert (first.audience, first.seat, first.data) == ("seat", 7, {"login": "mafia01"})
    assert game.do("account.ask", 2)[0].data == {"login": "mafia02"}
    assert game.refused("account.ask", 2) == ("account_given", "F-402")
    assert Game(day=False).refused("account.ask", 2) == ("no_accounts", "F-402")


def test_F402_the_account_is_renamed_once_to_a_name_that_is_not_too_long() -> None:
    game = Game(book=ANONYMOUS)
    game.do("account.ask", 1)
    assert game.refused("character.take", 1, name="x" * 31) == ("name_too_long", "F-402")
    assert game.refused("character.take", 1, name=" ")[0] == "no_text"
    assert game.refused("character.take", 1, name="player  2!") == ("name_taken", "F-402")
    game.do("character.take", 1, name="x" * 30)
    assert game.refused("character.take", 1, name="y") == ("name_fixed", "F-402")


@pytest.mark.parametrize(
    ("post", "reasons"),
    [
        ({"nick": "The Cook"}, []),
        ({"nick": "the cook", "account": "mafia01"}, []),
        ({"nick": "The Cook", "account": "The Cook"}, []),
        ({}, ["head_missing"]),
        ({"nick": "The Baker"}, ["head_differs"]),
        ({"nick": "The Cook", "account": "Player 1"}, ["wrong_account"]),
        ({"account": "somebody"}, ["head_missing", "wrong_account"]),
    ],
)
def test_F402_every_post_begins_with_the_nick_and_comes_from_the_account(
    post: dict[str, str], reasons: list[str]
) -> None:
    game = Game(book=ANONYMOUS)
    game.do("account.ask", 1)
    game.do("character.take", 1, name="The Cook")
    decisions = game.do("post.made", 1, **post, bold=["Player 2"])
    assert [d.data["reason"] for d in of(decisions, "post.reported")] == reasons
    assert all(d.rule == "F-402" for d in of(decisions, "post.reported"))
    assert game.state.votes[0] == 2


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31m", "a\u202eb", "a\ud800", "!!!", "a\u2028b"])
def test_F402_a_name_that_disturbs_the_text_around_it_is_refused(name: str) -> None:
    game = Game()
    assert game.refused("character.take", 1, name=name)[0] == "no_text"
    game.do("character.take", 1, name="Zoë \U0001f469\u200d\U0001f373")


def test_F402_nobody_but_the_host_learns_who_is_behind_an_account() -> None:
    game = Game(book=ANONYMOUS, day=False)
    assert of(game.said, "player.joined")
    for viewer in ("spectator", 2):
        assert not of(seen(game.said, viewer), "player.joined")
    game.do("account.ask", 1)
    assert view(game.state, "spectator")["players"][0] == "mafia01"  # type: ignore[index]
    game.do("character.take", 1, name="The Cook")
    assert view(game.state, "spectator")["players"][0] == "The Cook"  # type: ignore[index]


def test_F402_without_anonymous_accounts_no_head_is_asked_for() -> None:
    assert not of(Game().do("post.made", 1, bold=["Player 2"]), "post.reported")


def test_F403_killers_may_describe_their_kill_one_member_for_a_mafia() -> None:
    game = Game()
    game.to_night()
    (noted,) = game.do("story.tell", 2, text="A shot in the fog.")
    assert (noted.audience, noted.seat, noted.rule) == ("seat", 2, "F-403")
    assert game.refused("story.tell", 1, text="Mine.") == ("story_told", "F-403")
    assert game.refused("story.tell", 6, text="Mine.") == ("no_killer", "F-403")
    game.do("story.tell", 2, text="Two shots in the fog.")
    (killed,) = of(game.night({1: 6, 2: 6, 3: 6}), "player.killed")
    assert (killed.seat, killed.data["texts"]) == (6, ["Two shots in the fog."])


def test_F403_simultaneous_killers_both_describe_and_nothing_tells_them_apart() -> None:
    for mafia, other in (("Zinnia", "Aster"), ("Aster", "Zinnia")):
        game = Game(TWO_MAFIAS)
        game.to_night()
        game.do("story.tell", 1, text=mafia)
        game.do("story.tell", 7, text=other)
        orders = {**dict.fromkeys((1, 2, 3, 7, 8, 9), 12)}
        (killed,) = of(game.night(orders), "player.killed")
        assert killed.data["texts"] == ["Aster", "Zinnia"]


def test_F403_of_an_earlier_and_a_later_killer_the_earlier_describes() -> None:
    game = Game(FULL)
    game.to_night()
    game.do("story.tell", 1, text="by the mafia")
    game.do("story.tell", 7, text="by the maniac")
    (killed,) = of(game.night({**dict.fromkeys((1, 2, 3, 7), 12)}), "player.killed")
    assert killed.data["texts"] == ["by the maniac"]


def test_F403_a_kill_that_failed_is_not_described_and_the_host_hints_at_nobody() -> None:
    game = Game(FULL)
    game.to_night()
    game.do("story.tell", 7, text="by the maniac")
    decisions = game.night({7: 12, 4: 12})
    assert of(decisions, "player.killed") == []
    public = seen(decisions, "spectator")
    assert [d.type for d in public] == ["night.ended", "day.began"]
    assert not [d for d in public if d.caused_by]


def test_F501_nicks_do_not_change_during_the_game_and_roles_are_few() -> None:
    game = Game(SIX, CHAT)
    assert game.refused("character.take", 5, name="Another") == ("name_fixed", "F-501")


@pytest.mark.parametrize("role", ["priest", "maniac", "alternative_mafia", "necromancer"])
def test_F501_other_roles_are_refused_in_the_chat_and_welcome_in_the_forum(role: str) -> None:
    from rules.forum.composition import examine
    from rules.speaking import Refused

    examine({"mafia": 2, role: 1}, 9, ForumBook())
    with pytest.raises(Refused) as refusal:
        examine({"mafia": 2, role: 1}, 9, CHAT)
    assert (refusal.value.code, refusal.value.rule) == ("not_in_chat", "F-501")


def test_F502_the_most_voted_is_hanged_and_the_commissioner_may_shoot_before() -> None:
    game = Game(SIX, CHAT)
    game.execute(3)
    assert dead(game) == set()
    decisions = game.do("pistol.shoot", 3, target=1)
    assert [(d.type, d.rule) for d in decisions] == [("pistol.shot", "F-502"), ("player.executed", "F-502")]
    assert dead(game) == {1, 3}


def test_F502_a_name_in_bold_is_a_vote() -> None:
    game = Game(SIX, CHAT)
    (cast,) = game.do("post.made", 5, bold=["Player 1"])
    assert (cast.type, cast.rule) == ("vote.cast", "F-502")


def test_F503_at_night_nobody_writes_and_the_doctor_saves_even_himself() -> None:
    game = Game(SIX, CHAT)
    game.to_night()
    assert game.do("post.made", 5)[0].data["reason"] == "at_night"
    decisions = game.night({1: 4, 2: 4, 3: 1, 4: 4})
    assert dead(game) == set()
    assert of(decisions, "dossier.answered")[0].data["role"] == "mafia"
    game.to_night()
    game.night({1: 4, 2: 4, 4: 5})
    assert dead(game) == {4}


def test_F504_the_game_runs_until_one_side_is_alive() -> None:
    game = Game(SIX, CHAT)
    game.execute(1)
    game.do("night.begin")
    game.night({2: 6})
    assert game.phase == "day"
    game.execute(2)
    ended = of(game.do("night.begin"), "game.ended")
    assert [(d.rule, d.data["winner"]) for d in ended] == [("F-504", "town")]


@pytest.mark.parametrize(
    ("roles", "offered"),
    [
        (SIX, True),
        (("mafia", "commissioner", "doctor", *(["civilian"] * 3)), False),
        (NINE, True),
        ((*NINE, "civilian"), False),
        (("mafia", "mafia", "doctor", "commissioner", *(["civilian"] * 5)), False),
    ],
)
def test_F505_with_2_of_6_and_3_of_9_the_first_dossier_comes_before_anyone_acts(
    roles: tuple[str, ...], offered: bool
) -> None:
    game = Game(roles, CHAT, day=False)
    seat = roles.index("commissioner") + 1
    assert bool(of(game.said, "dossier.offered")) is offered
    game.do("messages.sent")
    if not offered:
        assert game.refused("night.order", seat, target=1) == ("not_in_zero_night", "F-006")
        game.do("night.end")
        return
    assert [(duty.what, duty.seat) for duty in duties(game.state)] == [("first_dossier", seat)]
    assert game.refused("night.end") == ("dossier_owed", "F-505")
    (answer,) = game.do("night.order", seat, target=1)
    assert (answer.type, answer.seat, answer.rule, answer.data["role"]) == (
        "dossier.answered",
        seat,
        "F-505",
        "mafia",
    )
    assert game.refused("night.order", seat, target=2) == ("dossier_given", "F-505")
    game.do("night.end")
