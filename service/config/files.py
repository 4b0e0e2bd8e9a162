"""What the settings point to: whether the files are there and can be used."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

from service import rulebook, ruleset
from service.config.faults import Fault
from service.config.settings import Settings
from service.gestures import vocabulary_file
from vision.policy import TablePolicy


def faults(settings: Settings) -> list[Fault]:
    """Everything that is wrong with what the settings point to; nothing is made or changed."""
    return [fault for look in _LOOKS for fault in look(settings)]


def _book(settings: Settings) -> Iterator[Fault]:
    try:
        rulebook.load(settings.tables.book)
    except rulebook.RuleBookError as error:
        yield _fault("tables.book", error)


def _ruleset(settings: Settings) -> Iterator[Fault]:
    path = settings.tables.ruleset
    try:
        if path is not None:
            ruleset.load(path, TablePolicy())
    except ruleset.RulesetError as error:
        yield _fault("tables.ruleset", error)


def _vocabulary(settings: Settings) -> Iterator[Fault]:
    path = settings.tables.vocabulary
    try:
        if path is not None:
            vocabulary_file.read(path)
    except vocabulary_file.VocabularyFileError as error:
        yield _fault("tables.vocabulary", error)


def _tls(settings: Settings) -> Iterator[Fault]:
    server = settings.server
    if server.tls_certificate is None or server.tls_key is None:
        return
    for key, path in (("server.tls_certificate", server.tls_certificate), ("server.tls_key", server.tls_key)):
        if (problem := _unreadable(path)) is not None:
            yield Fault(key, f"{path} {problem}", "name a PEM file that this user may read")
            return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
            server.tls_certificate, server.tls_key, password=""
        )
    except (ssl.SSLError, ValueError) as error:
        hint = "write a certificate chain and its own key, without a passphrase, both as PEM"
        yield Fault("server.tls_certificate", f"does not go with tls_key ({error})", hint)


def _authorities(settings: Settings) -> Iterator[Fault]:
    path = settings.webhooks.authorities
    if path is None:
        return
    if (problem := _unreadable(path)) is not None:
        yield Fault("webhooks.authorities", f"{path} {problem}", "name a PEM file that this user may read")
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except ssl.SSLError as error:
        yield Fault("webhooks.authorities", f"{path} holds no certificate ({error})", "write them as PEM")


def _unreadable(path: Path) -> str | None:
    try:
        with path.open("rb"):
            return None
    except OSError as error:
        return f"cannot be read ({error.strerror})"


def _fault(key: str, error: Exception) -> Fault:
    problem, _, hint = str(error).partition("; ")
    return Fault(key, problem, hint or "mend that file")


_LOOKS: tuple[Callable[[Settings], Iterator[Fault]], ...] = (_book, _ruleset, _vocabulary, _tls, _authorities)
