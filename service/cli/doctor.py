"""`consigliere doctor`: what the sidecar needs, whether it is there, and what to do where it is not."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from service.cli.config import ConfigFile
from service.config import ConfigError, Reading, Settings, read
from service.ops.doctor import Finding, State, examine
from service.ops.doctor.finding import fail

_STYLES: dict[State, str] = {"ok": "green", "warn": "yellow", "fail": "bold red"}


def doctor(
    config: ConfigFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Look at ports, models, engines, codecs, clock, disk and more; each finding with a remedy.

    Status 1 where something keeps the sidecar from working.
    """
    console = Console(highlight=False, soft_wrap=True)
    found: list[Finding] = []
    reading, wrong = _read(config)
    for finding in (*wrong, *examine(reading)):
        found.append(finding)
        if not as_json:
            console.print(_line(finding))
    failed = any(finding.state == "fail" for finding in found)
    if as_json:
        print(json.dumps({"ok": not failed, "findings": [asdict(finding) for finding in found]}, indent=1))
    else:
        _sum_up(found)
    if failed:
        raise typer.Exit(1)


def _read(file: Path | None) -> tuple[Reading, list[Finding]]:
    """The settings; the defaults and what is wrong with the settings where they cannot be used."""
    try:
        return read(file), []
    except ConfigError as error:
        wrong = [fail("settings", f"{f.place or f.key}: {f.problem}", f.hint) for f in error.faults]
        return Reading(Settings(), {}, None), wrong


def _line(finding: Finding) -> Text:
    text = Text()
    text.append(f"{finding.state:<5}", _STYLES[finding.state])
    text.append(f"{finding.subject:<20} {finding.told}")
    if finding.remedy:
        text.append(f"\n{'':<25} → {finding.remedy}")
    return text


def _sum_up(found: list[Finding]) -> None:
    counts = {state: sum(finding.state == state for finding in found) for state in _STYLES}
    print(", ".join(f"{number} {state}" for state, number in counts.items()), file=sys.stderr)
