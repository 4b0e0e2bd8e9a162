"""What all sections of the settings share: how a field is written down, and what is said of it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Section(BaseModel):
    """A table of the settings file. Frozen; a key that no field has is refused."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=True,
        allow_inf_nan=False,
        use_attribute_docstrings=False,
    )


def setting(
    default: Any, title: str, description: str, *, unit: str = "", example: Any = None, **bounds: Any
) -> Any:
    """A field with everything that an operator is told about it.

    Args:
        default: its value where nobody says another.
        title: what it is, in a few words.
        description: what it does, and why its default is what it is.
        unit: of numbers: `seconds`, `bytes`; empty for texts and switches.
        example: a value to show where the default is none.
        bounds: `ge`, `le`, `pattern`, `min_length`, as of `pydantic.Field`.
    """
    examples = None if example is None else [example]
    extra = {"unit": unit} if unit else None
    return Field(
        default,
        title=title,
        description=description,
        examples=examples,
        json_schema_extra=extra,  # type: ignore[arg-type]  # a plain mapping is one
        **bounds,
    )
