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

    hosts: tuple[str, ...] = setting(
        (),
        "Local addresses to take video at",
        "Where the machine has more than players can reach; none named: all of the machine.",
        example=["203.0.113.7"],
    )
    ice_servers: tuple[IceServer, ...] = setting(
        (),
        "STUN and TURN servers",
        "Used here and told to whoever joins (Link headers of WHIP). Where the sidecar has an address that"
        " players can reach, none is needed; and none is asked unless it stands here.",
        example=[{"urls": ["stun:stun.example:3478"]}],
    )
    connect: float = setting(
        15.0,
        "Longest way to the first packet",
        "A session whose first packet of video has not come by then is closed. ICE over TURN takes up to ten"
        " seconds.",
        unit="seconds",
        ge=2.0,
        le=120.0,
    )
    silence: float = setting(
        15.0,
        "Longest silence of a stream",
        "A stream without a packet for so long has died, and is closed; its seat has been unobservable long"
        " before. A phone that changes its network is back within it.",
        unit="seconds",
        ge=2.0,
        le=600.0,
    )
