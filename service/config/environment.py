"""Settings from the environment: CONSIGLIERE_SERVER_PORT is `port` in `[server]`; lists are JSON."""

from __future__ import annotations

import difflib
import json
import os
import re
from typing import Any

from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError as NotJson

from service.config import describe
from service.config.faults import Fault
from service.config.settings import Settings

PREFIX = "CONSIGLIERE_"
FILE_VARIABLE = "CONSIGLIERE_CONFIG"
"""Names the file where the command line does not."""
_OTHERS = frozenset((FILE_VARIABLE, "CONSIGLIERE_HOME", "CONSIGLIERE_ENGINE"))
_INJECTED = re.compile(r"CONSIGLIERE_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_\w+)?)")
"""Variables that Kubernetes sets where a service is named consigliere; they are none of ours."""


class _Environment(BaseSettings, Settings):
    """The same fields, found in the environment."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter="_", env_nested_max_split=1, frozen=True, extra="forbid"
    )


def variable(section: str, key: str) -> str:
    """The name of the variable that lies over a key."""
    return f"{PREFIX}{section}_{key}".upper()


def read() -> tuple[dict[str, Any], list[Fault]]:
    """What the environment says, as nested texts; lists are decoded already."""
    known = {variable(section, key) for section, key, _ in describe.leaves()}
    faults = []
    for name in sorted(os.environ):
        if not name.startswith(PREFIX) or name in known | _OTHERS or _INJECTED.fullmatch(name):
            continue
        close = difflib.get_close_matches(name, known | _OTHERS, n=1)
        hint = f"did you mean {close[0]}?" if close else "unset it; `consigliere config explain` lists all"
        faults.append(Fault("", "no setting is called so", hint, name))
    try:
        found = EnvSettingsSource(_Environment)()
    except NotJson:
        return {}, [*faults, *_not_json()]
    sections = {name: dict(value) for name, value in found.items() if isinstance(value, dict)}
    strangers = {fault.place for fault in faults}
    return {
        section: {key: value for key, value in keys.items() if variable(section, key) not in strangers}
        for section, keys in sections.items()
    }, faults


def _not_json() -> list[Fault]:
    """The variables that ought to be JSON and are not."""
    faults = []
    for section, key, field in describe.leaves():
        name = variable(section, key)
        text = os.environ.get(name)
        if text is None or not describe.expected(field).startswith("a list"):
            continue
        try:
            json.loads(text)
        except ValueError:
            example = json.dumps(field.examples[0] if field.examples else [])
            faults.append(Fault(f"{section}.{key}", "is no JSON", f"write a list, as {example}", name))
    return faults
