"""German: what is decided in the game. What may stand in a text: `rules.statements.template`."""

from __future__ import annotations

DECISIONS = {
    "player.joined": "{player} kommt an den Tisch; {players:player_here}.",
    "player.gone": "{player} verlässt den Tisch vor dem Spiel; {players:player_here}.",
    "game.started": "Die Rollen sind verteilt. Am Tisch: {names:pairs}.",
    "role.dealt": "Die Rolle von Platz {seat}: {role:roles}.[ Die Mafia sitzt auf {team:seats_dat}.]",
    "phase.started/meeting": "Erste Nacht: Die Mafia trifft sich für {seconds:span}.",
    "phase.started/speech": "Platz {speaker} spricht {seconds:span} lang.",
    "phase.started/vote": "Die Abstimmung[ über Platz {candidate}] ist {seconds:span} lang offen.",
    "phase.started/runoff_speech": "Platz {speaker}, stimmengleich, hat {seconds:span} zusätzliche Redezeit.",
    "phase.started/lift": "Aufhebung: Sollen alle Stimmengleichen gehen? Die Abstimmung ist {seconds:span} "
    "lang offen.",
    "phase.started/farewell": "Letzte Worte von Platz {speaker}: {seconds:span}.",
    "phase.started/shooting": "Nacht {day}: Die Mafia schießt, {seconds:span} lang.",
    "phase.started/don_check": "Nacht {day}: Der Don hat {seconds:span}, um den Sheriff zu suchen.",
    "phase.started/sheriff_check": "Nacht {day}: Der Sheriff hat {seconds:span}, um einen Platz zu prüfen.",
    "day.began": "Tag {day} beginnt; im Spiel: {living:seats}.",
    "balance.assessed": "Tag {day}: {town} für die Stadt, {mafia} für die Mafia; die Stadt übersteht noch "
    "{fault_tolerance:error}. Eine falsche Wahl {critical:critical}.",
    "speech.skipped": "Platz {seat} hat die Rede von Tag {day} verloren und wird übergangen.",
    "speech.finished": "Platz {seat} hat zu Ende gesprochen.",
    "nomination.accepted": "Platz {seat} nominiert Platz {nominee} (Stelle {place} der Liste).",
    "nomination.withdrawn": "Platz {seat} nimmt die Nominierung von Platz {nominee} zurück.",
    "vote.skipped/cancelled": "Tag {day}: keine Abstimmung, sie ist abgesagt.",
    "vote.skipped/no_nominees": "Tag {day}: keine Abstimmung, niemand ist nominiert.",
    "vote.skipped/first_day": "Tag {day}: keine Abstimmung am ersten Tag.",
    "vote.skipped/single_nominee_on_first_day": "Tag {day}: keine Abstimmung, über eine einzige Nominierung "
    "wird am ersten Tag nicht abgestimmt.",
    "vote.opened": "Tag {day}, Runde {round}: Die Abstimmung über {candidates:seats_acc} beginnt.",
    "vote.cast": "Platz {seat} stimmt für Platz {candidate}.",
    "vote.closed/left": "Stimmen nach Platz: {counts:pairs}. Das Ergebnis: gegen {left:seats_acc}."
    "[ Ohne eigene Wahl für die letzte Nominierung gezählt: {defaulted:seats}.]",
    "vote.closed/tied": "Stimmen nach Platz: {counts:pairs}. Gleichstand: {tied:seats}; "
    "vorerst geht niemand."
    "[ Ohne eigene Wahl für die letzte Nominierung gezählt: {defaulted:seats}.]",
    "vote.closed/none": "Stimmen nach Platz: {counts:pairs}. Niemand geht."
    "[ Ohne eigene Wahl für die letzte Nominierung gezählt: {defaulted:seats}.]",
    "vote.cancelled": "Die Abstimmung von Tag {day} ist abgesagt, weil jemand disqualifiziert wurde.",
    "lift.opened": "Tag {day}: Der Gleichstand bleibt. Abstimmung über die Aufhebung: {candidates:seats}.",
    "lift.cast/yes": "Platz {seat} stimmt für die Aufhebung: Alle Stimmengleichen sollen gehen.",
    "lift.cast/no": "Platz {seat} stimmt gegen die Aufhebung: Alle Stimmengleichen sollen bleiben.",
    "lift.closed/yes": "Aufhebung mit {yes:vote}, nötig: {needed}. Alle gehen: {left:seats}.",
    "lift.closed/no": "Keine Aufhebung: {yes:vote} dafür, nötig: {needed}. Alle bleiben: {candidates:seats}.",
    "player.left/vote": "Platz {seat} wird an Tag {day} abgewählt. Die Rolle bleibt verdeckt.",
    "player.left/shot": "Platz {seat} wurde in Nacht {day} erschossen. Die Rolle bleibt verdeckt.",
    "player.left/disqualified": "Platz {seat} verlässt das Spiel disqualifiziert, ohne letzte Worte. "
    "Die Rolle bleibt verdeckt.",
    "testament.closed/yes": "Platz {seat} hinterlässt:[ Verdacht gegen {suspects:seats_acc}.]"
    "[ Krone für Platz {crown}.]",
    "testament.closed/no": "Platz {seat} geht, ohne jemanden zu nennen.",
    "best_read.given": "Platz {seat} verdächtigt {suspects:seats_acc}.",
    "crown.given": "Platz {seat} hinterlässt Platz {target} die Krone.",
    "shot.taken": "Nacht {night}: Platz {seat} schießt auf Platz {target}.",
    "check.answered/is_sheriff": "Nacht {night}: Platz {target} ist der Sheriff.",
    "check.answered/not_sheriff": "Nacht {night}: Platz {target} ist nicht der Sheriff.",
    "check.answered/mafia": "Nacht {night}: Platz {target} gehört zur Mafia.",
    "check.answered/citizen": "Nacht {night}: Platz {target} gehört nicht zur Mafia.",
    "check.unanswered": "Nacht {night}: Die Prüfung von Platz {target} bleibt ohne Antwort, weil "
    "Platz {seat} erschossen wurde.",
    "night.resolved/miss": "Nacht {night}: Die Mafia war sich über das Ziel nicht einig, ein Fehlschuss.",
    "night.resolved/shot": "Nacht {night}: Die ganze Mafia schoss auf Platz {victim}.",
    "night.resolved/self_shot": "Nacht {night}: Die Mafia erschoss Platz {victim} aus den eigenen Reihen.",
    "night.ended/yes": "Nacht {night} ist vorbei. Ein Fehlschuss: Niemand wurde erschossen.",
    "night.ended/no": "Nacht {night} ist vorbei. Platz {victim} wurde erschossen.",
    "report.differs": "Die Plattform meldet ein anderes Ergebnis, als die Regeln ergeben. Wer geht, nach "
    "der Meldung: {told:seats}; nach den Regeln: {found:seats}. Es gilt die Meldung.",
    "game.paused": "Das Spiel ist unterbrochen.[ Vom laufenden Schritt bleiben {left:span}.]",
    "game.resumed": "Das Spiel geht weiter.[ Der Schritt endet um {deadline:clock}.]",
    "game.ended/mafia_out": "Die Stadt gewinnt an Tag {day}: Die ganze Mafia ist ausgeschieden. "
    "Die Rollen: {cast:roles}.",
    "game.ended/parity": "Die Mafia gewinnt an Tag {day}: Sie ist so stark wie die Stadt. "
    "Die Rollen: {cast:roles}.",
    "game.ended/stalemate": "Unentschieden an Tag {day}: Zu viele Nächte lang schied niemand aus. "
    "Die Rollen: {cast:roles}.",
    "game.ended/opponent_victory": "Das Spiel wird an Tag {day} abgebrochen und für die Gegenseite gewertet: "
    "{winner:winners}. Die Rollen: {cast:roles}.",
    "game.ended/abort_void": "Das Spiel wird an Tag {day} abgebrochen, ohne Sieger und ohne Punkte. "
    "Die Rollen: {cast:roles}.",
    "scores.given/no": "Die Punkte nach Platz ({main:scorings}): {points:pairs}.",
    "scores.given/yes": "Die Punkte nach Platz nach der Beschwerde ({main:scorings}): {points:pairs}.",
    "refused": "Nicht angenommen: {text}",
}
