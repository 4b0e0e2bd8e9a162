"""`[storage]`: where everything is kept that has to survive."""

from __future__ import annotations

from pydantic import SecretStr

from service.config.home import home
from service.config.section import Section, setting


class Storage(Section):
    """Where everything is kept that has to survive."""

    database: SecretStr | None = setting(
        None,
        "Address of the database",
        "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; best from CONSIGLIERE_STORAGE_DATABASE where"
        " a password stands in it. Without one: SQLite, `consigliere.db` in CONSIGLIERE_HOME, else in the"
        " user's data folder.",
        min_length=1,
        example="postgresql://consigliere@db.example/consigliere",
    )

    node: str = setting(
        "main",
        "Name of this sidecar in the database",
        "Sidecars that share a database need one each: a table is resumed by the node that opened it.",
        min_length=1,
        max_length=64,
    )

    @property
    def url(self) -> str:
        """The address, as `service.storage.Database` takes it."""
        if self.database is not None:
            return self.database.get_secret_value()
        return f"sqlite:///{home() / 'consigliere.db'}"
