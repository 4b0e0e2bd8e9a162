"""`[auth]`: the secret that signs tokens, and how long they last."""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from service.api.tokens import SHORTEST_SECRET, stored_secret
from service.config.home import home
from service.config.section import Section, setting


class Auth(Section):
    """The secret that signs tokens, and how long they last."""

    secret_file: Path | None = setting(
        None,
        "File of the secret",
        f"At least {SHORTEST_SECRET} bytes, readable by its owner alone; made at the first start where it is"
        " missing. Without a name: `secret` in CONSIGLIERE_HOME, else in the user's data folder. Whoever"
        " reads it can make any token.",
        example="/var/lib/consigliere/secret",
    )
    secret: SecretStr | None = setting(
        None,
        "The secret itself",
        f"Instead of a file, at least {SHORTEST_SECRET} characters; best from CONSIGLIERE_AUTH_SECRET, as"
        " settings files are copied about.",
        min_length=SHORTEST_SECRET,
        example="32 or more characters that nobody can guess",
    )
    token_lifetime: float = setting(
        12 * 3600.0,
        "Lifetime of a token",
        "Of tokens for which nobody asks for another. An evening's games fit into it.",
        unit="seconds",
        ge=60.0,
        le=366 * 86400.0,
    )
    longest_lifetime: float = setting(
        30 * 86400.0,
        "Longest lifetime",
        "Nobody is given a token that lasts longer: there is no way to call one back but a new secret.",
        unit="seconds",
        ge=60.0,
        le=366 * 86400.0,
    )

    @property
    def secret_place(self) -> Path:
        """Where the secret's file lies or will lie."""
        if self.secret_file is not None:
            return self.secret_file
        return home() / "secret"

    def key(self) -> bytes:
        """The secret; its file is made where it is missing.

        Raises:
            OSError, ValueError: as `service.api.tokens.stored_secret`.
        """
        if self.secret is not None:
            return self.secret.get_secret_value().encode()
        return stored_secret(self.secret_place)
