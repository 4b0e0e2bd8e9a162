"""English: what is decided of fair play, and how to contest it."""

from __future__ import annotations

DECISIONS = {
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
    "ballot.closed/passed": "The vote on seat {seat} has passed: {kind:kinds}, with {yes:vote} for it and "
    "{no} against; {needed} needed.",
    "ballot.closed/failed": "The vote on seat {seat} has failed: {kind:kinds}, with {yes:vote} for it and "
    "{no} against; {needed} needed.",
    "ballot.closed/lapsed": "The vote on seat {seat} has lapsed: {kind:kinds}. There is nothing left to "
    "decide.",
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
    "appeal.opened": "Seat {seat} appeals against {against} ({appeal}). The evidence is kept for "
    "another {evidence_for:span}.",
    "appeal.decided/upheld": "The appeal of seat {seat} is dismissed: {against} stands.[ {note}]",
    "appeal.decided/reduced": "The appeal of seat {seat} succeeds in part: {against} is reduced."
    "[ {points:points_back}][ A technical foul takes its place: {technical_foul_instead}.][ {note}]",
    "appeal.decided/revoked": "The appeal of seat {seat} succeeds: {against} is revoked."
    "[ {points:points_back}][ Struck, too: {technical_foul_struck}.][ {note}]",
}

NO_GROUNDS = "There is nothing to contest: nothing follows from it by itself."
NO_APPEAL = "There is no appeal against it."

CONTEST = {
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
}
