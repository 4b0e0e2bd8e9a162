"""A viewer's lines in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.events import Decision, Json
from rules.statements.statement import Code
from rules.statements.statement import headline as decided
from rules.table.referee import CAMERAS
from service.events import Event
from service.live.journal import Line
from service.watch.narrate import headline as observed
from service.watch.narrate import level

_SILENT = frozenset(
    ("gesture.ended", "camera.cleared", "speech.finished", "incident.recorded", "scores.given")
)
"""Told by what comes before or with them."""
_ALARMS = frozenset(("grounds.raised", "technical_foul", "player.disqualified", "game.aborted"))
_NOTICES = frozenset(("ballot", "foul", "speech.lost", "player.left", "game.ended", "vote.closed", "tile"))


def told(line: Line, language: Code = "en") -> dict[str, Json] | None:
    """One line of a ticker, None for what goes without saying.

    It has `number`, `t`, `seat`, `type`, `text` and `level`: `info`, `notice` or `alarm`. Commands of the
    platform go without saying: the decisions on them follow.
    """
    fields = line.fields
    kind = str(fields["type"])
    if kind in _SILENT:
        return None
    if "automated" in fields:
        text, how = _decision(fields, language), _level(kind)
    elif kind.partition(".")[0] in CAMERAS:
        event = Event(*(_field(fields, name) for name in ("id", "type", "table", "seat", "t", "data")))
        text, how = observed(event), level(event)
    else:
        return None
    shown = {name: fields[name] for name in ("t", "seat", "type")}
    return {"number": line.number, **shown, "text": text, "level": how}


def _field(fields: Mapping[str, Json], name: str) -> Any:
    return fields[name]


def _decision(fields: Mapping[str, Json], language: Code) -> str:
    names = ("type", "seat", "t", "data", "rule", "caused_by", "automated", "audience")
    decision = Decision(*(_field(fields, name) for name in names))
    return decided(decision, language)


def _level(kind: str) -> str:
    for how, kinds in (("alarm", _ALARMS), ("notice", _NOTICES)):
        if kind in kinds or kind.partition(".")[0] in kinds:
            return how
    return "info"
