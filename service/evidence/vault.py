"""Where sealed bundles lie: a folder or a bucket. What was put is read back before it counts as kept."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

import obstore
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import S3Store

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}")
_PIECE = 1 << 20
"""Bytes that are held in memory."""
_HALF = ".part"


class VaultAway(Exception):
    """The folder or bucket cannot be used now: away, full, forbidden. The message says which and why."""


class NotKept(Exception):
    """There is nothing of that name, or what is there is not what was put."""


class Vault(Protocol):
    """Keeps files by name. May be called from any thread."""

    def put(self, name: str, file: Path) -> None:
        """Keep a file: when this returns, all of it lies there, and was read back.

        Raises:
            ValueError: no name for a bundle.
            VaultAway: it does not lie there; what lay there before under that name does still, or nothing.
            NotKept: what was read back is something else.
        """
        ...

    @contextmanager
    def opened(self, name: str) -> Iterator[BinaryIO]:
        """A file, to be read from its beginning.

        Raises:
            NotKept, VaultAway, ValueError.
        """
        ...

    def delete(self, name: str) -> None:
        """Delete a file; nothing happens where there is none.

        Raises:
            VaultAway, ValueError.
        """
        ...


class Folder:
    """A vault on this machine's file system."""

    def __init__(self, path: Path) -> None:
        """Use a folder; it is made, readable by its owner alone, when it is first needed."""
        self.path = path

    def put(self, name: str, file: Path) -> None:
        """As of `Vault`: written beside, brought to the disk, then renamed."""
        place = self._place(name)
        half = place.with_name(f"{name}.{secrets.token_hex(4)}{_HALF}")
        with _told(str(self.path)):
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                self._write(half, file)
                _compare(lambda: half.open("rb"), file, str(half))
                half.replace(place)
                self._sync_folder()
            except BaseException:
                half.unlink(missing_ok=True)
                raise

    @contextmanager
    def opened(self, name: str) -> Iterator[BinaryIO]:
        """As of `Vault`."""
        place = self._place(name)
        with _told(str(self.path)):
            try:
                file = place.open("rb")
            except FileNotFoundError as error:
                raise NotKept(f"{place}: is not there") from error
        with file:
            yield file

    def delete(self, name: str) -> None:
        """As of `Vault`."""
        with _told(str(self.path)):
            self._place(name).unlink(missing_ok=True)
            if self.path.exists():
                self._sync_folder()

    def _write(self, half: Path, file: Path) -> None:
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as written, file.open("rb") as read:
            while piece := read.read(_PIECE):
                written.write(piece)
            written.flush()
            os.fsync(written.fileno())

    def _sync_folder(self) -> None:
        descriptor = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _place(self, name: str) -> Path:
        return self.path / _checked(name)


class Bucket:
    """A vault in S3 or what speaks its language."""

    def __init__(self, store: S3Store, shown: str) -> None:
        """Use a bucket.

        Args:
            store: opened with its credentials, time limits and retries.
            shown: its address without credentials, for people.
        """
        self._store = store
        self._shown = shown

    def put(self, name: str, file: Path) -> None:
        """As of `Vault`."""
        with file.open("rb") as content, self._told():
            obstore.put(self._store, _checked(name), content)
        with self.opened(name) as found:
            _compare(lambda: found, file, f"{self._shown}/{name}")

    @contextmanager
    def opened(self, name: str) -> Iterator[BinaryIO]:
        """As of `Vault`."""
        with self._told(name):
            reader = obstore.open_reader(self._store, _checked(name))
        with _Told(reader, self._told) as told:
            yield told  # type: ignore[misc]  # a whole BinaryIO for three methods would be make-believe

    def delete(self, name: str) -> None:
        """As of `Vault`."""
        with self._told():
            try:
                obstore.delete(self._store, _checked(name))
            except (NotFoundError, FileNotFoundError):
                return

    @contextmanager
    def _told(self, name: str = "") -> Iterator[None]:
        try:
            yield
        except (NotFoundError, FileNotFoundError) as error:
            raise NotKept(f"{self._shown}/{name}: is not there") from error
        except (BaseError, OSError) as error:
            raise VaultAway(f"{self._shown}: {_first_line(error)}") from error


_Telling = Callable[[], AbstractContextManager[None]]


class _Told:
    """A remote file whose faults are the vault's."""

    def __init__(
        self, reader: obstore.ReadableFile, told: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._reader = reader
        self._told = told

    def __enter__(self) -> _Told:
        return self

    def __exit__(self, *raised: object) -> None:
        self._reader.close()

    def read(self, size: int = -1) -> bytes:
        """Bytes from where it stands."""
        with self._told():
            return bytes(self._reader.read(None if size < 0 else size))


def _checked(name: str) -> str:
    if _NAME.fullmatch(name) is None or name.endswith(_HALF):
        raise ValueError(f"{name!r}: is no name of a bundle")
    return name


def _compare(opened: Callable[[], BinaryIO], file: Path, shown: str) -> None:
    with opened() as found, file.open("rb") as wanted:
        if _digest(found) != _digest(wanted):
            raise NotKept(f"{shown}: what was read back is not what was written")


def _digest(file: BinaryIO) -> bytes:
    digest = hashlib.sha256()
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.digest()


@contextmanager
def _told(shown: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise VaultAway(f"{shown}: {error.strerror or error}") from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
