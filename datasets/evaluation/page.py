"""One self-contained HTML page: text, tables, inline drawings, small pictures; light and dark.

A content security policy in the page itself forbids every request.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from datasets.evaluation.crops import data_uri
from vision.picture import UInt8Array

STYLE = """
:root{--ground:#f6f7f9;--card:#fff;--ink:#1a1f28;--soft:#5b6675;--line:#dfe3e9;--accent:#2459c9;
--bad:#b3261e;--good:#1b6e3c;--on:#fff;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--ground:#10141b;--card:#181e27;--ink:#e7ebf1;--soft:#9aa6b5;
--line:#2b3442;--accent:#7aa7ff;--bad:#ff8a80;--good:#7bd69b;--on:#0c1118}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:28px 20px 60px}
h1{font-size:25px;line-height:1.2;margin:0 0 4px}h2{font-size:18px;margin:0 0 10px}
p{margin:0 0 10px;max-width:78ch}.soft{color:var(--soft)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;
margin-top:18px}
.wide{overflow-x:auto}.row{display:flex;flex-wrap:wrap;gap:28px}
.key{display:flex;flex-wrap:wrap;gap:10px 34px;margin:14px 0 0;padding:0;list-style:none}
.key b{display:block;font-size:24px;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:4px 14px 4px 0;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}th{color:var(--soft);font-weight:600}
td.text{text-align:left;white-space:normal}
.good{color:var(--good)}.bad{color:var(--bad)}
.shots{display:grid;grid-template-columns:repeat(auto-fill,minmax(132px,1fr));gap:14px;margin:0;padding:0}
figure{margin:0;font-size:12px;line-height:1.35;overflow-wrap:anywhere}
figure img{display:block;width:96px;height:96px;border-radius:6px;margin-bottom:4px}
figure.whole{font-size:14px}
summary{cursor:pointer;color:var(--soft)}
svg{display:block;max-width:none}svg.spark{display:inline-block}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}svg .small{font-size:11px;fill:var(--soft)}
svg .end{text-anchor:end}svg .mid{text-anchor:middle}svg .on{fill:var(--on)}
svg .heat,svg .bar{fill:var(--accent)}svg .bar{fill-opacity:.75}svg .wrong{fill:var(--bad)}
svg .empty{fill:var(--line);fill-opacity:.45}
svg .grid{stroke:var(--line)}svg .guide{stroke:var(--soft);stroke-dasharray:4 4}
svg .curve{fill:none;stroke:var(--accent);stroke-width:2}svg .dot{fill:var(--bad)}
"""
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def page(title: str, lead: str, sections: Iterable[str]) -> str:
    """A whole page.

    Args:
        title: as text.
        lead: below it, as HTML.
        sections: as `section` makes them.
    """
    name = escape(title)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{name}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{name}</h1>{lead}{''.join(sections)}</main></body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    """A part of a page: its title as text, the rest as HTML."""
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def text(words: str, kind: str = "") -> str:
    """A paragraph of plain text; `kind` is a class of the style sheet."""
    return f'<p class="{kind}">{escape(words)}</p>'


def keys(figures: Sequence[tuple[str, str]]) -> str:
    """The most important figures: (name, value) as text."""
    items = "".join(f"<li><b>{escape(value)}</b>{escape(name)}</li>" for name, value in figures)
    return f'<ul class="key">{items}</ul>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table: heads as text, cells as HTML (`escape` what comes from elsewhere)."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def drawing(svg: str, caption: str) -> str:
    """A drawing with its caption as text."""
    return (
        f'<figure class="whole"><div class="wide">{svg}</div><p class="soft">{escape(caption)}</p></figure>'
    )


def shots(pictures: Iterable[tuple[UInt8Array | None, Sequence[str]]]) -> str:
    """Small pictures, each with lines of text below it."""
    items = []
    for crop, lines in pictures:
        image = f'<img alt="" src="{data_uri(crop)}">' if crop is not None else ""
        items.append(f"<figure>{image}{'<br>'.join(escape(line) for line in lines)}</figure>")
    return f'<div class="shots">{"".join(items)}</div>'


def folded(summary: str, content: str) -> str:
    """Content that is shown when it is asked for; the summary as text, the content as HTML."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"
