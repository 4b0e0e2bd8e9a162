"""From what the platform asks for to the settings of a table; everything that is wrong with it in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.table.book import RuleBook
from rules.table.check import check
from service.api.problems import Problem
from service.gestures import vocabulary_file
from service.live.tables import TableSettings
from service.settings_file import SettingsError, merge
from vision.gestures.vocabulary import Vocabulary
from vision.policy import TablePolicy


def settings(
    rule_book: Mapping[str, Any],
    ruleset: Mapping[str, Any],
    vocabulary: Mapping[str, Any] | None,
    seats: Mapping[str, Any],
    default: TableSettings,
) -> TableSettings:
    """The settings of a table.

    Args:
        rule_book: as a rule book file holds it, over the default one.
        ruleset: as a rule set file holds it.
        vocabulary: as a vocabulary file holds it; None for the default one.
        seats: seat -> how its camera hangs; instead of what the rule set says of seats.
        default: of this process.

    Raises:
        Problem: 422; its detail names the key and what to write instead.
    """
    book = _book(default.book, rule_book)
    policy = _policy(default.policy, ruleset, vocabulary, seats)
    asked: dict[str, Any] = {"ruleset": dict(ruleset), "vocabulary": vocabulary, "seats": dict(seats)}
    return TableSettings(book, policy, asked)


def restored(book: RuleBook, asked: Mapping[str, Any], default: TableSettings) -> TableSettings:
    """The settings of a table that was opened by an earlier process.

    Args:
        book: the whole rule book that it was opened with.
        asked: as in the settings of then; nothing where its opener asked for nothing.
        default: of this process.

    Raises:
        Problem: this process cannot watch as it was asked for.
    """
    own = {"ruleset": {}, "vocabulary": None, "seats": {}, **asked}
    policy = _policy(default.policy, own["ruleset"], own["vocabulary"], own["seats"])
    return TableSettings(book, policy, asked)


def _book(default: RuleBook, content: Mapping[str, Any]) -> RuleBook:
    try:
        book = merge(default, dict(content), place="rule_book.")
    except SettingsError as error:
        raise Problem(422, "rule-book", str(error)) from error
    complaints = check(book)
    if complaints:
        told = "; ".join(f"rule_book.{c.place}: {c.hint}" for c in complaints)
        raise Problem(422, "rule-book", told)
    return book


def _policy(
    default: TablePolicy,
    ruleset: Mapping[str, Any],
    vocabulary: Mapping[str, Any] | None,
    seats: Mapping[str, Any],
) -> TablePolicy:
    words = default.vocabulary if vocabulary is None else _vocabulary(vocabulary)
    try:
        policy = merge(replace(default, vocabulary=words), dict(ruleset), place="ruleset.")
        return merge(policy, {"seats": dict(seats)}, place="") if seats else policy
    except (SettingsError, ValueError) as error:
        raise Problem(422, "ruleset", str(error)) from error


def _vocabulary(content: Mapping[str, Any]) -> Vocabulary:
    try:
        return vocabulary_file.parse(dict(content), "vocabulary")
    except vocabulary_file.VocabularyFileError as error:
        raise Problem(422, "vocabulary", str(error)) from error
