"""What the table is doing: some signs mean something in some phases only."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """A phase as one seat sees it; whoever runs the game says which."""

    FREE = "free"
    """Nobody says: films that are watched."""
    LOBBY = "lobby"
    SPEECH = "speech"
    """Somebody else speaks."""
    OWN_SPEECH = "own_speech"
    FAREWELL = "farewell"
    """The seat's own last speech."""
    VOTING = "voting"
    MEETING = "meeting"
    """The first night: only the mafia see each other."""
    NIGHT = "night"

    secret: bool
    """True where no sign may reach a player."""

    def __init__(self, word: str) -> None:
        self.secret = word in ("meeting", "night")
