"""English."""

from __future__ import annotations

from service.forum.words.words import Words

WORDS = Words(
    public={
        "signup.opened/1": "Sign-up is open.[ Theme: {theme}.] Post in this thread to take part.\n"
        "Times: twilight {twilight:span}, extra time {extra:span}; a limit for the vote is announced at "
        "least "
        "{notice:span} ahead and lies at least {earliest_limit:span} after the day began."
        "[\nVariants chosen: {variants}]",
        "signup.opened/2": "Sign-up is open.[ Theme: {theme}.] Post in this thread to take part.\n"
        "The first vote counts and cannot be changed. A day or night may be ended before everybody has acted "
        "once more than {patience:span} have passed.[\nVariants chosen: {variants}]",
        "player.joined": "{player} takes part. Players so far: {players}.",
        "player.gone": "{player} no longer takes part. Players: {players}.",
        "character.taken": "A new character enters: {name}.",
        "game.started": "The roles have been dealt. Composition: {composition:pairs}.\nPlaying: {players}.\n"
        "Everybody gets a private message, civilians too. It is zero night: please do not write yet.",
        "day.began": "Day {day} begins. Alive: {living}.\nVote by writing the name in bold; to address "
        "somebody "
        "use italics or a link to the profile.",
        "limit.announced": "The vote ends at {limit} unless everybody has voted earlier.",
        "vote.cast": "",
        "twilight.began": "Twilight: everybody has voted. The vote ends at {deadline}; whoever changes a "
        "vote "
        "before then opens extra time.",
        "extra_time.began": "Extra time: a vote was changed in twilight. The vote ends at {deadline}.",
        "extra_time.began/void": "Extra time: a vote was changed in twilight. The vote ends at {deadline}; "
        "the "
        "limit announced before no longer applies.",
        "vote.closed/condemned": "The vote is over. Votes: {counts:pairs}.[ Did not vote: {skipped}.]\n"
        "Most votes: {condemned}.",
        "vote.closed/tied": "The vote is over. Votes: {counts:pairs}.[ Did not vote: {skipped}.]\n"
        "A tie between {tied}: nobody is executed.",
        "vote.closed/none": "The vote is over. Nobody voted, so nobody is executed.",
        "day.skipped": "",
        "pistol.shot/dies": "The Commissioner draws the pistol and fires: {target} dies too.",
        "pistol.shot/lives": "The Commissioner draws the pistol and fires, but {target} survives.",
        "player.executed": "{name} is executed.",
        "night.began": "Night {day} falls. Nobody writes in the thread; orders go to the host by private "
        "message.",
        "night.ended/victims": "Morning comes. Killed in the night: {victims}.",
        "night.ended/nobody": "Morning comes. Nobody died in the night.",
        "player.killed/texts": "How {name} died:\n{texts}",
        "player.killed/none": "",
        "player.removed": "{name} has not appeared for too long and leaves the game.",
        "game.ended/side": "The game is over. The winner: {winner}.\nWho was who: {cast:pairs}.",
        "game.ended/tidy": "Please clear the profiles and messages of your accounts, if you like.",
        "game.ended/nobody": "The game is over. Nobody is left alive: a draw.\nWho was who: {cast:pairs}.",
    },
    private={
        "account.given": "Your account is {login}. Rename it to a character (at most {longest} letters), "
        "write "
        "from it alone until the end, and begin every post with {head}.",
        "role.dealt": "Your role: {role}. {duty}",
        "team.told": "Your mafia: {team}. Agree on one victim; each of you must send me its name.",
        "dossier.offered": "You receive a first dossier before anyone else acts: whose?",
        "order.noted/somebody": "Taken down for tonight: {target}. Until morning you may name somebody else.",
        "order.noted/nobody": "Taken down for tonight: nobody. Until morning you may name somebody.",
        "story.noted": "Your description has been taken down.",
        "dossier.answered": "{target}: {role}.[ Killed tonight by: {killers}.]",
        "dossier.unclear": "Nothing has become clear.",
        "pistol.kept": "Understood: you do not shoot.",
    },
    roles={
        "mafia": "mafia",
        "alternative_mafia": "alternative mafia",
        "doctor": "doctor",
        "commissioner": "Commissioner",
        "priest": "priest",
        "maniac": "maniac",
        "civilian": "civilian",
    },
    duties={
        "civilian": "You have nothing to do at night; by day you argue and vote.",
        "mafia": "Every night your mafia kills one player; one of you may send me a description of it.",
        "alternative_mafia": "Every night your mafia kills one player; one of you may send me a description "
        "of it.",
        "doctor": "Every night you may call an ambulance for one player, yourself included.",
        "commissioner": "Every night you check one player and learn the exact role. If the day's vote "
        "executes "
        "you, you may shoot somebody.",
        "priest": "Every night you name one player; one with a role does not act that night.",
        "maniac": "Every night you kill one player and may send me a description of it. You play alone.",
    },
    sides={
        "town": "the town",
        "mafia": "the mafia",
        "alternative_mafia": "the alternative mafia",
        "maniac": "the maniac",
    },
    variants={
        "venue": "The game is played in a chat.",
        "no_show/game_days": "Whoever skips two game days is removed.",
        "no_show/periods": "Whoever misses two periods of activity in a row is removed.",
        "vote.tie": "In a tie all who lead are executed.",
        "vote.counts_at_deadline": "A vote at the very deadline still counts.",
        "vote.extra_extends": "Changes in extra time extend it again.",
        "vote.clear_majority_ends": "More than half of the votes against one player end the vote at once.",
        "vote.pistol_check": "If the execution alone ends the game, there is no shot.",
        "vote.ambulance_stops_pistol": "The ambulance of the last night protects against the pistol.",
        "night.mafia_orders": "A mafia needs a message from every member who was alive at nightfall.",
        "night.names_agree": "If a mafia names several victims, the one named most dies.",
        "night.killed_commissioner_answered": "A Commissioner killed in the night still gets an answer.",
        "night.maniac_self": "The maniac may name himself.",
        "night.priest_self": "The priest may not name himself.",
        "night.priest_blocks_both": "A blocked member of one mafia stops the other one too.",
        "setup.least": "At least {value} players.",
        "setup.most": "At most {value} players.",
        "setup.mafia_limit": "Both mafias together are at most a third of the players.",
        "setup.first_dossier": "When the Commissioner gets a first dossier is up to the host.",
        "setup.first_dossier_in": "When the Commissioner gets a first dossier is up to the host.",
        "setup.anonymous": "Accounts are anonymous.",
        "setup.name_length": "A character's name has at most {value} letters.",
    },
)
