"""Checkpoints: the chain's newest hash, signed, to be kept where who holds the database cannot reach.

A file holds one checkpoint a line, as JSON. Ed25519 signs the canonical JSON of a line without its
`signature`; `key` is the public key, so that whoever knows it needs nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from sqlalchemy import Connection, select

from rules.canonical import dumps
from rules.events import Json
from service.audit.schema import AUDIT

FORMAT = "consigliere-audit-checkpoint-1"


class CheckpointError(Exception):
    """A checkpoint or a key cannot be used. The message says where and why."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """An entry of the chain that was there at some time."""

    number: int
    hash: bytes
    at_ms: int
    """UTC, when it was signed."""


class Signer:
    """Holds the private key."""

    def __init__(self, private: bytes) -> None:
        """`private`: 32 bytes."""
        self._key = Ed25519PrivateKey.from_private_bytes(private)

    @property
    def public(self) -> str:
        """The public key, in hexadecimal digits."""
        return self._key.public_key().public_bytes_raw().hex()

    def signed(self, checkpoint: Checkpoint) -> str:
        """The line of a checkpoint, without a line break."""
        said = _said(checkpoint, self.public)
        return dumps({**said, "signature": self._key.sign(dumps(said)).hex()}).decode()


def stored_signer(path: Path) -> Signer:
    """The signer of a key file, which is made where it is missing: 64 hexadecimal digits, its owner's alone.

    Raises:
        CheckpointError: it holds no key.
        OSError: it can be neither read nor written.
    """
    try:
        text = path.read_text("ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = Ed25519PrivateKey.generate().private_bytes_raw().hex()
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(f"{text}\n")
    except UnicodeDecodeError:
        text = ""
    try:
        return Signer(bytes.fromhex(text))
    except ValueError:
        raise CheckpointError(f"{path}: holds no key of 64 hexadecimal digits") from None


def newest(connection: Connection, at_ms: int) -> Checkpoint | None:
    """A checkpoint of the chain as it is; None while it is empty."""
    head = select(AUDIT.c.number, AUDIT.c.hash).order_by(AUDIT.c.number.desc()).limit(1)
    row = connection.execute(head).first()
    return None if row is None else Checkpoint(row.number, bytes(row.hash), at_ms)


def read(lines: Iterable[str], place: str, public: str) -> list[Checkpoint]:
    """The checkpoints of a file.

    Args:
        lines: one checkpoint each; empty ones are passed over.
        place: the file, for messages.
        public: the key that must have signed, in hexadecimal digits: one that stands in a line is no proof.

    Raises:
        CheckpointError: a line is none, or another key signed it, or it was changed.
    """
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    except ValueError:
        raise CheckpointError("a public key has 64 hexadecimal digits") from None
    return [
        _checked(line, f"{place}:{number}", public.lower(), key)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]


def _checked(line: str, place: str, public: str, key: Ed25519PublicKey) -> Checkpoint:
    try:
        content = json.loads(line)
        found = Checkpoint(int(content["number"]), bytes.fromhex(content["hash"]), int(content["at_ms"]))
        signature = bytes.fromhex(content["signature"])
        named = content["key"]
    except (ValueError, KeyError, TypeError):
        raise CheckpointError(f"{place}: is no checkpoint") from None
    if named != public:
        raise CheckpointError(f"{place}: was signed by another key")
    try:
        key.verify(signature, dumps(_said(found, public)))
    except InvalidSignature:
        raise CheckpointError(f"{place}: the signature does not fit; the line was changed") from None
    return found


def _said(checkpoint: Checkpoint, public: str) -> dict[str, Json]:
    return {
        "format": FORMAT,
        "number": checkpoint.number,
        "hash": checkpoint.hash.hex(),
        "at_ms": checkpoint.at_ms,
        "key": public,
    }
