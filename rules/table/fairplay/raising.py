"""How what cameras saw and what people report becomes an incident. Nothing here sanctions anybody."""

from __future__ import annotations

from rules.events import Audience, Event, Json
from rules.frozen import replace
from rules.table.fairplay.grounds import grounds, rule_broken, rule_ended
from rules.table.fairplay.incident import Incident
from rules.table.fairplay.rules import RULES, GroundsClass, Rule, kinds_for
from rules.table.fairplay.state import Ban, FairState, replaced
from rules.table.fairplay.turn import ALL, Turn

REVIEWER: Audience = "reviewer"
VOTABLE: tuple[GroundsClass, ...] = ("TF", "DQ", "BAN")
_STILL_WATCHED = ("FP-G1", "FP-S4")
"""E-29: what cameras still look for at the seats of people who are out."""


def saw(state: FairState, turn: Turn, event: Event) -> FairState:
    """A signal that may break a rule by itself, or that covers a tile."""
    if event.seat not in turn.now.seats:
        return state
    if event.type == "nudity.confirmed":
        state = _cover(state, turn, event.seat)
    if not turn.running:
        return state
    rule = rule_broken(event)
    if rule is None:
        return _applause(state, turn, event)
    out = event.seat not in turn.living
    if rule.id == "FP-S1" and (out or turn.now.paused):
        return state  # B.2.7, E-05: absence concerns living players only, and stops in a pause
    if event.data.get("audience") == "audit":  # A.5: what happens in secret is told to reviewers alone
        noted = _note(state, turn, event, rule.id, "INFO", "secret_phase")
        return noted if noted is state or rule.id != "FP-G1" else _propose_ban(noted, turn)
    if out and rule.id not in _STILL_WATCHED:
        return _note(state, turn, event, rule.id, "INFO", "eliminated")
    if latest(state, turn, event.seat, rule.id, VOTABLE) is not None or _told(state, event, rule):
        return state
    incident = _from_camera(state, turn, event, rule.id, rule.grounds_class or "INFO", rule.alternatives)
    return announce(replace(state, incidents=(*state.incidents, incident)), turn, rule, event)


def suspected(state: FairState, turn: Turn, event: Event) -> FairState:
    """A cue that supports a person's judgement at most, as a phone in a hand (FP-S2): never grounds."""
    named = event.data.get("rule")
    rule = RULES.get(named) if isinstance(named, str) else None
    known = rule is not None and rule.video == "partial" and event.seat in turn.now.seats
    if rule is None or not known or not turn.running:
        return state
    return _note(state, turn, event, rule.id, "SUSPICION", "cue")


def ended(state: FairState, turn: Turn, event: Event) -> FairState:
    """The end of something that gave grounds: the incident is brought up to date, none is raised anew."""
    seat, rule = event.seat, rule_ended(event)
    if event.type == "nudity.cleared":
        state = _uncover(state, turn, seat)
    if rule is None:
        return state
    for incident in reversed(state.incidents):
        if incident.seat == seat and incident.source == "camera" and incident.rule == rule.id:
            return state if incident.t_end is not None else _finish(state, turn, event, incident)
    return state


def announce(state: FairState, turn: Turn, rule: Rule, event: Event) -> FairState:
    """Tell the table of the newest incident, and the platform where a ban may follow."""
    incident = state.incidents[-1]
    facts = grounds(rule, event, incident.t_start)
    facts["incident"] = incident.id
    facts["source"] = incident.source
    facts["ballots"] = list(kinds_for(turn.book, rule))
    turn.say("grounds.raised", incident.seat, rule.id, facts, automated=incident.source == "camera")
    turn.say(
        "incident.recorded",
        incident.seat,
        rule.id,
        {**incident.to_json(), "reporters": list(incident.reporters), "note": incident.note},
        automated=incident.source == "camera",
        audience=REVIEWER,
    )
    return _propose_ban(state, turn) if rule.id == "FP-G1" else state


def latest(
    state: FairState,
    turn: Turn,
    seat: int,
    rule: str,
    classes: tuple[GroundsClass, ...],
    or_alternative: bool = False,
) -> Incident | None:
    """The incident that the same act belongs to: same seat, same rule, raised within the gap (B.1, FP-U2).

    With `or_alternative` also one that may be judged under that rule.
    """
    for incident in reversed(state.incidents):
        same = incident.rule == rule or (or_alternative and rule in incident.alternatives)
        if same and incident.seat == seat and incident.grounds_class in classes:
            # A seat's clock that leapt, either way, is another time: it must not silence new grounds.
            return incident if abs(turn.t - incident.raised) < turn.book.incident_gap else None
    return None


