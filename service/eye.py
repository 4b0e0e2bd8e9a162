"""Opens the models that a table needs."""

from __future__ import annotations

import cv2

from models import manifest, runtime, store
from models.engine import Engine
from models.engines import EngineChoice
from models.extras import NUDENET, NUDENET_VERSION, open_nudenet
from vision.hands import HandModels
from vision.nudity.step import FIRST, SECOND, THIRD, NudityModels
from vision.presence.look import PresenceModels
from vision.table import TableModels


def open_model(name: str, engine: EngineChoice | None = None) -> Engine:
    """As `models.runtime.open_model`, but refuses a file that is not what the manifest says.

    Raises:
        DamagedModel: its checksum is another; a damaged model would see nothing, silently.
    """
    store.verify(name)
    return runtime.open_model(name, engine)


def open_hand_models(engine: EngineChoice | None = None) -> HandModels:
    """Palm detector and hand landmarks; arguments and errors as `models.runtime.open_model`.

    From here on the engines' threads are the process's only pool: OpenCV's own costs more in waking than it
    gains on crops (0.7 ms of 8.5 a frame with one hand, on two cores).
    """
    cv2.setNumThreads(1)
    return HandModels(open_model("palm_full", engine), open_model("hand_full", engine))


def open_table_models(engine: EngineChoice | None = None) -> TableModels:
    """All engines of a table; arguments and errors as `models.runtime.open_model`."""
    return TableModels(
        hands=open_hand_models(engine),
        shapes=open_model("shapes"),
        motion=open_model("motion"),
        presence=PresenceModels(
            open_model("face_short", engine), open_model("pose", engine), open_model("person", engine)
        ),
        nudity=open_nudity_models(engine),
    )


def open_nudity_models(engine: EngineChoice | None = None) -> NudityModels:
    """The classifiers of nudity, and the part detector where the operator has installed it.

    Arguments and errors as `models.runtime.open_model`.
    """
    versions = {name: _version(name) for name in (FIRST, SECOND)}
    parts = open_nudenet()
    if parts is not None:
        versions[THIRD] = f"{NUDENET}=={NUDENET_VERSION}"
    return NudityModels(open_model(FIRST, engine), open_model(SECOND, engine), parts, versions)


def _version(name: str) -> str:
    """Package and version that a model comes from, and the beginning of its own checksum."""
    entry = manifest.entry(name)
    return f"{entry.source} {(entry.onnx_sha256 or '')[:12]}"
