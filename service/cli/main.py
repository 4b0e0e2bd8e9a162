"""`consigliere`: the entry point, and how a failure becomes an exit status.

Status 0: done. 2: wrong usage or unreadable input, one line on stderr. 1: an internal failure.
"""

from __future__ import annotations

import sys
import traceback

import typer

from service.cli import bench, classify, demo, models, watch
from service.cli.errors import CommandError

app = typer.Typer(
    name="consigliere",
    help="Watches a table of webcams while people play Mafia and tells what it saw.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(watch.watch)
app.command()(classify.classify)
app.command()(bench.bench)
app.command()(demo.demo)
app.add_typer(models.app, name="models")


def main() -> None:
    """Run the command line."""
    try:
        app()
    except CommandError as error:
        print(f"consigliere: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(0)
    except Exception:
        traceback.print_exc()
        print("consigliere: an internal failure; please report the lines above", file=sys.stderr)
        sys.exit(1)
