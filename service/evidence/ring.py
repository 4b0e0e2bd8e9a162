"""The last seconds of a seat's video as it came, encoded: what a clip is cut from when a ground is raised.

Pictures that rest on earlier ones are worth nothing without the key picture before them, so whole groups
come and go: the ring goes back to the key picture at or before its oldest second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

SECONDS = 20.0
"""Of media time that can be cut from: ten before a ground and five after it, and time to notice it."""
BYTES = 12 << 20
"""A seat may hold at most: 20 s of 4 Mbit/s, and a group of pictures more."""


@dataclass(frozen=True, slots=True)
class Coded:
    """A picture as it came."""

    t: float
    """Media time of the seat, seconds."""
    data: bytes
    codec: str
    """`h264`, `vp8`, `jpeg`, ...: pictures of another codec begin a new group."""
    key: bool
    """It can be decoded without others."""


@dataclass(slots=True)
class _Group:
    """A key picture and those that rest on it."""

    pictures: list[Coded]
    size: int


@dataclass(slots=True)
class Ring:
    """Of one seat. Belongs to one thread."""

    seconds: float = SECONDS
    most: int = BYTES
    size: int = 0
    """Bytes of pictures that are held."""
    lost: int = 0
    """Pictures that were let go although they were young enough: for want of space, or of a key picture."""
    _groups: deque[_Group] = field(default_factory=deque)
    _newest: float | None = None

    def add(self, picture: Coded) -> None:
        """Hold a picture; older ones go. One whose time lies before the newest's begins everything anew."""
        if self._newest is not None and picture.t < self._newest:
            self.clear()
        self._newest = picture.t
        size = len(picture.data)
        if picture.key:
            self._groups.append(_Group([picture], size))
        elif self._groups and self._groups[-1].pictures[0].codec == picture.codec:
            self._groups[-1].pictures.append(picture)
            self._groups[-1].size += size
        else:
            self.lost += 1
            return
        self.size += size
        self._forget(picture.t - self.seconds)
        self._make_room()

    def cut(self, since: float, until: float) -> list[Coded]:
        """The pictures that show a stretch of time, oldest first.

        Args:
            since: begins with the key picture at or before it, or with the oldest one that is held.
            until: no picture after it.
        """
        first = 0
        for place, group in enumerate(self._groups):
            if group.pictures[0].t <= since:
                first = place
        groups = list(self._groups)[first:]
        return [one for one in chain.from_iterable(group.pictures for group in groups) if one.t <= until]

    def clear(self) -> None:
        """Hold nothing: the seat's time begins anew, or its track was replaced."""
        self._groups.clear()
        self.size = 0
        self._newest = None

    def _forget(self, oldest: float) -> None:
        while len(self._groups) > 1 and self._groups[1].pictures[0].t <= oldest:
            self._drop()

    def _make_room(self) -> None:
        """The oldest groups go; where one alone is too large, what follows waits for a key picture."""
        while self.size > self.most:
            self.lost += len(self._groups[0].pictures)
            self._drop()

    def _drop(self) -> None:
        self.size -= self._groups.popleft().size


def decodable(pictures: Iterable[Coded]) -> bool:
    """Whether each picture comes after the ones that it rests on."""
    codec: str | None = None
    for picture in pictures:
        if not picture.key and picture.codec != codec:
            return False
        codec = picture.codec
    return True