def identifier(state: FairState, grounds_class: GroundsClass) -> str:
    """The next incident's, or the next note's where no grounds are given.

    Only reviewers hear of notes: counted with incidents, they would leave gaps that everybody sees.
    """
    votable = grounds_class in VOTABLE
    count = sum((incident.grounds_class in VOTABLE) == votable for incident in state.incidents)
    return f"{'incident' if votable else 'note'}-{count + 1}"


def _told(state: FairState, event: Event, rule: Rule) -> bool:
    """B.2.5: an absence that lasts is raised once, however often it is reported."""
    since = event.data.get("since")
    return rule.id == "FP-S1" and any(
        i.rule == rule.id and i.seat == event.seat and i.source == "camera" and i.t_start == since
        for i in state.incidents
    )


def _from_camera(
    state: FairState,
    turn: Turn,
    event: Event,
    rule: str,
    grounds_class: GroundsClass,
    alternatives: tuple[str, ...] = (),
) -> Incident:
    data = event.data
    score = _number(data.get("score"))
    gesture, models = data.get("gesture"), data.get("models")
    named = gesture if isinstance(gesture, str) else event.type.partition(".")[0]
    versions = models.items() if isinstance(models, dict) else ()
    since = _number(data.get("since"))
    return Incident(
        id=identifier(state, grounds_class),
        game=state.game,
        seat=event.seat,
        rule=rule,
        grounds_class=grounds_class,
        class_scores=() if score is None else ((named, score),),
        t_start=event.t if since is None else since,
        t_end=None,
        raised=turn.t,
        stage=turn.stage,
        evidence=(event.id,),
        model_versions=tuple((name, version) for name, version in versions if isinstance(version, str)),
        confidence=score,
        alternatives=alternatives,
        source="camera",
    )


def _note(
    state: FairState, turn: Turn, event: Event, rule: str, grounds_class: GroundsClass, why: str
) -> FairState:
    """Something that people should know of and that gives no grounds; once within the gap."""
    if latest(state, turn, event.seat, rule, (grounds_class,)) is not None:
        return state
    incident = _from_camera(state, turn, event, rule, grounds_class)
    kind = "suspicion.noted" if grounds_class == "SUSPICION" else "information.noted"
    turn.say(kind, event.seat, rule, {**incident.to_json(), "why": why}, audience=REVIEWER)
    return replace(state, incidents=(*state.incidents, incident))


def _applause(state: FairState, turn: Turn, event: Event) -> FairState:
    """A.3, E-29: people who are out and applaud in a running game; hosts may want to know."""
    applauds = event.type == "gesture.started" and event.data.get("gesture") == "applause"
    if not applauds or event.seat in turn.living:
        return state
    return _note(state, turn, event, "E-29", "INFO", "eliminated")


def _propose_ban(state: FairState, turn: Turn) -> FairState:
    """E-01: the forbidden gesture may lead to a ban, which people decide on outside the game."""
    incident = state.incidents[-1]
    return propose(state, turn, incident.seat, incident.id, "")


def propose(state: FairState, turn: Turn, seat: int, incident: str, sanction: str) -> FairState:
    """Put the question of a ban before the platform (B-P3, FP-G1). It is a question, never a ban."""
    ban = Ban(f"ban-{sanction or incident}", seat, incident, sanction, turn.t)
    data: dict[str, Json] = {"ban": ban.id, "incident": incident, "sanction": sanction or None}
    turn.say("ban.proposed", seat, "B-P3" if sanction else "FP-G1", data, audience=REVIEWER)
    return replace(state, bans=(*state.bans, ban))


def _finish(state: FairState, turn: Turn, event: Event, incident: Incident) -> FairState:
    until = _number(event.data.get("until"))
    end = max(incident.t_start, event.t if until is None else until)
    new = replace(incident, t_end=end, evidence=(*incident.evidence, event.id))
    secret = incident.grounds_class in ("INFO", "SUSPICION")
    turn.say(
        "grounds.updated",
        incident.seat,
        incident.rule,
        {"incident": incident.id, "since": new.t_start, "until": end, "duration": end - new.t_start},
        audience=REVIEWER if secret else ALL,
    )
    return replace(state, incidents=replaced(state.incidents, new))


def _cover(state: FairState, turn: Turn, seat: int) -> FairState:
    """FP-S4: cover the picture at once. It protects the others and is no sanction."""
    if seat in state.covered:
        return state
    turn.say("tile.covered", seat, "FP-S4", {"protection": True})
    return replace(state, covered=tuple(sorted((*state.covered, seat))))


def _uncover(state: FairState, turn: Turn, seat: int) -> FairState:
    if seat not in state.covered:
        return state
    turn.say("tile.uncovered", seat, "FP-S4", {"protection": False})
    return replace(state, covered=tuple(s for s in state.covered if s != seat))


def _number(value: Json) -> float | None:
    """A number that a float holds, as float; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) < 1e300 else None
