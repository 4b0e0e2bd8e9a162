"""Addresses of endpoints: what is taken, and how it is read."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.delivery.addresses import Reach
from service.delivery.targets import BadTarget, Target, target


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("https://hooks.example", Target("https", "hooks.example", 443, "/")),
        ("https://HOOKS.example:443/a/b?c=d&e=f", Target("https", "hooks.example", 443, "/a/b?c=d&e=f")),
        ("HTTPS://xn--bcher-kva.example/x", Target("https", "xn--bcher-kva.example", 443, "/x")),
        ("https://8.8.8.8/x", Target("https", "8.8.8.8", 443, "/x")),
        ("https://[2606:4700::1111]/x", Target("https", "2606:4700::1111", 443, "/x")),
    ],
)
def test_what_is_taken_is_read_so(url: str, read: Target) -> None:
    assert target(url, Reach()) == read


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://hooks.example/", "https://"),
        ("ftp://hooks.example/", "https://"),
        ("//hooks.example/", "https://"),
        ("hooks.example", "https://"),
        ("file:///etc/passwd", "https://"),
        ("gopher://hooks.example:70/_x", "https://"),
        ("https://user:password@hooks.example/", "credentials"),
        ("https://hooks.example@127.0.0.1/", "credentials"),
        ("https://@hooks.example/", "credentials"),
        ("https://hooks.example/#x", "fragment"),
        ("https://hooks.example/#", "fragment"),
        ("https://hooks.example:22/", "port 22"),
        ("https://hooks.example:0/", "port 0"),
        ("https://hooks.example:65536/", "no address"),
        ("https://hooks.example:x/", "no address"),
        ("https://", "no name"),
        ("https:///x", "no name"),
        ("https://.example/", "no name"),
        ("https://hooks.example./", "no name"),
        ("https://a..b/", "no name"),
        ("https://-a.example/", "no name"),
        ("https://a_b.example/", "no name"),
        ("https://%6c%6fcalhost/", "no name"),
        (f"https://{'a' * 64}.example/", "no name"),
        ("https://bücher.example/", "ASCII"),
        ("https://hooks。example/", "ASCII"),
        ("https://hooks.example/a b", "ASCII"),
        ("https://hooks.example/\r\nHost: x", "ASCII"),
        ("https://hooks.example\\@127.0.0.1/", "ASCII"),
        ("https://hooks.example/\x00", "ASCII"),
        (f"https://hooks.example/{'a' * 2000}", "2000"),
        ("https://127.0.0.1/", "loopback"),
        ("https://10.1.2.3/", "private"),
        ("https://169.254.169.254/latest/meta-data", "link-local"),
        ("https://[::1]/", "is "),
        ("https://[::ffff:127.0.0.1]/", "IPv4"),
        ("https://[64:ff9b::7f00:1]/", "NAT64"),
        ("https://[fe80::1%25eth0]/", "is no address|network interface|no name"),
        ("https://[::1/", "no address"),
        ("https://127.1/", "odd number"),
        ("https://2130706433/", "odd number"),
        ("https://0x7f000001/", "odd number"),
        ("https://0x7f.0.0.1/", "odd number"),
        ("https://0177.0.0.1/", "odd number"),
        ("https://127.0.0.1./", "no name"),
        ("https://1.2.3.4.5/", "odd number"),
        ("https://hooks.0x/", "odd number"),
    ],
)
def test_what_is_refused_and_why(url: str, told: str) -> None:
    with pytest.raises(BadTarget, match=told) as error:
        target(url, Reach())
    assert "password" not in str(error.value)


def test_what_the_operator_allows_is_taken() -> None:
    reach = Reach((ipaddress.ip_network("127.0.0.0/8"),), plain=True, ports=(80, 8080))
    assert target("http://127.0.0.1/", reach) == Target("http", "127.0.0.1", 80, "/")
    assert target("http://127.0.0.1:8080/", reach).authority == "127.0.0.1:8080"
    wide = Reach((ipaddress.ip_network("::1/128"),), plain=True, ports=(80, 8080))
    assert target("http://[::1]:8080/", wide).authority == "[::1]:8080"
    with pytest.raises(BadTarget, match="port 443"):
        target("https://hooks.example/", reach)


@given(st.text(max_size=60))
def test_anything_is_taken_or_refused(text: str) -> None:
    for url in (text, f"https://{text}", f"https://hooks.example/{text}"):
        try:
            read = target(url, Reach())
        except BadTarget:
            continue
        assert read.port == 443
        assert read.host.isascii()
