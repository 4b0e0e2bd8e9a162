"""Addresses of endpoints: taken apart once, strictly, so that nobody after us reads them otherwise."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.delivery.addresses import Reach, forbidden

LONGEST = 2000
"""Characters."""
_CHARACTERS = re.compile(r"[\x21-\x7e]+")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_PORTS = {"https": 443, "http": 80}


class BadTarget(ValueError):
    """It cannot be an endpoint. The message says why, and names no part of it that may be secret."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address, taken apart."""

    scheme: str
    host: str
    """A name in lower case, or an IP address without brackets."""
    port: int
    path: str
    """With the query."""

    @property
    def authority(self) -> str:
        """Host and port, as `Host` names them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def target(url: str, reach: Reach) -> Target:
    """Take an address apart.

    Args:
        url: `https://host[:port]/path?query`, in ASCII.
        reach: what is allowed.

    Raises:
        BadTarget: it is none, or not allowed. Whether a name leads to a private network is found out when it
            is connected to, each time.
    """
    if len(url) > LONGEST or not _CHARACTERS.fullmatch(url) or "\\" in url:
        raise BadTarget(f"is no address: write it in ASCII, at most {LONGEST} characters, without spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
        host = parts.hostname or ""
    except ValueError as error:
        raise BadTarget(f"is no address: {error}") from None
    if parts.scheme != "https" and not (parts.scheme == "http" and reach.plain):
        raise BadTarget("has to begin with https:// (webhooks.plain allows http://)")
    if "@" in parts.netloc:
        raise BadTarget("has credentials in it; webhooks are signed instead")
    if parts.fragment or "#" in url:
        raise BadTarget("has a fragment, which is never sent; leave # out")
    port = _PORTS[parts.scheme] if port is None else port
    if port not in reach.ports:
        raise BadTarget(f"port {port} is not allowed; webhooks.ports names those that are")
    path = parts.path or "/"
    return Target(parts.scheme, _host(host, reach), port, f"{path}?{parts.query}" if parts.query else path)


def _host(host: str, reach: Reach) -> str:
    """A host as it will be resolved.

    Numbers such as 127.1, 0x7f000001, 2130706433 and 0177.0.0.1, which resolvers take for addresses, are
    refused: an address has four decimal numbers without leading zeros.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        if getattr(address, "scope_id", None):
            raise BadTarget("names a network interface")
        if (why := forbidden(address, reach)) is not None:
            raise BadTarget(f"{address} is {why}; webhooks.networks allows private networks")
        return str(address)
    labels = host.split(".")
    if len(host) > 253 or not all(map(_LABEL.fullmatch, labels)):
        raise BadTarget("its host is no name of letters, digits, hyphens and dots")
    if re.fullmatch(r"\d+|0x[0-9a-f]*", labels[-1]):
        raise BadTarget("its host is an odd number; write an address as 192.0.2.1")
    return host
