"""Logs as JSON objects a line for machines, or as text for people, on stderr.

Everything goes the same way: structlog, the standard library's loggers, uvicorn's, and Python's warnings.
`bound` ties table, seat and session to whatever is logged within it, in this task and those it starts.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TextIO, TypedDict, Unpack

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from service.config.logs import Logs

_LOUD = ("aioice", "aiortc", "httpx", "asyncio", "websockets")
"""Libraries whose every step is of interest to their authors: from warnings on, or as debugging asks for."""
_INDISCREET = "httpcore"
"""Repeats the headers of whatever is answered to us, cookies and all: from warnings on, always."""
_UVICORN = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")
_SECRETS = ("authorization", "token", "access_token", "secret", "credential", "password", "cookie")
_MULTILINE = ("exception", "stack")
_HIDDEN = "(hidden)"
_TOKENS = re.compile(
    r"(?<=token=)[^\s&\"'\\]+|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+|\bwhsec_[\w+/=-]+|\bck_[0-9a-f]{12}_[\w-]+"
)
"""Tokens in a query string; ours (JSON Web Tokens), keys of platforms and secrets of webhooks anywhere."""
_WITHOUT_LOCALS = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
"""A function that fails may hold a token."""


def configure(settings: Logs, stream: TextIO | None = None) -> None:
    """Send all logs of the process where the settings say. May be called again; the last call counts.

    Args:
        settings: form, least weight.
        stream: where the lines go; None for stderr.
    """
    out = stream or sys.stderr
    as_text = settings.format == "text" or (settings.format == "auto" and out.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        hide_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared[:-1], structlog.stdlib.ExtraAdder(), drop_colours, hide_secrets],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(as_text=as_text, colours=out.isatty()),
                cover_tokens,
            ],
        )
    )
    _route(handler, settings)


class Place(TypedDict, total=False):
    """What a line is about."""

    table: str
    """Its name."""
    seat: int
    """1 to 10."""
    session: str
    """The beginning of its name: all of it would be as good as a token."""


@contextmanager
def bound(**place: Unpack[Place]) -> Iterator[None]:
    """Name table, seat and session in every line that is logged within."""
    with structlog.contextvars.bound_contextvars(**place):
        yield


def hide_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A processor: values under names of secrets are hidden, whoever logged them."""
    for key in event:
        if key.lower() in _SECRETS:
            event[key] = _HIDDEN
    return event


def cover_tokens(logger: WrappedLogger, method: str, line: object) -> str:
    """The last processor, of rendered lines: no token stands in one, whatever put it there."""
    return _TOKENS.sub(_HIDDEN, str(line))


def tame(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A processor for terminals: what a client sent moves no cursor."""
    for key, value in event.items():
        if isinstance(value, str) and key not in _MULTILINE:
            event[key] = "".join(one if one.isprintable() else "?" for one in value)
    return event


def drop_colours(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A processor: uvicorn gives its lines once more, in colours."""
    event.pop("color_message", None)
    return event


def _renderers(*, as_text: bool, colours: bool) -> tuple[Processor, ...]:
    if as_text:
        return (
            tame,
            structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback),
        )
    return (
        structlog.processors.ExceptionRenderer(_WITHOUT_LOCALS),
        structlog.processors.EventRenamer("message"),
        structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
    )


def _no_socket(record: logging.LogRecord) -> bool:
    """False for uvicorn's lines about WebSockets."""
    return '"WebSocket %s"' not in str(record.msg)


def _route(handler: logging.Handler, settings: Logs) -> None:
    """All loggers to one handler."""
    level = settings.level.upper()
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _UVICORN:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.setLevel(logging.NOTSET)  # the root's counts, whatever configured them before
        logger.propagate = True
    # uvicorn repeats query strings, in which tokens may stand: `AccessLog` tells of requests
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_no_socket)
    quiet: Literal["DEBUG", "WARNING"] = "DEBUG" if level == "DEBUG" else "WARNING"
    for name in _LOUD:
        logging.getLogger(name).setLevel(quiet)
    logging.getLogger(_INDISCREET).setLevel("WARNING")
    logging.captureWarnings(True)
