"""`[limits]`: how much a client may send, hold open and leave unread, and where each number comes from."""

from __future__ import annotations

from service.config.section import Section, setting

KIB, MIB = 1 << 10, 1 << 20


class Limits(Section):
    """How much a client may send, hold open and leave unread."""

    body: int = setting(
        MIB,
        "Largest body of a request",
        "Of all requests that bring no video; a vocabulary with a dozen learnt signs is a tenth of it.",
        unit="bytes",
        ge=16 * KIB,
        le=64 * MIB,
    )
    headers: int = setting(
        32 * KIB,
        "Largest headers of a request",
        "A token has about 250 bytes; cookies of the platform's domain may come along.",
        unit="bytes",
        ge=4 * KIB,
        le=MIB,
    )
    file: int = setting(
        512 * MIB,
        "Largest film",
        "Of a film that is sent as a file to be watched at a seat; it lies on the disk until then.",
        unit="bytes",
        ge=MIB,
        le=64 * 1024 * MIB,
    )
    uploads: int = setting(
        10,
        "Most films on their way",
        "Together, of all tables: one for each seat of a table.",
        unit="films",
        ge=1,
        le=1000,
    )
    picture: int = setting(
        4 * MIB,
        "Largest single picture",
        "Encoded, as JPEG or WebP; one of 1280x720 has less than a MiB.",
        unit="bytes",
        ge=16 * KIB,
        le=64 * MIB,
    )
    pixels: int = setting(
        4096 * 2160,
        "Most pixels of a single picture",
        "A few bytes can claim to be 65535x65535 pixels, which decoded would fill the memory."
        " The default is a camera of 4K, the fixed bound of video; 640x480 is enough to read hands.",
        unit="pixels",
        ge=64 * 64,
        le=8192 * 8192,
    )
    broken_pictures: int = setting(
        100,
        "Most broken pictures in a row",
        "After so many a connection that sends pictures is closed.",
        unit="pictures",
        ge=1,
        le=10_000,
    )
    events: int = setting(
        100, "Most game events in one request", "More go into the next one.", unit="events", ge=1, le=10_000
    )
    event_data: int = setting(
        16 * KIB,
        "Largest data of a game event",
        "As JSON; above the longest text that the rules take, 4,000 characters.",
        unit="bytes",
        ge=KIB,
        le=MIB,
    )
    answers: int = setting(
        256,
        "Remembered answers",
        "To requests with an idempotency key, for each table: one that is sent again gets the same answer.",
        unit="answers",
        ge=1,
        le=100_000,
    )
    sessions: int = setting(
        20,
        "Most WebRTC sessions of a table",
        "Ten seats, and for each the old session that a rejoining one replaces.",
        unit="sessions",
        ge=1,
        le=1000,
    )
    avatars: int = setting(
        64,
        "Most avatar sessions",
        "Data channels with the hands' points, of all tables. Each is a WebRTC session of its own.",
        unit="sessions",
        ge=0,
        le=10_000,
    )
    table_avatars: int = setting(
        24,
        "Most avatar sessions of a table",
        "Two for each seat, and some that only watch.",
        unit="sessions",
        ge=0,
        le=10_000,
    )
    readers: int = setting(
        64,
        "Most readers of a table",
        "Event streams and WebSockets open at once: platform, ten seats, reviewers and some spectators. A"
        " crowd is served by the platform.",
        unit="readers",
        ge=1,
        le=10_000,
    )
    feeders: int = setting(
        20,
        "Most picture connections of a table",
        "WebSockets that bring pictures: ten seats, and for each one that it replaces.",
        unit="connections",
        ge=1,
        le=1000,
    )
    connections: int = setting(
        512,
        "Most open connections",
        "TCP, of everybody; beyond it 503. Each takes a file descriptor.",
        unit="connections",
        ge=16,
        le=100_000,
    )
    pictures_rate: float = setting(
        60.0,
        "Most single pictures a second",
        "Of one seat; more are dropped before they are decoded. No webcam delivers more.",
        unit="pictures a second",
        ge=1.0,
        le=240.0,
    )
    commands_rate: float = setting(
        50.0,
        "Most requests with game events a second",
        "Of one who is at a table, in a burst twice as many; then 429. Ten players who vote in one second"
        " need ten.",
        unit="requests a second",
        ge=1.0,
        le=10_000.0,
    )
    page: int = setting(
        1000,
        "Most events in one answer",
        "The next request goes on from there.",
        unit="events",
        ge=1,
        le=100_000,
    )
    send_seconds: float = setting(
        10.0,
        "Longest wait for a slow reader",
        "A reader that takes nothing for so long is cut off; it can resume from its last event.",
        unit="seconds",
        ge=0.5,
        le=120.0,
    )
    read_seconds: float = setting(
        30.0,
        "Longest wait for a slow sender",
        "A sender that brings nothing of its announced body for so long is cut off.",
        unit="seconds",
        ge=1.0,
        le=600.0,
    )
    keep_alive_seconds: float = setting(
        15.0,
        "Sign of life of a silent stream",
        "After so long without an event a stream sends a comment, as proxies close what is silent.",
        unit="seconds",
        ge=1.0,
        le=300.0,
    )
