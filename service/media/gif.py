"""Whether a GIF file is whole, which its frames do not tell."""

from __future__ import annotations

import os
from pathlib import Path

_TRAILER = b"\x3b"
_PIECE = 64 * 1024


def cut_off(path: Path) -> bool:
    """True for a GIF file that does not end with its trailer; zero bytes may follow it.

    Source: GIF89a specification, sections 17 (header) and 27 (trailer).

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        if file.read(6) not in (b"GIF87a", b"GIF89a"):
            return False
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - _PIECE)
            file.seek(start)
            written = file.read(end - start).rstrip(b"\0")
            if written:
                return not written.endswith(_TRAILER)
            end = start
    return True
