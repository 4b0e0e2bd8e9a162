"""Offers as publishers write them, put together by hand."""

from __future__ import annotations

USER, PASSWORD = "abcd", "0123456789012345678901"
FINGERPRINT = "sha-256 " + ":".join(["AB"] * 32)

SESSION = [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0 1 2",
    "a=msid-semantic: WMS s",
]
TRANSPORT = [
    f"a=ice-ufrag:{USER}",
    f"a=ice-pwd:{PASSWORD}",
    f"a=fingerprint:{FINGERPRINT}",
    "a=setup:actpass",
]
AUDIO = [
    "m=audio 9 UDP/TLS/RTP/SAVPF 111 63",
    "c=IN IP4 0.0.0.0",
    *TRANSPORT,
    "a=mid:0",
    "a=sendonly",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=fmtp:111 minptime=10;useinbandfec=1",
    "a=rtpmap:63 red/48000/2",
    "a=fmtp:63 111/111",
]
VIDEO = [
    "m=video 9 UDP/TLS/RTP/SAVPF 96 97 103 104 45",
    "c=IN IP4 0.0.0.0",
    *TRANSPORT,
    "a=mid:1",
    "a=extmap:3 urn:3gpp:video-orientation",
    "a=extmap:4 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
    "a=extmap:9 urn:ietf:params:rtp-hdrext:sdes:mid",
    "a=sendonly",
    "a=rtcp-mux",
    "a=rtpmap:96 VP8/90000",
    "a=rtcp-fb:96 goog-remb",
    "a=rtcp-fb:96 transport-cc",
    "a=rtcp-fb:96 nack",
    "a=rtcp-fb:96 nack pli",
    "a=rtpmap:97 rtx/90000",
    "a=fmtp:97 apt=96",
    "a=rtpmap:103 H264/90000",
    "a=rtcp-fb:103 nack",
    "a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=640c1f",
    "a=rtpmap:104 rtx/90000",
    "a=fmtp:104 apt=103",
    "a=rtpmap:45 AV1/90000",
]
DATA = [
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    *TRANSPORT,
    "a=mid:2",
    "a=sctp-port:5000",
]


def sdp(*sections: list[str]) -> str:
    return "".join(line + "\r\n" for section in (SESSION, *sections) for line in section)


def without(section: list[str], *starts: str) -> list[str]:
    return [line for line in section if not line.startswith(starts)]


def instead(section: list[str], old: str, new: str) -> list[str]:
    return [line.replace(old, new) for line in section]


BROWSER = sdp(AUDIO, VIDEO, DATA)
