"""The sidecar's settings: one file, every field explained, everything that is wrong told at once."""

from service.config.faults import ConfigError, Fault
from service.config.reading import Reading, load, read
from service.config.settings import Settings

__all__ = ["ConfigError", "Fault", "Reading", "Settings", "load", "read"]
