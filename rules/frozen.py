"""`dataclasses.replace`, three times as fast: most of the referee's time goes into new states."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as replace  # type checkers know its arguments
else:
    import dataclasses
    import functools
    from collections import deque
    from itertools import repeat
    from operator import attrgetter, call

    def replace(value, /, **changes):
        """A copy of a frozen dataclass with slots, of two fields or more, with some of them changed.

        It is made without the constructor, so that a `__post_init__` is not called.
        """
        kind = type(value)
        read, places, setters = _access(kind)
        fields = list(read(value))
        for name, new in changes.items():
            fields[places[name]] = new
        copy = object.__new__(kind)
        deque(map(call, setters, repeat(copy), fields), maxlen=0)
        return copy

    @functools.cache
    def _access(kind):
        names = [field.name for field in dataclasses.fields(kind)]
        places = {name: place for place, name in enumerate(names)}
        return attrgetter(*names), places, [kind.__dict__[name].__set__ for name in names]
