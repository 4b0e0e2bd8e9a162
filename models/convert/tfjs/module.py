"""Reads the value that a minified JavaScript module exports, where that value is plain data."""

from __future__ import annotations

import json
import re
from typing import Any

from models.errors import MalformedModel

# What browserify puts before the exported value of a bundle's only module.
_PRELUDE = re.compile(r"\{1:\[function\([^)]*\)\{[\w$]+\.exports=")

_TOKEN = re.compile(
    r"""(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")"""
    r"|(?P<boolean>![01])"
    r"|(?P<number>-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)"
    r"|(?P<word>[A-Za-z_$][\w$]*)",
)

_WORDS = ("null", "true", "false")


def exported(data: bytes, model: str) -> Any:
    """The exported value, as `json.loads` would give it.

    Args:
        data: a browserify bundle of one module, `module.exports = <data>`.
        model: the model's name, for messages.

    Raises:
        MalformedModel: it is not such a file.
    """
    text = data.decode("utf-8", "replace")
    prelude = _PRELUDE.search(text)
    if prelude is None:
        raise MalformedModel(f"{model}: not a JavaScript bundle that exports one value")
    try:
        value, _ = json.JSONDecoder().raw_decode(_TOKEN.sub(_as_json, text[prelude.end() :]))
    except ValueError as error:
        raise MalformedModel(f"{model}: the exported JavaScript value is damaged ({error})") from error
    return value


def _as_json(token: re.Match[str]) -> str:
    text = token.group()
    if token["boolean"]:
        return "true" if text == "!0" else "false"
    if token["number"]:
        return repr(float(text)) if "." in text or "e" in text else text
    if token["word"] and text not in _WORDS:
        return f'"{text}"'  # a bare key
    return text
