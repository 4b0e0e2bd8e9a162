"""`[metrics]`: who may read `/metrics`, and how finely."""

from __future__ import annotations

from typing import Literal

from pydantic import SecretStr

from service.config.section import Section, setting


class Metrics(Section):
    """Who may read `/metrics`, and how finely."""

    access: Literal["off", "open", "token"] = setting(
        "open",
        "Who may read /metrics",
        "off: nobody; open: everybody who reaches the port; token: who sends the bearer token below.",
    )
    token: SecretStr | None = setting(
        None,
        "Token of the scraper",
        "For access = token, at least 16 characters; it opens nothing else. Best from"
        " CONSIGLIERE_METRICS_TOKEN.",
        min_length=16,
        example="16 or more characters",
    )
    per_table: bool = setting(
        False,
        "A series for each table",
        "Names of tables as a label. Only where there are few and their names come back: each new name is"
        " kept by Prometheus for weeks.",
    )
