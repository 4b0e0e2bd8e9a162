"""`[audit]`: what signs checkpoints of the audit chain."""

from __future__ import annotations

from pathlib import Path

from service.config.home import home
from service.config.section import Section, setting


class Audit(Section):
    """What signs checkpoints of the audit chain."""

    key: Path | None = setting(
        None,
        "File of the signing key",
        "Ed25519, 64 hexadecimal digits, readable by its owner alone; made at the first checkpoint where it"
        " is missing. Without a name: `audit.key` in CONSIGLIERE_HOME, else in the user's data folder. Keep"
        " the public key and the checkpoints elsewhere: who holds this key and them can forge a history.",
        example="/var/lib/consigliere/audit.key",
    )

    @property
    def key_place(self) -> Path:
        """Where the key's file lies or will lie."""
        return home() / "audit.key" if self.key is None else self.key
