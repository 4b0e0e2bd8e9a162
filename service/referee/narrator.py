"""What a terminal shows of a game, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rules.events import Decision, Json
from rules.statements.statement import LANGUAGES, Code, headline
from rules.statements.template import clock, fill
from rules.table.state import TableState
from rules.table.views import Viewer, seen

SILENT = frozenset(("speech.finished", "role.dealt", "incident.recorded", "report.recorded", "scores.given"))
"""Told by what comes with them, or by a table; but each seat is told what it is about itself."""
STYLES: Mapping[str, str] = {
    "foul": "yellow",
    "speech.lost": "yellow",
    "grounds": "magenta",
    "suspicion": "magenta",
    "ballot": "magenta",
    "technical_foul": "bold red",
    "player.disqualified": "bold red",
    "game.aborted": "bold red",
    "player.left": "bold",
    "game.ended": "bold green",
    "nomination": "cyan",
    "vote.closed": "bold",
    "lift.closed": "bold",
    "night": "blue",
    "appeal": "magenta",
    "ban": "magenta",
    "refused": "dim yellow",
}
"""By the decision's type or the first word of it."""
HEADS: Mapping[Code, tuple[str, str]] = {
    "en": ("Day", "Night"),
    "de": ("Tag", "Nacht"),
    "ru": ("День", "Ночь"),
}
COLUMNS: Mapping[Code, tuple[str, ...]] = {
    "en": ("seat", "player", "role", "classic", "max mafia"),
    "de": ("Platz", "Name", "Rolle", "Classic", "Max Mafia"),
    "ru": ("место", "игрок", "роль", "Classic", "Max Mafia"),
}
VOTES: Mapping[Code, str] = {
    "en": "Votes for seat {candidate}: {voters:seats}.",
    "de": "Stimmen für Platz {candidate}: {voters:seats}.",
    "ru": "Голоса против игрока {candidate}: {voters:seats}.",
}


class Narrator:
    """Tells decisions as they come."""

    def __init__(self, console: Console, viewer: Viewer, language: Code) -> None:
        self._console = console
        self._viewer = viewer
        self._language = language
        self._votes: list[Decision] = []

    def tell(self, state: TableState, decisions: Iterable[Decision]) -> None:
        """What the viewer may know of what was decided on one event."""
        visible = seen(decisions, self._viewer)
        if any(decision.type == "game.started" for decision in visible):
            self._roster(state)
        for decision in visible:
            if decision.type == "vote.cast":
                self._votes.append(decision)
                continue
            self._flush()
            self._head(decision)
            if decision.type not in SILENT or decision.seat == self._viewer:
                self._line(decision.t, headline(decision, self._language), _style(decision))
            if decision.type == "scores.given":
                self._points(state, decision)

    def close(self) -> None:
        """Tell what was held back."""
        self._flush()

    def _flush(self) -> None:
        """Votes for one candidate are told in one line."""
        held, self._votes = self._votes, []
        for candidate in dict.fromkeys(vote.data["candidate"] for vote in held):
            votes = [vote for vote in held if vote.data["candidate"] == candidate]
            facts: dict[str, Json] = {"candidate": candidate, "voters": [vote.seat for vote in votes]}
            words = fill(VOTES[self._language], facts, LANGUAGES[self._language].grammar)
            self._line(votes[-1].t, words, "")

    def _head(self, decision: Decision) -> None:
        """A line across the terminal where a day or a night begins."""
        day, night = HEADS[self._language]
        if decision.type == "day.began":
            self._console.rule(f"{day} {decision.data['day']}", style="yellow")
        elif decision.type == "phase.started" and decision.data["phase"] in ("meeting", "shooting"):
            self._console.rule(f"{night} {decision.data['day']}", style="blue")

    def _line(self, t: float, words: str, style: str) -> None:
        self._console.print(Text.assemble((f"{clock(t):>7}  ", "dim"), (plain(words), style)), soft_wrap=True)

    def _roster(self, state: TableState) -> None:
        """Who sits where, with the roles that the viewer knows."""
        setup, known = state.game.setup, self._known()
        table = Table(*COLUMNS[self._language][:3], box=None, padding=(0, 2, 0, 0))
        for seat, (player, role) in enumerate(zip(setup.players, setup.roles, strict=True), start=1):
            table.add_row(str(seat), Text(plain(player)), self._role(role) if seat in known else "")
        self._console.print(table)

    def _known(self) -> tuple[int, ...]:
        """Seats whose roles the viewer knows when they are dealt: one's own; the team's is told in words."""
        everybody = tuple(range(1, 11))
        if self._viewer == "platform":
            return everybody
        return (self._viewer,) if isinstance(self._viewer, int) else ()

    def _points(self, state: TableState, decision: Decision) -> None:
        """Roles and points, which everybody may know once the game is over."""
        grammar = LANGUAGES[self._language].grammar
        table = Table(*COLUMNS[self._language], box=None, padding=(0, 2, 0, 0))
        classic, max_mafia = (_totals(decision.data[name]) for name in ("classic", "max_mafia"))
        setup = state.game.setup
        for seat, (player, role) in enumerate(zip(setup.players, setup.roles, strict=True), start=1):
            points = [fill("{p}", {"p": totals.get(seat, 0.0)}, grammar) for totals in (classic, max_mafia)]
            table.add_row(str(seat), Text(plain(player)), self._role(role), *points)
        self._console.print(table)

    def _role(self, role: str) -> Text:
        """A role in the colour of its team. Even of nothing the colour would tell: never call it unasked."""
        word = LANGUAGES[self._language].grammar.words["roles"][role]
        return Text(word, "red" if role in ("citizen", "sheriff") else "bright_black")


def plain(text: str) -> str:
    """The text on one line and without control characters: names and notes come from anywhere."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _totals(scores: object) -> dict[int, float]:
    found = scores if isinstance(scores, list) else []
    return {score["seat"]: score["total"] for score in found}


def _style(decision: Decision) -> str:
    """Colours by what it is; what not everybody may know is dim."""
    word = decision.type.partition(".")[0]
    style = STYLES.get(decision.type, STYLES.get(word, ""))
    return style or ("" if decision.audience == "everyone" else "dim")
