"""Secrets that have to be known again, encrypted while they rest.

They are sealed under a key that is derived from the installation's own secret, which is in no database and in
no copy of one.
"""

from __future__ import annotations

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_NONCE = 12


class SealBroken(Exception):
    """It cannot be opened: another installation sealed it, it was changed, or it belongs elsewhere."""


class Sealer:
    """Seals for one purpose with AES-256-GCM; what is sealed for another one cannot be opened."""

    def __init__(self, secret: bytes, purpose: str) -> None:
        """Derive the key (HKDF, SHA-256).

        Args:
            secret: of the installation (`Auth.key`).
            purpose: in words.
        """
        self._cipher = AESGCM(HKDF(SHA256(), 32, None, f"consigliere {purpose}".encode()).derive(secret))

    def seal(self, content: bytes, place: str) -> bytes:
        """Encrypt; `place` is where it belongs: it can be opened as nothing else."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, content, place.encode())

    def opened(self, sealed: bytes, place: str) -> bytes:
        """What was sealed for that place.

        Raises:
            SealBroken: it was not.
        """
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], place.encode())
        except (InvalidTag, ValueError) as error:
            raise SealBroken("it cannot be opened") from error
