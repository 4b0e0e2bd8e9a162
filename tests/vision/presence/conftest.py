"""Loaded models of presence, fetched where they are missing."""

from __future__ import annotations

import pytest

from models.engines import EngineChoice
from models.fetch import fetch
from models.runtime import open_model
from vision.presence.look import PresenceModels


@pytest.fixture(scope="session")
def models() -> PresenceModels:
    """The real models in ONNX Runtime: the same on every machine."""
    fetch(["face_short", "pose", "person"])
    face, pose, person = (open_model(name, EngineChoice()) for name in ("face_short", "pose", "person"))
    return PresenceModels(face, pose, person)
