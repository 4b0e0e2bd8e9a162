"""Which errors are the user's to mend: told in one line, exit status 2."""

from __future__ import annotations


class CommandError(Exception):
    """Wrong usage or unreadable input. The message says what, where and what to do next."""
