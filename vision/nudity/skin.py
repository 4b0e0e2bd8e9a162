"""How much of a picture has the colour of skin: a check that only ever speaks for the player.

A naked body shows skin; a picture with next to none of its colour shows no naked body, whatever the
classifiers say. The colour is judged by its hue and not by its brightness, where the skins of all people lie
close together; where colour says nothing (darkness, an infrared or grey camera, a strong cast) the check is
silent.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.engine import FloatArray

# Chai and Ngan, "Face segmentation using skin-color map in videophone applications" (1999): the ranges of
# Cr and Cb, measured there on people of several skin colours. Widened for webcams' white balance.
_CR, _CB = (131, 178), (72, 130)
_SIDE = 56
"""Width and height that the picture is reduced to: noise is no colour."""
_DARK, _BRIGHT = 25, 250
"""Luma outside of which a pixel has no colour to judge."""
_COLOURFUL = 4.0
"""Spread of Cr and Cb together below which a picture is grey or has one cast all over."""
_JUDGED = 0.3
"""Share of pixels with a colour below which nothing is said."""


def skin_share(pixels: FloatArray) -> float | None:
    """The share of a picture that may be skin.

    Args:
        pixels: (H, W, 3) float32 RGB 0..1; what is painted over with grey counts as no skin.

    Returns:
        0..1 of all pixels, None where the colours say nothing.
    """
    small = cv2.resize(np.round(pixels * 255), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    luma, red, blue = cv2.split(cv2.cvtColor(np.asarray(small, dtype=np.uint8), cv2.COLOR_RGB2YCrCb))
    lit = (luma >= _DARK) & (luma <= _BRIGHT)
    if float(lit.mean()) < _JUDGED or float(np.hypot(red[lit].std(), blue[lit].std())) < _COLOURFUL:
        return None
    skin = lit & (red >= _CR[0]) & (red <= _CR[1]) & (blue >= _CB[0]) & (blue <= _CB[1])
    return float(skin.mean())
