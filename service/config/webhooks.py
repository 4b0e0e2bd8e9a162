"""`[webhooks]`: where webhooks may go, and how patiently."""

from __future__ import annotations

import ipaddress
from pathlib import Path

from service.config.section import Section, setting
from service.delivery.addresses import Reach
from service.delivery.policy import Delivery
from service.delivery.posting import Patience


class Webhooks(Section):
    """Where webhooks may go, and how patiently."""

    networks: tuple[str, ...] = setting(
        (),
        "Private networks that may be reached",
        "Addresses or networks. Nothing that is not public is connected to but these, whatever a name stands"
        " for: who registers an address cannot make the sidecar ask its own neighbours.",
        example=["10.20.0.0/16"],
    )
    plain: bool = setting(
        False,
        "HTTP without TLS",
        "Whether addresses may begin with http://. Who is on the way reads what happens at the tables.",
    )
    ports: tuple[int, ...] = setting(
        (443,),
        "Ports that may be reached",
        "TCP ports of endpoints.",
    )
    authorities: Path | None = setting(
        None,
        "Certificate authorities (PEM)",
        "Trusted beside those of the system: of a private network's own.",
        example="/etc/consigliere/authorities.pem",
    )
    connect: float = setting(
        5.0,
        "Longest connecting",
        "For each of looking up the name, connecting, and the handshake.",
        unit="seconds",
        ge=0.1,
        le=60.0,
    )
    silence: float = setting(
        10.0,
        "Longest silence",
        "Of a receiver that is connected, between two pieces that it takes or sends.",
        unit="seconds",
        ge=0.1,
        le=120.0,
    )
    whole: float = setting(
        20.0,
        "Longest attempt",
        "All of it; then it counts as failed. Receivers should answer first and work afterwards.",
        unit="seconds",
        ge=0.1,
        le=300.0,
    )
    each: int = setting(
        4,
        "Attempts at once of an endpoint",
        "One that hangs holds up no other with more than these. Ordered endpoints have one.",
        unit="attempts",
        ge=1,
        le=64,
    )
    together: int = setting(
        16,
        "Attempts at once",
        "Of all endpoints of this process.",
        unit="attempts",
        ge=1,
        le=512,
    )
    kept: float = setting(
        86400.0,
        "Keep what was delivered",
        "For so long it can be sent again: receivers lose things, too. Then its text is deleted.",
        unit="seconds",
        ge=0.0,
        le=30 * 86400.0,
    )
    dead_kept: float = setting(
        30 * 86400.0,
        "Keep what could not be delivered",
        "For so long after its last attempt it is listed and can be sent again. Then its text is deleted.",
        unit="seconds",
        ge=3600.0,
        le=366 * 86400.0,
    )
    source: str = setting(
        "urn:consigliere",
        "Source of the events",
        "What CloudEvents name as the source, with the table's name behind it: a URI that tells this"
        " installation from others of the same platform.",
        min_length=1,
        pattern=r"^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$",
        example="https://tables.example",
    )

    def delivery(self) -> Delivery:
        """As the sender takes it.

        Raises:
            ValueError: a network is none.
        """
        return Delivery(
            Reach(tuple(map(ipaddress.ip_network, self.networks)), self.plain, self.ports),
            Patience(self.connect, self.silence, self.whole),
            self.authorities,
            self.each,
            self.together,
            self.kept,
            self.dead_kept,
            self.source,
        )
