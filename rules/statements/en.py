"""English. What may stand in a text: `rules.statements.template`."""

from __future__ import annotations

from rules.statements.language import Language
from rules.statements.template import Grammar, one_other
from rules.table.fairplay.refusals import KINDS

DECISIONS = {
    "player.joined": "{player} comes to the table; {players:player_here}.",
    "player.gone": "{player} leaves the table before the game; {players:player_here}.",
    "game.started": "The roles are dealt. At the table: {names:pairs}.",
    "role.dealt": "The role of seat {seat}: {role:roles}.[ The mafia sits at {team:seats}.]",
    "phase.started/meeting": "First night: the mafia meets for {seconds:span}.",
    "phase.started/speech": "Seat {speaker} speaks for {seconds:span}.",
    "phase.started/vote": "The vote[ on seat {candidate}] is open for {seconds:span}.",
    "phase.started/runoff_speech": "Seat {speaker}, tied, has {seconds:span} more to speak.",
    "phase.started/lift": "Shall all the tied leave? The vote is open for {seconds:span}.",
    "phase.started/farewell": "Last words of seat {speaker}: {seconds:span}.",
    "phase.started/shooting": "Night {day}: the mafia shoots for {seconds:span}.",
    "phase.started/don_check": "Night {day}: the don has {seconds:span} to look for the sheriff.",
    "phase.started/sheriff_check": "Night {day}: the sheriff has {seconds:span} to check a seat.",
    "day.began": "Day {day} begins; in the game: {living:seats}.",
    "balance.assessed": "Day {day}: {town} for the town, {mafia} for the mafia; the town survives "
    "{fault_tolerance:error}. A wrong vote {critical:critical}.",
    "speech.skipped": "Seat {seat} has lost the speech of day {day} and is passed over.",
    "speech.finished": "Seat {seat} has finished speaking.",
    "nomination.accepted": "Seat {seat} nominates seat {nominee} (place {place} on the list).",
    "nomination.withdrawn": "Seat {seat} takes back the nomination of seat {nominee}.",
    "vote.skipped/cancelled": "Day {day}: no vote, it was cancelled.",
    "vote.skipped/no_nominees": "Day {day}: no vote, nobody is nominated.",
    "vote.skipped/first_day": "Day {day}: no vote on the first day.",
    "vote.skipped/single_nominee_on_first_day": "Day {day}: no vote, a single nominee is not voted on on the "
    "first day.",
    "vote.opened": "Day {day}, round {round}: the vote on {candidates:seats} begins.",
    "vote.cast": "Seat {seat} votes for seat {candidate}.",
    "vote.closed/left": "Votes by seat: {counts:pairs}. The vote is against {left:seats}."
    "[ Counted for the last nominee, having made no choice: {defaulted:seats}.]",
    "vote.closed/tied": "Votes by seat: {counts:pairs}. A tie between {tied:seats}; for now nobody leaves."
    "[ Counted for the last nominee, having made no choice: {defaulted:seats}.]",
    "vote.closed/none": "Votes by seat: {counts:pairs}. Nobody leaves."
    "[ Counted for the last nominee, having made no choice: {defaulted:seats}.]",
    "vote.cancelled": "The vote of day {day} is cancelled, because a player was disqualified.",
    "lift.opened": "Day {day}: the tie lasts. Shall {candidates:seats} leave together?",
    "lift.cast/yes": "Seat {seat} votes to remove all the tied.",
    "lift.cast/no": "Seat {seat} votes to keep all the tied.",
    "lift.closed/yes": "{yes:vote} to remove all, {needed} needed: all leave, {left:seats}.",
    "lift.closed/no": "{yes:vote} to remove all, {needed} needed: all stay, {candidates:seats}.",
    "player.left/vote": "Seat {seat} is voted out on day {day}. The role stays hidden.",
    "player.left/shot": "Seat {seat} was shot in night {day}. The role stays hidden.",
    "player.left/disqualified": "Seat {seat} leaves the game disqualified, without last words. "
    "The role stays hidden.",
    "testament.closed/yes": "Seat {seat} leaves behind[ the suspicion of {suspects:seats}]"
    "[ and the crown for seat {crown}].",
    "testament.closed/no": "Seat {seat} leaves without naming anybody.",
    "best_read.given": "Seat {seat} suspects {suspects:seats}.",
    "crown.given": "Seat {seat} leaves the crown to seat {target}.",
    "shot.taken": "Night {night}: seat {seat} shoots at seat {target}.",
    "check.answered/is_sheriff": "Night {night}: seat {target} is the sheriff.",
    "check.answered/not_sheriff": "Night {night}: seat {target} is not the sheriff.",
    "check.answered/mafia": "Night {night}: seat {target} belongs to the mafia.",
    "check.answered/citizen": "Night {night}: seat {target} does not belong to the mafia.",
    "check.unanswered": "Night {night}: the check of seat {target} stays without an answer, because seat "
    "{seat} was shot.",
    "night.resolved/miss": "Night {night}: the mafia has not agreed on a target, a miss.",
    "night.resolved/shot": "Night {night}: all of the mafia shot seat {victim}.",
    "night.resolved/self_shot": "Night {night}: the mafia shot seat {victim}, one of its own.",
    "night.ended/yes": "Night {night} is over. A miss: nobody was shot.",
    "night.ended/no": "Night {night} is over. Seat {victim} was shot.",
    "report.differs": "The platform reports another result than the rules give. Leaving by the report: "
    "{told:seats}; by the rules: {found:seats}. The report is followed.",
    "game.paused": "The game is paused.[ {left:span} of the step are left.]",
    "game.resumed": "The game goes on.[ The step ends at {deadline:clock}.]",
    "game.ended/mafia_out": "The town wins on day {day}: all of the mafia is out. The roles: {cast:roles}.",
    "game.ended/parity": "The mafia wins on day {day}: it is as strong as the town. The roles: {cast:roles}.",
    "game.ended/stalemate": "A draw on day {day}: nobody left for too many nights. The roles: {cast:roles}.",
    "game.ended/opponent_victory": "The game is aborted on day {day} and given to the opponents of the "
    "offender: {winner:winners}. The roles: {cast:roles}.",
    "game.ended/abort_void": "The game is aborted on day {day}, without winner and points. "
    "The roles: {cast:roles}.",
    "scores.given/no": "The points by seat ({main:scorings}): {points:pairs}.",
    "scores.given/yes": "The points by seat after the appeal ({main:scorings}): {points:pairs}.",
    "refused": "Not accepted: {text}",
    "foul.given": "Seat {seat} interjects by the button and gets a foul: {count:foul} now. The microphone is "
    "open for {microphone:span}.",
    "speech.lost": "Seat {seat} has {count:foul} and loses the speech of day {round}. More fouls cost "
    "nothing.",
    "grounds.raised/camera": "The camera of seat {seat} gives grounds for a vote: this player "
    "{rule:breaches}.[ The players may vote on: {ballots:kinds}.][ It may also be judged under "
    "{alternatives}.]",
    "grounds.raised/report": "A report gives grounds for a vote on seat {seat}: this player is said to have "
    "broken the rule: {rule:breaches}.[ The players may vote on: {ballots:kinds}.]"
    "[ It may also be judged under {alternatives}.]",
    "grounds.updated": "What gave grounds at seat {seat} is over after {duration:span}.",
    "incident.recorded": "Seat {seat}, {incident_id}: {rule:breaches}. It is on record and has no effect by "
    "itself.[ Recogniser's score: {confidence}.]",
    "information.noted/eliminated": "Seat {seat} is out of the game; seen there: {rule:breaches}. This gives "
    "no grounds for a vote.",
    "information.noted/secret_phase": "Seen at seat {seat} in a secret phase: {rule:breaches}. "
    "It is told to reviewers alone and gives no grounds for a vote.",
    "suspicion.noted": "A cue at seat {seat} that may concern rule {rule}. It is a suspicion at most "
    "and gives "
    "no grounds for a vote.",
    "tile.covered": "The picture of seat {seat} is covered for the others.",
    "tile.uncovered": "The picture of seat {seat} is shown again.",
    "pause.suggested": "The camera of seat {seat} has shown nothing for {total:span} in all: a pause is "
    "suggested. It is no violation.",
    "report.recorded/no": "The report on seat {accused} is on record as {incident}.",
    "report.recorded/yes": "The report on seat {accused} joins {incident}, which was known.",
    "ballot.opened": "Seat {initiator} opens a vote on seat {seat}: {kind:kinds}. Voting: {voters:seats}; "
    "{needed:vote} needed, until {deadline:clock}.",
    "ballot.cast/yes": "Seat {seat} votes yes: {kind:kinds}.",
    "ballot.cast/no": "Seat {seat} votes no: {kind:kinds}.",
    "ballot.cast/secret": "A vote is cast, {cast} so far: {kind:kinds}.",
    "ballot.closed/passed": "Passed: {kind:kinds} for seat {seat}, with {yes:vote} for it and {no} against; "
    "{needed} needed.",
    "ballot.closed/failed": "Failed: {kind:kinds} for seat {seat}, with {yes:vote} for it and {no} against; "
    "{needed} needed.",
    "ballot.closed/lapsed": "Lapsed: {kind:kinds} for seat {seat}. There is nothing left to decide.",
    "technical_foul.given": "Seat {seat} gets a technical foul, the number {count} of this game. "
    "The breach: {broken:breaches}.",
    "player.disqualified/vote": "Seat {seat} is disqualified. The breach: {broken:breaches}.",
    "player.disqualified/automatic": "Seat {seat} is disqualified by the second technical foul. "
    "The latest breach: {broken:breaches}.",
    "game.aborted/void": "The game is aborted without a winner. The breach of seat {seat}: "
    "{broken:breaches}.",
    "game.aborted/opponent_victory": "The game is aborted; the team of seat {seat} loses. "
    "The breach: {broken:breaches}.",
    "ban.proposed": "Shall the person at seat {seat} be kept from further games? People of the platform "
    "answer ({ban}); nothing follows by itself.",
    "ban.decided/none": "The person at seat {seat} is not banned.",
    "ban.decided/temporary": "The person at seat {seat} is banned until: {until}.",
    "ban.decided/permanent": "The person at seat {seat} is banned for good.",
    "ban.decided/withdrawn": "The ban of the person at seat {seat}, or the question of it, is withdrawn.",
    "appeal.filed": "The appeal of seat {seat} against {against} has been received ({appeal}).",
    "appeal.opened": "Seat {seat} appeals against {against} ({appeal}). The evidence is kept until "
    "{evidence_until:clock}.",
    "appeal.decided/upheld": "The appeal of seat {seat} is dismissed: {against} stands.[ {note}]",
    "appeal.decided/reduced": "The appeal of seat {seat} succeeds in part: {against} is reduced."
    "[ {points:points_back}][ A technical foul takes its place: {technical_foul_instead}.][ {note}]",
    "appeal.decided/revoked": "The appeal of seat {seat} succeeds: {against} is revoked."
    "[ {points:points_back}][ Struck, too: {technical_foul_struck}.][ {note}]",
}

