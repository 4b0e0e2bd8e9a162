"""At least once, with the same identifier and bytes, in time and in order."""

from __future__ import annotations

import asyncio
import json

import pytest

from service.audit.verify import entries, verify
from service.delivery import endpoints, letters
from service.delivery.endpoints import NoSuchEndpoint
from service.delivery.posting import Patience
from service.delivery.schedule import RETRIES, wait
from service.delivery.signing import Vault, headers
from service.delivery.waiting import candidates, claim
from tests.service.delivery.conftest import VAULT, Post
from tests.service.delivery.receiver import Answer, Received, receiving
from tests.service.records import OPENING


def messages(*numbers: int) -> list[str]:
    return [f"{OPENING}-{number}-{place}" for number in numbers for place in (0, 1)]


def failing(_: Received) -> Answer:
    return Answer(500)


def signed_by(one: Received, secret: str) -> bool:
    names = one.headers["webhook-signature"].split()
    sent = float(one.headers["webhook-timestamp"])
    return headers(one.headers["webhook-id"], one.body, sent, [secret])["webhook-signature"] in names


def test_each_message_is_delivered_once(post: Post) -> None:
    _, secret = post.add()
    post.write(1, 2, 3)
    assert post.send() == 6
    assert sorted(post.receiver.messages) == messages(1, 2, 3)
    assert all(signed_by(one, secret) for one in post.receiver.received)
    assert post.send() == 0
    assert post.later(86_400) == 0
    assert (post.pending(), post.dead()) == (0, [])
    assert post.sender.attempts == {"delivered": 6}


def test_every_attempt_has_the_same_identifier_and_bytes_and_its_own_time(post: Post) -> None:
    _, secret = post.add(types=("foul.*",))
    post.receiver.answer = failing
    post.write(1)
    began = post.clock.now
    post.send()
    waited = 0.0
    for failed in range(1, RETRIES + 1):
        due = wait(failed, 0.5)
        assert due is not None
        assert post.later(due - 1) == 0  # not yet
        assert post.later(1.1) == 1
        waited += due
    tried = post.receiver.received
    assert len(tried) == RETRIES + 1
    assert {one.headers["webhook-id"] for one in tried} == {f"{OPENING}-1-1"}
    assert len({one.body for one in tried}) == 1
    stamps = [int(one.headers["webhook-timestamp"]) for one in tried]
    assert stamps == sorted(set(stamps))
    assert stamps[0] == int(began)
    assert post.clock.now - began == pytest.approx(3 * 86_400, rel=0.01)
    assert all(signed_by(one, secret) for one in tried)
    assert [(letter.attempts, letter.outcome) for letter in post.dead()] == [(RETRIES + 1, "answered 500")]
    assert post.later(30 * 86_400) == 0


def test_a_dead_message_is_sent_again_by_command_as_it_was(post: Post) -> None:
    name, _ = post.add()
    post.receiver.answer = failing
    post.write(1)
    for _ in range(RETRIES + 1):
        post.later(90_000)
    first = {one.headers["webhook-id"]: one.body for one in post.receiver.received}
    assert [letter.message for letter in post.dead()] == messages(1)
    number = post.dead()[0].number
    post.receiver.answer = lambda _: Answer()
    post.receiver.received.clear()
    resend = post.database.write(lambda c: letters.resend(c, post.clock.ms, numbers=[number]))
    assert resend.result(20) == 1
    assert post.send() == 1
    assert post.database.write(lambda c: letters.resend(c, post.clock.ms, endpoint=name)).result(20) == 1
    assert post.send() == 1
    assert {one.headers["webhook-id"]: one.body for one in post.receiver.received} == first
    assert post.dead() == []
    actions = [entry.action for entry in entries(post.database) if entry.actor in ("sender", "operator")]
    assert actions == ["webhook.added", "webhook.dead", "webhook.dead", "webhook.resent", "webhook.resent"]
    assert verify(post.database).broken is None


