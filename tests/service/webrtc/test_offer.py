from __future__ import annotations

import contextlib
import random

import pytest
from aioice import Candidate
from aiortc.rtcdtlstransport import RTCDtlsFingerprint
from aiortc.sdp import SessionDescription
from hypothesis import given
from hypothesis import strategies as st

from service.webrtc.answer import answer
from service.webrtc.fragment import parse_fragment
from service.webrtc.header import ORIENTATION, SENT
from service.webrtc.ice import LocalIce
from service.webrtc.offer import LONGEST, BadOffer, Unacceptable, parse_offer
from tests.service.webrtc.offers import AUDIO, BROWSER, DATA, PASSWORD, USER, VIDEO, instead, sdp, without

HERE = LocalIce("u123", "p" * 22, (Candidate("f", 1, "udp", 1, "127.0.0.1", 4000, "host"),))
OURS = [RTCDtlsFingerprint("sha-256", ":".join(["CD"] * 32))]


def test_a_browser_s_offer() -> None:
    offer = parse_offer(BROWSER)
    assert offer.names == {96: "VP8", 103: "H264"}
    assert offer.repeats == {97: 96, 104: 103}
    assert offer.extensions == {ORIENTATION: 3, SENT: 4}
    assert (offer.ice.user, offer.ice.password) == (USER, PASSWORD)
    assert offer.role == "client"


def test_the_answer_takes_the_video_and_declines_the_rest() -> None:
    told = SessionDescription.parse(answer(parse_offer(BROWSER), HERE, OURS))
    audio, video, data = told.media
    assert [group.items for group in told.group] == [["0", "1"]]
    assert (audio.port, audio.direction, audio.fmt) == (9, "inactive", [111])
    assert (video.port, video.direction, video.fmt) == (9, "recvonly", [96, 103, 97, 104])
    assert data.port == 0
    assert [(one.id, one.uri) for one in video.rtp.headerExtensions] == [(3, ORIENTATION), (4, SENT)]
    assert [(one.type, one.parameter) for one in video.rtp.codecs[0].rtcpFeedback] == [
        ("nack", None),
        ("nack", "pli"),
        ("goog-remb", None),
    ]
    assert video.rtp.codecs[1].parameters["profile-level-id"] == "640c1f"
    assert video.dtls is not None
    assert video.dtls.role == "client"
    assert [candidate.port for candidate in video.ice_candidates] == [4000]


def test_audio_of_a_way_of_its_own_is_rejected() -> None:
    text = answer(parse_offer(sdp(AUDIO, VIDEO).replace("BUNDLE 0 1 2", "BUNDLE 1")), HERE, OURS)
    audio, video = SessionDescription.parse(text).media
    assert (audio.port, video.port) == (0, 9)
    assert "a=group:BUNDLE 1\r\n" in text


@pytest.mark.parametrize(
    ("setup", "role"), [("actpass", "client"), ("passive", "client"), ("active", "server")]
)
def test_dtls_roles(setup: str, role: str) -> None:
    assert parse_offer(sdp(instead(VIDEO, "setup:actpass", f"setup:{setup}"))).role == role


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", Unacceptable),
        ("hello", Unacceptable),
        (sdp(AUDIO), Unacceptable),
        (sdp(VIDEO, instead(VIDEO, "mid:1", "mid:2")), Unacceptable),
        (sdp(instead(VIDEO, "sendonly", "recvonly")), Unacceptable),
        (sdp(instead(VIDEO, "sendonly", "inactive")), Unacceptable),
        (sdp(instead(VIDEO, "UDP/TLS/RTP/SAVPF", "RTP/AVP")), Unacceptable),
        (sdp(without(VIDEO, "a=rtcp-mux")), Unacceptable),
        (sdp(instead(instead(VIDEO, "VP8", "VP9"), "H264", "H265")), Unacceptable),
        (sdp(instead(VIDEO, "sha-256", "md5")), Unacceptable),
        (sdp(without(VIDEO, "a=mid")), BadOffer),
        (sdp(without(VIDEO, "a=fingerprint")), BadOffer),
        (sdp(without(VIDEO, "a=setup")), BadOffer),
        (sdp(without(VIDEO, "a=ice-pwd")), BadOffer),
        (sdp(instead(VIDEO, PASSWORD, "short")), BadOffer),
        (sdp(instead(VIDEO, USER, "a b\u00e4")), BadOffer),
        (sdp(instead(VIDEO, "m=video 9", "m=video x")), BadOffer),
        (sdp(VIDEO, *[DATA] * 20), BadOffer),
        (sdp(VIDEO + ["a=x"] * 2000), BadOffer),
        (sdp([*VIDEO, "a=" + "x" * LONGEST]), BadOffer),
    ],
)
def test_what_cannot_be_taken(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_offer(text)


def mutated(seed: int) -> str:
    """The offer with some of its characters and lines changed, doubled, moved or gone."""
    dice = random.Random(seed)
    lines = BROWSER.split("\r\n")
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(lines))
        line = lines[at]
        cut = dice.randrange(len(line) + 1)
        lines[at : at + 1] = dice.choice(
            [
                [],
                [line, line],
                [line[:cut]],
                [line[:cut] + dice.choice("\0\n 09:-=/\u00e4") + line[cut + 1 :]],
                [line[:cut] + str(dice.randrange(10**12)) + line[cut:]],
                [dice.choice(lines)],
            ]
        )
    return "\r\n".join(lines)


def test_a_thousand_mutated_offers_are_taken_or_refused() -> None:
    outcomes = set()
    for seed in range(1000):
        try:
            offer = parse_offer(mutated(seed))
            SessionDescription.parse(answer(offer, HERE, OURS))
            outcomes.add("taken")
        except (BadOffer, Unacceptable) as error:
            outcomes.add(type(error).__name__)
    assert outcomes == {"taken", "BadOffer", "Unacceptable"}


CANDIDATE = "1387637174 1 udp 2122260223 192.0.2.1 61764 typ host generation 0 ufrag EsAw network-id 1"


def test_a_fragment() -> None:
    text = f"a=ice-ufrag:EsAw\r\na=ice-pwd:{PASSWORD}\r\nm=video 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:0\r\n"
    fragment = parse_fragment(text + f"a=candidate:{CANDIDATE}\r\na=end-of-candidates\r\n")
    assert (fragment.user, fragment.password) == ("EsAw", PASSWORD)
    assert [(one.host, one.port) for one in fragment.candidates] == [("192.0.2.1", 61764)]
    assert fragment.ice().user == "EsAw"


@pytest.mark.parametrize(
    "text",
    ["", "hello", "a=candidate:1 1 udp", "a=candidate:1 x udp 1 192.0.2.1 1 typ host", "a=" + "x" * 9000],
)
def test_malformed_fragments(text: str) -> None:
    with pytest.raises(BadOffer):
        parse_fragment(text)


def test_a_fragment_without_credentials_begins_nothing() -> None:
    with pytest.raises(BadOffer):
        parse_fragment(f"a=candidate:{CANDIDATE}").ice()


@given(st.text(max_size=300))
def test_any_fragment_is_taken_or_refused(text: str) -> None:
    with contextlib.suppress(BadOffer):
        parse_fragment("a=candidate:" + text)
