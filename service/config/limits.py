"""`[limits]`: how much a client may send, ask for and leave unread. Each number says where it comes from."""

from __future__ import annotations

from service.config.section import Section, setting

KIB, MIB = 1024, 1024 * 1024


class Limits(Section):
    """How much a client may send, ask for and leave unread."""

    body: int = setting(
        256 * KIB,
        "Largest body of a request",
        "A table with a whole rule book and policy written out has 20 KiB, a vocabulary of ten learnt signs"
        " 150 KiB.",
        unit="bytes",
        ge=4 * KIB,
        le=64 * MIB,
    )
    sdp: int = setting(
        64 * KIB,
        "Largest session description",
        "A browser's offer of one video and one audio track has 4 to 8 KiB, with every codec 20.",
        unit="bytes",
        ge=8 * KIB,
        le=MIB,
    )
    headers: int = setting(
        32 * KIB,
        "Largest headers of a request",
        "A token has 300 bytes; cookies of the platform's domain may come along.",
        unit="bytes",
        ge=4 * KIB,
        le=MIB,
    )
    picture: int = setting(
        2 * MIB,
        "Largest single picture",
        "Encoded, as sent by WebSocket: a JPEG of 1280x720 in best quality has 0.6 MiB.",
        unit="bytes",
        ge=16 * KIB,
        le=64 * MIB,
    )
    picture_pixels: int = setting(
        1920 * 1088,
        "Most pixels of a picture",
        "Of single pictures and of video. A few bytes can claim to be 65535x65535 pixels, which decoded would"
        " fill the memory; 1080p has coded rows of 1088. Hands are read well from 640x480 on.",
        unit="pixels",
        ge=64 * 64,
        le=8192 * 8192,
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
        "Most commands a second",
        "Of one table, in a burst twice as many; then 429. Ten players who all vote in one second need ten.",
        unit="requests a second",
        ge=1.0,
        le=10_000.0,
    )
    sessions: int = setting(
        20,
        "Most WebRTC sessions of a table",
        "Ten seats, and for each the old session that a rejoining one replaces.",
        unit="sessions",
        ge=1,
        le=1000,
    )
    readers: int = setting(
        64,
        "Most readers of a table",
        "Event streams and WebSockets open at once: platform, ten seats, reviewers and some spectators; a"
        " crowd is served by the platform.",
        unit="readers",
        ge=1,
        le=10_000,
    )
    reader_patience: float = setting(
        10.0,
        "Longest wait for a slow reader",
        "A reader that takes nothing for so long is cut off; it can resume from its last line.",
        unit="seconds",
        ge=1.0,
        le=120.0,
    )
    connections: int = setting(
        512,
        "Most open connections",
        "TCP, of everybody; beyond it 503. Each takes a file descriptor.",
        unit="connections",
        ge=16,
        le=100_000,
    )
    keep_alive: float = setting(
        15.0,
        "Longest idle connection",
        "An HTTP connection without a request for so long is closed. Above the ten seconds at which"
        " Prometheus and probes come again.",
        unit="seconds",
        ge=1.0,
        le=300.0,
    )
