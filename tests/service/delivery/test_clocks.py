"""A clock that is set: nothing is lost, late, ended early or sent in a loop."""

from __future__ import annotations

from service.delivery.waiting import claim
from tests.service.delivery.conftest import Post
from tests.service.delivery.receiver import Answer, Received


def failing(_: Received) -> Answer:
    return Answer(500)


def test_a_clock_that_is_set_back_an_hour_loses_and_hurries_nothing(post: Post) -> None:
    post.add(types=("foul.*",))
    post.receiver.answer = failing
    post.write(1)
    assert post.send() == 1
    assert post.later(-3600) == 1  # at once rather than an hour late
    assert post.later(0) == 0  # and then as ever
    assert post.later(14) == 0
    assert post.later(1.1) == 1
    post.write(2)
    assert post.later(-3600) == 2
    stamps = [int(one.headers["webhook-timestamp"]) for one in post.receiver.received]
    assert stamps[-1] == int(post.clock.now)  # what is signed is what the clock says
    post.receiver.answer = lambda _: Answer()
    assert post.later(3600) == 2
    assert (post.pending(), post.dead()) == (0, [])


def test_a_clock_that_is_set_a_day_ahead_ends_nothing_early(post: Post) -> None:
    post.add(types=("foul.*",))
    post.receiver.answer = failing
    post.write(1)
    assert post.send() == 1
    for _ in range(5):  # ahead and back again, as a broken time server does
        assert post.later(86_400) == 1
        assert post.later(0) == 0
        assert post.later(-86_400) == 1
        assert post.later(0) == 0
    assert post.dead() == []
    assert post.pending() == 1
    post.receiver.answer = lambda _: Answer()
    assert post.later(86_400) == 1
    assert post.pending() == 0


def test_a_lease_of_the_future_is_none(post: Post) -> None:
    """Claimed by a process that died while its clock was a day ahead."""
    post.add(types=("foul.*",))
    post.write(1)
    ahead = post.clock.ms + 86_400_000
    post.database.write(lambda c: claim(c, [1], "died", ahead, 50_000)).result(20)
    assert post.send() == 1
