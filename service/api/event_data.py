"""What the data of each event that may be sent must hold, and who may send which."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from rules.schema_events import EVENTS
from rules.table.game.commands import COMMANDS
from service.api.tokens import Role

_FAIR_PLAY = ("interject.press", "report.file", "ballot.open", "ballot.vote", "appeal.file")
PLAYERS = frozenset((*(kind for kind, command in COMMANDS.items() if command.by == "seat"), *_FAIR_PLAY))
"""What a player at a seat may do by the rules."""
REVIEWERS = frozenset(("ban.decide", "appeal.decide"))
"""What people who review conduct decide."""
PLATFORMS = frozenset(EVENTS) - {"clock"}
"""Everything but the time, which the table keeps itself."""
ALLOWED: Mapping[Role, frozenset[str]] = MappingProxyType(
    {"platform": PLATFORMS, "reviewer": REVIEWERS, "seat": PLAYERS, "spectator": frozenset()}
)


def complaint(kind: str, data: Mapping[str, Any]) -> str | None:
    """Where the data of an event does not fit its type, and why; None where it fits."""
    try:
        _model(kind).model_validate(dict(data))
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(("data", *map(str, problem["loc"])))
        return f"{place}: {problem['msg']}"
    return None


@functools.cache
def _model(kind: str) -> type[BaseModel]:
    """A check of the type's TypedDict, which pydantic takes from Python 3.12 on only."""
    fields: dict[str, Any] = {}
    for name, hint in get_type_hints(EVENTS[kind], include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        fields[name] = (get_args(hint)[0] if optional else hint, None if optional else ...)
    config = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)
    return create_model(EVENTS[kind].__name__, __config__=config, **fields)
