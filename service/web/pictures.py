"""Small JPEGs of seats for who runs the table. Nothing is stored."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture import Picture

LONGEST = 384
"""Pixels of the longer side."""
QUALITY = 70


def jpeg(picture: Picture, longest: int = LONGEST) -> bytes:
    """A JPEG of the picture as displayed, never larger than it is.

    Args:
        picture: of a seat.
        longest: pixels of its longer side at most.
    """
    width, height = picture.size
    scale = min(longest / max(width, height), 1.0)
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    # Pixel centres of the small picture fall on those of the large one.
    x, y = width / size[0], height / size[1]
    sampled = picture.crop(np.array([[x, 0.0, (x - 1) / 2], [0.0, y, (y - 1) / 2]]), size)
    sound, encoded = cv2.imencode(
        ".jpg", cv2.cvtColor(sampled, cv2.COLOR_RGB2BGR), (cv2.IMWRITE_JPEG_QUALITY, QUALITY)
    )
    if not sound:
        raise ValueError(f"a picture of {width}x{height} cannot be encoded")
    return encoded.tobytes()
