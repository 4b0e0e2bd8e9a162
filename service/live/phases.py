"""What the table was doing when a picture was taken, as each seat sees it; and who may rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from rules.table.game.state import NIGHT_PHASES, SEATS, GameState
from vision.gestures.phase import Phase

GRACE = 1.0
"""Seconds for which a secret phase lasts on: a picture taken in it may be on its way, and a sign that began
in it may still be held."""

_PHASES: Mapping[str, Phase] = MappingProxyType(
    {
        "lobby": Phase.LOBBY,
        "meeting": Phase.MEETING,
        "speech": Phase.SPEECH,
        "runoff_speech": Phase.SPEECH,
        "vote": Phase.VOTING,
        "lift": Phase.VOTING,
        "farewell": Phase.SPEECH,
        "over": Phase.LOBBY,
    }
)
_OWN: Mapping[str, Phase] = MappingProxyType(
    {"speech": Phase.OWN_SPEECH, "runoff_speech": Phase.OWN_SPEECH, "farewell": Phase.FAREWELL}
)


def phases_of(game: GameState) -> dict[int, Phase]:
    """What the game is doing, by seat."""
    if game.phase in NIGHT_PHASES and game.phase != "meeting":
        return dict.fromkeys(SEATS, Phase.NIGHT)
    phases = dict.fromkeys(SEATS, _PHASES[game.phase])
    if game.speaker and game.phase in _OWN:
        phases[game.speaker] = _OWN[game.phase]
    return phases


def resting_in(game: GameState) -> frozenset[int]:
    """Seats that may be empty: all in an official pause, those out of a running game."""
    if game.paused is not None:
        return frozenset(SEATS)
    if game.phase in ("lobby", "over"):
        return frozenset()
    return frozenset(SEATS) - frozenset(game.living)


class PhaseTimeline:
    """The last phases with the table's time at which each began. Written and read by different threads."""

    def __init__(self) -> None:
        self._steps: deque[tuple[float, Mapping[int, Phase]]] = deque(maxlen=8)

    def set(self, t: float, phases: Mapping[int, Phase]) -> None:
        """From `t` on the table does this."""
        if not self._steps or self._steps[-1][1] != phases:
            self._steps.append((t, phases))

    def at(self, seat: int, t: float) -> Phase:
        """What the table does while a seat's picture of media time `t` is judged.

        A secret phase holds for all that is judged within it, and for what was taken up to `GRACE` after it.
        """
        steps = tuple(self._steps)
        if not steps:
            return Phase.FREE
        latest = steps[-1][1][seat]
        if latest.secret:
            return latest
        for (_, phases), (until, _) in pairwise(steps):
            if phases[seat].secret and t - GRACE < until:
                return phases[seat]
        begun = [phases[seat] for since, phases in steps if since <= t]
        return begun[-1] if begun else steps[0][1][seat]
