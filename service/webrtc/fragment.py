"""Candidates and ICE credentials that follow an offer by PATCH (trickle-ice-sdpfrag, RFC 8840)."""

from __future__ import annotations

from dataclasses import dataclass

from aioice import Candidate

from service.webrtc.ice import MOST_CANDIDATES
from service.webrtc.offer import BadOffer, RemoteIce

LONGEST = 8192
"""Characters."""
_MEMBERS = ("a=", "m=")


@dataclass(frozen=True, slots=True)
class Fragment:
    """What was sent."""

    user: str
    password: str
    candidates: tuple[Candidate, ...]

    def ice(self) -> RemoteIce:
        """As the beginning of an ICE session.

        Raises:
            BadOffer: credentials are missing or malformed.
        """
        return RemoteIce(self.user, self.password, self.candidates)


def parse_fragment(text: str) -> Fragment:
    """Read a fragment; attributes that are not about ICE are passed over.

    Raises:
        BadOffer: it is malformed, or longer than any real one.
    """
    if len(text) > LONGEST:
        raise BadOffer(f"longer than {LONGEST} characters")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or not all(line.startswith(_MEMBERS) for line in lines):
        raise BadOffer("lines of an SDP fragment begin with a= or m=")
    values: dict[str, list[str]] = {}
    for line in lines:
        name, _, value = line[2:].partition(":")
        values.setdefault(name, []).append(value.strip())
    try:
        candidates = [Candidate.from_sdp(value) for value in values.get("candidate", []) if value]
    except (ValueError, IndexError) as error:
        raise BadOffer(f"a candidate is malformed: {error}") from error
    user = values.get("ice-ufrag", [""])[0]
    password = values.get("ice-pwd", [""])[0]
    return Fragment(user, password, tuple(candidates[:MOST_CANDIDATES]))
