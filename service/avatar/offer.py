"""The offer of a data channel and its answer (SDP, RFC 8866, RFC 8841): one section, nothing besides."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from aiortc.rtcdtlstransport import X509_DIGEST_ALGORITHMS, RTCDtlsFingerprint
from aiortc.rtcicetransport import RTCIceParameters, candidate_to_aioice
from aiortc.sdp import MediaDescription, SessionDescription

from service.webrtc.ice import LocalIce
from service.webrtc.offer import BadOffer, RemoteIce

LONGEST = 16 * 1024
"""Characters of an offer; browsers send one kB."""
_MOST_CANDIDATES = 32
_KIND, _FORM = "UDP/DTLS/SCTP", "webrtc-datachannel"
_PORT = 5000


@dataclass(frozen=True, slots=True)
class ChannelOffer:
    """What is offered."""

    mid: str
    ice: RemoteIce
    fingerprints: tuple[RTCDtlsFingerprint, ...]
    role: str
    """The DTLS role that is left to us: `client` or `server`."""
    port: int
    """Of SCTP."""


def parse_offer(text: str) -> ChannelOffer:
    """Read an offer.

    Raises:
        service.webrtc.offer.BadOffer: it is malformed, or offers something else.
    """
    if len(text) > LONGEST:
        raise BadOffer(f"an offer of a data channel has {LONGEST} characters at most")
    try:
        description = SessionDescription.parse(text)
        (section,) = description.media
    except Exception as error:  # the parser raises whatever it stumbles over
        raise BadOffer("an offer of one data channel is needed, and nothing besides") from error
    if section.kind != "application" or section.profile != _KIND or section.sctp_port is None:
        raise BadOffer(f"a section m=application of {_KIND} with a=sctp-port is needed")
    if section.dtls is None or section.ice is None:
        raise BadOffer("a=fingerprint, a=setup, a=ice-ufrag and a=ice-pwd are needed")
    known = [one for one in section.dtls.fingerprints if one.algorithm.lower() in X509_DIGEST_ALGORITHMS]
    if not known:
        raise BadOffer(f"a fingerprint of {', '.join(X509_DIGEST_ALGORITHMS)} is needed")
    role = "server" if section.dtls.role == "client" else "client"
    ice = _ice(section.ice, section)
    return ChannelOffer(str(section.rtp.muxId), ice, tuple(known), role, section.sctp_port)


def answer(offer: ChannelOffer, ice: LocalIce, fingerprints: Sequence[RTCDtlsFingerprint]) -> str:
    """The session description that answers an offer."""
    lines = [
        "v=0",
        f"o=- {secrets.randbits(62)} 1 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        f"a=group:BUNDLE {offer.mid}",
        f"m=application 9 {_KIND} {_FORM}",
        "c=IN IP4 0.0.0.0",
        f"a=mid:{offer.mid}",
        f"a=ice-ufrag:{ice.user}",
        f"a=ice-pwd:{ice.password}",
        *(f"a=fingerprint:{one.algorithm} {one.value}" for one in fingerprints[:1]),
        f"a=setup:{'passive' if offer.role == 'server' else 'active'}",
        f"a=sctp-port:{_PORT}",
        "a=max-message-size:65536",
        *(f"a=candidate:{one.to_sdp()}" for one in ice.candidates),
        "a=end-of-candidates",
    ]
    return "".join(line + "\r\n" for line in lines)


def _ice(told: RTCIceParameters, section: MediaDescription) -> RemoteIce:
    candidates = map(candidate_to_aioice, section.ice_candidates[:_MOST_CANDIDATES])
    return RemoteIce(told.usernameFragment or "", told.password or "", tuple(candidates), told.iceLite)
