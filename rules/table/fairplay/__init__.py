"""Fair play: fouls, grounds, ballots, sanctions, bans and appeals (part B of the rules).

`apply` is the way in: `apply.apply` judges an event, `apply.advance` lets time and changes of the game work.
It knows nothing of roles: a `Situation` tells it of the game, `effects` tell the game what to do.

What cameras saw (`raising`, `dark`) and what people report (`reports`) becomes an `Incident`; the living vote
on it (`ballots`); what passes is imposed (`sanctions`); people outside decide on bans (`bans`) and appeals
(`appeals`, with the case in `dossier`). The interject button (`fouls`) is a thing of its own.
"""