RULES = {
    "B-D3": "whoever is disqualified leaves the game",
    "B-D4": "the offender's team may be given a defeat, the other the victory",
    "B-P2": "a breach gives the players grounds for a vote",
    "B-P3": "the platform may exclude a disqualified player from further games",
    "B-P4": "a disqualification may be appealed against, privately",
    "C-001": "ten players: 6 citizens, the sheriff, 2 mafia and the don",
    "C-002": "seats and roles are drawn at random",
    "C-003": "only the mafia know each other",
    "C-102": "a speech ends when its time is up or the speaker finishes",
    "C-104": "nominations are made in the own speech, of living players, each once",
    "C-106": "the player with the most votes leaves",
    "C-107": "nobody abstains: without a choice a vote counts for the last nominee",
    "C-108": "one ballot a player; the first choice is final",
    "C-112": "the tied leave together if more than half of the living are for it",
    "C-202": "each of the mafia shoots alone",
    "C-203": "a shot hits if all living mafia choose the same living seat, else it is a miss",
    "C-205": "the mafia may shoot one of its own",
    "C-206": "the don checks one seat a night",
    "C-207": "the sheriff checks one seat a night; the don counts as mafia",
    "C-209": "who is shot leaves at dawn",
    "C-210": "who checks, checks another seat, of a living player",
    "C-211": "dawn tells who was shot, or that it was a miss",
    "C-302": "last words belong to the player who leaves",
    "C-303": "who leaves may name suspects",
    "C-304": "who leaves may leave a crown to a living player",
    "C-306": "suspects are different seats, never the own",
    "C-401": "the town wins when all of the mafia is out",
    "C-402": "the mafia wins when it is as strong as the town",
    "C-404": "an abort ends the game at once",
    "C-405": "some nights in a row without anybody leaving make a draw",
    "C-503": "how many wrong votes the town survives follows from the balance",
    "C.1": "the order of the steps of a game",
    "C.2": "the time of each step",
    "C.9": "both scorings are computed after every game",
    "E-03": "the list a breach belongs to says what may be voted on",
    "E-04": "a camera that shows nothing is no violation",
    "E-05": "in a pause the game stands, and who is out may leave the table",
    "E-07": "more than half of the living decide, each vote is final",
    "E-09": "an appeal is heard once, in time, by a person without part in the case",
    "E-10": "the table may switch the button off after some fouls",
    "E-11": "a disqualification cancels the vote of the day",
    "E-12": "the vote of the first day is a setting of the table",
    "E-13": "a nomination may be taken back in the same speech",
    "E-28": "a lost speech may take interjecting with it",
    "E-29": "who is out of the game but in the room still owes fair conduct",
    "FP-F1": "interjecting outside the own speech costs a foul; the third costs one speech, no more ever",
    "FP-U1": "do not insult",
    "FP-U2": "no aggressive gestures",
    "FP-U3": "do not offer bets",
    "FP-U4": "no religious terminology",
    "FP-U5": "speak no language that others do not understand",
    "FP-U6": "do not swear at players",
    "FP-U7": "no context from outside the game as an argument",
    "FP-S1": "do not leave the table for longer than allowed",
    "FP-S2": "do not write to other players",
    "FP-S3": "do not threaten",
    "FP-S4": "show no naked body parts",
    "FP-T2": "the second technical foul disqualifies at once, without a vote",
    "FP-G1": "the forbidden gesture is not shown during a game; people may decide on a ban",
    "FP-A1": "the players may vote to abort the game",
}

