"""The answer to an offer: one video track is taken, nothing is sent, the rest is declined."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from aioice import Candidate
from aiortc.rtcdtlstransport import RTCDtlsFingerprint
from aiortc.rtcrtpparameters import RTCRtpCodecParameters
from aiortc.sdp import MediaDescription, parameters_to_sdp

from service.webrtc.ice import LocalIce
from service.webrtc.offer import Offer

_FEEDBACK = (("nack", None), ("nack", "pli"), ("goog-remb", None))
"""What we send: RFC 4585 sections 6.2.1 and 6.3.1, and the bit rate that a way bears."""


def answer(offer: Offer, ice: LocalIce, fingerprints: Sequence[RTCDtlsFingerprint]) -> str:
    """The session description that answers an offer.

    Audio that goes the video's way stays in the bundle but is inactive: RFC 9725 section 4.4.3 advises
    against rejected sections, and nothing that comes in it is looked at. Everything else is rejected.
    """
    transport = _transport(ice, fingerprints, offer.role)
    taken = [_section(section, offer, ice.candidates) for section in offer.sections]
    mids = [section.rtp.muxId for section in offer.sections if _bundled(section, offer)]
    lines = [
        "v=0",
        f"o=- {secrets.randbits(62)} 1 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        f"a=group:BUNDLE {' '.join(mids)}",
        "a=ice-options:trickle",
        *transport,
    ]
    return "".join(line + "\r\n" for line in (*lines, *(line for part in taken for line in part)))


def fragment(ice: LocalIce) -> str:
    """What the other side must know of a new ICE session (RFC 8840)."""
    lines = [f"a=ice-ufrag:{ice.user}", f"a=ice-pwd:{ice.password}", *_candidates(ice.candidates)]
    return "".join(line + "\r\n" for line in lines)


def _bundled(section: MediaDescription, offer: Offer) -> bool:
    return section is offer.video or (section.kind == "audio" and section.rtp.muxId in offer.bundled)


def _transport(ice: LocalIce, fingerprints: Sequence[RTCDtlsFingerprint], role: str) -> list[str]:
    return [
        f"a=ice-ufrag:{ice.user}",
        f"a=ice-pwd:{ice.password}",
        *(f"a=fingerprint:{one.algorithm} {one.value}" for one in fingerprints[:1]),
        f"a=setup:{'passive' if role == 'server' else 'active'}",
    ]


def _candidates(candidates: Sequence[Candidate]) -> list[str]:
    return [*(f"a=candidate:{one.to_sdp()}" for one in candidates), "a=end-of-candidates"]


def _section(section: MediaDescription, offer: Offer, candidates: Sequence[Candidate]) -> list[str]:
    video = section is offer.video
    port = 9 if _bundled(section, offer) else 0
    kept = [*offer.codecs.values()] if video else section.rtp.codecs[:1]
    formats = [str(codec.payloadType) for codec in kept] or [str(one) for one in section.fmt[:1]]
    repeats = [codec for codec in section.rtp.codecs if video and codec.payloadType in offer.repeats]
    formats += [str(codec.payloadType) for codec in repeats]
    lines = [f"m={section.kind} {port} {section.profile} {' '.join(formats)}", "c=IN IP4 0.0.0.0"]
    if section.rtp.muxId:
        lines.append(f"a=mid:{section.rtp.muxId}")
    if section.kind not in ("audio", "video"):
        return [*lines, "a=inactive"]
    lines += ["a=recvonly" if video else "a=inactive", "a=rtcp-mux", "a=rtcp-rsize"]
    if video:
        lines += [f"a=extmap:{number} {uri}" for uri, number in offer.extensions.items()]
    for codec in (*kept, *repeats):
        lines += _codec(codec, feedback=video and codec not in repeats)
    return [*lines, *_candidates(candidates)] if port else lines


def _codec(codec: RTCRtpCodecParameters, *, feedback: bool) -> list[str]:
    offered = [(one.type, one.parameter) for one in codec.rtcpFeedback]
    lines = [f"a=rtpmap:{codec.payloadType} {codec}"]
    for kind, parameter in _FEEDBACK if feedback else ():
        if (kind, parameter) in offered:
            lines.append(f"a=rtcp-fb:{codec.payloadType} {kind}{f' {parameter}' if parameter else ''}")
    parameters = parameters_to_sdp(codec.parameters)
    return [*lines, f"a=fmtp:{codec.payloadType} {parameters}"] if parameters else lines
