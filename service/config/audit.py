"""`[audit]`: checkpoints of the audit chain: what signs them, and where they go."""

from __future__ import annotations

from pathlib import Path

from service.config.home import home
from service.config.section import Section, setting


class Audit(Section):
    """Checkpoints of the audit chain: what signs them, and where they go."""

    key: Path | None = setting(
        None,
        "File of the signing key",
        "Ed25519, 64 hexadecimal digits, readable by its owner alone; made at the first checkpoint where it"
        " is missing. Without a name: `audit.key` in CONSIGLIERE_HOME, else in the user's data folder. Keep"
        " the public key and the checkpoints elsewhere: who holds this key and them can forge a history.",
        example="/var/lib/consigliere/audit.key",
    )

    checkpoints: Path | None = setting(
        None,
        "File of the checkpoints",
        "Where a running sidecar appends a signed checkpoint from time to time; best on another machine, or"
        " where its user may append and not change. Without one: `consigliere audit checkpoint` alone makes"
        " them.",
        example="/mnt/elsewhere/consigliere.checkpoints",
    )
    every: float = setting(
        3600.0,
        "Between two checkpoints",
        "What is cut off the end of the chain shows back to the last checkpoint.",
        unit="seconds",
        ge=1.0,
        le=7 * 86400.0,
    )

    @property
    def key_place(self) -> Path:
        """Where the key's file lies or will lie."""
        return home() / "audit.key" if self.key is None else self.key
