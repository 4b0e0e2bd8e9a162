"""Ports, addresses and buffers. Nothing is sent to anybody but ourselves."""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Iterator

from service.config import Settings
from service.ops.doctor.finding import Finding, fail, ok, warn

UDP_BUFFER = 200 * 1024
"""Bytes. Linux counts a packet of 1,200 bytes as 2,304, so its usual default of 208 KiB holds 92 of them
(measured): a keyframe of 110 kB, which may arrive while the event loop is busy."""
_PROBE = b"consigliere doctor"
_PATIENCE = 2.0


def findings(settings: Settings) -> Iterator[Finding]:
    """Look at everything about the network."""
    yield _tcp(settings)
    yield from _udp()
    yield addresses(settings)
    yield from _exposure(settings)


def _tcp(settings: Settings) -> Finding:
    host, port = settings.server.host, settings.server.port
    subject, place = "tcp port", f"{host} port {port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
            tried.listen(1)
    except OSError as error:
        remedy = "write another server.host"
        if error.errno == errno.EADDRINUSE:
            remedy = "end what listens there (a running sidecar?), or write another server.port"
        elif error.errno == errno.EACCES:
            remedy = "write a server.port of 1024 or more"
        return fail(subject, f"{place}: {error.strerror or error}", remedy)
    return ok(subject, f"{place} is free")


def _udp() -> Iterator[Finding]:
    """WebRTC's ports are the system's choice; a packet to ourselves tells whether any can be had."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here,
    ):
        there.settimeout(_PATIENCE)
        try:
            there.bind(("127.0.0.1", 0))
            here.sendto(_PROBE, there.getsockname())
            arrived = there.recv(len(_PROBE)) == _PROBE
        except OSError as error:
            arrived, told = False, f"no packet arrives on this machine itself ({error.strerror or error})"
        else:
            told = "packets arrive on this machine itself; ports are the system's choice"
        if arrived:
            yield ok("udp", told)
        else:
            yield fail("udp", told, "let UDP through the firewall: WebRTC needs it")
        yield _buffer(there.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF))


def _buffer(size: int) -> Finding:
    told = f"a UDP socket holds {size // 1024} KiB"
    if size < UDP_BUFFER:
        remedy = f"sysctl -w net.core.rmem_default={UDP_BUFFER + 8192}, or keyframes lose packets on arrival"
        return warn("udp buffer", told, remedy)
    return ok("udp buffer", told)


def addresses(settings: Settings) -> Finding:
    """At which addresses video is taken."""
    from aioice.ice import get_host_addresses  # a second's work, for this look alone

    own = [text for text in get_host_addresses(True, True) if not _loopback(text)]
    hosts = settings.webrtc.hosts
    strange = [host for host in hosts if host not in own and not _loopback(host)]
    if strange:
        told = f"{', '.join(strange)} of webrtc.hosts is not among {', '.join(own) or 'no addresses'}"
        return fail("addresses", told, "write addresses of this machine, or none")
    offered = [host for host in hosts or own if not _loopback(host)]
    if not offered:
        remedy = "connect it to a network, or write webrtc.hosts; only players on this machine can join"
        return warn("addresses", "WebRTC offers none but loopback", remedy)
    servers = len(settings.webrtc.ice_servers)
    asked = f"; {servers} ICE servers, which are not asked here" if servers else ""
    return ok("addresses", f"WebRTC offers {', '.join(offered)}{asked}")


def _exposure(settings: Settings) -> Iterator[Finding]:
    server = settings.server
    if _local(server.host):
        return
    if server.tls_certificate is None and not server.trusted_proxies:
        told = (
            f"{server.host} is served without TLS: tokens can be read on the way, and browsers give no camera"
        )
        yield warn(
            "tls",
            told,
            "write server.tls_certificate and tls_key, or name the proxy in front in server.trusted_proxies",
        )
    else:
        yield ok("tls", "TLS is served here" if server.tls_certificate else "a proxy in front ends TLS")
    if settings.metrics.access == "open":
        told = f"/metrics can be read by everybody who reaches {server.host}"
        yield warn("metrics", told, 'write metrics.access = "token" or "off", unless a proxy keeps it back')


def _local(host: str) -> bool:
    return host == "localhost" or _loopback(host)


def _loopback(host: str) -> bool:
    """Whether it is an address of this machine to itself; a name is none."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
