"""English: what is decided in the game. What may stand in a text: `rules.statements.template`."""

from __future__ import annotations

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
}
