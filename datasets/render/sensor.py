"""What a webcam does to light: exposure that breathes, a lens that softens, a sensor that rustles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render.scene import to_display

Image = NDArray[np.float32]
UInt8Array = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Sensor:
    """One camera's habits."""

    grain: float = 2.2
    """Standard deviation of the noise in mid-grey, 8-bit steps."""
    coarse: float = 1.4
    """Pixels that the noise spreads over: denoising cameras leave blotches rather than dots."""
    blur: float = 0.6
    """Standard deviation of the lens blur, pixels."""
    flicker: float = 0.006
    """Relative swing of the exposure."""
    warmth: float = 0.0
    """White balance: positive is warm, -1..1."""

    def expose(self, linear: Image, t: float, rng: np.random.Generator) -> UInt8Array:
        """Linear RGB (H, W, 3) at media time `t` seconds to the (H, W, 3) uint8 RGB of the camera."""
        gain = 1.0 + self.flicker * (np.sin(2 * np.pi * 0.9 * t) + 0.5 * rng.standard_normal())
        balance = np.array([1 + 0.12 * self.warmth, 1.0, 1 - 0.16 * self.warmth], dtype=np.float32)
        soft = cv2.GaussianBlur(linear, (0, 0), self.blur) if self.blur > 0 else linear
        shown = to_display(np.asarray(soft * balance * np.float32(gain), dtype=np.float32))
        return np.asarray(np.clip(shown + self._noise(shown, rng) + 0.5, 0, 255), dtype=np.uint8)

    def _noise(self, shown: Image, rng: np.random.Generator) -> Image:
        height, width = shown.shape[:2]
        luma = rng.standard_normal((height, width), dtype=np.float32)
        luma = cv2.GaussianBlur(luma, (0, 0), self.coarse) * np.float32(2 * np.sqrt(np.pi) * self.coarse)
        # Shot noise: strongest in the mid-tones once the display curve is applied.
        strength = self.grain * (0.5 + 2.0 * (shown / 255) * (1 - shown / 255))
        return np.asarray(luma[..., None] * strength, dtype=np.float32)
