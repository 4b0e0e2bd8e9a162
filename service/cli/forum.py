"""`consigliere forum host`: hold a game of Mafia in a forum, kept in a file."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from rules.events import Json
from rules.forum.book import ForumBook
from rules.forum.composition import PARTIES
from service.cli.errors import CommandError
from service.cli.forum_output import Code, counts, do, given, moment, moment_of, named, show, written
from service.forum import assistant
from service.forum.game_file import GameFileError, Head, create, locked
from service.forum.markup import Markup
from service.settings_file import SettingsError, merge, read


class Markups(Enum):
    """In which posts are written."""

    MARKDOWN = "markdown"
    BBCODE = "bbcode"
    HTML = "html"


app = typer.Typer(help="Mafia in a forum: a game over days, led by a host.", no_args_is_help=True)
host = typer.Typer(
    help="The host's assistant. A game lives in FILE; each command takes something down, and prints what to "
    "post in the thread, whom to send what, and what is for you alone.",
    epilog="In order: new, signup, join, start, told, day; then every day post (or vote) and limit, night, "
    "order, day. status tells who owes what and when the day ends.",
    no_args_is_help=True,
)
app.add_typer(host, name="host")

File = Annotated[Path, typer.Argument(metavar="FILE", help="The game.")]
Who = Annotated[str, typer.Argument(metavar="PLAYER", help="By name, character or account.")]
Target = Annotated[str, typer.Argument(metavar="PLAYER|nobody", help="Who is meant.")]
At = Annotated[
    str | None,
    typer.Option(
        "--at", metavar="TIME", help="When it happened; else now. 2026-12-01 14:00, 24h (of the day)."
    ),
]
Speak = Annotated[Code | None, typer.Option("--language", help="Of the announcements; else the game's.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object instead of words.")]


@host.command(epilog="Example: consigliere forum host new evening.game --zone Europe/Berlin --language de")
def new(
    file: File,
    book: Annotated[
        Path | None, typer.Option(metavar="BOOK.toml", help="Settings: fields of rules/forum/book.py.")
    ] = None,
    timing: Annotated[int | None, typer.Option(help="1: votes may change. 2: they are final.")] = None,
    venue: Annotated[str | None, typer.Option(help="forum or chat.")] = None,
    theme: Annotated[str | None, typer.Option(help="What the characters have to fit.")] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Accounts hide who plays whom.")] = False,
    markup: Annotated[Markups, typer.Option(help="Of the posts.")] = Markups.BBCODE,
    language: Annotated[Code, typer.Option(help="Of the announcements.")] = Code.EN,
    zone: Annotated[str, typer.Option(metavar="ZONE", help="As Europe/Berlin.")] = "UTC",
) -> None:
    """Begin a game in a new file."""
    setup = {"theme": theme, "anonymous": True if anonymous else None}
    changes: dict[str, Any] = {"timing": timing, "venue": venue, "setup": given(setup)}
    try:
        rules = merge(ForumBook(), read(book), place="") if book else ForumBook()
        rules = merge(rules, given(changes), place="")
        with locked(file):
            create(file, Head(rules, language.value, markup.value, zone))
    except (SettingsError, GameFileError) as error:
        raise CommandError(str(error)) from error
    print(f"{file}: a new game; next: consigliere forum host signup {file}")


@host.command()
def intervals(
    file: File,
    change: Annotated[list[str], typer.Argument(metavar="NAME=HOURS...", help="As twilight=3.")],
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Change how long twilight and the rest last; before the sign-up alone."""
    seconds: dict[str, Json] = {}
    for part in change:
        key, _, hours = part.partition("=")
        try:
            seconds[key] = float(hours) * 3_600.0
        except ValueError as error:
            raise CommandError(f"{part}: write a name and hours, as twilight=3") from error
    do(file, "intervals.change", {"intervals": seconds}, at=at, as_json=as_json)


@host.command()
def signup(file: File, at: At = None, language: Speak = None, as_json: AsJson = False) -> None:
    """Open the sign-up."""
    do(file, "signup.open", {}, at=at, language=language, as_json=as_json)


@host.command(epilog="Example: consigliere forum host join evening.game Ada Ben 'Jean Luc'")
def join(
    file: File,
    players: Annotated[list[str], typer.Argument(metavar="NAME...", help="Who signs up.")],
    at: At = None,
    language: Speak = None,
    as_json: AsJson = False,
) -> None:
    """Take down who signs up."""
    for player in players:
        do(file, "player.join", {"player": player}, at=at, language=language, as_json=as_json)


@host.command()
def leave(file: File, player: Who, at: At = None, language: Speak = None, as_json: AsJson = False) -> None:
    """Somebody signs off before the game."""
    do(file, "player.leave", {"player": player}, at=at, language=language, as_json=as_json)


@host.command()
def account(file: File, player: Who, at: At = None, language: Speak = None, as_json: AsJson = False) -> None:
    """Hand out an anonymous account."""
    do(file, "account.ask", {}, player, at=at, language=language, as_json=as_json)


@host.command()
def character(
    file: File,
    player: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the character.")],
    kind: Annotated[str | None, typer.Option(help="What it is, as child.")] = None,
    at: At = None,
    language: Speak = None,
    as_json: AsJson = False,
) -> None:
    """A player takes a character."""
    data: dict[str, Json] = {"name": name, "kind": kind}
    do(file, "character.take", data, player, at=at, language=language, as_json=as_json)


