"""Contradictions in the settings of fair play, found before a game starts."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rules.table.fairplay.book import ABORTS, KINDS, FairPlayBook

Found = Iterator[tuple[str, str]]
"""(field name, what is wrong and what to write instead)"""


def contradictions(book: FairPlayBook) -> Found:
    """All contradictions of the settings; none where a game can be played by them."""
    yield from _fouls(book)
    yield from _grounds(book)
    yield from _ballots(book)
    yield from _sanctions(book)


def _fouls(book: FairPlayBook) -> Found:
    if book.fouls_silence < 1:
        yield (
            "fouls_silence",
            f"no speech is lost at {book.fouls_silence} fouls; write 1 or more (3 by the rules)",
        )
    off = book.interject_disabled_at
    if off is not None and off < 1:
        yield "interject_disabled_at", "the button would never work; write 1 or more, or leave it out"
    if off is not None and 1 <= off < book.fouls_silence:
        yield (
            "interject_disabled_at",
            f"the button goes off at {off}, before foul {book.fouls_silence} can cost a speech; write "
            f"{book.fouls_silence} or more",
        )
    yield from _durations(book, "interject_microphone", "ballot_seconds", "pause_suggested_after")


def _grounds(book: FairPlayBook) -> Found:
    for name in ("technical_foul_grounds", "disqualification_grounds"):
        kinds: tuple[str, ...] = getattr(book, name)
        if not kinds:
            yield name, "no vote is possible on these grounds; name one sanction or more"
        for kind in kinds:
            if kind not in KINDS:
                yield name, f"there is no sanction {kind}; choose from {', '.join(KINDS)}"
        if len(set(kinds)) < len(kinds):
            yield name, "a sanction is named twice; name each once"
        if kinds and not set(kinds) & set(ABORTS):
            yield name, f"an abort may be voted for any breach (FP-A1); add {' or '.join(ABORTS)}"
    if not (math.isfinite(book.incident_gap) and book.incident_gap >= 0):
        yield "incident_gap", "write seconds, 0 or more"


def _ballots(book: FairPlayBook) -> Found:
    if not 0 <= book.quorum <= 10:
        yield "quorum", f"ten people cannot cast {book.quorum} votes; write 0 to 10"
    for name in ("open_ballots", "ballots_per_incident_and_kind", "reports_per_player"):
        if getattr(book, name) < 1:
            yield name, "nobody could ever be voted on; write 1 or more"
    if book.failed_ballots_per_player < 1:
        yield "failed_ballots_per_player", "nobody could ever open a ballot; write 1 or more"
    if book.grounds_valid_days < 0:
        yield "grounds_valid_days", "write 0 for the same day only, or more"
    if book.majority_of == "cast" and book.quorum < 2:
        yield (
            "quorum",
            "with a majority of the votes cast, one player alone could sanction another; write 2 or more",
        )
    if book.one_sanction_per_incident is False and book.ballots_per_incident_and_kind > 1:
        yield (
            "ballots_per_incident_and_kind",
            "one act could bring two technical fouls, so a disqualification; write 1, or one sanction an act",
        )


def _sanctions(book: FairPlayBook) -> Found:
    if book.tech_fouls_dq < 1:
        yield (
            "tech_fouls_dq",
            "write at which technical foul a player is disqualified: 1 or more (2 by the rules)",
        )
    yield from _durations(book, "appeal_within", "evidence_kept")
    if book.appeal_within >= book.evidence_kept:
        yield (
            "appeal_within",
            f"the evidence is gone after {book.evidence_kept:g} s; allow less time, or keep it longer",
        )


def _durations(book: FairPlayBook, *names: str) -> Found:
    for name in names:
        seconds = getattr(book, name)
        if not (math.isfinite(seconds) and seconds > 0):
            yield name, f"{seconds} s is no duration; write seconds above 0"
