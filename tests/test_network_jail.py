"""The jail itself: without this, a test that nothing connects could not fail."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.network_jail import available

pytestmark = pytest.mark.skipif(not available(), reason="needs Linux on x86-64 or aarch64")

RUN = "from tests import network_jail; network_jail.lock(); import socket, ctypes; "


@pytest.mark.parametrize(
    ("code", "killed"),
    [
        ("print('quiet')", False),
        ("socket.socketpair()", False),
        ("socket.socket(socket.AF_UNIX)", False),
        ("socket.socket(socket.AF_INET)", True),
        ("socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)", True),
        ("ctypes.CDLL(None).socket(2, 1, 0)", True),
    ],
)
def test_only_internet_sockets_kill(code: str, killed: bool) -> None:
    done = subprocess.run([sys.executable, "-c", RUN + code], capture_output=True, check=False)
    assert done.returncode == (-signal.SIGSYS if killed else 0), done.stderr
