"""`consigliere referee`: play a game, replay a log, check a rule book, publish the schema."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from rules import schema as schemas
from rules.events import Decision
from rules.statements.statement import Code, statement
from rules.table.book import RuleBook
from rules.table.views import Viewer, seen
from service import rulebook
from service.cli.errors import CommandError
from service.cli.outputs import spare_inputs, write
from service.media.jsonl import JsonLines
from service.referee.log import LogError, decision_line, event_line, read
from service.referee.narrator import Narrator, plain
from service.referee.players import Judged, game
from service.referee.replay import Replay

app = typer.Typer(help="The referee: games, logs, rule books.", no_args_is_help=True)
TABLE = "table"
NAMED: Mapping[str, Viewer] = {"platform": "platform", "reviewer": "reviewer", "spectator": "spectator"}


class Mode(Enum):
    """Who runs the clock."""

    LEADING = "leading"
    FOLLOWING = "following"


class Language(Enum):
    """In which the referee speaks."""

    EN = "en"
    DE = "de"
    RU = "ru"


View = Annotated[
    str, typer.Option("--view", metavar="VIEW", help="platform, reviewer, spectator or seat:N (1 to 10).")
]
Speak = Annotated[Language, typer.Option("--language", help="Of the texts.")]
Book = Annotated[Path | None, typer.Option("--book", metavar="FILE", help="A rule book (TOML).")]


@app.command()
def play(
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game.")] = None,
    mode: Annotated[
        Mode, typer.Option(help="Who runs the clock: the referee or the platform.")
    ] = Mode.LEADING,
    turbo: Annotated[bool, typer.Option("--turbo", help="Short speeches.")] = False,
    speed: Annotated[
        float | None, typer.Option(metavar="X", help="X times as fast as at the table; else at once.")
    ] = None,
    view: View = "platform",
    language: Speak = Language.EN,
    book: Book = None,
    script: Annotated[
        str | None, typer.Option(metavar="FILE|-", help="Play these events instead (JSON lines).")
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write events and decisions as JSON lines.")
    ] = None,
) -> None:
    """A game of ten on the terminal, with random players or scripted events."""
    viewer, rules = _viewer(view), _book(book)
    if speed is not None and not 0 < speed < float("inf"):
        raise CommandError(f"--speed {speed}: write a number above 0, as 20")
    if script is None:
        chosen = secrets.randbelow(1_000_000) if seed is None else seed
        print(f"seed {chosen}", file=sys.stderr)
        played = game(chosen, rules, mode=mode.value, turbo=turbo)
    else:
        if seed is not None or turbo or mode is not Mode.LEADING:
            raise CommandError("--script brings its own game.start; leave out --seed, --mode and --turbo")
        spare_inputs([log], [Path(script)])
        played = Replay(rules).steps(read(script, script=True))
    narrator = Narrator(_Terminal(highlight=False), viewer, language.value)
    _tell(narrator, _logged(_paced(played, speed), log))


def _tell(narrator: Narrator, played: Iterator[Judged]) -> None:
    """Tell a game to its end, or as far as it goes.

    Raises:
        CommandError: a line of the script cannot be used.
        typer.Exit: status 1, where the terminal takes no more.
    """
    try:
        try:
            for _, state, decisions in played:
                narrator.tell(state, decisions)
        finally:
            narrator.close()
    except LogError as error:
        raise CommandError(str(error)) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        _note(f"standard output: {error.strerror}; the game is not told to its end")
        raise typer.Exit(1) from error


@app.command()
def replay(
    log: Annotated[
        str, typer.Argument(metavar="LOG.jsonl", help="Events, with decisions or without; - for stdin.")
    ],
    view: View = "platform",
    as_json: Annotated[bool, typer.Option("--json/--text", help="JSON lines, or words.")] = True,
    language: Speak = Language.EN,
    book: Book = None,
) -> None:
    """Judge the events of a log again and show what is decided.

    Status 2 where the log holds decisions that do not come out again; the first is told on stderr.
    """
    viewer, run = _viewer(view), Replay(_book(book))
    failures: list[str] = []
    lines = JsonLines("-", failures.append, on_leaving=_note)
    count = 0
    try:
        for _, _, decisions in run.steps(read(log)):
            for decision in seen(decisions, viewer):
                count += 1
                lines.write(_shown(decision, count, as_json, language.value))
    except LogError as error:
        raise CommandError(str(error)) from error
    if not run.events:
        _note(f"{log}: holds no events")
    if run.passed_over:
        _note(f"passed over what was decided elsewhere; lines: {run.passed_over}")
    if failures:
        _note(failures[0])
        raise typer.Exit(1)
    if run.difference is not None:
        raise CommandError(f"{log}: {run.difference}; the log was judged by another rule book or changed")


@app.command()
def check(
    book: Annotated[Path, typer.Argument(metavar="BOOK.toml", help="A rule book.")],
) -> None:
    """See whether a game can be played by a rule book."""
    _book(book)
    print(f"{book}: a game can be played by it")


@app.command()
def schema(
    out: Annotated[str, typer.Option("--out", metavar="FILE|-", help="Where it goes.")] = "-",
) -> None:
    """The JSON Schema (2020-12) of events and decisions."""
    text = schemas.text()
    write(text.rstrip("\n") if out == "-" else text, out)


class _Terminal(Console):
    """Leaves it to the entry point what follows when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        """Say so."""
        raise BrokenPipeError


def _viewer(text: str) -> Viewer:
    """Who is looking.

    Raises:
        CommandError: nobody of that name.
    """
    if text in NAMED:
        return NAMED[text]
    word, _, number = text.partition(":")
    if word == "seat" and number.isascii() and number.isdigit() and 1 <= int(number) <= 10:
        return int(number)
    raise CommandError(f"--view {text}: write platform, reviewer, spectator or seat:1 to seat:10")


def _book(path: Path | None) -> RuleBook:
    try:
        return rulebook.load(path)
    except rulebook.RuleBookError as error:
        raise CommandError(str(error)) from error


def _paced(played: Iterator[Judged], speed: float | None) -> Iterator[Judged]:
    """The game at `speed` times the pace of the table; at once for None."""
    before = 0.0
    for event, state, decisions in played:
        if speed is not None and state.game.result is None:
            time.sleep(max(0.0, state.t - before) / speed)
        before = state.t
        yield event, state, decisions


def _logged(played: Iterator[Judged], path: Path | None) -> Iterator[Judged]:
    """The game, written down as it goes on.

    Raises:
        CommandError: the file cannot be made.
        typer.Exit: status 1, at the end, where it could not be written to its end.
    """
    if path is None:
        yield from played
        return
    failures: list[str] = []
    try:
        lines = JsonLines(path, failures.append)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}; choose another place") from error
    count = 0
    with lines:
        for event, state, decisions in played:
            lines.write(event_line(event, TABLE))
            for decision in decisions:
                count += 1
                lines.write(decision_line(decision, TABLE, count))
            yield event, state, decisions
    if failures:
        _note(failures[0])
        raise typer.Exit(1)


def _shown(decision: Decision, number: int, as_json: bool, language: Code) -> str:
    return decision_line(decision, TABLE, number) if as_json else plain(statement(decision, language))


def _note(text: str) -> None:
    print(f"consigliere: {text}", file=sys.stderr)
