"""German. What may stand in a text: `rules.statements.template`."""

from __future__ import annotations

from rules.statements.language import Language
from rules.statements.refusals_de import REFUSALS
from rules.statements.template import Grammar, one_other

DECISIONS = {
    "player.joined": "{player} kommt an den Tisch; {players:player_here}.",
    "player.gone": "{player} verlässt den Tisch vor dem Spiel; {players:player_here}.",
    "game.started": "Die Rollen sind verteilt. Am Tisch: {names:pairs}.",
    "role.dealt": "Die Rolle von Platz {seat}: {role:roles}.[ Die Mafia sitzt auf {team:seats_dat}.]",
    "phase.started/meeting": "Erste Nacht: Die Mafia trifft sich für {seconds:span}.",
    "phase.started/speech": "Platz {speaker} spricht {seconds:span} lang.",
    "phase.started/vote": "Die Abstimmung[ über Platz {candidate}] ist {seconds:span} lang offen.",
    "phase.started/runoff_speech": "Platz {speaker}, stimmengleich, hat {seconds:span} zusätzliche Redezeit.",
    "phase.started/lift": "Sollen alle Stimmengleichen gehen? Die Abstimmung ist {seconds:span} lang offen.",
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
    "vote.opened": "Tag {day}, Runde {round}: Die Abstimmung über {candidates:seats} beginnt.",
    "vote.cast": "Platz {seat} stimmt für Platz {candidate}.",
    "vote.closed/left": "Stimmen nach Platz: {counts:pairs}. Das Ergebnis richtet sich gegen {left:seats}."
    "[ Ohne eigene Wahl für die letzte Nominierung gezählt: {defaulted:seats}.]",
    "vote.closed/tied": "Stimmen nach Platz: {counts:pairs}. Gleichstand: {tied:seats}; "
    "vorerst geht niemand."
    "[ Ohne eigene Wahl für die letzte Nominierung gezählt: {defaulted:seats}.]",
    "vote.closed/none": "Stimmen nach Platz: {counts:pairs}. Niemand geht."
    "[ Ohne eigene Wahl für die letzte Nominierung gezählt: {defaulted:seats}.]",
    "vote.cancelled": "Die Abstimmung von Tag {day} ist abgesagt, weil jemand disqualifiziert wurde.",
    "lift.opened": "Tag {day}: Der Gleichstand bleibt. Sollen gemeinsam gehen: {candidates:seats}?",
    "lift.cast/yes": "Platz {seat} stimmt dafür, dass alle Stimmengleichen gehen.",
    "lift.cast/no": "Platz {seat} stimmt dafür, dass alle Stimmengleichen bleiben.",
    "lift.closed/yes": "{yes:vote} dafür, dass alle gehen, nötig: {needed}. Alle gehen: {left:seats}.",
    "lift.closed/no": "{yes:vote} dafür, dass alle gehen, nötig: {needed}. Alle bleiben: {candidates:seats}.",
    "player.left/vote": "Platz {seat} wird an Tag {day} abgewählt. Die Rolle bleibt verdeckt.",
    "player.left/shot": "Platz {seat} wurde in Nacht {day} erschossen. Die Rolle bleibt verdeckt.",
    "player.left/disqualified": "Platz {seat} verlässt das Spiel disqualifiziert, ohne letzte Worte. "
    "Die Rolle bleibt verdeckt.",
    "testament.closed/yes": "Platz {seat} hinterlässt:[ Verdacht gegen {suspects:seats}.]"
    "[ Krone für Platz {crown}.]",
    "testament.closed/no": "Platz {seat} geht, ohne jemanden zu nennen.",
    "best_read.given": "Platz {seat} verdächtigt {suspects:seats}.",
    "crown.given": "Platz {seat} hinterlässt die Krone Platz {target}.",
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
    "report.differs": "Die Plattform meldet ein anderes Ergebnis, als die Regeln ergeben. Nach der Meldung "
    "geht: {told:seats}; nach den Regeln: {found:seats}. Es gilt die Meldung.",
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
    "ballot.closed/passed": "Angenommen: {kind:kinds} für Platz {seat}, {yes:vote} dafür und {no} dagegen; "
    "nötig: {needed}.",
    "ballot.closed/failed": "Abgelehnt: {kind:kinds} für Platz {seat}, {yes:vote} dafür und {no} dagegen; "
    "nötig: {needed}.",
    "ballot.closed/lapsed": "Hinfällig: {kind:kinds} für Platz {seat}. Es gibt nichts mehr zu entscheiden.",
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
    "ban.decided/withdrawn": "Die Sperre der Person auf Platz {seat}, oder die Frage danach, ist aufgehoben.",
    "appeal.filed": "Die Beschwerde von Platz {seat} gegen {against} ist eingegangen ({appeal}).",
    "appeal.opened": "Platz {seat} beschwert sich gegen {against} ({appeal}). Die Belege bleiben bis "
    "{evidence_until:clock} erhalten.",
    "appeal.decided/upheld": "Die Beschwerde von Platz {seat} ist abgewiesen: {against} bleibt bestehen."
    "[ {note}]",
    "appeal.decided/reduced": "Die Beschwerde von Platz {seat} hat teilweise Erfolg: {against} wird "
    "gemildert."
    "[ {points:points_back}][ An die Stelle tritt ein technisches Foul: {technical_foul_instead}.][ {note}]",
    "appeal.decided/revoked": "Die Beschwerde von Platz {seat} hat Erfolg: {against} ist aufgehoben."
    "[ {points:points_back}][ Ebenfalls gestrichen: {technical_foul_struck}.][ {note}]",
}

