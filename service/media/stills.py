"""One still picture from a file, as upright as its camera knew it to be."""

from __future__ import annotations

import stat
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PIL import Image, ImageFile, UnidentifiedImageError

from service.media.source import SourceError
from vision.picture import Layout, Picture, UInt8Array

MAX_PIXELS = 178_956_970
"""Larger pictures are refused: at seven bytes a pixel while decoding (Pillow's four and ours three), this
bounds the memory of one picture to 1.3 GB. It is where Pillow suspects a decompression bomb."""
SUFFIXES = frozenset(
    {
        ".avif",
        ".bmp",
        ".gif",
        ".jfif",
        ".jpe",
        ".jpeg",
        ".jpg",
        ".pbm",
        ".pgm",
        ".png",
        ".pnm",
        ".ppm",
        ".tga",
    }
    | {".tif", ".tiff", ".webp"}
)
"""Lower-case endings of the names of picture files."""

_GREY = 128
"""What shows through transparent pixels: neutral, so that it favours neither light nor dark."""
_EXIF_ORIENTATION = 0x0112
# Orientation -> (mirrored left to right, then turned clockwise by). Source: Exif 2.32, tag 0x0112.
_ORIENTATIONS = {
    1: (False, 0), 2: (True, 0), 3: (False, 180), 4: (True, 180),
    5: (True, 270), 6: (False, 90), 7: (True, 90), 8: (False, 270),
}  # fmt: skip
_STRIP = 512
"""Rows converted at a time, so that a big picture is not held three times."""
_TOLERANT = threading.Lock()


def read_picture(path: Path | str) -> Picture:
    """Read a still picture in full size: JPEG, PNG, WebP, BMP, TIFF, GIF and what else Pillow knows.

    The first frame of an animation; transparency over neutral grey; 16 bits and floats brought to 8; CMYK
    to RGB without colour management; the camera's orientation carried as rotation.

    Raises:
        SourceError: no such file, no regular one, no permission, no picture, cut off, or more than
            `MAX_PIXELS`.
    """
    path = Path(path)
    try:
        _refuse_endless(path)
        with _any_size(), Image.open(path) as image:
            _refuse_giants(path, image)
            return picture_of(image)
    except UnidentifiedImageError as error:
        raise SourceError(_unknown(path)) from error
    except OSError as error:
        raise SourceError(_unreadable(path, error)) from error
    except (SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise SourceError(f"broken picture: {path}: {error}; save it anew") from error


def picture_of(image: Image.Image) -> Picture:
    """Decode an opened picture, as `read_picture` does.

    Raises:
        OSError, SyntaxError, ValueError: as Pillow does where it is cut off or broken.
    """
    mirrored, rotation = _ORIENTATIONS.get(_orientation(image), (False, 0))
    samples = _eight_bit(image)
    if mirrored:
        samples = np.ascontiguousarray(samples[:, ::-1])
    samples.flags.writeable = False
    layout = Layout.GRAY if samples.ndim == 2 else Layout.RGB
    return Picture(layout, (samples,), rotation=rotation, full_range=True)


def animated(path: Path) -> bool:
    """Whether a picture file holds more than one frame; False where it cannot be read."""
    try:
        with _any_size(), Image.open(path) as image:
            return bool(getattr(image, "is_animated", False))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return False


@contextmanager
def _any_size() -> Iterator[None]:
    """Pillow warns from half of `MAX_PIXELS` on; here only the bound itself counts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        yield


def _refuse_endless(path: Path) -> None:
    """Opening a pipe waits for a writer, and a device may never end."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise SourceError(f"no regular file: {path}; save the picture as a file")


def _refuse_giants(path: Path, image: Image.Image) -> None:
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise SourceError(
            f"picture too large: {path} has {width} x {height} pixels, {MAX_PIXELS} are the limit"
        )


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_EXIF_ORIENTATION, 1))
    except (OSError, SyntaxError, TypeError, ValueError):
        return 1  # a broken Exif block does not make the picture unreadable


def _eight_bit(image: Image.Image) -> UInt8Array:
    """The pixels as stored: (H, W, 3) RGB or (H, W) grey, uint8."""
    if image.mode == "L" and "transparency" not in image.info:
        return np.array(image, dtype=np.uint8)
    if image.mode.startswith("I;16"):
        return np.asarray(np.asarray(image, dtype=np.uint16) >> 8, dtype=np.uint8)
    if image.mode in ("I", "F"):
        return _stretched(image)
    if image.mode == "1":
        return np.array(image.convert("L"), dtype=np.uint8)
    if image.has_transparency_data:
        return _over_grey(image)
    return _in_strips(image, _rgb)


def _stretched(image: Image.Image) -> UInt8Array:
    """Wide samples have no agreed white: 16-bit values keep their scale, others use their own range."""
    values = np.asarray(image, dtype=np.float64)
    low, high = float(values.min()), float(values.max())
    if image.mode == "I" and low >= 0 and high <= 65535:
        low, high = 0.0, 65535.0
    return np.asarray(np.clip((values - low) * (255.0 / max(high - low, 1e-12)), 0, 255), dtype=np.uint8)


def _over_grey(image: Image.Image) -> UInt8Array:
    def blend(strip: Image.Image) -> UInt8Array:
        rgba = np.asarray(strip.convert("RGBA"), dtype=np.uint16)
        alpha = rgba[:, :, 3:]
        mixed = (rgba[:, :, :3] * alpha + _GREY * (255 - alpha) + 127) // 255
        return mixed.astype(np.uint8)

    return _in_strips(image, blend)


def _rgb(strip: Image.Image) -> UInt8Array:
    return np.asarray(strip.convert("RGB"), dtype=np.uint8)


def _in_strips(image: Image.Image, convert: Callable[[Image.Image], UInt8Array]) -> UInt8Array:
    width, height = image.size
    image.load()
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    for top in range(0, height, _STRIP):
        bottom = min(top + _STRIP, height)
        pixels[top:bottom] = convert(image.crop((0, top, width, bottom)))
    return pixels


def _unknown(path: Path) -> str:
    size = path.stat().st_size
    what = "empty file" if size == 0 else "no picture"
    return f"{what}: {path}; give a JPEG, PNG, WebP, BMP, TIFF or GIF file"


def _unreadable(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"no such file: {path}; check the path"
    if isinstance(error, IsADirectoryError):
        return f"a folder, not a picture: {path}; name the pictures in it"
    if isinstance(error, PermissionError):
        return f"not allowed to read: {path}; check its permissions"
    if error.errno is not None:
        return f"cannot be read: {path}: {error.strerror}; check the disk"
    missing = _missing_part(path)
    if missing is None:
        return f"broken picture: {path}: {error}; save it anew"
    return f"cut off: the lower {missing:.0%} of the picture is missing: {path}; fetch the file anew"


def _missing_part(path: Path) -> float | None:
    """How much of the height of a truncated picture is not there, 0..1; None where that cannot be told."""
    with _TOLERANT, _any_size():
        before = ImageFile.LOAD_TRUNCATED_IMAGES
        ImageFile.LOAD_TRUNCATED_IMAGES = True
        try:
            with Image.open(path) as image:
                samples = np.asarray(image.convert("L"))
        except (OSError, SyntaxError, ValueError):
            return None
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before
    differing = np.flatnonzero((samples != samples[-1:]).any(axis=1))
    written = int(differing[-1]) + 1 if differing.size else 0
    return 1.0 - written / len(samples)
