"""The settings of fair play: every ambiguity of the rules as a named choice with its default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["technical_foul", "disqualification", "abort_void", "abort_opponent_victory"]
"""What a ballot may be about. The two aborts are the forms of E-08."""

KINDS: tuple[Kind, ...] = ("technical_foul", "disqualification", "abort_void", "abort_opponent_victory")
ABORTS: tuple[Kind, ...] = ("abort_void", "abort_opponent_victory")
DAY = 86_400.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class FairPlayBook:
    """How a table handles fair play. Times in seconds of table time."""

    # Fouls (FP-F1, G)
    fouls_silence: int = 3
    """At this foul the speech of the next round is lost, once. More fouls cost nothing, ever."""
    interject_disabled_at: int | None = None
    """E-10: from so many fouls on the button does nothing; None: it always works and fouls are counted."""
    silenced_keeps_interject: bool = True
    """E-28: who lost the speech may still interject on that day."""
    interject_microphone: float = 5.0
    """C.2: how long an interjection opens the microphone."""

    # Grounds
    forbidden_gesture_in_game: Literal["technical_foul", "disqualification"] = "technical_foul"
    """E-01: what FP-G1 lets players vote on besides the abort. The ban is the platform's, never automatic."""
    technical_foul_grounds: tuple[Kind, ...] = ("technical_foul", *ABORTS)
    """E-03: ballots that grounds of the first list (FP-U1 … FP-U7) allow; who opens the ballot picks one."""
    disqualification_grounds: tuple[Kind, ...] = ("technical_foul", "disqualification", *ABORTS)
    """E-03: ballots that grounds of the second list (FP-S1 … FP-S4) allow."""
    incident_gap: float = 10.0
    """B.1, FP-U2: the same rule at the same seat within this time is one incident."""
    pause_suggested_after: float = 60.0
    """E-04: a camera that showed nothing for so long in total suggests a pause; it is no violation."""
    eliminated_can_be_sanctioned: bool = True
    """E-29: acts of people who are out of the game but in the room give grounds too (never absence, E-05)."""
    eliminated_may_report: bool = False
    """E-29: whether people who are out may report others."""

    # Ballots (E-07)
    majority_of: Literal["living", "cast"] = "living"
    """Strictly more than half of the living (who does not vote counts as no), or of the votes cast."""
    quorum: int = 0
    """Votes that must be cast for a ballot to pass at all."""
    accused_votes: bool = True
    initiator_votes_yes: bool = True
    """The seat that opens the ballot has voted yes by that."""
    ballot_seconds: float = 20.0
    close_when_decided: bool = True
    """Close as soon as the votes still missing cannot change the outcome."""
    votes_public: bool = True
    """Each vote is told to the table with its seat; otherwise only the counts, at the end."""
    ballots_per_incident_and_kind: int = 1
    one_sanction_per_incident: bool = True
    """B-P2 speaks of one of the sanctions: an act that was sanctioned is not voted on again."""

    # Limits against abuse
    open_ballots: int = 1
    """Ballots that may be open at a time."""
    grounds_valid_days: int = 1
    """Grounds may be voted on until so many days after the day they arose on."""
    failed_ballots_per_player: int = 2
    """After so many ballots of his that failed, a player opens no more in this game."""
    reports_per_player: int = 5
    """Reports that a player may file in one game."""

    # Sanctions
    tech_fouls_dq: int = 2
    """FP-T2, G: at this technical foul of one game (E-26) the player is disqualified automatically."""

    # Appeals (E-09)
    evidence_kept: float = 4 * DAY
    """How long the clips stay."""
    appeal_within: float = 3 * DAY
    """From the sanction on. A day less than the evidence stays, so that the reviewer still sees it."""
    reduced_restores_points: bool = False
    """Whether a disqualification reduced to a technical foul gives the points back; revoked always does."""
