"""Reports by people: the way to grounds for everything a camera cannot judge."""

from __future__ import annotations

from rules.events import Event
from rules.frozen import replace
from rules.table.fairplay.incident import Incident
from rules.table.fairplay.raising import VOTABLE, announce, identifier, latest
from rules.table.fairplay.read import choice, remark, seat, text, texts
from rules.table.fairplay.rules import RULES, Rule
from rules.table.fairplay.state import FairState, replaced
from rules.table.fairplay.turn import Refused, Turn

RULE = "B-P2"
REPORTABLE = tuple(rule.id for rule in RULES.values() if rule.path == "vote")


def file_report(state: FairState, turn: Turn, event: Event) -> FairState:
    """Somebody reports a breach: data `accused`, `rule`, and if wanted `note` and `evidence` (event ids).

    Players report from their seat, the platform from seat 0 with `by`, the name of the person. A report
    of what is an incident already joins it, so that one act is voted on once.

    Raises:
        Refused: who reports may not, or the report is unclear, repeated, or one too many.
    """
    _check_reporter(state, turn, event)
    rule = RULES[choice(event, "rule", REPORTABLE)]
    accused = seat(event, "accused", turn.now.seats)
    if accused == event.seat:
        raise Refused("own_report", RULE)
    _check_accused(turn, rule, accused)
    by_host = event.seat == 0
    named = text(event, "by") if by_host else remark(event, "by")
    host = named if by_host else ""
    note, clips = remark(event, "note"), texts(event, "evidence")
    known = latest(state, turn, accused, rule.id, VOTABLE, or_alternative=True)
    if known is not None and _reported(known, event.seat, host):
        raise Refused("reported_already", RULE)
    state = _counted(state, event.seat)
    incident = _incident(state, turn, event, rule, accused, host, note, clips) if known is None else known
    turn.say(
        "report.recorded",
        event.seat,
        rule.id,
        {"incident": incident.id, "accused": accused, "joined": known is not None},
        automated=False,
        audience="seat" if event.seat else "platform",
    )
    if known is not None:
        hosts = (*known.hosts, host) if host else known.hosts
        joined = replace(
            known,
            reporters=(*known.reporters, event.seat),
            hosts=hosts,
            evidence=(*known.evidence, event.id, *clips),
        )
        return replace(state, incidents=replaced(state.incidents, joined))
    state = replace(state, incidents=(*state.incidents, incident))
    return announce(state, turn, rule, event)


def _check_reporter(state: FairState, turn: Turn, event: Event) -> None:
    if not turn.running:
        raise Refused("no_game", RULE)
    if event.seat == 0:
        return
    may = turn.now.seats if turn.book.eliminated_may_report else turn.living
    if event.seat not in may:
        raise Refused("not_alive", "E-29")
    limit = turn.book.reports_per_player
    if state.seats[event.seat - 1].reports >= limit:
        raise Refused("too_many_reports", RULE, limit=limit)


def _check_accused(turn: Turn, rule: Rule, accused: int) -> None:
    out = accused not in turn.living
    if rule.id == "FP-S1" and (out or turn.now.paused):
        raise Refused("absence_allowed", "E-05")
    if out and not turn.book.eliminated_can_be_sanctioned:
        raise Refused("accused_out", "E-29", accused=accused)


def _reported(incident: Incident, reporter: int, host: str) -> bool:
    return host in incident.hosts if reporter == 0 else reporter in incident.reporters


def _counted(state: FairState, reporter: int) -> FairState:
    if reporter == 0:
        return state
    record = state.seats[reporter - 1]
    new = replace(record, reports=record.reports + 1)
    return replace(state, seats=(*state.seats[: reporter - 1], new, *state.seats[reporter:]))


def _incident(
    state: FairState,
    turn: Turn,
    event: Event,
    rule: Rule,
    accused: int,
    host: str,
    note: str,
    clips: tuple[str, ...],
) -> Incident:
    grounds_class = rule.grounds_class or "INFO"
    return Incident(
        id=identifier(state, grounds_class),
        game=state.game,
        seat=accused,
        rule=rule.id,
        grounds_class=grounds_class,
        class_scores=(),
        t_start=turn.t,
        t_end=None,
        raised=turn.t,
        stage=turn.stage,
        evidence=(event.id, *clips),
        model_versions=(),
        confidence=None,
        alternatives=rule.alternatives,
        source="report",
        reporters=(event.seat,),
        hosts=(host,) if host else (),
        note=note,
    )
