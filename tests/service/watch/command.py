"""Runs the real command line in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def consigliere(
    *arguments: str | Path, jailed: bool = False, timeout: float = 240
) -> subprocess.CompletedProcess[str]:
    """Run it to its end; `jailed` kills it when it asks for an internet socket."""
    return subprocess.run(
        command(*arguments, jailed=jailed),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=timeout,
    )


def command(*arguments: str | Path, jailed: bool = False) -> list[str]:
    """The command to run it."""
    jail = ["-m", "tests.network_jail", "service"] if jailed else ["-m", "service"]
    return [sys.executable, *jail, *map(str, arguments)]


def lines(text: str) -> list[dict[str, Any]]:
    """JSON lines, each of which must be whole."""
    return [json.loads(line) for line in text.splitlines()]


def seat_types(events: Sequence[dict[str, Any]], seat: int) -> list[str]:
    """The types of one seat's events, in order."""
    return [event["type"] for event in events if event["seat"] == seat]
