"""Single pictures from strangers: JPEG and WebP, bounded before anything is decoded."""

from __future__ import annotations

import io
import math
import struct

from PIL import Image, UnidentifiedImageError

from service.media.stills import picture_of
from vision.picture import Picture

_FORMATS = ("JPEG", "WEBP")
_TIME = struct.Struct(">d")
HEADER = _TIME.size
"""Bytes before the picture: its media time in seconds, big-endian float64."""
_LATEST = 1e12


class BrokenPicture(Exception):
    """A message that is no picture. The message says why."""


def media_time(message: bytes) -> float:
    """When the picture of a message was taken, seconds on the sender's clock, from any zero.

    Raises:
        BrokenPicture: it is too short, or that is no time.
    """
    if len(message) <= HEADER:
        raise BrokenPicture(f"{len(message)} bytes; a message is 8 bytes of media time and a picture")
    (t,) = _TIME.unpack_from(message)
    if not math.isfinite(t) or abs(t) > _LATEST:
        raise BrokenPicture("the media time is no number of seconds; send a big-endian float64")
    return float(t)


def decode(message: bytes, most_pixels: int) -> Picture:
    """The picture of a message, turned as its Exif says.

    Raises:
        BrokenPicture: no JPEG or WebP, broken, or larger than `most_pixels`.
    """
    try:
        with Image.open(io.BytesIO(message[HEADER:]), formats=_FORMATS) as image:
            width, height = image.size
            if width * height > most_pixels:
                raise BrokenPicture(f"{width} x {height} pixels; {most_pixels} are the limit")
            return picture_of(image)
    except BrokenPicture:
        raise
    except UnidentifiedImageError as error:
        raise BrokenPicture("neither JPEG nor WebP") from error
    except Exception as error:  # decoders raise anything on what an attacker has made
        raise BrokenPicture(f"cannot be decoded: {type(error).__name__}") from error
