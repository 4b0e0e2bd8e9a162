"""Russian: what is decided in the game. What may stand in a text: `rules.statements.template`."""

from __future__ import annotations

DECISIONS = {
    "player.joined": "{player} садится за стол; за столом {players:player_here}.",
    "player.gone": "{player} уходит из-за стола до игры; за столом {players:player_here}.",
    "game.started": "Роли розданы. За столом: {names:pairs}.",
    "role.dealt": "Роль игрока {seat}: {role:roles}.[ Мафия: {team:seats}.]",
    "phase.started/meeting": "Первая ночь: мафия договаривается, {seconds:span}.",
    "phase.started/speech": "Говорит игрок {speaker}: {seconds:span}.",
    "phase.started/vote": "Идёт голосование[ против игрока {candidate}]: {seconds:span}.",
    "phase.started/runoff_speech": "Переголосование: у игрока {speaker} есть ещё {seconds:span} на речь.",
    "phase.started/lift": "Поднять всех с равным числом голосов? Идёт голосование: {seconds:span}.",
    "phase.started/farewell": "Последнее слово игрока {speaker}: {seconds:span}.",
    "phase.started/shooting": "Ночь {day}: мафия стреляет, {seconds:span}.",
    "phase.started/don_check": "Ночь {day}: дон ищет шерифа, {seconds:span}.",
    "phase.started/sheriff_check": "Ночь {day}: шериф проверяет игрока, {seconds:span}.",
    "day.began": "Наступает день {day}; в игре: {living:seats}.",
    "balance.assessed": "День {day}: у города {town}, у мафии {mafia}; город переживёт ещё "
    "{fault_tolerance:error}. Неверное голосование {critical:critical}.",
    "speech.skipped": "Игрок {seat} лишён речи дня {day}, ход переходит дальше.",
    "speech.finished": "Игрок {seat} заканчивает речь.",
    "nomination.accepted": "Игрок {seat} выставляет игрока {nominee} (место {place} в списке).",
    "nomination.withdrawn": "Игрок {seat} снимает кандидатуру игрока {nominee}.",
    "vote.skipped/cancelled": "День {day}: голосования нет, оно отменено.",
    "vote.skipped/no_nominees": "День {day}: голосования нет, никто не выставлен.",
    "vote.skipped/first_day": "День {day}: в первый день голосования нет.",
    "vote.skipped/single_nominee_on_first_day": "День {day}: голосования нет, в первый день за единственную "
    "кандидатуру не голосуют.",
    "vote.opened": "День {day}, круг {round}: начинается голосование. Кандидаты: {candidates:seats}.",
    "vote.cast": "Игрок {seat} голосует против игрока {candidate}.",
    "vote.closed/left": "Голоса по местам: {counts:pairs}. Итог — против {left:seats_gen}."
    "[ Никого не выбрали, голос засчитан против выставленного последним: {defaulted:seats}.]",
    "vote.closed/tied": "Голоса по местам: {counts:pairs}. Поровну: {tied:seats}; пока никто не уходит."
    "[ Никого не выбрали, голос засчитан против выставленного последним: {defaulted:seats}.]",
    "vote.closed/none": "Голоса по местам: {counts:pairs}. Никто не уходит."
    "[ Никого не выбрали, голос засчитан против выставленного последним: {defaulted:seats}.]",
    "vote.cancelled": "Голосование дня {day} отменено из-за дисквалификации игрока.",
    "lift.opened": "День {day}: голоса снова поровну. Поднять {candidates:seats_gen}?",
    "lift.cast/yes": "Игрок {seat} голосует за подъём всех.",
    "lift.cast/no": "Игрок {seat} голосует против подъёма: пусть все останутся.",
    "lift.closed/yes": "За подъём {yes:vote}, нужно {needed}. Уходят все: {left:seats}.",
    "lift.closed/no": "За подъём {yes:vote}, нужно {needed}. Остаются все: {candidates:seats}.",
    "player.left/vote": "Игрок {seat} покидает игру по итогам голосования дня {day}. Роль остаётся скрытой.",
    "player.left/shot": "Игрок {seat} убит в ночь {day}. Роль остаётся скрытой.",
    "player.left/disqualified": "Игрок {seat} дисквалифицирован и покидает игру без последнего слова. "
    "Роль остаётся скрытой.",
    "testament.closed/yes": "Игрок {seat} оставляет завещание.[ Под подозрением: {suspects:seats}.]"
    "[ Корона: игрок {crown}.]",
    "testament.closed/no": "Игрок {seat} уходит, никого не назвав.",
    "best_read.given": "Игрок {seat} подозревает {suspects:seats_gen}.",
    "crown.given": "Игрок {seat} оставляет корону игроку {target}.",
    "shot.taken": "Ночь {night}: игрок {seat} стреляет в игрока {target}.",
    "check.answered/is_sheriff": "Ночь {night}: игрок {target} — шериф.",
    "check.answered/not_sheriff": "Ночь {night}: игрок {target} — не шериф.",
    "check.answered/mafia": "Ночь {night}: игрок {target} — мафия.",
    "check.answered/citizen": "Ночь {night}: игрок {target} — не мафия.",
    "check.unanswered": "Ночь {night}: проверка игрока {target} остаётся без ответа, потому что игрок {seat} "
    "убит.",
    "night.resolved/miss": "Ночь {night}: мафия не сошлась на одной цели, промах.",
    "night.resolved/shot": "Ночь {night}: вся мафия стреляла в игрока {victim}.",
    "night.resolved/self_shot": "Ночь {night}: мафия застрелила своего, игрока {victim}.",
    "night.ended/yes": "Ночь {night} прошла. Промах: никто не убит.",
    "night.ended/no": "Ночь {night} прошла. Убит игрок {victim}.",
    "report.differs": "Платформа сообщает не то, что следует из правил. Уходят по сообщению: {told:seats}; "
    "по правилам: {found:seats}. Действует сообщение.",
    "game.paused": "Игра остановлена.[ До конца этапа {left:span}.]",
    "game.resumed": "Игра продолжается.[ Этап закончится в {deadline:clock}.]",
    "game.ended/mafia_out": "Город побеждает на {day}-й день: вся мафия выбыла. Роли: {cast:roles}.",
    "game.ended/parity": "Мафия побеждает на {day}-й день: её не меньше, чем города. Роли: {cast:roles}.",
    "game.ended/stalemate": "Ничья на {day}-й день: много ночей подряд никто не выбывал. Роли: {cast:roles}.",
    "game.ended/opponent_victory": "Игра прервана на {day}-й день, победа присуждена соперникам нарушителя: "
    "{winner:winners}. Роли: {cast:roles}.",
    "game.ended/abort_void": "Игра прервана на {day}-й день, без победителя и очков. Роли: {cast:roles}.",
    "scores.given/no": "Очки по местам ({main:scorings}): {points:pairs}.",
    "scores.given/yes": "Очки по местам после апелляции ({main:scorings}): {points:pairs}.",
    "refused": "Не принято. {text}",
}
