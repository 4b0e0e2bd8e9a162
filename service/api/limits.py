"""How much a client may send, hold open and leave unread."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on everything that comes in. Sizes in bytes, times in seconds."""

    body: int = MIB
    """Of a request that brings no video: a vocabulary with a dozen learnt signs is a tenth of it."""
    file: int = 512 * MIB
    """Of a video that is sent as a file."""
    uploads: int = 10
    """Files that may be on their way at once: one for each seat of a table."""
    picture: int = 4 * MIB
    """Of one JPEG or WebP."""
    pixels: int = 4096 * 2160
    """Of one picture: a camera of 4K."""
    broken_pictures: int = 100
    """In a row, after which a connection is closed."""
    events: int = 100
    """In one request."""
    event_data: int = 16_384
    """Of one event's data as JSON: longer than the longest text that the rules take (4,000 characters)."""
    answers: int = 256
    """Of requests with an idempotency key, remembered for each table."""
    readers: int = 64
    """Open event streams and WebSockets of a table."""
    feeders: int = 20
    """Connections of a table that bring pictures: ten seats, and for each one that it replaces."""
    connections: int = 512
    """Open connections of the process."""
    headers: int = 32_768
    """Of a request."""
    page: int = 1000
    """Events in one answer."""
    pictures_rate: float = 60.0
    """Pictures a second of one seat; more are dropped before they are decoded."""
    commands_rate: float = 50.0
    """Requests with game events a second of one who is at a table; twice as many in a burst."""
    send_seconds: float = 10.0
    """A reader that takes nothing for so long is cut off."""
    read_seconds: float = 30.0
    """A sender that brings nothing of its announced body for so long is cut off."""
    keep_alive_seconds: float = 15.0
    """After so long without events a stream sends a comment: proxies close what is silent."""
    token_seconds: int = 12 * 3600
    """The life of a token for which nobody asks for another."""
    longest_token_seconds: int = 30 * 86_400
    """The longest life of a token that is asked for over the network."""
    drain_seconds: float = 5.0
    """What is under way at the end may take so long."""
