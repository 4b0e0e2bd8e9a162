"""`[media]`: what video is taken, and when a stream is given up."""

from __future__ import annotations

from typing import Literal

from service.config.section import Section, setting

Codec = Literal["h264", "vp8"]


class Media(Section):
    """What video is taken, and when a stream is given up."""

    codecs: tuple[Codec, ...] = setting(
        ("h264", "vp8"),
        "Video codecs, the preferred first",
        "What a sender may choose from. Phones and laptops encode H.264 in hardware, which spares their"
        " battery.",
        min_length=1,
        example=["vp8"],
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
