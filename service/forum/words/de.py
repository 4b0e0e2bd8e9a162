"""German."""

from __future__ import annotations

from service.forum.words.words import Words

WORDS = Words(
    public={
        "signup.opened/1": "Die Anmeldung ist eröffnet.[ Thema: {theme}.] Wer mitspielen will, schreibt "
        "hier.\n"
        "Zeiten: Dämmerung {twilight:span}, Nachspielzeit {extra:span}; eine Frist für die Abstimmung wird "
        "mindestens {notice:span} vorher angekündigt und endet frühestens {earliest_limit:span} nach "
        "Tagesbeginn.[\nGewählte Varianten: {variants}]",
        "signup.opened/2": "Die Anmeldung ist eröffnet.[ Thema: {theme}.] Wer mitspielen will, schreibt "
        "hier.\n"
        "Die erste Stimme zählt und lässt sich nicht ändern. Sind mehr als {patience:span} vergangen, darf "
        "ein "
        "Tag oder eine Nacht enden, bevor alle gehandelt haben.[\nGewählte Varianten: {variants}]",
        "player.joined": "{player} spielt mit. Angemeldet: {players}.",
        "player.gone": "{player} spielt nicht mehr mit. Angemeldet: {players}.",
        "character.taken": "Eine neue Figur tritt auf: {name}.",
        "game.started": "Die Rollen sind verteilt. Besetzung: {composition:pairs}.\nEs spielen: {players}.\n"
        "Alle bekommen eine private Nachricht, auch die Bürger. Es ist die Nacht null: Bitte schreibt noch "
        "nicht.",
        "day.began": "Tag {day} beginnt. Es leben: {living}.\nAbgestimmt wird mit dem Namen in Fettschrift; "
        "wer "
        "jemanden nur anspricht, schreibt kursiv oder verlinkt das Profil.",
        "limit.announced": "Die Abstimmung endet am {limit}, falls nicht vorher alle abgestimmt haben.",
        "vote.cast": "",
        "twilight.began": "Dämmerung: Alle haben abgestimmt. Die Abstimmung endet am {deadline}; wer bis "
        "dahin "
        "seine Stimme ändert, löst die Nachspielzeit aus.",
        "extra_time.began": "Nachspielzeit: In der Dämmerung wurde eine Stimme geändert. Die Abstimmung "
        "endet "
        "am {deadline}.",
        "extra_time.began/void": "Nachspielzeit: In der Dämmerung wurde eine Stimme geändert. Die Abstimmung "
        "endet am {deadline}; die angekündigte Frist gilt nicht mehr.",
        "vote.closed/condemned": "Die Abstimmung ist beendet. Stimmen: {counts:pairs}.[ Nicht abgestimmt: "
        "{skipped}.]\nDie meisten Stimmen: {condemned}.",
        "vote.closed/tied": "Die Abstimmung ist beendet. Stimmen: {counts:pairs}.[ Nicht abgestimmt: "
        "{skipped}.]\nGleichstand zwischen {tied}: Niemand wird hingerichtet.",
        "vote.closed/none": "Die Abstimmung ist beendet. Niemand hat abgestimmt, niemand wird hingerichtet.",
        "day.skipped": "",
        "pistol.shot/dies": "Der Kommissar zieht die Pistole und schießt: {target} stirbt mit ihm.",
        "pistol.shot/lives": "Der Kommissar zieht die Pistole und schießt, doch {target} überlebt.",
        "player.executed": "{name} wird hingerichtet.",
        "night.began": "Nacht {day} bricht an. Niemand schreibt im Thema; Aufträge gehen als private "
        "Nachricht "
        "an die Spielleitung.",
        "night.ended/victims": "Es wird Morgen. In der Nacht starb: {victims}.",
        "night.ended/several": "Es wird Morgen. In der Nacht starben: {victims}.",
        "night.ended/nobody": "Es wird Morgen. In der Nacht ist niemand gestorben.",
        "player.killed/texts": "Wie {name} starb:\n{texts}",
        "player.killed/none": "",
        "player.removed": "{name} war zu lange abwesend und scheidet aus.",
        "game.ended/side": "Das Spiel ist aus. Gewonnen hat {winner}.\nWer wer war: {cast:pairs}.",
        "game.ended/tidy": "Wer mag, leert jetzt Profil und Nachrichten seines Kontos.",
        "game.ended/nobody": "Das Spiel ist aus. Niemand lebt mehr: unentschieden.\nWer wer war: "
        "{cast:pairs}.",
    },
    private={
        "account.given": "Dein Konto heißt {login}. Benenne es nach deiner Figur um (höchstens {longest} "
        "Zeichen), schreib bis zum Ende nur von ihm aus und beginne jeden Beitrag mit {head}.",
        "role.dealt": "Deine Rolle: {role}. {duty}",
        "team.told": "Deine Mafia: {team}. Einigt euch auf ein Opfer; jeder von euch muss mir "
        "den "
        "Namen schicken.",
        "dossier.offered": "Du bekommst ein erstes Dossier, bevor jemand anderes handelt: über wen?",
        "order.noted/somebody": "Für heute Nacht notiert: {target}. Bis zum Morgen kannst du jemand anderen "
        "nennen.",
        "order.noted/nobody": "Für heute Nacht notiert: niemand. Bis zum Morgen kannst du noch jemanden "
        "nennen.",
        "story.noted": "Deine Beschreibung ist notiert.",
        "dossier.answered": "{target}: {role}.[ In dieser Nacht getötet durch: {killers}.]",
        "dossier.unclear": "Es hat sich nichts ergeben.",
        "pistol.kept": "Verstanden: Du schießt nicht.",
    },
    roles={
        "mafia": "Mafia",
        "alternative_mafia": "Zweite Mafia",
        "doctor": "Arzt",
        "commissioner": "Kommissar",
        "priest": "Priester",
        "maniac": "Wahnsinniger",
        "civilian": "Bürger",
    },
    duties={
        "civilian": "Nachts hast du nichts zu tun; am Tag diskutierst du und stimmst ab.",
        "mafia": "Jede Nacht tötet deine Mafia eine Person; einer von euch darf mir die Tat beschreiben.",
        "alternative_mafia": "Jede Nacht tötet deine Mafia eine Person; einer von euch darf mir die Tat "
        "beschreiben.",
        "doctor": "Jede Nacht kannst du jemandem den Rettungswagen rufen, auch dir selbst.",
        "commissioner": "Jede Nacht prüfst du eine Person und erfährst ihre genaue Rolle. Wirst du am Tag "
        "hingerichtet, darfst du noch jemanden erschießen.",
        "priest": "Jede Nacht nennst du eine Person; hat sie eine Rolle, handelt sie in dieser Nacht nicht.",
        "maniac": "Jede Nacht tötest du eine Person und darfst mir die Tat beschreiben. Du spielst allein.",
    },
    sides={
        "town": "die Stadt",
        "mafia": "die Mafia",
        "alternative_mafia": "die zweite Mafia",
        "maniac": "der Wahnsinnige",
    },
    variants={
        "venue": "Gespielt wird im Chat.",
        "no_show/game_days": "Wer zwei Spieltage auslässt, scheidet aus.",
        "no_show/periods": "Wer zweimal hintereinander nicht handelt, obwohl er an der Reihe ist, scheidet "
        "aus.",
        "vote.tie": "Bei Gleichstand werden alle Führenden hingerichtet.",
        "vote.counts_at_deadline": "Eine Stimme genau zum Fristende zählt noch.",
        "vote.extra_extends": "Änderungen in der Nachspielzeit verlängern sie erneut.",
        "vote.clear_majority_ends": "Mehr als die Hälfte der Stimmen gegen eine Person beendet die "
        "Abstimmung sofort.",
        "vote.pistol_check": "Beendet schon die Hinrichtung das Spiel, fällt kein Schuss.",
        "vote.ambulance_stops_pistol": "Der Rettungswagen der letzten Nacht schützt vor der Pistole.",
        "night.mafia_orders": "Eine Mafia braucht die Nachricht jedes Mitglieds, das bei Einbruch der Nacht "
        "lebte.",
        "night.names_agree": "Nennt eine Mafia mehrere Opfer, stirbt das meistgenannte.",
        "night.killed_commissioner_answered": "Ein in der Nacht getöteter Kommissar bekommt noch eine "
        "Antwort.",
        "night.maniac_self": "Der Wahnsinnige darf sich selbst nennen.",
        "night.priest_self": "Der Priester darf sich nicht selbst nennen.",
        "night.priest_blocks_both": "Ein blockiertes Mitglied der einen Mafia hält auch die andere auf.",
        "setup.least": "Mindestens {value} Spieler.",
        "setup.most": "Höchstens {value} Spieler.",
        "setup.mafia_limit": "Beide Mafias zusammen stellen höchstens ein Drittel der Spieler.",
        "setup.first_dossier": "Wann der Kommissar ein erstes Dossier bekommt, bestimmt die Spielleitung.",
        "setup.first_dossier_in": "Wann der Kommissar ein erstes Dossier bekommt, bestimmt die Spielleitung.",
        "setup.anonymous": "Die Konten sind anonym.",
        "setup.name_length": "Der Name einer Figur hat höchstens {value} Zeichen.",
    },
)
