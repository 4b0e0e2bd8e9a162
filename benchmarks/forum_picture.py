"""Who wins how often, as an SVG: a row for each party, a column of bars for each manner of playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape

from benchmarks.forum_players import MANNERS, Manner
from rules.forum.composition import PARTIES, Party

SIDES = ("town", "mafia", "alternative_mafia", "maniac", "nobody")
COLOURS = {
    "town": "#c8553d",
    "mafia": "#2b2d42",
    "alternative_mafia": "#6d6875",
    "maniac": "#e0a458",
    "nobody": "#c9cccf",
}
TITLES: Mapping[Manner, str] = {
    "blind": "everybody votes at random",
    "heeding": "the town votes for whom the Commissioner found",
}
LETTERS = {"doctor": "D", "commissioner": "C", "priest": "P", "maniac": "Mn"}
ROW, BAR, LEFT, GAP, TOP = 26, 320, 245, 24, 84
REMARKS = LEFT + len(MANNERS) * (BAR + GAP)
WIDTH = REMARKS + 400


def draw(results: Mapping[tuple[str, Manner], Counter[str]], games: int) -> str:
    """The picture; lengths are in pixels."""
    height = TOP + ROW * len(PARTIES) + 20
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12" fill="#222">'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    )
    parts = [head, *_heading(games)]
    for row, (name, party) in enumerate(PARTIES.items()):
        y = TOP + row * ROW
        parts.append(_text(12, y + 15, f"{name}: {made_of(party)}"))
        for column, manner in enumerate(MANNERS):
            parts += _bars(LEFT + column * (BAR + GAP), y, results[name, manner], games)
        if party.remark:
            parts.append(_text(REMARKS, y + 15, f"“{party.remark}”", 'fill="#666"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def made_of(party: Party) -> str:
    """A party in letters, as `13 = 4 Ma D C 7 Ci`."""
    groups = "+".join(str(n) for role, n in party.roles.items() if role.endswith("mafia"))
    others = [LETTERS.get(role, role) for role in party.roles if not role.endswith("mafia")]
    return f"{party.players} = " + " ".join([f"{groups} Ma", *others, f"{party.civilians} Ci"])


def _heading(games: int) -> Iterator[str]:
    yield _text(12, 22, f"Who wins: {games} random games of every party", 'font-size="16" font-weight="bold"')
    for place, side in enumerate(SIDES):
        x = LEFT + place * 130
        yield f'<rect x="{x}" y="34" width="12" height="12" fill="{COLOURS[side]}"/>'
        yield _text(x + 17, 45, side.replace("_", " "))
    for column, manner in enumerate(MANNERS):
        yield _text(LEFT + column * (BAR + GAP), TOP - 10, TITLES[manner], 'font-weight="bold"')
    yield _text(REMARKS, TOP - 10, "what was said of it", 'font-weight="bold"')


def _bars(x: float, y: float, won: Counter[str], games: int) -> Iterator[str]:
    """One stacked bar; shares of 8 % and more are written into it."""
    for side in SIDES:
        share = won[side] / games
        width = share * BAR
        if not share:
            continue
        yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 6}" fill="{COLOURS[side]}"/>'
        if share >= 0.08:
            ink = "#222" if side in ("maniac", "nobody") else "#fff"
            style = f'text-anchor="middle" fill="{ink}"'
            yield _text(x + width / 2, y + 15, f"{100 * share:.0f} %", style)
        x += width


def _text(x: float, y: float, words: str, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y}" {style}>{escape(words)}</text>'
