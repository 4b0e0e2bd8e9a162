"""What is to be told is written with what happened, and its bytes do not change any more."""

from __future__ import annotations

from sqlalchemy import select

from service.delivery import endpoints, letters
from service.delivery.outbox import Outbox
from service.delivery.schema import ENDPOINTS, OUTBOX, SECRETS
from tests.service.delivery.conftest import Post
from tests.service.records import OPENING, record


def stored(post: Post) -> list[tuple[str, str, bytes]]:
    columns = (OUTBOX.c.endpoint, OUTBOX.c.message, OUTBOX.c.body)
    query = select(*columns).order_by(OUTBOX.c.number)
    return post.database.read(lambda c: [(e, m, bytes(b)) for e, m, b in c.execute(query)])


def test_each_line_becomes_a_message_for_each_endpoint(post: Post) -> None:
    one, other = post.add()[0], post.add()[0]
    post.write(1, 2)
    rows = stored(post)
    messages = [f"{OPENING}-{number}-{place}" for number in (1, 2) for place in (0, 1)]
    assert sorted((e, m) for e, m, _ in rows) == sorted((e, m) for m in messages for e in (one, other))
    assert [m for e, m, _ in rows if e == one] == messages
    assert len({body for _, _, body in rows}) == 4  # the same bytes for both


def test_who_was_not_there_yet_or_wants_something_else_is_not_told(post: Post) -> None:
    post.write(1)
    assert stored(post) == []
    fouls = post.add(types=("foul.*",))[0]
    post.add(types=("ballot.*", "nudity.confirmed"))
    post.write(2)
    assert [(e, m) for e, m, _ in stored(post)] == [(fouls, f"{OPENING}-2-1")]


def test_a_record_that_is_not_written_is_not_told(post: Post) -> None:
    post.add()
    post.write(1)
    before = stored(post)
    assert post.log.append(record(1)).exception(20) is not None  # that number is taken
    assert stored(post) == before
    post.write(2)
    assert len(stored(post)) == len(before) + 2


def test_a_message_that_is_there_already_keeps_its_bytes(post: Post) -> None:
    post.add()
    outbox, line = Outbox("urn:x"), record(1).lines[0]
    post.database.write(lambda c: outbox.put(c, {"m": line}, 5)).result(20)
    before = stored(post)
    changed = {**line, "t": 99.0}
    post.database.write(lambda c: outbox.put(c, {"m": changed, "n": line}, 6)).result(20)
    assert stored(post)[:1] == before
    assert len(stored(post)) == 2


def test_a_disabled_endpoint_is_told_nothing_and_a_removed_one_leaves_nothing(post: Post) -> None:
    name = post.add()[0]
    post.write(1)
    post.database.write(lambda c: endpoints.disable(c, name, "test", 1, "operator")).result(20)
    post.write(2)
    assert len(stored(post)) == 2
    assert [letter.outcome for letter in post.dead()] == ["test", "test"]
    post.database.write(lambda c: endpoints.enable(c, name, 2)).result(20)
    post.write(3)
    assert len(stored(post)) == 4
    assert post.database.write(lambda c: endpoints.remove(c, name, 3)).result(20) == 4
    assert stored(post) == []
    assert post.database.read(endpoints.listed) == []


def test_an_endpoint_that_goes_while_something_is_written_for_it_costs_no_decision(post: Post) -> None:
    """Another process disables or removes endpoints between our look at them and our commit."""
    removed, disabled = post.add()[0], post.add()[0]
    post.write(1, 2)
    post.database.write(lambda c: c.execute(SECRETS.delete().where(SECRETS.c.endpoint == removed))).result(20)
    post.database.write(lambda c: c.execute(ENDPOINTS.delete().where(ENDPOINTS.c.id == removed))).result(20)
    off = ENDPOINTS.update().where(ENDPOINTS.c.id == disabled).values(disabled_ms=1)
    post.database.write(lambda c: c.execute(off)).result(20)
    assert post.send() == 0
    assert len(stored(post)) == 8
    forget = post.database.write(lambda c: letters.forget(c, post.clock.ms, 3600.0, 3600.0))
    assert forget.result(20) == 4
    assert {letter.endpoint for letter in post.dead()} == {disabled}
    assert len(post.dead()) == 4
