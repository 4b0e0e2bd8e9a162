"""`consigliere webhooks` as an operator uses it, beside a sidecar on the same database."""

from __future__ import annotations

import pytest
from standardwebhooks import Webhook

from service.delivery.schedule import RETRIES
from tests.service.commands import Operator
from tests.service.delivery.conftest import Post
from tests.service.delivery.receiver import Answer


@pytest.fixture
def allowed(operator: Operator, post: Post) -> Operator:
    """An operator who lets webhooks go to the receiver."""
    operator.set(
        WEBHOOKS_NETWORKS='["127.0.0.0/8"]', WEBHOOKS_PLAIN="true", WEBHOOKS_PORTS=f"[{post.receiver.port}]"
    )
    return operator


def test_an_endpoint_is_added_tested_rotated_and_removed(allowed: Operator, post: Post) -> None:
    made = allowed.json("webhooks", "add", post.receiver.url, "--type", "foul.*", "--ordered")
    name = made["id"]
    assert "answered 200" in allowed.said("webhooks", "test", name)
    (one,) = post.receiver.received
    event = Webhook(made["secret"]).verify(one.body, dict(one.headers))
    assert event["type"] == "webhook.test"
    new = allowed.json("webhooks", "rotate", name)["secret"]
    assert allowed.json("webhooks", "test", name)["result"] == "delivered"
    for secret in (made["secret"], new):
        Webhook(secret).verify(post.receiver.received[1].body, dict(post.receiver.received[1].headers))
    post.write(1)
    (listed,) = allowed.json("webhooks", "list")
    assert (listed["types"], listed["ordered"], listed["messages"]) == (["foul.*"], True, {"pending": 1})
    assert f"{post.receiver.url}: foul.*, in order; 1 pending" in allowed.said("webhooks", "list")
    assert "told nothing more" in allowed.said("webhooks", "disable", name)
    assert "DISABLED" in allowed.said("webhooks", "list")
    assert "told again" in allowed.said("webhooks", "enable", name)
    assert "1 messages had not been delivered" in allowed.said("webhooks", "remove", name)
    assert allowed.json("webhooks", "list") == []
    told = allowed.said("audit", "show")
    for deed in ("added", "tested", "rotated", "disabled", "enabled", "removed"):
        assert f"webhook.{deed}" in told
    assert "operator:" in told


def test_dead_letters_are_listed_and_sent_again(allowed: Operator, post: Post) -> None:
    name = allowed.json("webhooks", "add", post.receiver.url)["id"]
    post.receiver.answer = lambda _: Answer(500)
    post.write(1)
    for _ in range(RETRIES + 1):
        post.later(90_000)
    dead = allowed.json("webhooks", "dead")
    assert [letter["attempts"] for letter in dead] == [RETRIES + 1] * 2
    assert "answered 500" in allowed.said("webhooks", "dead", "--endpoint", name)
    first = {one.headers["webhook-id"]: one.body for one in post.receiver.received}
    post.receiver.answer = lambda _: Answer()
    post.receiver.received.clear()
    assert "1 messages" in allowed.said("webhooks", "resend", dead[0]["number"])
    assert "1 messages" in allowed.said("webhooks", "resend", "--all")
    assert post.send() == 2
    assert {one.headers["webhook-id"]: one.body for one in post.receiver.received} == first
    assert allowed.said("webhooks", "dead") == ""
    assert "2 messages" in allowed.said("webhooks", "resend", "--delivered-since", 24 * 60)
    assert post.send() == 2


def test_what_is_refused(operator: Operator, post: Post) -> None:
    url = post.receiver.url
    assert "https://" in operator.refused("webhooks", "add", url)
    operator.set(WEBHOOKS_PLAIN="true")
    assert "webhooks.ports" in operator.refused("webhooks", "add", url)
    operator.set(WEBHOOKS_PORTS=f"[{post.receiver.port}]")
    assert "webhooks.networks" in operator.refused("webhooks", "add", url)
    hidden = operator.refused("webhooks", "add", "https://me:hidden@hooks.example/")
    assert "credentials" in hidden
    assert "hidden" not in hidden
    for command in ("test", "rotate", "enable", "disable", "remove"):
        assert "no such endpoint" in operator.refused("webhooks", command, "wh_none")
    assert "no such endpoint" in operator.refused("webhooks", "resend", "--endpoint", "wh_none")
    assert "--all" in operator.refused("webhooks", "resend")


def test_a_test_that_does_not_arrive_says_why(allowed: Operator, post: Post) -> None:
    name = allowed.json("webhooks", "add", post.receiver.url)["id"]
    post.receiver.answer = lambda _: Answer(503)
    assert "refused: answered 503" in allowed.refused("webhooks", "test", name)
    allowed.set(WEBHOOKS_NETWORKS="[]")
    assert "blocked" in allowed.refused("webhooks", "test", name)
    assert len(post.receiver.received) == 1
    allowed.set(AUTH_SECRET="another installation secret, 32 b")
    assert "auth.secret" in allowed.refused("webhooks", "test", name)
