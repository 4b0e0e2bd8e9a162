"""Signatures that the receivers' own library accepts, and secrets that rest sealed."""

from __future__ import annotations

import json
import time

import pytest
from cloudevents.core.bindings.http import HTTPMessage, from_structured_event
from cloudevents.core.formats.json import JSONFormat
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from rules.events import Json
from service.delivery.messages import cloud_event
from service.delivery.signing import Vault, headers, new_secret
from service.sealing import SealBroken

LINE: dict[str, Json] = {
    "id": "evening-000001",
    "type": "foul.given",
    "table": "evening",
    "seat": 3,
    "t": 1.5,
    "data": {"count": 1},
}


def test_the_receivers_library_accepts_each_secret_that_signs_and_no_other() -> None:
    body = cloud_event("m-1", LINE, 1_700_000_000_007, "urn:consigliere")
    keys = [new_secret(), new_secret()]
    signed = headers("m-1", body, time.time(), keys)
    for key in keys:
        assert Webhook(key).verify(body, signed)["data"] == LINE
    with pytest.raises(WebhookVerificationError):
        Webhook(new_secret()).verify(body, signed)
    for broken in ({"webhook-id": "m-2"}, {"webhook-timestamp": str(int(time.time()) - 1)}):
        with pytest.raises(WebhookVerificationError):
            Webhook(keys[0]).verify(body, {**signed, **broken})
    with pytest.raises(WebhookVerificationError):
        Webhook(keys[0]).verify(body + b" ", signed)


def test_the_time_of_the_attempt_is_signed_so_a_replay_is_too_old() -> None:
    key = new_secret()
    with pytest.raises(WebhookVerificationError, match="too old"):
        Webhook(key).verify(b"{}", headers("m", b"{}", time.time() - 3600, [key]))


def test_what_is_sent_is_a_cloud_event_with_the_line_unchanged() -> None:
    body = cloud_event("m-1", LINE, 1_700_000_000_007, "urn:consigliere")
    signed = headers("m-1", body, time.time(), [new_secret()])
    event = from_structured_event(HTTPMessage(signed, body), JSONFormat())
    assert (event.get_id(), event.get_type(), event.get_subject()) == ("m-1", "foul.given", "seat/3")
    assert event.get_source() == "urn:consigliere:evening"
    assert event.get_data() == LINE
    instant = event.get_time()
    assert instant is not None
    assert instant.isoformat() == "2023-11-14T22:13:20.007000+00:00"


def test_an_event_of_the_whole_table_has_no_subject_and_a_web_source_a_path() -> None:
    body = cloud_event("m", {**LINE, "seat": 0, "table": "a.b"}, 0, "https://tables.example")
    event = json.loads(body)
    assert "subject" not in event
    assert event["source"] == "https://tables.example/tables/a.b"
    assert event["time"] == "1970-01-01T00:00:00.000Z"


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=9) | st.integers() | st.booleans(), max_size=4))
def test_the_same_line_gives_the_same_bytes(data: dict[str, Json]) -> None:
    first = cloud_event("m", {**LINE, "data": data}, 5, "urn:x")
    assert first == cloud_event("m", {**LINE, "data": dict(reversed(data.items()))}, 5, "urn:x")
    assert json.loads(first)["data"]["data"] == data
    assert headers("m", first, 0, [new_secret()])["webhook-timestamp"] == "0"


def test_a_sealed_secret_is_opened_where_it_belongs_and_by_whom_it_was_sealed() -> None:
    vault, text = Vault(b"i" * 32), new_secret()
    sealed = vault.seal(text, "wh_1/a")
    assert text.encode() not in sealed
    assert vault.seal(text, "wh_1/a") != sealed
    assert vault.opened(sealed, "wh_1/a") == text
    changed = bytes([*sealed[:-1], sealed[-1] ^ 1])
    for other, content, place in (
        (vault, sealed, "wh_2/a"),
        (Vault(b"j" * 32), sealed, "wh_1/a"),
        (vault, changed, "wh_1/a"),
        (vault, b"", "wh_1/a"),
    ):
        with pytest.raises(SealBroken, match="rotate it"):
            other.opened(content, place)
