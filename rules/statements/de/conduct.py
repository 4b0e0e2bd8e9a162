"""German: what is decided of fair play, and how to contest it."""

from __future__ import annotations

DECISIONS = {
    "foul.given": "Platz {seat} ruft per Knopf dazwischen und erhält ein Foul: jetzt {count:foul}. "
    "Das Mikrofon ist {microphone:span} lang offen.",
    "speech.lost": "Platz {seat} hat {count:foul} und verliert die Rede von Tag {round}. "
    "Weitere Fouls kosten nichts.",
    "grounds.raised/camera": "Die Kamera von Platz {seat} gibt Anlass zu einer Abstimmung: {rule:breaches}."
    "[ Abgestimmt werden kann über: {ballots:kinds}.][ Auch denkbar ist die Wertung nach {alternatives}.]",
    "grounds.raised/report": "Eine Meldung gibt Anlass zu einer Abstimmung über Platz {seat}. "
    "Der Vorwurf: {rule:breaches}."
    "[ Abgestimmt werden kann über: {ballots:kinds}.][ Auch denkbar ist die Wertung nach {alternatives}.]",
    "grounds.updated": "Was bei Platz {seat} Anlass gab, ist nach {duration:span_dat} vorbei.",
    "incident.recorded": "Platz {seat}, {incident_id}: {rule:breaches}. Es ist festgehalten und hat von sich "
    "aus keine Folge.[ Sicherheit der Erkennung: {confidence}.]",
    "information.noted/eliminated": "Platz {seat} ist ausgeschieden; dort gesehen: {rule:breaches}. "
    "Das ist kein Anlass für eine Abstimmung.",
    "information.noted/secret_phase": "In einer geheimen Phase bei Platz {seat} gesehen: "
    "{rule:breaches}. Das "
    "erfahren nur die Prüfenden; es ist kein Anlass für eine Abstimmung.",
    "suspicion.noted": "Ein Hinweis bei Platz {seat}, der Regel {rule} betreffen kann. Es ist höchstens ein "
    "Verdacht und kein Anlass für eine Abstimmung.",
    "tile.covered": "Das Bild von Platz {seat} ist für die anderen verdeckt.",
    "tile.uncovered": "Das Bild von Platz {seat} ist wieder zu sehen.",
    "pause.suggested": "Die Kamera von Platz {seat} hat insgesamt {total:span} lang nichts gezeigt: "
    "Eine Pause "
    "wird vorgeschlagen. Es ist kein Verstoß.",
    "report.recorded/no": "Die Meldung zu Platz {accused} ist als {incident} festgehalten.",
    "report.recorded/yes": "Die Meldung zu Platz {accused} gehört zu {incident}, der schon bekannt ist.",
    "ballot.opened": "Platz {initiator} eröffnet eine Abstimmung über Platz {seat}: {kind:kinds}. "
    "Es stimmen ab: {voters:seats}; nötig: {needed:vote}, bis {deadline:clock}.",
    "ballot.cast/yes": "Platz {seat} stimmt mit Ja: {kind:kinds}.",
    "ballot.cast/no": "Platz {seat} stimmt mit Nein: {kind:kinds}.",
    "ballot.cast/secret": "Eine Stimme wurde abgegeben, bisher {cast}: {kind:kinds}.",
    "ballot.closed/passed": "Die Abstimmung über Platz {seat} ist angenommen: {kind:kinds}, {yes:vote} "
    "dafür und {no} dagegen; nötig: {needed}.",
    "ballot.closed/failed": "Die Abstimmung über Platz {seat} ist gescheitert: {kind:kinds}, {yes:vote} "
    "dafür und {no} dagegen; nötig: {needed}.",
    "ballot.closed/lapsed": "Die Abstimmung über Platz {seat} ist hinfällig: {kind:kinds}. Es gibt nichts "
    "mehr zu entscheiden.",
    "technical_foul.given": "Platz {seat} erhält ein technisches Foul, das {count}. in diesem Spiel. "
    "Der Verstoß: {broken:breaches}.",
    "player.disqualified/vote": "Platz {seat} ist disqualifiziert. Der Verstoß: {broken:breaches}.",
    "player.disqualified/automatic": "Platz {seat} ist durch das zweite technische Foul disqualifiziert. "
    "Der letzte Verstoß: {broken:breaches}.",
    "game.aborted/void": "Das Spiel wird ohne Sieger abgebrochen. "
    "Der Verstoß von Platz {seat}: {broken:breaches}.",
    "game.aborted/opponent_victory": "Das Spiel wird abgebrochen; das Team von Platz {seat} verliert. "
    "Der Verstoß: {broken:breaches}.",
    "ban.proposed": "Soll die Person auf Platz {seat} von weiteren Spielen ausgeschlossen werden? Das "
    "beantworten Menschen der Plattform ({ban}); von selbst folgt nichts.",
    "ban.decided/none": "Die Person auf Platz {seat} wird nicht gesperrt.",
    "ban.decided/temporary": "Die Person auf Platz {seat} ist gesperrt bis: {until}.",
    "ban.decided/permanent": "Die Person auf Platz {seat} ist auf Dauer gesperrt.",
    "ban.decided/withdrawn": "Die Sperre der Person auf Platz {seat} (oder die Frage danach) ist vom Tisch.",
    "appeal.filed": "Die Beschwerde von Platz {seat} gegen {against} ist eingegangen ({appeal}).",
    "appeal.opened": "Platz {seat} legt Beschwerde gegen {against} ein ({appeal}). Die Belege bleiben noch "
    "{evidence_for:span} erhalten.",
    "appeal.decided/upheld": "Die Beschwerde von Platz {seat} ist abgewiesen: {against} bleibt bestehen."
    "[ {note}]",
    "appeal.decided/reduced": "Die Beschwerde von Platz {seat} hat teilweise Erfolg: {against} wird "
    "gemildert."
    "[ {points:points_back}][ An die Stelle tritt ein technisches Foul: {technical_foul_instead}.][ {note}]",
    "appeal.decided/revoked": "Die Beschwerde von Platz {seat} hat Erfolg: {against} ist aufgehoben."
    "[ {points:points_back}][ Ebenfalls gestrichen: {technical_foul_struck}.][ {note}]",
}

