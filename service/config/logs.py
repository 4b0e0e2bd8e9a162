"""`[logs]`: how the sidecar tells what it does."""

from __future__ import annotations

from typing import Literal

from service.config.section import Section, setting


class Logs(Section):
    """How the sidecar tells what it does, on stderr."""

    format: Literal["auto", "json", "text"] = setting(
        "auto", "Form of a line", "JSON objects, or text for people; auto is text on a terminal, else JSON."
    )
    level: Literal["debug", "info", "warning", "error"] = setting(
        "info", "Least weight", "What weighs less is not written."
    )
    access: bool = setting(
        True,
        "A line for each request",
        "Without query strings, as tokens may stand in them. Probes and /metrics have no line unless they"
        " fail.",
    )
