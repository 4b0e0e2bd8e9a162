"""`[server]`: where the sidecar listens, and how it stops."""

from __future__ import annotations

from pathlib import Path

from service.config.section import Section, setting


class Server(Section):
    """Where the sidecar listens, and how it stops."""

    host: str = setting(
        "127.0.0.1",
        "Address to listen on",
        "An address of this machine; 0.0.0.0 or :: listens on all of them. The default can be reached from"
        " this machine alone.",
        min_length=1,
        pattern=r"^[0-9A-Za-z.:_-]+$",
    )
    port: int = setting(
        8400,
        "Port of HTTP",
        "TCP, for everything but the video, which WebRTC sends to UDP ports of the system's choice.",
        unit="TCP port",
        ge=1,
        le=65535,
    )
    root_path: str = setting(
        "",
        "Path before every route",
        "Where a proxy serves the sidecar below a path and strips it, that path.",
        pattern=r"^(/[A-Za-z0-9._~-]+)*$",
        example="/consigliere",
    )
    origins: tuple[str, ...] = setting(
        (),
        "Web pages that may call us",
        "Origins that browsers let read our answers (CORS), as https://play.example. * is everybody. Our own"
        " page needs none.",
        example=["https://play.example"],
    )
    trusted_proxies: tuple[str, ...] = setting(
        (),
        "Proxies whose word counts",
        "Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed. Nobody else's are.",
        example=["10.0.0.0/8"],
    )
    tls_certificate: Path | None = setting(
        None,
        "Certificate chain (PEM)",
        "With tls_key: serve HTTPS. Browsers give a camera only to pages from HTTPS or from localhost. Leave"
        " it out where a proxy ends TLS.",
        example="/etc/consigliere/fullchain.pem",
    )
    tls_key: Path | None = setting(
        None,
        "Private key (PEM)",
        "Of tls_certificate, without a passphrase.",
        example="/etc/consigliere/privkey.pem",
    )
    page: bool = setting(
        True,
        "The page at /",
        "Whether the page with the live tables is served. Where the platform shows everything itself, false.",
    )
    drain: float = setting(
        5.0,
        "Longest drain",
        "After SIGTERM no table is opened, /readyz answers 503, open tables are closed, and what is under way"
        " has so long to come to its end. The supervisor must wait longer before it kills.",
        unit="seconds",
        ge=0.0,
        le=3600.0,
    )
