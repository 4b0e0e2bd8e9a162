"""Which models stand behind an event, so that it can be replayed and contested."""

from __future__ import annotations

from models import manifest
from models.engine import Engine
from vision.table import TableModels


def behind(models: TableModels) -> dict[str, dict[str, str]]:
    """The models by name and version of each kind of event that does not name its own.

    Returns:
        By the first word of the event's type: name of the model -> where it comes from, the beginning of its
        checksum, and what it runs in.
    """
    eye = models.presence
    asked: dict[str, Engine] = {
        "face_short": eye.face,
        "person": eye.person,
        "palm_full": models.hands.palm,
        "hand_full": models.hands.landmarks,
    }
    return {"absence": {name: _version(name, engine) for name, engine in asked.items()}}


def _version(name: str, engine: Engine) -> str:
    entry = manifest.entry(name)
    return f"{entry.source} {(entry.onnx_sha256 or '')[:12]} {engine.label}"
