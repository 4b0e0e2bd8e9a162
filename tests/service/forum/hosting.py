"""Hosting a game through its file, as tests do it: hours count from a fixed moment."""

from __future__ import annotations

from pathlib import Path

from rules.events import Json
from rules.forum.book import ForumBook
from service.forum import assistant
from service.forum.announcing import Told, tell
from service.forum.assistant import Step
from service.forum.game_file import Head, Language, create, locked

START = 1_764_583_200.0
"""2025-12-01 10:00 UTC."""
NAMES = ("Ada", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Ida", "Jon")


class Hosted:
    """One game in a file."""

    def __init__(self, path: Path, book: ForumBook | None = None, language: Language = "en") -> None:
        self.path = path
        self.hour = 0.0
        self.thread: list[str] = []
        self.private: list[tuple[str, str]] = []
        self.notes: list[str] = []
        with locked(path):
            create(path, Head(book or ForumBook(), language))

    @property
    def now(self) -> float:
        return START + 3_600.0 * self.hour

    def keep(self, step: Step) -> Told:
        told = tell(step.head, step.state, step.decisions, step.head.language)
        self.thread += told.thread
        self.private += [(message.to, message.text) for message in told.messages]
        self.notes += told.notes
        return told

    def ask(self, kind: str, who: str = "", /, **data: Json) -> Step:
        """A request that may be refused."""
        step = assistant.act(self.path, kind, who, data, self.now)
        self.keep(step)
        return step

    def do(self, kind: str, who: str = "", /, **data: Json) -> Step:
        step = self.ask(kind, who, **data)
        assert step.refusal is None, step.refusal
        return step

    def look(self) -> Step:
        step = assistant.look(self.path, self.now)
        self.keep(step)
        return step

    def begin(self, deal: list[str], names: tuple[str, ...] = NAMES) -> None:
        """To the first day, its roles dealt by seat."""
        self.do("signup.open")
        for player in names[: len(deal)]:
            self.do("player.join", player=player)
        counts: dict[str, Json] = {role: deal.count(role) for role in {*deal} - {"civilian"}}
        self.keep(assistant.start(self.path, {"roles": counts, "deal": [*deal]}, None, self.now))
        self.do("messages.sent")
        self.do("night.end")
