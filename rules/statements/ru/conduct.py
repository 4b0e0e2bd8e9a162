"""Russian: what is decided of fair play, and how to contest it."""

from __future__ import annotations

DECISIONS = {
    "foul.given": "Игрок {seat} вмешивается кнопкой и получает фол: теперь {count:foul}. "
    "Микрофон открыт на {microphone:span_acc}.",
    "speech.lost": "Игрок {seat} набрал {count:foul} и теряет речь дня {round}. Дальнейшие фолы ничего не "
    "стоят.",
    "grounds.raised/camera": "Камера игрока {seat} даёт повод для голосования: {rule:breaches}."
    "[ Возможные решения: {ballots:kinds}.][ Возможна и оценка по {alternatives}.]",
    "grounds.raised/report": "Сообщение даёт повод для голосования по игроку {seat}. "
    "Предполагаемое нарушение: {rule:breaches}."
    "[ Возможные решения: {ballots:kinds}.][ Возможна и оценка по {alternatives}.]",
    "grounds.updated": "То, что дало повод у игрока {seat}, закончилось. Длительность: {duration:span}.",
    "incident.recorded": "Игрок {seat}, {incident_id}: {rule:breaches}. Это записано и само по себе "
    "ничего не "
    "влечёт.[ Уверенность распознавания: {confidence}.]",
    "information.noted/eliminated": "Игрок {seat} уже выбыл; у него замечено: {rule:breaches}. "
    "Повода для голосования это не даёт.",
    "information.noted/secret_phase": "В тайной фазе у игрока {seat} замечено: {rule:breaches}. Это узнают "
    "только проверяющие; повода для голосования это не даёт.",
    "suspicion.noted": "Признак у игрока {seat}, который может касаться правила {rule}. Это не больше чем "
    "подозрение и не повод для голосования.",
    "tile.covered": "Изображение игрока {seat} закрыто для остальных.",
    "tile.uncovered": "Изображение игрока {seat} снова видно.",
    "pause.suggested": "Камера игрока {seat} ничего не показывала в сумме {total:span_acc}: "
    "предлагается пауза. "
    "Это не нарушение.",
    "report.recorded/no": "Сообщение об игроке {accused} записано как {incident}.",
    "report.recorded/yes": "Сообщение об игроке {accused} присоединено к {incident}, о котором уже известно.",
    "ballot.opened": "Игрок {initiator} открывает голосование по игроку {seat}: {kind:kinds}. "
    "Голосуют: {voters:seats}; нужно: {needed:vote}, до {deadline:clock}.",
    "ballot.cast/yes": "Игрок {seat} голосует «за»: {kind:kinds}.",
    "ballot.cast/no": "Игрок {seat} голосует «против»: {kind:kinds}.",
    "ballot.cast/secret": "Подан голос, всего {cast}: {kind:kinds}.",
    "ballot.closed/passed": "Решение по игроку {seat} принято: {kind:kinds}; {yes:vote} за, {no} против, "
    "нужно {needed}.",
    "ballot.closed/failed": "Голосование по игроку {seat} не прошло: {kind:kinds}; {yes:vote} за, {no} "
    "против, нужно {needed}.",
    "ballot.closed/lapsed": "Голосование по игроку {seat} отпало: {kind:kinds}. Решать больше нечего.",
    "technical_foul.given": "Игрок {seat} получает технический фол, {count}-й в этой игре. "
    "Нарушение: {broken:breaches}.",
    "player.disqualified/vote": "Игрок {seat} дисквалифицирован. Нарушение: {broken:breaches}.",
    "player.disqualified/automatic": "Игрок {seat} дисквалифицирован за второй технический фол. "
    "Последнее нарушение: {broken:breaches}.",
    "game.aborted/void": "Игра прервана без победителя. Нарушение игрока {seat}: {broken:breaches}.",
    "game.aborted/opponent_victory": "Игра прервана; команде игрока {seat} присуждено поражение. "
    "Нарушение: {broken:breaches}.",
    "ban.proposed": "Отстранить человека на месте {seat} от дальнейших игр? Отвечают люди платформы ({ban}); "
    "само по себе ничего не следует.",
    "ban.decided/none": "Человек на месте {seat} не отстранён.",
    "ban.decided/temporary": "Человек на месте {seat} отстранён от игр до: {until}.",
    "ban.decided/permanent": "Человек на месте {seat} отстранён от игр навсегда.",
    "ban.decided/withdrawn": "Отстранение человека на месте {seat} (или вопрос о нём) отменено.",
    "appeal.filed": "Апелляция игрока {seat} на {against} получена ({appeal}).",
    "appeal.opened": "Игрок {seat} обжалует {against} ({appeal}). Доказательства хранятся ещё "
    "{evidence_for:span_acc}.",
    "appeal.decided/upheld": "Апелляция игрока {seat} отклонена: {against} остаётся в силе.[ {note}]",
    "appeal.decided/reduced": "Апелляция игрока {seat} удовлетворена частично: {against}, наказание смягчено."
    "[ {points:points_back}][ Взамен технический фол: {technical_foul_instead}.][ {note}]",
    "appeal.decided/revoked": "Апелляция игрока {seat} удовлетворена: {against}, наказание отменено."
    "[ {points:points_back}][ Снято также: {technical_foul_struck}.][ {note}]",
}

NO_GROUNDS = "Оспаривать нечего: само по себе это ничего не влечёт."
NO_APPEAL = "Апелляции на это нет."

CONTEST = {
    "player.disqualified": "Игрок может подать апелляцию, один раз и в частном порядке, в течение "
    "{appeal_within:span_gen}; решает непричастный человек, он может вернуть очки.",
    "ban.decided": "[Игрок может подать апелляцию, один раз и в частном порядке, в течение "
    "{appeal_within:span_gen}; решает непричастный человек.]",
    "technical_foul.given": "Сам технический фол не обжалуют; если он ведёт к дисквалификации, "
    "обжаловать "
    "можно её.",
    "game.aborted": f"{NO_APPEAL} Решили сами игроки.",
    "foul.given": f"{NO_APPEAL} Кроме потерянной речи, у фола с кнопки нет последствий.",
    "speech.lost": f"{NO_APPEAL} Других последствий у фолов нет.",
    "grounds.raised": "Само по себе ничего не следует: каждый игрок может голосовать против наказания, а "
    "дисквалификацию можно обжаловать.",
    "ballot.closed": "Само голосование окончательно; дисквалификацию, которая за ним следует, можно "
    "обжаловать.",
    "incident.recorded": NO_GROUNDS,
    "information.noted": NO_GROUNDS,
    "suspicion.noted": NO_GROUNDS,
    "ban.proposed": NO_GROUNDS,
    "pause.suggested": NO_GROUNDS,
    "tile.covered": "Изображение закрыто ради остальных, это не наказание; его откроют, когда исчезнет "
    "причина.",
    "appeal.decided": "Это окончательно: апелляцию рассматривают один раз.",
    "scores.given": "Очки меняются, если апелляция на дисквалификацию удовлетворена.",
    "refused": "Ничего не изменилось; команду можно повторить, когда правила это позволят.",
}
