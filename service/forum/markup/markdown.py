"""A post in Markdown (CommonMark, with struck out text); HTML within it is text."""

from __future__ import annotations

from collections.abc import Mapping

from markdown_it import MarkdownIt

from service.forum.markup.walker import Kind, Walker

KINDS: Mapping[str, Kind] = {
    "strong": "bold",
    "em": "italic",
    "link": "link",
    "s": "struck",
    "blockquote": "quote",
}
_CODE = frozenset(("code_inline", "code_block", "fence"))
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable("lheading")
"""A line of dashes under a nick is a rule, not the mark of a heading."""


def walk(text: str, walker: Walker) -> None:
    """Tell a walker what the post holds."""
    for block in _PARSER.parse(text):
        for token in block.children if block.children is not None else (block,):
            name, _, end = token.type.rpartition("_")
            if token.type in _CODE:
                walker.open("code", "code")
                walker.text(token.content)
                walker.close("code")
            elif token.type == "hr":
                walker.rule()
            elif token.type in ("softbreak", "hardbreak"):
                walker.text("\n")
            elif name in KINDS and end == "open":
                walker.open(name, KINDS[name])
            elif name in KINDS and end == "close":
                walker.close(name)
            elif token.type == "text":
                walker.text(token.content)
        if block.nesting <= 0:
            walker.text("\n")
