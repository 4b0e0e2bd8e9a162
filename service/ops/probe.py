"""Asks the sidecar of this machine whether it works: `python -m service.ops.probe`, for supervisors.

Reads the same settings as `consigliere serve`, so that it finds port and TLS by itself. Status 0: it does.
"""

from __future__ import annotations

import http.client
import ssl
import sys

from service.config import ConfigError, Settings, load

PATIENCE = 5.0
_OWN = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Who listens on all addresses is found on the own one."""


def ask(settings: Settings, path: str = "/healthz") -> int:
    """The status that the sidecar answers with.

    Raises:
        OSError, http.client.HTTPException: it does not answer.
    """
    server = settings.server
    host = _OWN.get(server.host, server.host)
    if server.tls_certificate is None:
        connection = http.client.HTTPConnection(host, server.port, timeout=PATIENCE)
    else:
        connection = http.client.HTTPSConnection(host, server.port, timeout=PATIENCE, context=_trusting())
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def main() -> int:
    """Ask, and say on stderr what is wrong."""
    try:
        status = ask(load())
    except (ConfigError, OSError, http.client.HTTPException) as error:
        print(f"no answer: {error}", file=sys.stderr)
        return 1
    if status != 200:
        print(f"the answer is {status}", file=sys.stderr)
    return 0 if status == 200 else 1


def _trusting() -> ssl.SSLContext:
    """Our own certificate names the public address, not this one; nothing secret is sent."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


if __name__ == "__main__":
    sys.exit(main())