NO_GROUNDS = "Hier ist nichts anzufechten: Von selbst folgt nichts daraus."
NO_APPEAL = "Eine Beschwerde dagegen gibt es nicht."

CONTEST = {
    "player.disqualified": "Die betroffene Person kann sich einmal und vertraulich beschweren, innerhalb "
    "von {appeal_within:span_dat}; ein unbeteiligter Mensch entscheidet und kann die Punkte zurückgeben.",
    "ban.decided": "[Die betroffene Person kann sich einmal und vertraulich beschweren, innerhalb von "
    "{appeal_within:span_dat}; ein unbeteiligter Mensch entscheidet.]",
    "technical_foul.given": "Gegen ein technisches Foul allein gibt es keine Beschwerde; führt es "
    "zu einer "
    "Disqualifikation, so gegen diese.",
    "game.aborted": f"{NO_APPEAL} Die Spielenden haben entschieden.",
    "foul.given": f"{NO_APPEAL} Ein Foul per Knopf hat außer der verlorenen Rede keine Folge.",
    "speech.lost": f"{NO_APPEAL} Es ist die einzige Folge, die Fouls haben.",
    "grounds.raised": "Von selbst folgt nichts: Wer mitspielt, kann gegen eine Strafe stimmen, und gegen "
    "eine Disqualifikation gibt es die Beschwerde.",
    "ballot.closed": "Die Abstimmung selbst ist endgültig; gegen eine Disqualifikation, die folgt, "
    "gibt es "
    "die Beschwerde.",
    "incident.recorded": NO_GROUNDS,
    "information.noted": NO_GROUNDS,
    "suspicion.noted": NO_GROUNDS,
    "ban.proposed": NO_GROUNDS,
    "pause.suggested": NO_GROUNDS,
    "tile.covered": "Das Verdecken schützt die anderen und ist keine Strafe; es endet mit seinem Grund.",
    "appeal.decided": "Das ist endgültig: Eine Beschwerde wird einmal geprüft.",
    "scores.given": "Die Punkte ändern sich, wenn eine Beschwerde gegen eine Disqualifikation Erfolg hat.",
    "refused": "Es hat sich nichts geändert; sobald die Regeln es erlauben, ist der Befehl wieder möglich.",
}
