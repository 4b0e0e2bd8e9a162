"""All settings of the sidecar: one section a table of `consigliere.toml`."""

from __future__ import annotations

from pydantic import Field

from service.api.limits import Limits as Bounds
from service.config.audit import Audit
from service.config.auth import Auth
from service.config.limits import Limits
from service.config.logs import Logs
from service.config.metrics import Metrics
from service.config.section import Section
from service.config.server import Server
from service.config.storage import Storage
from service.config.tables import TablesSection
from service.config.webhooks import Webhooks
from service.config.webrtc import WebRtc


class Settings(Section):
    """Everything an operator may decide. `Settings()` holds the defaults and reads nothing."""

    server: Server = Field(default_factory=Server)
    auth: Auth = Field(default_factory=Auth)
    limits: Limits = Field(default_factory=Limits)
    tables: TablesSection = Field(default_factory=TablesSection)
    webrtc: WebRtc = Field(default_factory=WebRtc)
    storage: Storage = Field(default_factory=Storage)
    webhooks: Webhooks = Field(default_factory=Webhooks)
    audit: Audit = Field(default_factory=Audit)
    logs: Logs = Field(default_factory=Logs)
    metrics: Metrics = Field(default_factory=Metrics)

    def bounds(self) -> Bounds:
        """The limits as the application takes them."""
        return Bounds(
            **self.limits.model_dump(exclude={"sessions", "avatars", "table_avatars"}),
            token_seconds=int(self.auth.token_lifetime),
            longest_token_seconds=int(self.auth.longest_lifetime),
            drain_seconds=self.server.drain,
        )
