"""Pictures in, recordings and lines out."""

from service.media.folder import FolderSource
from service.media.mailbox import Mailbox
from service.media.opening import open_source
from service.media.planes import picture_from_av
from service.media.source import Fate, Item, Source, SourceError, SourceEvent
from service.media.stills import read_picture
from service.media.ticks import Tick, ticks

__all__ = [
    "Fate",
    "FolderSource",
    "Item",
    "Mailbox",
    "Source",
    "SourceError",
    "SourceEvent",
    "Tick",
    "open_source",
    "picture_from_av",
    "read_picture",
    "ticks",
]