BREACHES = {
    "E-29": "applauded after having left the game",
    "FP-U1": "insulted somebody",
    "FP-U2": "gestured aggressively",
    "FP-U3": "offered a bet",
    "FP-U4": "used religious terminology",
    "FP-U5": "spoke a language that others do not understand",
    "FP-U6": "swore at a player",
    "FP-U7": "argued with context from outside the game",
    "FP-S1": "left the table for longer than allowed",
    "FP-S2": "wrote to other players",
    "FP-S3": "threatened somebody",
    "FP-S4": "showed naked body parts",
    "FP-G1": "showed the forbidden gesture",
}

WORDS = {
    "breaches": BREACHES,
    "roles": {"citizen": "citizen", "sheriff": "sheriff", "mafia": "mafia", "don": "don"},
    "winners": {"town": "the town wins", "mafia": "the mafia wins", "none": "nobody wins"},
    "scorings": {"classic": "Classic", "max_mafia": "Max Mafia"},
    "critical": {
        "no": "loses nothing for good yet",
        "night": "loses the game at the next hit",
        "now": "ends the game at once",
    },
    "kinds": {str(kind): words for kind, words in KINDS.items()},
    "points_back": {"yes": "The game is scored as if there had been no disqualification."},
}

COUNTED = {
    "player_here": ("player is here", "players are here"),
    "error": ("more wrong vote", "more wrong votes"),
    "vote": ("vote", "votes"),
    "foul": ("foul", "fouls"),
    "second": ("second", "seconds"),
    "minute": ("minute", "minutes"),
    "hour": ("hour", "hours"),
    "day": ("day", "days"),
}

