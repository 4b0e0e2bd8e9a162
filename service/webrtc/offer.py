"""What a publisher offers (SDP, RFC 8866), as far as it matters to who only takes one video track."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from aioice import Candidate
from aiortc.rtcdtlstransport import X509_DIGEST_ALGORITHMS, RTCDtlsFingerprint
from aiortc.rtcicetransport import RTCIceParameters, candidate_to_aioice
from aiortc.rtcrtpparameters import RTCRtpCodecParameters
from aiortc.sdp import MediaDescription, SessionDescription

from service.webrtc.header import UNDERSTOOD

LONGEST = 32_768
"""Characters of a session description; those of browsers have some 6,000."""
MOST_LINES = 1000
MOST_SECTIONS = 16
_CODECS = {"vp8": "VP8", "h264": "H264"}
_RTX = "rtx"
_USER = re.compile(r"[A-Za-z0-9+/]{4,256}")
_PASSWORD = re.compile(r"[A-Za-z0-9+/]{22,256}")


class BadOffer(ValueError):
    """It is no offer. The message says what is wrong."""


class Unacceptable(ValueError):
    """It is one that cannot be taken. The message says why."""


@dataclass(frozen=True, slots=True)
class RemoteIce:
    """How to reach the other side (RFC 8839)."""

    user: str
    password: str
    candidates: tuple[Candidate, ...] = ()
    lite: bool = False

    def __post_init__(self) -> None:
        if not _USER.fullmatch(self.user) or not _PASSWORD.fullmatch(self.password):
            raise BadOffer("ice-ufrag has 4 to 256, ice-pwd 22 to 256 characters of A-Z a-z 0-9 + /")


@dataclass(frozen=True, slots=True)
class Offer:
    """One that can be answered."""

    sections: tuple[MediaDescription, ...]
    """All of them, in order; the answer has as many."""
    video: MediaDescription
    bundled: frozenset[str]
    """`mid`s that go the same way as the video."""
    ice: RemoteIce
    fingerprints: tuple[RTCDtlsFingerprint, ...]
    role: str
    """The DTLS role that is left to us: `client` or `server`."""
    codecs: Mapping[int, RTCRtpCodecParameters]
    """Payload type -> codec, those that we can decode."""
    repeats: Mapping[int, int]
    """Payload type of retransmissions -> what they repeat."""
    extensions: Mapping[str, int]
    """URI -> number of the header extensions that we read."""

    @property
    def names(self) -> dict[int, str]:
        """Payload type -> `VP8` or `H264`."""
        return {number: _CODECS[codec.name.lower()] for number, codec in self.codecs.items()}


def parse_offer(text: str) -> Offer:
    """Read an offer.

    Raises:
        BadOffer: it is malformed, or longer than any real one.
        Unacceptable: it brings no video that we can decode, or more than one.
    """
    if len(text) > LONGEST or text.count("\n") > MOST_LINES or text.count("\nm=") > MOST_SECTIONS:
        raise BadOffer(f"longer than {LONGEST} characters, {MOST_LINES} lines or {MOST_SECTIONS} sections")
    try:
        description = SessionDescription.parse(text)
    except Exception as error:  # the parser raises whatever it stumbles over
        raise BadOffer(f"not a session description: {type(error).__name__}") from error
    video = _video(description.media)
    group = [group for group in description.group if group.semantic == "BUNDLE"]
    together = next((set(one.items) for one in group if video.rtp.muxId in one.items), set())
    bundled = frozenset(str(mid) for mid in together | {video.rtp.muxId})
    if video.dtls is None or not video.dtls.fingerprints:
        raise BadOffer("the video section lacks a=fingerprint or a=setup")
    known = [one for one in video.dtls.fingerprints if one.algorithm.lower() in X509_DIGEST_ALGORITHMS]
    if not known:
        raise Unacceptable(f"a fingerprint of {', '.join(X509_DIGEST_ALGORITHMS)} is needed")
    codecs, repeats = _codecs(video)
    sections = [one for one in description.media if one.rtp.muxId in bundled]
    candidates = (candidate for one in sections for candidate in one.ice_candidates)
    given = video.ice or RTCIceParameters()
    ice = RemoteIce(
        given.usernameFragment or "",
        given.password or "",
        tuple(candidate_to_aioice(candidate) for candidate in candidates),
        given.iceLite,
    )
    role = "server" if video.dtls.role == "client" else "client"
    extensions = {one.uri: one.id for one in video.rtp.headerExtensions if one.uri in UNDERSTOOD}
    return Offer(
        tuple(description.media),
        video,
        bundled,
        ice,
        tuple(known),
        role,
        codecs,
        repeats,
        {uri: number for uri, number in extensions.items() if 1 <= number <= 255},
    )


def _video(media: list[MediaDescription]) -> MediaDescription:
    videos = [one for one in media if one.kind == "video"]
    if len(videos) != 1:
        raise Unacceptable(f"one video section is needed, the offer has {len(videos)}")
    video = videos[0]
    if video.direction not in (None, "sendonly", "sendrecv"):
        raise Unacceptable(f"the video section is {video.direction}: nothing would be sent")
    if not video.profile.endswith("RTP/SAVPF") or not video.rtcp_mux:
        raise Unacceptable("the video section must be RTP/SAVPF with a=rtcp-mux")
    if not video.rtp.muxId or not re.fullmatch(r"[!-~]{1,64}", video.rtp.muxId):
        raise BadOffer("the video section lacks a=mid")
    return video


def _codecs(video: MediaDescription) -> tuple[dict[int, RTCRtpCodecParameters], dict[int, int]]:
    codecs = {
        codec.payloadType: codec
        for codec in video.rtp.codecs
        if codec.name.lower() in _CODECS and codec.clockRate == 90_000
        if codec.payloadType is not None and codec.payloadType in video.fmt
    }
    if not codecs:
        raise Unacceptable("VP8 or H.264 is needed")
    repeats: dict[int, int] = {}
    for codec in video.rtp.codecs:
        apt, number = codec.parameters.get("apt"), codec.payloadType
        if codec.name.lower() == _RTX and isinstance(apt, int) and apt in codecs and number is not None:
            repeats[number] = apt
    return codecs, repeats
