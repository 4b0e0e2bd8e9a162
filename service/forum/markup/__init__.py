"""What a post shows: bold is a vote, italics and links address, a nick stands at the head (F-009, F-402).

`read(text, "bbcode")` gives what `rules.forum.posts` judges. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from rules.forum.posts import Marked
from service.forum.markup import bbcode, html, markdown
from service.forum.markup.walker import Walker

Markup = Literal["markdown", "bbcode", "html"]
LONGEST = 60_000
"""Characters of a post; no forum takes longer ones, and reading takes time that grows with the length."""
_READERS: Mapping[Markup, Callable[[str, Walker], None]] = {
    "markdown": markdown.walk,
    "bbcode": bbcode.walk,
    "html": html.walk,
}


class PostError(ValueError):
    """A post that is not read. The message says why."""


def read(text: str, markup: Markup) -> Marked:
    """What stands out in a post.

    Raises:
        PostError: it is longer than `LONGEST`.
    """
    if len(text) > LONGEST:
        raise PostError(f"the post has {len(text)} characters; at most {LONGEST} are read")
    walker = Walker()
    _READERS[markup](text, walker)
    return walker.marked()
