"""Secrets and settings: whether they are right, and only ours to read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from service.api.tokens import SHORTEST_SECRET
from service.config import Reading
from service.config.describe import is_secret, leaves
from service.config.files import faults
from service.ops.doctor.finding import Finding, fail, ok, warn


def findings(reading: Reading) -> Iterator[Finding]:
    """Look at the settings, the files they name, and who may read what is secret."""
    wrong = faults(reading.settings)
    for fault in wrong:
        yield fail("settings", f"{fault.key}: {fault.problem}", fault.hint)
    if not wrong:
        yield ok("settings", f"{reading.file or 'the defaults'}: right, and so are the files they name")
    if (inside := _secrets_in_file(reading)) and reading.file is not None:
        yield from _readable(reading.file, f"holds {', '.join(inside)}")
    if reading.settings.auth.secret is None:
        yield from secret_file(reading.settings.auth.secret_place)
    else:
        yield ok("secret", "comes from the settings")


def secret_file(path: Path) -> Iterator[Finding]:
    """Whether the secret is one, and only its owner's."""
    try:
        state = path.stat()
    except FileNotFoundError:
        yield ok("secret", f"{path} is made at the first start")
        return
    except OSError as error:
        yield fail(
            "secret", f"{path}: {error.strerror}", "let this user read it, or name another secret_file"
        )
        return
    if not os.access(path, os.R_OK):
        yield fail("secret", f"{path} cannot be read", "let this user read it, or name another secret_file")
    elif state.st_size < SHORTEST_SECRET:
        told = f"{path} has {state.st_size} bytes, a secret {SHORTEST_SECRET}"
        yield fail("secret", told, "delete it: the next start makes a good one, and old tokens end")
    else:
        yield from _readable(path, f"has {state.st_size} bytes")


def _readable(path: Path, what: str) -> Iterator[Finding]:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        told = f"{path} {what}, and others may read or change it (mode {mode:04o})"
        yield warn("secret", told, f"chmod 600 {path}, and change what stood in it: others may have read it")
    else:
        yield ok("secret", f"{path} {what}, mode {mode:04o}")


def _secrets_in_file(reading: Reading) -> list[str]:
    return [
        f"{section}.{key}"
        for section, key, field in leaves()
        if is_secret(field) and reading.origins.get(f"{section}.{key}") == "file"
    ]
