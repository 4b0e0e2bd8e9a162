"""Cameras of this machine, by index."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import av.device

from service.media.source import SourceError


@dataclass(frozen=True, slots=True)
class Device:
    """How FFmpeg is told to open a camera."""

    file: str
    format: str
    options: dict[str, str]


def device(index: int, platform: str = sys.platform) -> Device:
    """Name a camera as the capture interface of the platform does: V4L2, AVFoundation or DirectShow.

    640 x 480 at 30 frames a second are asked for; a camera that cannot do that gives what is nearest.

    Raises:
        SourceError: there is no such camera, as far as can be told before it is opened.
    """
    options = {"framerate": "30", "video_size": "640x480"}
    if platform.startswith("linux"):
        node = Path(f"/dev/video{index}")
        if not node.exists():
            raise SourceError(f"no such camera: {index} ({node} does not exist); {_present()}")
        return Device(str(node), "v4l2", options)
    if platform == "darwin":
        return Device(f"{index}:none", "avfoundation", options)
    cameras = [d for d in av.device.enumerate_input_devices("dshow") if "video" in d.media_types]
    if index >= len(cameras):
        raise SourceError(f"no such camera: {index}; {len(cameras)} are connected, counted from 0")
    return Device(f"video={cameras[index].name}", "dshow", options)


def _present() -> str:
    indices = sorted(path.name.removeprefix("video") for path in Path("/dev").glob("video[0-9]*"))
    return f"connected: {', '.join(indices)}" if indices else "no camera is connected"
