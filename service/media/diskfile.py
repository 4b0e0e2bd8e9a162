"""A file that may run out of disk without taking anybody else down."""

from __future__ import annotations

import os
from pathlib import Path


class DiskFile:
    """The file object a muxer writes through.

    The first failed write is remembered; from then on nothing reaches the file any more, and every call
    succeeds. So the muxer cannot end by overwriting the head of a file whose tail is missing.
    """

    def __init__(self, path: Path) -> None:
        """Create or empty the file.

        Raises:
            OSError: it cannot be created.
        """
        self.error: OSError | None = None
        self._path = path
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
        self._position = 0

    def write(self, data: bytes) -> int:
        """Write all of it, or remember why not."""
        view = memoryview(data)
        self._position += len(view)
        while self.error is None and len(view):
            try:
                view = view[os.write(self._fd, view) :]
            except OSError as error:
                self.error = error
        return len(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """As of any file; after a failure only the number is kept."""
        if self.error is None:
            self._position = os.lseek(self._fd, offset, whence)
        elif whence == os.SEEK_SET:
            self._position = offset
        return self._position

    def tell(self) -> int:
        """Where the next byte goes."""
        return self._position

    def close(self) -> None:
        """Close; after a failure cut off what was not finished, or remove a file without pictures."""
        if self._fd < 0:
            return
        try:
            whole = _playable(self._fd) if self.error is not None else -1
            if whole > 0:
                os.ftruncate(self._fd, whole)
        except OSError:
            whole = -1  # the disk is gone: there is nothing left to mend
        finally:
            os.close(self._fd)
            self._fd = -1
        if whole == 0:
            self._path.unlink(missing_ok=True)


def _playable(fd: int) -> int:
    """Bytes up to the end of the last whole `mdat` box of an MP4 file; 0 where there is none.

    Source: ISO/IEC 14496-12 section 4.2, size and type of a box.
    """
    end = os.fstat(fd).st_size
    position = whole = 0
    while position + 8 <= end:
        os.lseek(fd, position, os.SEEK_SET)
        header = os.read(fd, 16)
        size, kind = int.from_bytes(header[:4], "big"), header[4:8]
        if size == 1:
            size = int.from_bytes(header[8:16], "big")
        if size < 8 or position + size > end:
            break
        position += size
        if kind == b"mdat":
            whole = position
    return whole
