"""`consigliere`: the entry point, and how a failure becomes an exit status.

Status 0: done. 2: wrong usage or unreadable input, one line on stderr. 1: an internal failure, or an output
that could not be written to its end, as on a full disk.
"""

from __future__ import annotations

import os
import sys
import traceback

from service.cli.errors import CommandError

_INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    try:
        sys.exit(_run())
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _run() -> int:
    from typer.exceptions import Exit, TyperException

    from service.cli.app import app  # a second's work, during which Ctrl-C must be as quiet as later

    try:
        return int(app(standalone_mode=False) or 0)
    except Exit as leaving:
        return leaving.exit_code
    except TyperException as error:
        return _refuse(f"{error.format_message().rstrip('.')}; see consigliere --help")
    except CommandError as error:
        return _refuse(str(error))
    except BrokenPipeError:  # whoever read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        traceback.print_exc()
        print("consigliere: an internal failure; please report the lines above", file=sys.stderr)
        return 1


def _refuse(message: str) -> int:
    print(f"consigliere: {message}", file=sys.stderr)
    return 2