RULES = {
    "B-D3": "wer disqualifiziert ist, verlässt das Spiel",
    "B-D4": "dem Team, das gegen Regeln verstieß, kann die Niederlage gegeben werden, dem anderen der Sieg",
    "B-P2": "ein Verstoß gibt den Spielenden Anlass zu einer Abstimmung",
    "B-P3": "die Plattform kann Disqualifizierte von weiteren Spielen ausschließen",
    "B-P4": "gegen eine Disqualifikation ist eine vertrauliche Beschwerde möglich",
    "C-001": "zehn Spielende: 6 Bürger, der Sheriff, 2 Mafiosi und der Don",
    "C-002": "Plätze und Rollen werden ausgelost",
    "C-003": "nur die Mafia kennt einander",
    "C-102": "eine Rede endet, wenn ihre Zeit um ist oder der Platz fertig ist",
    "C-104": "nominiert wird in der eigenen Rede, nur wer noch spielt und jeder nur einmal",
    "C-106": "wer die meisten Stimmen hat, geht",
    "C-107": "niemand enthält sich: Ohne Wahl zählt die Stimme für die letzte Nominierung",
    "C-108": "eine Stimme je Platz; die erste Wahl gilt",
    "C-112": "die Stimmengleichen gehen gemeinsam, wenn mehr als die Hälfte der Lebenden dafür ist",
    "C-202": "in der Mafia schießt jeder für sich",
    "C-203": "ein Schuss trifft, wenn die ganze lebende Mafia denselben lebenden Platz wählt",
    "C-205": "die Mafia darf auf die eigenen Leute schießen",
    "C-206": "der Don prüft einen Platz je Nacht",
    "C-207": "der Sheriff prüft einen Platz je Nacht; der Don zählt zur Mafia",
    "C-209": "wer erschossen ist, geht bei Tagesanbruch",
    "C-210": "geprüft wird ein anderer, noch lebender Platz",
    "C-211": "der Morgen sagt, wer erschossen wurde oder dass es ein Fehlschuss war",
    "C-302": "die letzten Worte gehören dem Platz, der geht",
    "C-303": "wer geht, darf Verdächtige nennen",
    "C-304": "wer geht, darf eine Krone an einen lebenden Platz hinterlassen",
    "C-306": "Verdächtige sind verschiedene Plätze, nie der eigene",
    "C-401": "die Stadt gewinnt, wenn die ganze Mafia ausgeschieden ist",
    "C-402": "die Mafia gewinnt, wenn sie so stark ist wie die Stadt",
    "C-404": "ein Abbruch beendet das Spiel sofort",
    "C-405": "einige Nächte in Folge ohne Ausscheiden ergeben ein Unentschieden",
    "C-503": "wie viele falsche Wahlen die Stadt übersteht, folgt aus dem Kräfteverhältnis",
    "C.1": "die Reihenfolge der Schritte eines Spiels",
    "C.2": "die Zeit jedes Schrittes",
    "C.9": "nach jedem Spiel werden beide Wertungen berechnet",
    "E-03": "die Liste, zu der ein Verstoß gehört, sagt, worüber abgestimmt werden darf",
    "E-04": "eine Kamera, die nichts zeigt, ist kein Verstoß",
    "E-05": "in einer Pause steht das Spiel, und wer ausgeschieden ist, darf den Tisch verlassen",
    "E-07": "mehr als die Hälfte der Lebenden entscheidet, jede Stimme ist endgültig",
    "E-09": "eine Beschwerde wird einmal, rechtzeitig und von Unbeteiligten geprüft",
    "E-10": "der Tisch darf den Knopf nach einigen Fouls abschalten",
    "E-11": "eine Disqualifikation sagt die Abstimmung des Tages ab",
    "E-12": "die Abstimmung am ersten Tag ist eine Einstellung des Tisches",
    "E-13": "eine Nominierung darf in derselben Rede zurückgenommen werden",
    "E-28": "mit der Rede kann auch das Dazwischenrufen verloren gehen",
    "E-29": "auch wer ausgeschieden, aber noch im Raum ist, schuldet faires Verhalten",
    "FP-F1": "Dazwischenrufen kostet ein Foul; das dritte kostet eine Rede, mehr nie",
    "FP-U1": "niemanden beleidigen",
    "FP-U2": "keine aggressiven Gesten",
    "FP-U3": "keine Wetten anbieten",
    "FP-U4": "keine religiösen Begriffe",
    "FP-U5": "keine Sprache sprechen, die andere nicht verstehen",
    "FP-U6": "Mitspielende nicht beschimpfen",
    "FP-U7": "nicht mit Dingen von außerhalb des Spiels argumentieren",
    "FP-S1": "den Tisch nicht länger als erlaubt verlassen",
    "FP-S2": "Mitspielenden nicht schreiben",
    "FP-S3": "niemandem drohen",
    "FP-S4": "keine nackten Körperteile zeigen",
    "FP-T2": "das zweite technische Foul disqualifiziert sofort, ohne Abstimmung",
    "FP-G1": "die verbotene Geste wird im Spiel nicht gezeigt; über eine Sperre entscheiden Menschen",
    "FP-A1": "die Spielenden können über den Abbruch des Spiels abstimmen",
}

