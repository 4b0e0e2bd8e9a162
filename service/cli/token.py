"""`consigliere token`: who may do what at which table, as a bearer token."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from service.api.tokens import ANY_TABLE, Grant, Tokens
from service.cli.config import ConfigFile
from service.cli.errors import CommandError
from service.config import ConfigError, load


class Who(Enum):
    """Whose token it is."""

    PLATFORM = "platform"
    REVIEWER = "reviewer"
    SPECTATOR = "spectator"
    SEAT = "seat"


def token(
    role: Annotated[Who, typer.Argument(help="The platform may do everything; the others see their view.")],
    table: Annotated[
        str, typer.Option(metavar="T", help="One table's name; * for all (platform and reviewer).")
    ] = ANY_TABLE,
    seat: Annotated[int, typer.Option(metavar="N", help="1 to 10, for the role seat.")] = 0,
    hours: Annotated[
        float | None, typer.Option(metavar="H", help="How long it is good; else as configured.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Print a token for the sidecar that runs with the same secret."""
    try:
        settings = load(config)
        seconds = settings.auth.token_lifetime if hours is None else hours * 3600.0
        if not 0 < seconds <= settings.auth.longest_lifetime:
            raise CommandError(
                f"--hours {hours:g}: write more than 0 and at most {settings.auth.longest_lifetime / 3600:g}"
            )
        print(Tokens(settings.auth.key()).issue(Grant(role.value, table, seat), seconds))
    except ConfigError as error:
        raise CommandError(str(error)) from error
    except ValueError as error:
        raise CommandError(f"{error}; see consigliere token --help") from error
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}; name another secret_file") from error