@host.command(
    epilog="Example: consigliere forum host start evening.game --party 6, or --roles mafia=2,doctor=1"
)
def start(
    file: File,
    party: Annotated[str | None, typer.Option(help="A listed party: see consigliere forum parties.")] = None,
    roles: Annotated[str | None, typer.Option(metavar="ROLE=N,...", help="All others are civilians.")] = None,
    deal: Annotated[
        str | None, typer.Option(metavar="ROLE,...", help="Dealt with cards, in the order of sign-up.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="For tests: who knows it knows the roles.")] = None,
    at: At = None,
    language: Speak = None,
    as_json: AsJson = False,
) -> None:
    """Deal the roles at random and announce the composition."""
    data: dict[str, Json] = {"party": party} if party else {}
    if roles:
        data["roles"] = {**counts(roles)}
    if deal:
        data["deal"] = [role.strip() for role in deal.split(",")]
    show(file, lambda now: assistant.start(file, data, seed, now), at, language, as_json)


@host.command()
def told(
    file: File,
    players: Annotated[list[str] | None, typer.Argument(metavar="PLAYER...", help="Else all.")] = None,
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Take down who has got the message about the own role."""
    do(file, "messages.sent", {"seats": [*players]} if players else {}, at=at, as_json=as_json)


@host.command(epilog="Example: consigliere forum host post evening.game Ada 'I say [b]Ben[/b]'")
def post(
    file: File,
    player: Who,
    text: Annotated[str, typer.Argument(metavar="TEXT|-", help="With its markup; - for stdin.")] = "-",
    markup: Annotated[Markups | None, typer.Option(help="Else the game's.")] = None,
    account: Annotated[str, typer.Option(metavar="NAME", help="From which it was written.")] = "",
    at: At = None,
    language: Speak = None,
    as_json: AsJson = False,
) -> None:
    """Read a post: bold is a vote; what does not count is reported with the reason."""
    content = written(text)

    def ask(now: float) -> assistant.Step:
        kind: Markup | None = None if markup is None else markup.value
        return assistant.post(file, player, content, kind, account, now)

    show(file, ask, at, language, as_json)


@host.command()
def vote(
    file: File, player: Who, target: Target, at: At = None, language: Speak = None, as_json: AsJson = False
) -> None:
    """Take down a vote that you read yourself."""
    do(file, "vote.cast", named(target), player, at=at, language=language, as_json=as_json)


@host.command(epilog="Example: consigliere forum host limit evening.game 24h")
def limit(
    file: File,
    end: Annotated[str, typer.Argument(metavar="TIME", help="2026-12-01 14:00, +4h, 24h (of the day).")],
    at: At = None,
    language: Speak = None,
    as_json: AsJson = False,
) -> None:
    """Announce when the vote ends."""
    ends = moment(file, end, moment_of(file, at))
    do(file, "limit.announce", {"at": ends}, at=at, language=language, as_json=as_json)


@host.command()
def close(file: File, at: At = None, language: Speak = None, as_json: AsJson = False) -> None:
    """End a vote that has run too long (timing 2)."""
    do(file, "vote.close", {}, at=at, language=language, as_json=as_json)


@host.command()
def shoot(
    file: File, player: Who, target: Target, at: At = None, language: Speak = None, as_json: AsJson = False
) -> None:
    """The Commissioner who is to be executed shoots, or does not."""
    do(file, "pistol.shoot", named(target), player, at=at, language=language, as_json=as_json)


@host.command()
def night(file: File, at: At = None, language: Speak = None, as_json: AsJson = False) -> None:
    """Carry out the execution and announce the night."""
    do(file, "night.begin", {}, at=at, language=language, as_json=as_json)


@host.command(epilog="Example: consigliere forum host order evening.game Ada Ben")
def order(
    file: File, player: Who, target: Target, at: At = None, language: Speak = None, as_json: AsJson = False
) -> None:
    """Take down whom a player with a role names; in zero night the first dossier."""
    do(file, "night.order", named(target), player, at=at, language=language, as_json=as_json)


@host.command()
def story(
    file: File,
    player: Who,
    text: Annotated[str, typer.Argument(metavar="TEXT|-", help="- for stdin.")] = "-",
    at: At = None,
    language: Speak = None,
    as_json: AsJson = False,
) -> None:
    """Take down a killer's description; it is told only if the kill comes true."""
    do(file, "story.tell", {"text": written(text)}, player, at=at, language=language, as_json=as_json)


@host.command()
def day(file: File, at: At = None, language: Speak = None, as_json: AsJson = False) -> None:
    """End the night: account the orders, tell the results, begin the day."""
    do(file, "night.end", {}, at=at, language=language, as_json=as_json)


@host.command("status")
def look(file: File, at: At = None, language: Speak = None, as_json: AsJson = False) -> None:
    """Who owes what and when the day ends; a vote whose time is over ends now."""
    show(file, lambda now: assistant.look(file, now), at, language, as_json)


@app.command()
def parties() -> None:
    """The compositions that were played, by name."""
    for name, party in PARTIES.items():
        made = ", ".join(f"{role.replace('_', ' ')} {count}" for role, count in party.roles.items())
        remark = f"   ({party.remark})" if party.remark else ""
        print(f"{name:<11} {party.players:>2} players: {made}, civilian {party.civilians}{remark}")