def test_what_a_receiver_took_and_lost_can_be_sent_again(post: Post) -> None:
    post.add()
    post.write(1)
    post.clock.now += 100
    since = post.clock.ms
    post.write(2)
    assert post.send() == 4
    again = post.database.write(lambda c: letters.resend(c, post.clock.ms, delivered_since_ms=since))
    assert again.result(20) == 2
    post.receiver.received.clear()
    assert post.send() == 2
    assert sorted(post.receiver.messages) == messages(2)


def test_the_receiver_says_when_to_come_again(post: Post) -> None:
    post.add(types=("foul.*",))
    post.receiver.answer = lambda _: Answer(429, {"Retry-After": "1000"})
    post.write(1)
    assert post.send() == 1
    assert post.later(999) == 0
    post.receiver.answer = lambda _: Answer()
    assert post.later(1.5) == 1
    assert post.pending() == 0


def test_who_is_gone_is_told_nothing_more(post: Post) -> None:
    name, _ = post.add(ordered=True)
    post.write(1)
    post.receiver.answer = lambda _: Answer(410)
    assert post.send() == 1
    post.write(2)
    assert post.later(90_000) == 0
    (endpoint,) = post.database.read(endpoints.listed)
    assert endpoint.disabled_ms is not None
    assert "410" in endpoint.reason
    assert [letter.message for letter in post.dead()] == messages(1)
    assert "webhook.disabled" in [entry.action for entry in entries(post.database)]
    assert post.database.write(lambda c: letters.resend(c, post.clock.ms)).result(20) == 0  # while it is off
    post.database.write(lambda c: endpoints.enable(c, name, post.clock.ms)).result(20)
    post.receiver.answer = lambda _: Answer()
    assert post.database.write(lambda c: letters.resend(c, post.clock.ms)).result(20) == 2
    assert post.send() == 2


def test_an_ordered_endpoint_waits_for_the_first_and_others_do_not(post: Post) -> None:
    with receiving() as other:
        post.sender = post.another((other,))
        post.add(ordered=True)
        post.add(other.url)
        post.write(1, 2, 3)
        for one in (post.receiver, other):
            one.answer = lambda got: Answer(500 if got.headers["webhook-id"] == f"{OPENING}-1-1" else 200)
        post.send()
        assert post.receiver.messages == messages(1)  # the second fails; none overtakes it
        assert sorted(other.messages) == messages(1, 2, 3)
        for one in (post.receiver, other):
            one.answer = lambda _: Answer()
        assert post.later(5.1) == 6
        assert post.receiver.messages == [*messages(1), f"{OPENING}-1-1", *messages(2, 3)]


def test_an_ordered_endpoint_goes_on_after_a_dead_letter(post: Post) -> None:
    post.add(ordered=True)
    post.write(1)
    post.receiver.answer = lambda got: Answer(500 if got.headers["webhook-id"].endswith("-0") else 200)
    for _ in range(RETRIES):
        assert post.later(90_000) == 1
    assert post.later(90_000) == 2
    assert [letter.message for letter in post.dead()] == messages(1)[:1]
    assert post.receiver.messages[-1] == messages(1)[1]


def test_a_receiver_that_hangs_holds_up_no_other(post: Post) -> None:
    with receiving() as hanging:
        hanging.answer = lambda _: Answer(manner="silent")
        post.sender = post.another((hanging,), patience=Patience(5.0, 1.0, 3.0))
        post.add(hanging.url)
        post.add()
        post.write(1, 2, 3, 4)
        post.send()
        assert set(post.receiver.messages) == set(messages(1, 2, 3, 4))
        assert post.sender.attempts["timeout"] >= 8
        hanging.released.set()
        hanging.answer = lambda _: Answer()
        assert post.later(6) >= 8
        assert post.pending() == 0


