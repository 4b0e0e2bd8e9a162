"""A sealed bundle: named parts in one file, encrypted; every changed byte is refused with its place.

    magic, length of the header, header (JSON: version, bundle, salt, names of the parts), its tag
    for each part, for each chunk: length and last-of-its-part flag, AES-256-GCM of up to `CHUNK` bytes

The key of a file is derived from the bundle's key and the file's salt, so that a bundle may be written anew
under the same key. A nonce is the place of its chunk: part, number, and whether it is the last one of its
part; the header is authenticated with every chunk. So nothing can be changed, swapped, repeated or cut off.
"""

from __future__ import annotations

import json
import secrets
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from rules.canonical import dumps

MAGIC = b"consigliere evidence 1\n"
CHUNK = 1 << 16
"""Plain bytes of a chunk at most: what is held in memory, and how exact the place of a fault is."""
_TAG = 16
_LAST = 1 << 31
_LENGTH = struct.Struct(">I")
_NONCE = struct.Struct(">IQ")
_LONGEST_HEADER = 1 << 16
_MOST_PARTS = 1 << 10
_OF_HEADER = 0xFFFFFFFF
"""In place of a part's number."""


class Place(NamedTuple):
    """Where in a file."""

    part: str = ""
    """Empty: the header, or what follows the last part."""
    chunk: int = 0
    """Counted from 0."""
    offset: int = 0
    """Bytes from the beginning to where the chunk begins."""


class Broken(Exception):
    """The file is not what was written. The message says at which part, chunk and byte."""

    def __init__(self, reason: str, place: Place) -> None:
        where = f"part {place.part}, chunk {place.chunk}" if place.part else "outside of the parts"
        super().__init__(f"{where}, at byte {place.offset}: {reason}")
        self.place = place


@dataclass(frozen=True, slots=True)
class Header:
    """What can be read without a key."""

    bundle: str
    salt: str
    """Hexadecimal."""
    parts: tuple[str, ...]


def write(file: BinaryIO, bundle: str, key: bytes, parts: Mapping[str, Iterable[bytes]]) -> None:
    """Write a bundle.

    Args:
        file: is written from where it stands.
        bundle: its identifier.
        key: 32 bytes, of this bundle.
        parts: name -> its bytes in pieces of any size; held in memory a chunk at a time.

    Raises:
        ValueError: too many parts.
    """
    if len(parts) > _MOST_PARTS:
        raise ValueError(f"{len(parts)} parts, {_MOST_PARTS} at most")
    header = Header(bundle, secrets.token_hex(16), tuple(parts))
    said = dumps({"version": 1, "bundle": bundle, "salt": header.salt, "parts": list(header.parts)})
    cipher = _cipher(header, key)
    file.write(
        MAGIC + _LENGTH.pack(len(said)) + said + cipher.encrypt(_nonce(_OF_HEADER, 0, True), b"", said)
    )
    for place, pieces in enumerate(parts.values()):
        for number, (plain, last) in enumerate(_chunks(pieces)):
            sealed = cipher.encrypt(_nonce(place, number, last), plain, said)
            file.write(_LENGTH.pack(len(sealed) | (_LAST if last else 0)) + sealed)


def header(file: BinaryIO) -> Header:
    """What a bundle is, without a key: nothing of it is proved.

    Raises:
        Broken: it is no bundle.
    """
    return _header(file)[0]


def read(file: BinaryIO, key: bytes) -> Iterator[tuple[str, bytes]]:
    """The parts of a bundle, chunk by chunk: name and bytes; each is proved before it is given.

    A part without bytes is given with an empty chunk. All of it is proved only once the iterator has ended.

    Args:
        file: stands where the bundle begins.
        key: 32 bytes, of this bundle.

    Raises:
        Broken: something was changed, swapped or cut off, or the key is another one.
    """
    head, said = _header(file)
    cipher = _cipher(head, key)
    offset = len(MAGIC) + _LENGTH.size
    _prove(cipher, said, file.read(_TAG), Place(offset=offset))
    offset += len(said) + _TAG
    for place, name in enumerate(head.parts):
        last, number = False, 0
        while not last:
            here = Place(name, number, offset)
            sealed, last = _chunk(file, here)
            try:
                plain = cipher.decrypt(_nonce(place, number, last), sealed, said)
            except InvalidTag as error:
                raise Broken("was changed", here) from error
            yield name, plain
            offset += _LENGTH.size + len(sealed)
            number += 1
    if file.read(1):
        raise Broken("something follows the last part", Place(offset=offset))


def whole(file: BinaryIO, key: bytes) -> dict[str, bytes]:
    """All parts at once, after all of them were proved; raises as `read`."""
    found: dict[str, bytearray] = {}
    for name, plain in read(file, key):
        found.setdefault(name, bytearray()).extend(plain)
    return {name: bytes(plain) for name, plain in found.items()}


def _header(file: BinaryIO) -> tuple[Header, bytes]:
    if file.read(len(MAGIC)) != MAGIC:
        raise Broken("this is no bundle of evidence", Place())
    offset = len(MAGIC)
    length = file.read(_LENGTH.size)
    size = _LENGTH.unpack(length)[0] if len(length) == _LENGTH.size else 0
    if not 0 < size <= _LONGEST_HEADER:
        raise Broken("the header's length was changed or cut off", Place(offset=offset))
    said = file.read(size)
    try:
        content = json.loads(said)
        if content["version"] != 1 or dumps(content) != said or len(said) != size:
            raise ValueError
        found = Header(content["bundle"], content["salt"], tuple(content["parts"]))
        if not all(isinstance(text, str) for text in (found.bundle, found.salt, *found.parts)):
            raise TypeError
        bytes.fromhex(found.salt)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Broken("the header was changed or cut off", Place(offset=offset)) from error
    return found, said


def _prove(cipher: AESGCM, said: bytes, tag: bytes, place: Place) -> None:
    try:
        cipher.decrypt(_nonce(_OF_HEADER, 0, True), tag, said)
    except (InvalidTag, ValueError) as error:
        raise Broken("the header was changed or cut off, or the key is another one", place) from error


def _chunk(file: BinaryIO, here: Place) -> tuple[bytes, bool]:
    prefix = file.read(_LENGTH.size)
    if len(prefix) < _LENGTH.size:
        raise Broken("the file ends here", here)
    told = int(_LENGTH.unpack(prefix)[0])
    size, last = told & ~_LAST, bool(told & _LAST)
    if not _TAG <= size <= CHUNK + _TAG:
        raise Broken("its length was changed", here)
    sealed = file.read(size)
    if len(sealed) < size:
        raise Broken("the file ends within it", here)
    return sealed, last


def _chunks(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Pieces of `CHUNK` bytes; the last, which may be shorter or empty, is told to be."""
    held = bytearray()
    for piece in pieces:
        held += piece
        while len(held) > CHUNK:
            yield bytes(held[:CHUNK]), False
            del held[:CHUNK]
    yield bytes(held), True


def _cipher(head: Header, key: bytes) -> AESGCM:
    derive = HKDF(SHA256(), 32, bytes.fromhex(head.salt), f"consigliere evidence {head.bundle}".encode())
    return AESGCM(derive.derive(key))


def _nonce(part: int, number: int, last: bool) -> bytes:
    return _NONCE.pack(part, number << 1 | last)


__all__: Sequence[str] = ("CHUNK", "MAGIC", "Broken", "Header", "Place", "header", "read", "whole", "write")