BREACHES = {
    "E-29": "Applaus nach dem Ausscheiden",
    "FP-U1": "eine Beleidigung",
    "FP-U2": "eine aggressive Geste",
    "FP-U3": "das Angebot einer Wette",
    "FP-U4": "religiöse Begriffe",
    "FP-U5": "eine Sprache, die andere nicht verstehen",
    "FP-U6": "Schimpfwörter gegen Mitspielende",
    "FP-U7": "ein Argument von außerhalb des Spiels",
    "FP-S1": "Verlassen des Tisches für länger als erlaubt",
    "FP-S2": "Nachrichten an Mitspielende",
    "FP-S3": "eine Drohung",
    "FP-S4": "nackte Körperteile",
    "FP-G1": "die verbotene Geste",
}

WORDS = {
    "breaches": BREACHES,
    "roles": {"citizen": "Bürger", "sheriff": "Sheriff", "mafia": "Mafia", "don": "Don"},
    "winners": {"town": "Die Stadt gewinnt", "mafia": "Die Mafia gewinnt", "none": "Niemand gewinnt"},
    "scorings": {"classic": "Classic", "max_mafia": "Max Mafia"},
    "critical": {
        "no": "entscheidet noch nichts",
        "night": "verliert das Spiel beim nächsten Treffer",
        "now": "beendet das Spiel sofort",
    },
    "kinds": {
        "technical_foul": "technisches Foul",
        "disqualification": "Disqualifikation",
        "abort_void": "Abbruch des Spiels ohne Sieger",
        "abort_opponent_victory": "Abbruch des Spiels mit Niederlage des betroffenen Teams",
    },
    "points_back": {"yes": "Das Spiel wird gewertet, als hätte es keine Disqualifikation gegeben."},
    "phases": {
        "meeting": "Treffen der Mafia",
        "speech": "Rede",
        "vote": "Abstimmung",
        "runoff_speech": "zusätzliche Redezeit",
        "lift": "Abstimmung über alle Stimmengleichen",
        "farewell": "letzte Worte",
        "shooting": "Schüsse",
        "don_check": "Prüfung des Dons",
        "sheriff_check": "Prüfung des Sheriffs",
    },
}

COUNTED = {
    "player_here": ("Person ist da", "Personen sind da"),
    "error": ("falsche Wahl", "falsche Wahlen"),
    "vote": ("Stimme", "Stimmen"),
    "foul": ("Foul", "Fouls"),
    "second": ("Sekunde", "Sekunden"),
    "minute": ("Minute", "Minuten"),
    "hour": ("Stunde", "Stunden"),
    "day": ("Tag", "Tage"),
    "day_dat": ("Tag", "Tagen"),
}

LISTED = {
    "seats": ("Platz", "Plätze"),
    "seats_dat": ("Platz", "den Plätzen"),
    "events": ("dem Ereignis", "den Ereignissen"),
}

NO_GROUNDS = "Hier ist nichts anzufechten: Von selbst folgt nichts daraus."
NO_APPEAL = "Eine Beschwerde dagegen gibt es nicht."

LANGUAGE = Language(
    code="de",
    grammar=Grammar(
        form=one_other,
        counted=COUNTED,
        listed=LISTED,
        words=WORDS,
        conjunction="und",
        nobody="niemand",
        decimal=",",
    ),
    decisions=DECISIONS,
    rules=RULES,
    frame={
        "when": "Um {t:clock} Tischzeit:",
        "rule": "Regel {rule}: {rule_text}.",
        "events": "[Es beruht auf {caused_by:events}.]",
    },
    deciders={
        "referee": "Das hat der Schiedsrichter automatisch nach der Regel entschieden.",
        "vote": "Das haben die Spielenden durch Abstimmung entschieden, keine Maschine.",
        "player": "Das hat eine spielende Person getan, keine Maschine.",
        "report": "Das hat ein Mensch gemeldet, keine Maschine erkannt.",
        "appeal": "Darum bittet die betroffene Person; keine Maschine entscheidet darüber.",
        "review": "Das hat ein unbeteiligter Mensch entschieden, keine Maschine.",
    },
    contest={
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
        "scores.given": "Die Punkte ändern sich, wenn eine Beschwerde gegen eine Disqualifikation "
        "Erfolg hat.",
        "refused": "Es hat sich nichts geändert; sobald die Regeln es erlauben, ist der Befehl wieder "
        "möglich.",
    },
    refusals=REFUSALS,
)
