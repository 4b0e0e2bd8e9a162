"""Roles stay hidden: what is shown does not depend on what the viewer may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from benchmarks.referee import acts
from rules.canonical import dumps
from rules.events import Decision
from rules.table.game.state import NIGHT_PHASES, ROLES, SEATS, Role
from rules.table.views import Viewer, seen, view
from tests.rules.table.tables import Table, find

WORDS = [f'"{role}"' for role in ("citizen", "sheriff", "mafia", "don")]
OUTSIDERS: tuple[Viewer, ...] = ("spectator", "reviewer")


class World:
    """One assignment of roles in which a public course of events is played."""

    def __init__(self, roles: Sequence[Role], chance: random.Random) -> None:
        self.table = Table(roles=roles)
        self.chance = chance
        self.said = list(self.table.said)

    def has(self, role: str, seat: int) -> bool:
        roles = self.table.game.setup.roles
        return roles[seat - 1] == role or (role == "mafia" and roles[seat - 1] == "don")

    def act(self, kind: str, seat: int, **data: int) -> None:
        self.table.t += 0.001
        self.said += self.table.do(kind, seat, **data)

    def shoot(self, victim: int) -> None:
        """The mafia hits the victim, or misses in one of many ways (0)."""
        mafia = [seat for seat in self.table.game.living if self.has("mafia", seat)]
        shooters = mafia if victim else self.chance.sample(mafia, self.chance.randint(0, len(mafia) - 1))
        for seat in shooters:
            self.act("shot.fire", seat, target=victim or self.chance.choice(self.table.game.living))

    def check(self, role: str, among: Sequence[int]) -> None:
        """Check somebody or nobody."""
        seat = self.table.game.setup.roles.index("don" if role == "don" else "sheriff") + 1
        targets = [other for other in among if other != seat and other in self.table.game.living]
        if seat in self.table.game.living and targets and self.chance.random() < 0.7:
            self.act(f"{role}.check", seat, target=self.chance.choice(targets))

    def shown(self, viewers: Sequence[Viewer]) -> list[object]:
        """The views, and all that was told since the last call."""
        said, self.said = self.said, []
        return [(view(self.table.state, viewer), seen(said, viewer)) for viewer in viewers]


def course(worlds: Sequence[World], chance: random.Random, check_among: Sequence[int]) -> Iterator[None]:
    """Play the same public events in all worlds; pause after each. Ends when one of the games ends."""
    first = worlds[0].table
    while all(world.table.game.result is None for world in worlds):
        for world in worlds:
            world.table.t = first.t
        if first.phase == "shooting":
            victim = chance.choice((0, *first.game.living))
            for world in worlds:
                world.shoot(victim)
        elif first.phase in ("don_check", "sheriff_check"):
            for world in worlds:
                world.check(first.phase.split("_")[0], check_among)
        elif first.phase not in NIGHT_PHASES:
            public = [act for act in acts(first.game, chance) if act[0] != "speech.finish"]
            for kind, seat, data in public:
                for world in worlds:
                    world.said += world.table.do(kind, seat, **data)
        yield
        if chance.random() < 0.1:
            reporter, accused = chance.sample(first.game.living, 2)
            for world in worlds:
                world.table.t = first.game.since + 2.0
                world.said += world.table.send("report.file", reporter, {"accused": accused, "rule": "FP-U6"})
            yield
        for world in worlds:
            world.said += world.table.tick()
        if all(world.table.game.result is None for world in worlds):
            yield


@settings(max_examples=12, deadline=None, phases=(Phase.reuse, Phase.generate))
@given(st.permutations(ROLES), st.permutations(ROLES), st.integers(0, 2**32))
def test_no_view_tells_worlds_apart_that_differ_in_hidden_roles(
    one: list[Role], other: list[Role], seed: int
) -> None:
    """Outsiders, and seats that are citizens in both worlds, see the same things at the same times."""
    worlds = [World(one, random.Random(seed + 1)), World(other, random.Random(seed + 2))]
    citizens = [seat for seat in SEATS if one[seat - 1] == other[seat - 1] == "citizen"]
    for _ in course(worlds, random.Random(seed), SEATS):
        assert worlds[0].shown((*OUTSIDERS, *citizens)) == worlds[1].shown((*OUTSIDERS, *citizens))


@settings(max_examples=8, deadline=None, phases=(Phase.reuse, Phase.generate))
@given(st.permutations(range(1, 8)), st.integers(0, 2**32))
def test_the_mafia_sees_nothing_of_the_towns_roles(town: list[int], seed: int) -> None:
    """Two worlds with the same mafia and another sheriff; the don checks nobody of the two."""
    sheriffs = town[:2]
    worlds = []
    for sheriff in sheriffs:
        roles: list[Role] = [*ROLES[-6:], "citizen", "mafia", "mafia", "don"]
        roles[sheriff - 1] = "sheriff"
        worlds.append(World(roles, random.Random(seed)))
    same = [seat for seat in SEATS if seat not in sheriffs]
    for _ in course(worlds, random.Random(seed + 1), same):
        worlds[1].chance.setstate(worlds[0].chance.getstate())
        assert worlds[0].shown((8, 9, 10)) == worlds[1].shown((8, 9, 10))


def played(table: Table) -> Iterator[list[Decision]]:
    """A whole game of hits and votes, step by step."""
    chance = random.Random(5)
    while table.game.result is None:
        decisions: list[Decision] = []
        for kind, seat, data in acts(table.game, chance):
            decisions += table.do(kind, seat, **data)
        yield decisions
        if table.game.result is None:
            yield table.tick()


def test_E1_no_role_word_is_shown_to_outsiders_before_the_end() -> None:
    table = Table()
    for decisions in played(table):
        if table.game.result is not None:
            break
        for viewer in OUTSIDERS:
            text = dumps(view(table.state, viewer)) + dumps([*seen(decisions, viewer)])
            assert not [word for word in WORDS if word.encode() in text]


def test_a_seat_sees_its_own_role_its_team_and_its_own_checks_alone() -> None:
    table = Table()
    table.to("don_check")
    table.do("don.check", 10, target=7)
    table.tick()
    table.do("sheriff.check", 7, target=8)
    shown = {seat: view(table.state, seat) for seat in SEATS}
    assert [shown[seat]["role"] for seat in SEATS] == list(table.game.setup.roles)
    assert [seat for seat in SEATS if shown[seat]["checks"]] == [7, 10]
    assert [seat for seat in SEATS if "team" in shown[seat]] == [8, 9, 10]
    for seat in SEATS:
        assert "roles" not in shown[seat]
        assert "game" not in shown[seat]


@pytest.mark.parametrize("viewer", [*OUTSIDERS, 1, 8])
def test_C115_roles_are_shown_to_all_when_the_game_is_over(viewer: Viewer) -> None:
    table = Table()
    for _ in range(3):
        decisions = table.night({})
    assert view(table.state, viewer)["roles"] == list(table.game.setup.roles)
    assert find(list(seen(decisions, viewer)), "game.ended").data["roles"] == list(table.game.setup.roles)


def test_the_platform_sees_everything_and_what_caused_it() -> None:
    table = Table()
    decisions = table.night({8: 1, 9: 1, 10: 1})
    assert seen(decisions, "platform") == tuple(decisions)
    shown = view(table.state, "platform")
    assert isinstance(shown["game"], dict)
    assert shown["game"]["setup"]["roles"] == list(table.game.setup.roles)  # type: ignore[index,call-overload]


def test_nobody_but_the_platform_is_told_which_events_caused_a_decision() -> None:
    """Events are numbered through: a gap would tell that somebody acted at night."""
    table = Table()
    table.night({8: 1, 9: 1, 10: 1})
    table.do("report.file", 2, accused=3, rule="FP-U6")
    others: tuple[Viewer, ...] = (*OUTSIDERS, *SEATS)
    for viewer in others:
        told = seen(table.said, viewer)
        assert {decision.caused_by for decision in told} == {()}
        shown = viewer == "reviewer"
        assert bool(find(list(told), "grounds.raised").data["evidence"]) == shown


def test_a_reviewers_cases_name_no_events_but_the_evidence() -> None:
    table = Table()
    table.to_day(1)
    table.disqualify(3)
    cases: Any = view(table.state, "reviewer")["cases"]
    assert cases["incidents"][0]["evidence_ref"]
    assert [ballot["causes"] for ballot in cases["ballots"]] == [[]]
    assert [ballot["outcome"] for ballot in cases["ballots"]] == ["passed"]


def test_who_comes_back_to_the_table_sees_what_to_appeal_against() -> None:
    table = Table()
    table.to_day(1)
    table.disqualify(3)
    shown: Any = view(table.state, 3)
    assert [(s["id"], s["seat"]) for s in shown["sanctions"]] == [("sanction-1", 3)]
    assert shown["bans"] == []  # the question is the platform's, until somebody has answered it
    table.do("ban.decide", 0, ban="ban-sanction-1", answer="permanent", reviewer="Ann")
    shown, other = view(table.state, 3), view(table.state, 4)
    assert [(ban["id"], ban["answer"]) for ban in shown["bans"]] == [("ban-sanction-1", "permanent")]
    assert other["bans"] == []


def test_a_refusal_is_told_to_who_asked_alone() -> None:
    table = Table()
    table.to("shooting")
    refusal = table.send("shot.fire", 1, {"target": 2})
    others: tuple[Viewer, ...] = (*OUTSIDERS, *SEATS)
    assert [viewer for viewer in others if seen(refusal, viewer)] == [1]


def test_there_is_no_view_of_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="11"):
        view(Table().state, 11)


def test_before_the_deal_there_is_nothing_to_hide() -> None:
    table = Table(start=False)
    table.do("player.join", player="somebody")
    everyone: tuple[Viewer, ...] = ("platform", *OUTSIDERS, 1)
    for viewer in everyone:
        assert view(table.state, viewer)["players"] == ["somebody"]
