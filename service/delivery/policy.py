"""How webhooks are sent, as the operator decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from service.delivery.addresses import Reach
from service.delivery.posting import Patience


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where webhooks may go, how many at once, how long they are kept. Times in seconds."""

    reach: Reach = field(default_factory=Reach)
    patience: Patience = field(default_factory=Patience)
    authorities: Path | None = None
    """PEM file of certificate authorities beside the system's."""
    each: int = 4
    """Attempts at once of one endpoint; ordered ones have one."""
    together: int = 16
    """Attempts at once of the process."""
    kept: float = 86_400.0
    """What was delivered."""
    dead_kept: float = 30 * 86_400.0
    """What could not be delivered."""
    source: str = "urn:consigliere"
    """CloudEvents' `source`, before the table's name."""
