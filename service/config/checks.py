"""Settings that contradict each other: each by itself may stand, together they cannot."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.config.settings import Settings


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What does not go together."""

    keys: tuple[str, ...]
    """All that take part, the one to change first."""
    problem: str
    hint: str


def contradictions(settings: Settings) -> list[Contradiction]:
    """Everything that does not go together."""
    return [found for check in _CHECKS for found in check(settings)]


def _tls(settings: Settings) -> Iterator[Contradiction]:
    server = settings.server
    if (server.tls_certificate is None) != (server.tls_key is None):
        missing, given = (
            ("tls_key", "tls_certificate") if server.tls_key is None else ("tls_certificate", "tls_key")
        )
        hint = f"write server.{missing} too, or leave out server.{given}"
        yield Contradiction((f"server.{missing}", f"server.{given}"), f"is missing beside {given}", hint)


def _origins(settings: Settings) -> Iterator[Contradiction]:
    for origin in settings.server.origins:
        parts = urlsplit(origin)
        whole = (
            parts.scheme in ("http", "https")
            and parts.netloc
            and origin == f"{parts.scheme}://{parts.netloc}"
        )
        if origin != "*" and not whole:
            hint = "write scheme, host and port alone, as https://play.example"
            yield Contradiction(("server.origins",), f"{origin!r} is no origin", hint)


def _proxies(settings: Settings) -> Iterator[Contradiction]:
    return _networks("server.trusted_proxies", settings.server.trusted_proxies)


def _secret(settings: Settings) -> Iterator[Contradiction]:
    if settings.auth.secret is not None and settings.auth.secret_file is not None:
        keys = ("auth.secret", "auth.secret_file")
        yield Contradiction(keys, "there is a secret_file as well", "leave out one of them")


def _lifetimes(settings: Settings) -> Iterator[Contradiction]:
    auth = settings.auth
    if auth.token_lifetime > auth.longest_lifetime:
        keys = ("auth.token_lifetime", "auth.longest_lifetime")
        problem = f"{auth.token_lifetime:g} is more than longest_lifetime, {auth.longest_lifetime:g}"
        yield Contradiction(keys, problem, "lower it or raise auth.longest_lifetime")


def _hosts(settings: Settings) -> Iterator[Contradiction]:
    for host in settings.webrtc.hosts:
        try:
            ipaddress.ip_address(host)
        except ValueError:
            hint = "write an address of this machine, as 203.0.113.7"
            yield Contradiction(("webrtc.hosts",), f"{host!r} is no address", hint)


def _reachable(settings: Settings) -> Iterator[Contradiction]:
    return _networks("webhooks.networks", settings.webhooks.networks)


def _networks(key: str, given: Sequence[str]) -> Iterator[Contradiction]:
    for network in given:
        try:
            ipaddress.ip_network(network)
        except ValueError as error:
            hint = "write an address or a network, as 10.0.0.0/8"
            yield Contradiction((key,), f"{error}", hint)


def _ports(settings: Settings) -> Iterator[Contradiction]:
    for port in settings.webhooks.ports:
        if not 1 <= port <= 65535:
            yield Contradiction(("webhooks.ports",), f"{port} is no port", "write numbers from 1 to 65535")


def _attempts(settings: Settings) -> Iterator[Contradiction]:
    webhooks = settings.webhooks
    if webhooks.each > webhooks.together:
        keys = ("webhooks.each", "webhooks.together")
        problem = f"{webhooks.each} is more than together, {webhooks.together}"
        yield Contradiction(keys, problem, "lower it or raise webhooks.together")


def _ice(settings: Settings) -> Iterator[Contradiction]:
    for number, server in enumerate(settings.webrtc.ice_servers):
        key = f"webrtc.ice_servers[{number}]"
        schemes = {url.partition(":")[0] for url in server.urls}
        if not schemes <= {"stun", "stuns", "turn", "turns"}:
            hint = "write stun:host:3478 or turn:host:3478?transport=udp"
            yield Contradiction(
                (f"{key}.urls",), f"{', '.join(server.urls)} are no addresses of ICE servers", hint
            )
        elif schemes & {"turn", "turns"} and not (server.username and server.credential):
            yield Contradiction((key,), "a TURN server without username or credential", "write both")


def _connections(settings: Settings) -> Iterator[Contradiction]:
    limits = settings.limits
    table = limits.readers + limits.feeders
    if limits.connections <= table:
        keys = ("limits.connections", "limits.readers", "limits.feeders")
        problem = f"{limits.connections} leaves nothing beside one table's readers and feeders, {table}"
        yield Contradiction(keys, problem, "raise it or lower limits.readers")


def _bodies(settings: Settings) -> Iterator[Contradiction]:
    limits = settings.limits
    if limits.event_data > limits.body:
        keys = ("limits.event_data", "limits.body")
        problem = f"{limits.event_data} is more than any body may have, {limits.body}"
        yield Contradiction(keys, problem, "lower it or raise limits.body")


def _scraper(settings: Settings) -> Iterator[Contradiction]:
    metrics = settings.metrics
    if metrics.access == "token" and metrics.token is None:
        hint = 'write one, best as CONSIGLIERE_METRICS_TOKEN, or access = "open"'
        yield Contradiction(("metrics.token", "metrics.access"), "is missing, and access wants one", hint)
    if metrics.access != "token" and metrics.token is not None:
        hint = 'write access = "token", or leave the token out'
        yield Contradiction(
            ("metrics.access", "metrics.token"), "there is a token that is never asked for", hint
        )


_CHECKS: tuple[Callable[[Settings], Iterator[Contradiction]], ...] = (
    _tls,
    _origins,
    _proxies,
    _secret,
    _lifetimes,
    _hosts,
    _reachable,
    _ports,
    _attempts,
    _ice,
    _connections,
    _bodies,
    _scraper,
)
