"""What a language brings: its grammar and its texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.statements.template import Grammar


@dataclass(frozen=True, slots=True)
class Language:
    """Texts as templates (`rules.statements.template`)."""

    code: str
    grammar: Grammar
    decisions: Mapping[str, str]
    """Decision type, with `/variant` where it has several texts → what happened."""
    rules: Mapping[str, str]
    """Number of a rule → what it says, as half a sentence."""
    frame: Mapping[str, str]
    """`when`, `rule`, `events`: the sentences around."""
    deciders: Mapping[str, str]
    """Who decided: `referee`, `vote`, `player`, `report`, `appeal`, `review`."""
    contest: Mapping[str, str]
    """Decision type → how to contest it, or why that is not possible."""
    refusals: Mapping[str, str]
    """Name of a refusal → its reason; empty where the referee's own words are used."""
