"""`[webrtc]`: how browsers find their way here."""

from __future__ import annotations

from pydantic import SecretStr

from service.config.section import Section, setting


class IceServer(Section):
    """A server that helps peers to reach each other, as of RTCIceServer."""

    urls: tuple[str, ...] = setting(
        ...,
        "Its addresses",
        "As stun:host:3478 or turn:host:3478?transport=udp.",
        min_length=1,
        example=["stun:stun.example:3478"],
    )
    username: str = setting("", "User of a TURN server", "Needed by turn: and turns:, useless for stun:.")
    credential: SecretStr | None = setting(
        None, "Password of a TURN server", "Told to every browser that joins: give it a short life."
    )


class WebRtc(Section):
    """How browsers find their way here."""

    ice_servers: tuple[IceServer, ...] = setting(
        (),
        "STUN and TURN servers",
        "Used here and told to whoever joins (Link headers of WHIP). Where the sidecar has an address that"
        " players can reach, none is needed; and none is asked unless it stands here.",
        example=[{"urls": ["stun:stun.example:3478"]}],
    )
    connect: float = setting(
        20.0,
        "Longest way to a connection",
        "A session that is not connected after so long is closed. ICE over TURN takes up to ten.",
        unit="seconds",
        ge=2.0,
        le=120.0,
    )
    hands_rate: float = setting(
        30.0,
        "Rate of the hands' points",
        "At most so many packets a second and seat on the data channel of avatar mode; 0 sends none.",
        unit="packets a second",
        ge=0.0,
        le=60.0,
    )
