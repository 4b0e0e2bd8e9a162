"""The whole sidecar from its settings: models, eye, tables, and every router that there is."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, FastAPI

from service import rulebook, ruleset
from service.api.access import Services
from service.api.app import create_app
from service.api.server import Front
from service.api.tokens import Tokens
from service.avatar import routes as avatar
from service.avatar.sessions import AvatarSessions
from service.config import Settings
from service.gestures import vocabulary_file
from service.live.eye import Eye
from service.live.tables import Tables, TableSettings
from service.ops import exposition, health
from service.ops.access import AccessLog
from service.ops.metrics import Metrics
from service.provenance import behind
from service.web import routes as web
from service.webrtc import whip
from service.webrtc.ice import IceServer, Network
from service.webrtc.sessions import SessionPolicy, Sessions
from vision.policy import TablePolicy
from vision.table import TableModels


def assemble(settings: Settings, models: TableModels) -> FastAPI:
    """The application; its eye looks from now on, and is closed with it.

    Args:
        settings: all of them.
        models: the loaded engines.

    Raises:
        RuleBookError, RulesetError, VocabularyFileError: files that the settings name.
        OSError, ValueError: the secret cannot be used.
    """
    default = table_settings(settings)
    tokens = Tokens(settings.auth.key())
    metrics = Metrics(per_table=settings.metrics.per_table)
    tables = Tables(
        Eye(models, metrics.probe),
        behind(models),
        most=settings.tables.most,
        kept=settings.tables.kept_lines,
    )
    metrics.watch(tables)
    app = create_app(
        tables,
        tokens,
        settings.bounds(),
        routers=_routers(settings, tables, metrics),
        origins=settings.server.origins,
        default=default,
        idle=settings.tables.idle,
    )
    held: Services = app.state.services
    metrics.count("events", held.readers.__len__)
    metrics.count("pictures", held.feeders.__len__)
    if settings.logs.access:
        app.add_middleware(AccessLog)
    return app


def table_settings(settings: Settings) -> TableSettings:
    """How a table is watched and played whose opener says nothing else; raises as `assemble`."""
    named = settings.tables
    policy = TablePolicy()
    if named.vocabulary is not None:
        policy = replace(policy, vocabulary=vocabulary_file.read(named.vocabulary))
    if named.ruleset is not None:
        policy = ruleset.load(named.ruleset, policy)
    return TableSettings(rulebook.load(named.book), policy)


def front(settings: Settings) -> Front:
    """What stands between clients and us."""
    server = settings.server
    return Front(server.root_path, server.trusted_proxies, server.tls_certificate, server.tls_key)


def _routers(settings: Settings, tables: Tables, metrics: Metrics) -> list[APIRouter]:
    limits, asked = settings.limits, settings.webrtc
    policy = SessionPolicy(most_of_table=limits.sessions, connect=asked.connect, silence=asked.silence)
    sessions = Sessions(tables, policy, network(settings))
    avatars = AvatarSessions(limits.avatars, limits.table_avatars)
    metrics.count("whip", sessions.__len__)
    metrics.count("avatar", avatars.__len__)
    return [
        health.router(),
        exposition.router(metrics, settings.metrics),
        whip.router(tables, sessions, settings.server.origins),
        avatar.router(avatars),
        *([web.router()] if settings.server.page else []),
    ]


def network(settings: Settings) -> Network:
    """How this machine is reached by WebRTC."""
    servers = [
        IceServer(url, one.username, one.credential.get_secret_value() if one.credential else "")
        for one in settings.webrtc.ice_servers
        for url in one.urls
    ]
    return Network(settings.webrtc.hosts, tuple(servers))
