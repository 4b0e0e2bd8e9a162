"""Every field in words, and an example file made of them."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterator

from pydantic.fields import FieldInfo

from service.config import environment
from service.config.describe import expected, inner, leaves, sections, shown

_WIDTH = 100


class UnknownKey(Exception):
    """No section and no field is called so. The message says what is near."""


def example() -> str:
    """A settings file with every field at its default; what has none is commented out."""
    lines = [
        "# Settings of `consigliere serve`. Every key may be left out; what stands here are the defaults.",
        "# CONSIGLIERE_<SECTION>_<KEY> in the environment goes before this file, as CONSIGLIERE_SERVER_PORT.",
        "# Paths are relative to this file. `consigliere config check` looks it through.",
    ]
    for name, section in sections().items():
        lines += ["", f"# {section.__doc__}", f"[{name}]"]
        for key, field in section.model_fields.items():
            lines += ["", *_commented(field), _assignment(key, field)]
    return "\n".join(lines) + "\n"


def explained(key: str | None = None) -> str:
    """A section, or one field, in words; everything for None.

    Raises:
        UnknownKey: for any other key.
    """
    chosen = [
        (section, name, field)
        for section, name, field in leaves()
        if key is None or key in (section, f"{section}.{name}")
    ]
    if not chosen:
        known = [*sections(), *(f"{section}.{name}" for section, name, _ in leaves())]
        ends = [one for one in known if key is not None and one.endswith(f".{key}")]
        close = ends or difflib.get_close_matches(key or "", known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"sections are {', '.join(sections())}"
        raise UnknownKey(f"{key}: no such key; {hint}")
    return "\n\n".join("\n".join(_paragraph(*one)) for one in chosen) + "\n"


def _paragraph(section: str, name: str, field: FieldInfo) -> Iterator[str]:
    yield f"{section}.{name}: {field.title}"
    yield from textwrap.wrap(field.description or "", _WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield f"  write        {expected(field)}"
    yield f"  default      {'none' if field.default is None else shown(field.default)}"
    if field.examples:
        yield f"  as           {shown(field.examples[0])}"
    yield f"  environment  {environment.variable(section, name)}"
    for key, part in inner(field).items():
        text = f"{key}: {part.title}. {part.description} Write {expected(part)}."
        yield from textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      ")


def _commented(field: FieldInfo) -> list[str]:
    text = f"{field.title}. {field.description} Write {expected(field)}."
    lines = textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")
    for key, part in inner(field).items():
        text = f"{key}: {part.title}. {part.description} Write {expected(part)}."
        lines += textwrap.wrap(text, _WIDTH, initial_indent="#   ", subsequent_indent="#     ")
    return lines


def _assignment(key: str, field: FieldInfo) -> str:
    if field.default is not None:
        return f"{key} = {shown(field.default)}"
    return f"# {key} = {shown(field.examples[0] if field.examples else '')}"
