"""`[media]`: what pictures are taken, and from where."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from service.config.section import Section, setting

Codec = Literal["h264", "vp8"]


class Media(Section):
    """What pictures are taken, and from where."""

    codecs: tuple[Codec, ...] = setting(
        ("h264", "vp8"),
        "Video codecs, the preferred first",
        "What is offered to a browser. Both cost about the same here; phones encode H.264 in hardware.",
        min_length=1,
        example=["vp8"],
    )
    pictures: bool = setting(
        True,
        "Single pictures by WebSocket",
        "Whether platforms that decode video themselves may send JPEG or WebP pictures with their time.",
    )
    files: Path | None = setting(
        None,
        "Folder of films to replay",
        "Films that the platform may play at a seat by name; nothing outside it can be opened. Without it,"
        " none.",
        example="/var/lib/consigliere/films",
    )
    silence: float = setting(
        20.0,
        "Longest silence of a stream",
        "A stream without a packet for so long has died, and is closed; its seat has been unobservable long"
        " before. A phone that changes its network is back within it.",
        unit="seconds",
        ge=2.0,
        le=600.0,
    )