def test_what_was_sent_and_not_written_down_is_sent_again_as_it_was(post: Post) -> None:
    """A process that dies between the receiver's answer and its own commit."""
    post.add(types=("foul.*",))
    post.write(1)
    numbers = post.database.read(lambda c: candidates(c, post.clock.ms, {}, (), 4))
    died = post.database.write(lambda c: claim(c, numbers, "died", post.clock.ms, 50_000)).result(20)
    assert [parcel.message for parcel in died] == [f"{OPENING}-1-1"]
    assert post.send() == 0  # somebody else has it
    assert post.later(51) == 1
    (one,) = post.receiver.received
    assert (one.headers["webhook-id"], one.body) == (died[0].message, died[0].body)


def test_two_processes_do_not_send_the_same(post: Post) -> None:
    post.add()
    post.write(*range(1, 21))
    senders = [post.another(), post.another()]

    async def both() -> None:
        await asyncio.gather(*(sender.once() for sender in senders))

    asyncio.run(both())
    assert sorted(post.receiver.messages) == sorted(messages(*range(1, 21)))
    assert post.pending() == 0


def test_old_and_new_secrets_sign_together_until_the_old_ones_retire(post: Post) -> None:
    name, old = post.add(types=("foul.*",))
    rotate = post.database.write(lambda c: endpoints.rotate(c, VAULT, name, post.clock.ms, overlap=100.0))
    new = rotate.result(20)
    post.write(1)
    post.send()
    assert signed_by(post.receiver.received[0], old)
    assert signed_by(post.receiver.received[0], new)
    post.clock.now += 101
    post.write(2)
    post.send()
    assert not signed_by(post.receiver.received[1], old)
    assert signed_by(post.receiver.received[1], new)
    assert post.database.read(lambda c: endpoints.keys(c, VAULT, name, post.clock.ms)) == [new]
    with pytest.raises(NoSuchEndpoint):
        post.database.write(lambda c: endpoints.rotate(c, VAULT, "wh_none", 1)).result(20)


def test_a_secret_that_cannot_be_opened_fails_loudly_and_can_be_replaced(post: Post) -> None:
    post.add(types=("foul.*",))
    post.write(1)
    stranger = post.another(vault=Vault(b"another installation's own secret"))
    assert post.send(stranger) == 1
    assert stranger.attempts == {"unsigned": 1}
    assert post.receiver.received == []
    post.clock.now += 6
    assert post.send() == 1


def test_what_is_kept_no_longer_is_deleted(post: Post) -> None:
    post.add()
    post.write(1)
    post.receiver.answer = lambda got: Answer(500 if got.headers["webhook-id"].endswith("-0") else 200)
    for _ in range(RETRIES + 1):
        post.later(90_000)

    def left() -> dict[str, int]:
        return post.database.read(letters.waiting_of)[post.database.read(endpoints.listed)[0].id]

    assert left() == {"delivered": 1, "dead": 1}
    forget = post.database.write(lambda c: letters.forget(c, post.clock.ms, 3600.0, 86_400.0))
    assert forget.result(20) == 1
    assert left() == {"dead": 1}
    late = post.clock.ms + 86_400_001
    assert post.database.write(lambda c: letters.forget(c, late, 3600.0, 86_400.0)).result(20) == 1
    assert post.database.read(letters.waiting_of) == {}


def test_every_change_of_an_endpoint_is_audited_without_its_secrets(post: Post) -> None:
    name, secret = post.add(types=("a.b",), ordered=True)
    post.database.write(lambda c: endpoints.rotate(c, VAULT, name, 1)).result(20)
    post.database.write(lambda c: endpoints.disable(c, name, "test", 1, "operator")).result(20)
    post.database.write(lambda c: endpoints.enable(c, name, 1)).result(20)
    post.database.write(lambda c: endpoints.remove(c, name, 1)).result(20)
    chain = list(entries(post.database))
    told = [entry.action for entry in chain]
    assert told == [f"webhook.{deed}" for deed in ("added", "rotated", "disabled", "enabled", "removed")]
    assert json.loads(chain[0].detail) == {"types": ["a.b"], "ordered": True}
    assert secret not in str(chain)
    assert "token=x" not in str(chain)  # addresses may hold secrets
