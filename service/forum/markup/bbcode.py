"""A post in BBCode. What is no tag that forums know is text, as `[Cook {hr}]`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from service.forum.markup.walker import Kind, Walker

KINDS: Mapping[str, Kind] = {
    "b": "bold",
    "bold": "bold",
    "strong": "bold",
    "i": "italic",
    "italic": "italic",
    "em": "italic",
    "url": "link",
    "link": "link",
    "user": "link",
    "member": "link",
    "mention": "link",
    "profile": "link",
    "s": "struck",
    "strike": "struck",
    "del": "struck",
    "spoiler": "folded",
    "hide": "folded",
    "quote": "quote",
    "cite": "quote",
}
VERBATIM = frozenset(("code", "noparse", "plain", "nobbc", "pre", "icode", "c", "tt", "img", "php", "html"))
"""Tags within them are text, and all is passed over as code is."""
PLAIN = frozenset(
    [
        "u",
        "color",
        "colour",
        "size",
        "font",
        "center",
        "centre",
        "left",
        "right",
        "justify",
        "indent",
        "sub",
        "sup",
        "list",
        "table",
    ]
)
_TAG = re.compile(r"\[(/?)([a-z*]{1,12})((?:=|\s+[a-z]+=)[^\[\]]{0,300})?\]", re.IGNORECASE)


def walk(text: str, walker: Walker) -> None:
    """Tell a walker what the post holds."""
    place = 0
    ends: dict[str, int] = {}
    while (found := _TAG.search(text, place)) is not None:
        walker.text(text[place : found.start()])
        place = found.end()
        slash, name = found.group(1), found.group(2).lower()
        if name in VERBATIM and not slash:
            place = _verbatim(text, place, name, walker, ends)
        elif name == "hr":
            walker.rule()
        elif name in ("br", "*"):
            walker.text("\n")
        elif name not in KINDS and name not in PLAIN:
            walker.text(found.group())
        elif slash:
            walker.close(name)
        elif name in KINDS:
            walker.open(name, KINDS[name])
    walker.text(text[place:])


def _verbatim(text: str, place: int, name: str, walker: Walker, ends: dict[str, int]) -> int:
    """Take what stands between a verbatim tag and its end; gives the place after it.

    Without an end the tag stays open.
    """
    walker.open(name, "code")
    if ends.get(name, 0) < place:
        found = re.compile(rf"\[/{name}\]", re.IGNORECASE).search(text, place)
        ends[name] = found.start() if found else len(text) + 1
    end = ends[name]
    if end > len(text):
        return place
    walker.text(text[place:end])
    walker.close(name)
    return end + len(name) + 3
