"""Statements of reasons: `statement(decision, language)`, and its first sentence alone, `headline`.

Both are made from nothing but the decision. Give them the decision as its reader may see it
(`rules.table.views.seen`): then no text says more than that reader may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from rules.events import Decision
from rules.statements import de, en, ru
from rules.statements.facts import facts, variant
from rules.statements.language import Language
from rules.statements.template import Facts, fill

Code = Literal["en", "de", "ru"]
LANGUAGES: Mapping[Code, Language] = MappingProxyType(
    {"en": en.LANGUAGE, "de": de.LANGUAGE, "ru": ru.LANGUAGE}
)

_PEOPLE: Mapping[str, str] = MappingProxyType(
    {
        "ballot.opened": "player",
        "ballot.cast": "player",
        "ballot.closed": "vote",
        "technical_foul.given": "vote",
        "player.disqualified": "vote",
        "game.aborted": "vote",
        "grounds.raised": "report",
        "incident.recorded": "report",
        "report.recorded": "report",
        "appeal.filed": "appeal",
        "appeal.opened": "appeal",
        "appeal.decided": "review",
        "ban.decided": "review",
    }
)
"""Who decides what people decide."""


def statement(decision: Decision, language: Code) -> str:
    """What was decided, when, by which rule, by whom, resting on what, and how to contest it.

    Raises:
        KeyError: there is no such type of decision, or its data lack what the type always has.
    """
    words = LANGUAGES[language]
    known = _facts(decision, words)
    sentences = [fill(words.frame["when"], known, words.grammar), headline(decision, language)]
    if decision.rule:
        known = {**known, "rule_text": words.rules[decision.rule]}
        sentences.append(fill(words.frame["rule"], known, words.grammar))
    sentences.append(words.deciders["referee" if decision.automated else _PEOPLE[decision.type]])
    sentences.append(fill(words.frame["events"], known, words.grammar))
    if decision.type in words.contest:
        sentences.append(fill(words.contest[decision.type], known, words.grammar))
    return " ".join(sentence for sentence in sentences if sentence)


def headline(decision: Decision, language: Code) -> str:
    """What was decided, in a sentence or two.

    Raises:
        KeyError: as for `statement`.
    """
    words = LANGUAGES[language]
    chosen = variant(decision)
    name = f"{decision.type}/{chosen}" if chosen else decision.type
    return fill(words.decisions[name], _facts(decision, words), words.grammar)


def _facts(decision: Decision, words: Language) -> Facts:
    known = facts(decision)
    reason = decision.data.get("reason")
    if decision.type == "refused" and reason in words.refusals:
        known["text"] = fill(words.refusals[str(reason)], decision.data, words.grammar)
    return known