LISTED = {
    "seats": ("seat", "seats"),
    "events": ("event", "events"),
}

NO_GROUNDS = "There is nothing to contest: nothing follows from it by itself."
NO_APPEAL = "There is no appeal against it."

LANGUAGE = Language(
    code="en",
    grammar=Grammar(
        form=one_other,
        counted=COUNTED,
        listed=LISTED,
        words=WORDS,
        conjunction="and",
        nobody="nobody",
        decimal=".",
    ),
    decisions=DECISIONS,
    rules=RULES,
    frame={
        "when": "At {t:clock} of table time:",
        "rule": "Rule {rule}: {rule_text}.",
        "events": "[It rests on {caused_by:events}.]",
    },
    deciders={
        "referee": "The referee decided this automatically, from the rule.",
        "vote": "The players decided this by vote; no machine decided it.",
        "player": "A player did this; no machine decided it.",
        "report": "A person reported this; no machine recognised it.",
        "appeal": "The person concerned asks for this; no machine decides it.",
        "review": "A person without part in the case decided this; no machine decided it.",
    },
    contest={
        "player.disqualified": "The person concerned may appeal, once and privately, within "
        "{appeal_within:span}; a person without part in the case decides, and may give the points back.",
        "ban.decided": "[The person concerned may appeal, once and privately, within {appeal_within:span}; "
        "a person without part in the case decides.]",
        "technical_foul.given": "A technical foul alone is not appealed against; if it leads to a "
        "disqualification, that can be.",
        "game.aborted": f"{NO_APPEAL} The players have decided.",
        "foul.given": f"{NO_APPEAL} A foul from the button has no other consequence than the lost speech.",
        "speech.lost": f"{NO_APPEAL} It is the only consequence that fouls have.",
        "grounds.raised": "Nothing follows by itself: every player may vote against a sanction, and a "
        "disqualification can be appealed against.",
        "ballot.closed": "The vote itself is final; a disqualification that follows can be appealed against.",
        "incident.recorded": NO_GROUNDS,
        "information.noted": NO_GROUNDS,
        "suspicion.noted": NO_GROUNDS,
        "ban.proposed": NO_GROUNDS,
        "pause.suggested": NO_GROUNDS,
        "tile.covered": "The cover protects the others and is no sanction; it goes when the cause goes.",
        "appeal.decided": "This is final: an appeal is heard once.",
        "scores.given": "The points change where an appeal against a disqualification succeeds.",
        "refused": "Nothing has changed; the command may be given again when the rules allow it.",
    },
    refusals={},
)
