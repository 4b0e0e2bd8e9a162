"""What may be connected to."""

from __future__ import annotations

import ipaddress

import pytest

from service.delivery.addresses import Blocked, Reach, forbidden, permitted

INSIDE = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.254",
    "127.0.0.1",
    "127.8.9.10",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.7",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::10.0.0.1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]
OUTSIDE = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.32.0.1", "192.167.1.1", "2606:4700::1111", "2a00::1"]


@pytest.mark.parametrize("address", INSIDE)
def test_what_is_not_public_is_refused(address: str) -> None:
    assert forbidden(ipaddress.ip_address(address), Reach()) is not None
    with pytest.raises(Blocked, match="name is"):
        permitted([address], "name", Reach())


@pytest.mark.parametrize("address", OUTSIDE)
def test_what_is_public_is_permitted(address: str) -> None:
    assert forbidden(ipaddress.ip_address(address), Reach()) is None


@pytest.mark.parametrize("address", INSIDE)
def test_the_operator_can_allow_a_network_and_nothing_beside_it(address: str) -> None:
    own = ipaddress.ip_network(address)
    assert forbidden(ipaddress.ip_address(address), Reach((own,))) is None
    other = "::1" if address == "127.0.0.1" else "127.0.0.1"
    assert forbidden(ipaddress.ip_address(other), Reach((own,))) is not None


def test_an_allowed_ipv4_network_does_not_allow_its_disguises() -> None:
    reach = Reach((ipaddress.ip_network("10.0.0.0/8"),))
    assert forbidden(ipaddress.ip_address("10.1.2.3"), reach) is None
    for disguise in ("::ffff:10.1.2.3", "::10.1.2.3", "64:ff9b::10.1.2.3", "2002:a01:203::1"):
        assert forbidden(ipaddress.ip_address(disguise), reach) is not None


def test_of_a_name_with_addresses_of_both_kinds_only_the_public_are_left() -> None:
    assert list(map(str, permitted(["10.0.0.1", "8.8.8.8", "::1"], "n", Reach()))) == ["8.8.8.8"]
    with pytest.raises(Blocked, match="no address"):
        permitted([], "n", Reach())
