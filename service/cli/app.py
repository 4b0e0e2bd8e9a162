"""The commands of `consigliere`."""

from __future__ import annotations

import typer

from service.cli import (
    audit,
    bench,
    classify,
    config,
    demo,
    doctor,
    forum,
    gestures,
    keys,
    models,
    moderation,
    referee,
    serve,
    token,
    watch,
    webhooks,
)

app = typer.Typer(
    name="consigliere",
    help="Watches a table of webcams while people play Mafia and tells what it saw.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(watch.watch)
app.command()(classify.classify)
app.command()(bench.bench)
app.command()(demo.demo)
app.command()(doctor.doctor)
app.command()(serve.serve)
app.command()(token.token)
app.add_typer(config.app, name="config")
app.add_typer(keys.app, name="keys")
app.add_typer(webhooks.app, name="webhooks")
app.add_typer(audit.app, name="audit")
app.add_typer(models.app, name="models")
app.add_typer(gestures.app, name="gestures")
app.add_typer(moderation.app, name="moderation")
app.add_typer(referee.app, name="referee")
app.add_typer(forum.app, name="forum")
