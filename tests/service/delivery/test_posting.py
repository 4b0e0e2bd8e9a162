"""One attempt, against receivers that answer well, badly, slowly, and not at all."""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.delivery.addresses import Reach
from service.delivery.connecting import resolve
from service.delivery.posting import Outcome, Patience, Poster
from tests.service.delivery.certificates import authority
from tests.service.delivery.receiver import Answer, Manner, Receiver, receiving

LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)
HURRIED = Patience(connect=5.0, silence=1.0, whole=2.0)
HEADERS = {"webhook-id": "m1"}


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


def reach(*receivers: Receiver, plain: bool = True) -> Reach:
    return Reach(LOOPBACK, plain, tuple(one.port for one in receivers))


def post(poster: Poster, url: str, body: bytes = b"{}") -> Outcome:
    return asyncio.run(poster.post(url, HEADERS, body))


def test_a_message_arrives_as_it_was_sent(receiver: Receiver) -> None:
    body = '{"name":"Зоя"}'.encode()
    assert post(Poster(reach(receiver)), receiver.url, body).result == "delivered"
    (one,) = receiver.received
    assert one.body == body
    assert one.path == "/hook?token=x"
    assert one.headers["webhook-id"] == "m1"
    assert one.headers["host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.parametrize(
    ("status", "result"),
    [
        (200, "delivered"),
        (202, "delivered"),
        (204, "delivered"),
        (299, "delivered"),
        (300, "redirected"),
        (304, "redirected"),
        (400, "refused"),
        (401, "refused"),
        (404, "refused"),
        (410, "gone"),
        (429, "refused"),
        (500, "refused"),
        (503, "refused"),
    ],
)
def test_two_hundreds_alone_are_success(receiver: Receiver, status: int, result: str) -> None:
    receiver.answer = lambda _: Answer(status)
    assert post(Poster(reach(receiver)), receiver.url).result == result


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(receiver: Receiver, status: int) -> None:
    with receiving() as inside:
        receiver.answer = lambda _: Answer(status, {"Location": inside.url})
        assert post(Poster(reach(receiver, inside)), receiver.url).result == "redirected"
        assert inside.received == []
        assert len(receiver.received) == 1


@pytest.mark.parametrize(
    ("manner", "result"),
    [
        ("silent", "timeout"),
        ("slow head", "timeout"),  # never silent for long, never done
        ("hang up", "unreachable"),
        ("nonsense", "unreachable"),
        ("short body", "delivered"),
        ("slow body", "delivered"),
        ("endless body", "delivered"),
    ],
)
def test_who_answers_badly_holds_nobody_up(receiver: Receiver, manner: Manner, result: str) -> None:
    receiver.answer = lambda _: Answer(manner=manner)
    assert post(Poster(reach(receiver), HURRIED), receiver.url).result == result


def test_what_an_answer_says_is_not_kept(receiver: Receiver) -> None:
    receiver.answer = lambda _: Answer(500, {"X-Secret": "hunter2"})
    assert post(Poster(reach(receiver)), receiver.url) == Outcome("refused", "answered 500")


@pytest.mark.parametrize("status", [429, 503])
def test_how_long_the_receiver_asks_us_to_wait_is_heard(receiver: Receiver, status: int) -> None:
    receiver.answer = lambda _: Answer(status, {"Retry-After": "77"})
    assert post(Poster(reach(receiver)), receiver.url).retry_after == 77.0


def test_nobody_listens() -> None:
    with receiving() as gone:
        url, allowed = gone.url, reach(gone)
    assert post(Poster(allowed), url).result == "unreachable"


def test_a_private_address_is_not_even_connected_to(receiver: Receiver) -> None:
    allowed = Reach((), plain=True, ports=(receiver.port,))
    for host in ("127.0.0.1", "localhost"):
        outcome = post(Poster(allowed), f"http://{host}:{receiver.port}/")
        assert outcome.result == "blocked"
        assert "webhooks.networks" in outcome.told
    assert receiver.received == []


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1"])
def test_odd_numbers_lead_nowhere(receiver: Receiver, host: str) -> None:
    assert post(Poster(reach(receiver)), f"http://{host}:{receiver.port}/").result == "blocked"
    assert receiver.received == []


class Changing:
    """A name server that gives another answer each time."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return self._answers.pop(0)


def test_a_name_that_turns_inside_after_it_was_checked_is_looked_up_and_checked_again(
    receiver: Receiver,
) -> None:
    """The attack: public when the endpoint is added and at the first attempt, inside at the next."""
    names = Changing(["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1", "::1"])
    allowed = Reach((ipaddress.ip_network("127.0.0.1/32"),), plain=True, ports=(receiver.port,))
    poster = Poster(allowed, resolver=names)
    url = f"http://hooks.example:{receiver.port}/"
    assert [post(poster, url).result for _ in range(3)] == ["delivered", "blocked", "blocked"]
    assert names.asked == ["hooks.example"] * 3  # once for each attempt: nothing lies between check and use
    assert len(receiver.received) == 1


def test_of_several_addresses_the_first_permitted_one_that_answers_is_taken(receiver: Receiver) -> None:
    names = Changing(["10.0.0.1", "127.0.0.9", "127.0.0.1"])  # inside; nobody there; the receiver
    outcome = post(Poster(reach(receiver), resolver=names), f"http://hooks.example:{receiver.port}/")
    assert outcome.result == "delivered"
    assert receiver.received[0].headers["host"] == f"hooks.example:{receiver.port}"


def test_a_name_that_nobody_knows_or_nobody_tells_in_time() -> None:
    async def unknown(host: str, port: int) -> list[str]:
        raise OSError(-2, "Name or service not known")

    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    hurried = Patience(connect=0.05, silence=0.2, whole=5.0)
    assert post(Poster(Reach(), resolver=unknown), "https://hooks.example/").result == "unreachable"
    assert post(Poster(Reach(), hurried, resolver=never), "https://hooks.example/").result == "timeout"


def test_the_system_resolves_names_and_numbers() -> None:
    assert "127.0.0.1" in asyncio.run(resolve("localhost", 1))
    assert asyncio.run(resolve("8.8.8.8", 443)) == ["8.8.8.8"]


def test_tls_is_asked_for_the_name_and_not_for_the_address(tmp_path: Path) -> None:
    trusted, context = authority(tmp_path, "hooks.example")
    with receiving(context) as receiver:
        names = Changing(["127.0.0.1"], ["127.0.0.1"])
        allowed = reach(receiver, plain=False)
        url = f"https://hooks.example:{receiver.port}/x"
        assert post(Poster(allowed, authorities=trusted, resolver=names), url).result == "delivered"
        assert receiver.names == ["hooks.example"]
        assert receiver.received[0].headers["host"] == f"hooks.example:{receiver.port}"
        outcome = post(Poster(allowed, resolver=names), url)  # an authority that nobody trusts
        assert outcome.result == "unreachable"
        assert len(receiver.received) == 1


def test_a_certificate_of_another_name_is_refused(tmp_path: Path) -> None:
    trusted, context = authority(tmp_path, "other.example")
    with receiving(context) as receiver:
        poster = Poster(reach(receiver, plain=False), authorities=trusted, resolver=Changing(["127.0.0.1"]))
        assert post(poster, f"https://hooks.example:{receiver.port}/").result == "unreachable"
        assert receiver.received == []


def test_a_file_of_authorities_that_is_none_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    with pytest.raises(ssl.SSLError):
        Poster(Reach(), authorities=tmp_path / "none.pem")
    with pytest.raises(OSError, match="No such file"):
        Poster(Reach(), authorities=tmp_path / "missing.pem")
