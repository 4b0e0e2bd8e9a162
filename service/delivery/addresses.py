"""Which addresses may be connected to: public ones, and those of networks that the operator allows."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_REFUSED: tuple[tuple[str, str], ...] = (
    ("::ffff:0:0/96", "an IPv4 address written as IPv6"),
    ("::/96", "an IPv4 address written as IPv6"),
    ("64:ff9b::/96", "NAT64"),
    ("64:ff9b:1::/48", "NAT64"),
    ("2002::/16", "6to4"),
    ("2001::/32", "Teredo"),
    ("fec0::/10", "a site's own"),
    ("192.88.99.0/24", "6to4"),
    ("100.64.0.0/10", "a carrier's own"),
    ("2001:db8::/32", "for documentation"),
    ("3fff::/20", "for documentation"),
    ("5f00::/16", "segment routing"),
    ("255.255.255.255/32", "broadcast"),
)
"""IANA's special purpose addresses (RFC 6890 and its registries) as far as `is_global` lets them through in
some release of Python, and all that hide an IPv4 address: what they lead to is not for us to see."""
_WRAPPERS = tuple((ipaddress.ip_network(network), why) for network, why in _REFUSED)


class Blocked(Exception):
    """The address, or everything that a name stands for, may not be connected to. The message says why."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What webhooks may reach."""

    networks: tuple[Network, ...] = ()
    """Private ones that are allowed."""
    plain: bool = False
    """Whether HTTP without TLS is allowed."""
    ports: tuple[int, ...] = (443,)


def forbidden(address: Address, reach: Reach) -> str | None:
    """Why an address may not be connected to; None where it may."""
    if any(address in network for network in reach.networks):
        return None
    for network, why in _WRAPPERS:
        if address in network:
            return why
    for kind in ("loopback", "link_local", "multicast", "unspecified", "private", "reserved"):
        if getattr(address, f"is_{kind}"):
            return kind.replace("_", "-")
    return None if address.is_global else "not public"


def permitted(addresses: list[str], host: str, reach: Reach) -> list[Address]:
    """Those of a name's addresses that may be connected to, in their order.

    Raises:
        Blocked: none.
    """
    found: list[Address] = []
    why = "no address"
    for text in addresses:
        address = ipaddress.ip_address(text)
        reason = forbidden(address, reach)
        if reason is None:
            found.append(address)
        else:
            why = f"{address} ({reason})"
    if not found:
        raise Blocked(f"{host} is {why}; webhooks.networks allows private networks")
    return found
