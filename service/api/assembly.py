"""The whole sidecar from its settings: models, eye, tables, and every router that there is."""

from __future__ import annotations

from dataclasses import replace

from fastapi import FastAPI

from service import rulebook, ruleset
from service.api.access import Services
from service.api.app import create_app
from service.api.server import Front
from service.api.stores import opened
from service.api.tokens import Tokens
from service.avatar import routes as avatar
from service.avatar.sessions import AvatarSessions
from service.config import Settings
from service.demo import table as playing
from service.demo.table import DemoPlan
from service.gestures import vocabulary_file
from service.live.eye import Eye
from service.live.tables import Tables, TableSettings
from service.ops import exposition, health
from service.ops.access import AccessLog
from service.ops.metrics import Metrics
from service.provenance import behind
from service.web import routes as web
from service.web.routes import Demo
from service.webrtc import whip
from service.webrtc.ice import IceServer, Network
from service.webrtc.sessions import SessionPolicy, Sessions
from vision.policy import TablePolicy
from vision.table import TableModels


def assemble(settings: Settings, models: TableModels, demo: DemoPlan | None = None) -> FastAPI:
    """The application; its eye looks from now on, and is closed with it.

    Args:
        settings: all of them.
        models: the loaded engines.
        demo: the table that plays by itself, which the page shows to whoever sits at this machine.

    Raises:
        RuleBookError, RulesetError, VocabularyFileError: files that the settings name.
        StorageError: the database cannot be used, or another process is this node.
        OSError, ValueError: the secret cannot be used.
    """
    default = table_settings(settings)
    metrics = Metrics(per_table=settings.metrics.per_table)
    secret = settings.auth.key()
    stores = opened(settings, secret, metrics)
    tables = Tables(
        Eye(models, metrics.probe),
        behind(models),
        most=settings.tables.most,
        kept=settings.tables.kept_lines,
        log=stores.log,
        node=settings.storage.node,
    )
    tokens = Tokens(secret)
    metrics.watch(tables)
    reached_by = network(settings)
    publishers = Sessions(tables, _sessions(settings), reached_by)
    watchers = AvatarSessions(settings.limits.avatars, settings.limits.table_avatars, reached_by)
    routers = [
        health.router(),
        exposition.router(metrics, settings.metrics),
        whip.router(tables, publishers, settings.server.origins),
        avatar.router(watchers),
    ]
    if settings.server.page:
        routers.append(web.router(None if demo is None else Demo(demo.name)))
    if demo is not None:
        routers.append(playing.router(tables, demo))
    app = create_app(
        tables,
        tokens,
        settings.bounds(),
        routers=routers,
        origins=settings.server.origins,
        default=default,
        idle=settings.tables.idle,
        backing=stores.backing,
    )
    app.state.keys = stores.keys
    if settings.logs.access:
        app.add_middleware(AccessLog)
    _count(metrics, app, publishers, watchers)
    return app


def network(settings: Settings) -> Network:
    """How this machine is reached by WebRTC."""
    servers = tuple(
        IceServer(url, server.username, server.credential.get_secret_value() if server.credential else "")
        for server in settings.webrtc.ice_servers
        for url in server.urls
    )
    return Network(settings.webrtc.hosts, servers)


def _sessions(settings: Settings) -> SessionPolicy:
    return SessionPolicy(
        most_of_table=settings.limits.sessions,
        connect=settings.webrtc.connect,
        silence=settings.webrtc.silence,
    )


def _count(metrics: Metrics, app: FastAPI, publishers: Sessions, watchers: AvatarSessions) -> None:
    """Show how many connections of each kind are open."""
    held: Services = app.state.services
    metrics.count("whip", lambda: len(publishers))
    metrics.count("avatar", lambda: len(watchers))
    metrics.count("events", lambda: len(held.readers))
    metrics.count("pictures", lambda: len(held.feeders))


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
