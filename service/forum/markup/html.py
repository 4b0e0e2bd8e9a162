"""A post in HTML, as a forum shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from html.parser import HTMLParser

from service.forum.markup.walker import Kind, Walker

KINDS: Mapping[str, Kind] = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "a": "link",
    "s": "struck",
    "strike": "struck",
    "del": "struck",
    "details": "folded",
    "blockquote": "quote",
    "q": "quote",
    "cite": "quote",
    "code": "code",
    "pre": "code",
    "kbd": "code",
    "samp": "code",
    "tt": "code",
    "textarea": "code",
    "title": "code",
    "script": "code",
    "style": "code",
    "template": "code",
    "noscript": "code",
    "xmp": "code",
    "iframe": "code",
}
BREAKS = frozenset(
    [
        "br",
        "p",
        "div",
        "li",
        "ul",
        "ol",
        "tr",
        "td",
        "th",
        "table",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "blockquote",
        "pre",
        "details",
        "summary",
    ]
)
"""A line ends before and after."""
VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
UNCLOSED = frozenset(
    [
        "html",
        "head",
        "body",
        "p",
        "li",
        "dt",
        "dd",
        "tr",
        "td",
        "th",
        "thead",
        "tbody",
        "tfoot",
        "option",
        "optgroup",
        "colgroup",
    ]
)
"""Elements whose end may be left out: without a style they are not followed."""
_BOLD = re.compile(r"font-weight\s*:\s*(bold|bolder|[6-9]00)\b", re.IGNORECASE)
_SLANTED = re.compile(r"font-style\s*:\s*(italic|oblique)\b", re.IGNORECASE)
_STRUCK = re.compile(r"text-decoration[a-z-]*\s*:[^;]*line-through", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0\s*(;|$)", re.IGNORECASE)


def walk(text: str, walker: Walker) -> None:
    """Tell a walker what the post holds. What is hidden is passed over like code.

    A comment without an end hides the rest. A tag without one is text, and is kept from the parser, whose
    time for it grows with the square of the length. A marked section, which it refuses, is a comment.
    """
    comment = text.rfind("<!--")
    if comment > text.rfind("-->"):
        text = text[:comment]
    end = text.rfind(">") + 1
    parser = _Parser(walker)
    parser.feed(text[:end].replace("<![", "<!x"))
    parser.close()
    walker.text(unescape(text[end:]))


class _Parser(HTMLParser):
    """Tags to marks."""

    def __init__(self, walker: Walker) -> None:
        super().__init__(convert_charrefs=True)
        self._walker = walker

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element with all that its name and its style say."""
        if tag == "hr":
            self._walker.rule()
        if tag in BREAKS:
            self._walker.text("\n")
        kinds = _kinds(tag, attrs)
        if tag not in VOID and (kinds or tag not in UNCLOSED):
            self._walker.open(tag, *kinds)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """In HTML `<b/>` opens like `<b>`."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """The element ends."""
        self._walker.close(tag)
        if tag in BREAKS:
            self._walker.text("\n")

    def handle_data(self, data: str) -> None:
        """Text, its entities resolved."""
        self._walker.text(data)


def _kinds(tag: str, attrs: list[tuple[str, str | None]]) -> list[Kind]:
    """What an element says of its text."""
    given = {name: value or "" for name, value in attrs}
    kinds: list[Kind] = [KINDS[tag]] if tag in KINDS and (tag != "a" or "href" in given) else []
    style = given.get("style", "")
    if "hidden" in given or _HIDDEN.search(style):
        kinds.append("code")
    if _BOLD.search(style):
        kinds.append("bold")
    if _SLANTED.search(style):
        kinds.append("italic")
    if _STRUCK.search(style):
        kinds.append("struck")
    return kinds
