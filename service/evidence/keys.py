"""The keys of evidence: each bundle has one of its own, and master keys wrap those.

A bundle whose wrapped key is destroyed cannot be read any more, wherever copies of it lie.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SIZE = 32
"""Bytes of every key: AES-256."""
_NONCE = 12
_LINE = re.compile(r"([A-Za-z0-9._-]{1,32}):([0-9a-fA-F]{64})")


class KeyFault(Exception):
    """A key is missing, malformed or the wrong one. The message says which and what to do."""


@dataclass(frozen=True, slots=True)
class WrappedKey:
    """A bundle's key, readable for who holds the master key of that name."""

    master: str
    wrapped: bytes


class MasterKeys:
    """The keys that wrap: the first wraps new ones, all unwrap."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """Hold keys.

        Args:
            keys: by name, `SIZE` bytes each; the first one wraps.

        Raises:
            KeyFault: there is none, or one has another size.
        """
        if not keys:
            raise KeyFault("no master key; write NAME:HEX lines, 64 hexadecimal digits each")
        for name, key in keys.items():
            if len(key) != SIZE:
                raise KeyFault(f"master key {name}: {len(key)} bytes, not {SIZE}")
        self._keys = dict(keys)
        self.current = next(iter(self._keys))
        """Name of the key that wraps."""

    @classmethod
    def parse(cls, text: str) -> MasterKeys:
        """Keys from lines `NAME:HEX`, the one that wraps first; `#` begins a comment.

        Raises:
            KeyFault: a line is none, or names a key again. The message holds no key.
        """
        keys: dict[str, bytes] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            said = line.partition("#")[0].strip()
            if not said:
                continue
            found = _LINE.fullmatch(said)
            if found is None:
                raise KeyFault(f"line {number}: write NAME:HEX with 64 hexadecimal digits")
            if found[1] in keys:
                raise KeyFault(f"line {number}: the key {found[1]} stands above, too")
            keys[found[1]] = bytes.fromhex(found[2])
        return cls(keys)

    def wrap(self, bundle: str, key: bytes) -> WrappedKey:
        """Wrap a bundle's key with the current master key; it can be unwrapped as that bundle's alone."""
        nonce = secrets.token_bytes(_NONCE)
        sealed = AESGCM(self._keys[self.current]).encrypt(nonce, key, bundle.encode())
        return WrappedKey(self.current, nonce + sealed)

    def unwrap(self, bundle: str, wrapped: WrappedKey) -> bytes:
        """The key of a bundle.

        Raises:
            KeyFault: its master key is not here, or it is not this bundle's.
        """
        master = self._keys.get(wrapped.master)
        if master is None:
            known = ", ".join(self._keys)
            raise KeyFault(f"bundle {bundle}: needs master key {wrapped.master}; here are {known}")
        nonce, sealed = wrapped.wrapped[:_NONCE], wrapped.wrapped[_NONCE:]
        try:
            return AESGCM(master).decrypt(nonce, sealed, bundle.encode())
        except (InvalidTag, ValueError) as error:
            raise KeyFault(
                f"bundle {bundle}: its key was changed, or {wrapped.master} is another key than then"
            ) from error

    def rewrap(self, bundle: str, wrapped: WrappedKey) -> WrappedKey:
        """The same key under the current master key: rotation touches no bundle.

        Raises:
            KeyFault: as `unwrap`.
        """
        return self.wrap(bundle, self.unwrap(bundle, wrapped))


def new_key() -> bytes:
    """A key for a bundle."""
    return secrets.token_bytes(SIZE)
