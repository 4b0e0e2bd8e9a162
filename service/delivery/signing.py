"""Secrets of endpoints, sealed while they rest, and signatures by Standard Webhooks.

A secret has to be known in order to sign, so it cannot be kept as a hash.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from standardwebhooks import Webhook

from service.sealing import SealBroken, Sealer

_SIZE = 32
"""Bytes of a secret: Standard Webhooks asks for 24 to 64."""


class Vault:
    """Seals and opens secrets of endpoints."""

    def __init__(self, secret: bytes) -> None:
        """`secret`: of the installation (`Auth.key`)."""
        self._sealer = Sealer(secret, "webhook secrets")

    def seal(self, text: str, place: str) -> bytes:
        """Encrypt a secret.

        Args:
            text: `whsec_...`.
            place: where it belongs: it can be opened as nothing else.
        """
        return self._sealer.seal(text.encode(), place)

    def opened(self, sealed: bytes, place: str) -> str:
        """The secret.

        Raises:
            SealBroken: it was not sealed here and for that place.
        """
        try:
            return self._sealer.opened(sealed, place).decode()
        except SealBroken as error:
            raise SealBroken("the secret cannot be opened; was auth.secret changed? rotate it") from error


def new_secret() -> str:
    """A secret, as Standard Webhooks writes it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(_SIZE)).decode()


def headers(message: str, body: bytes, now: float, keys: Sequence[str]) -> dict[str, str]:
    """The headers of an attempt, signed with all keys.

    Args:
        message: its identifier, the same in each attempt.
        body: UTF-8.
        now: of this attempt, seconds since 1970: what is old when it arrives is a replay.
        keys: `whsec_...`, at least one.
    """
    moment = datetime.fromtimestamp(int(now), UTC)
    text = body.decode()
    return {
        "content-type": "application/cloudevents+json; charset=utf-8",
        "user-agent": "consigliere",
        "webhook-id": message,
        "webhook-timestamp": str(int(now)),
        "webhook-signature": " ".join(Webhook(key).sign(message, moment, text) for key in keys),
    }
