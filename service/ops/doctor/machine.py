"""Processors, memory, disks, descriptors, clocks: what the machine and its container give us."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from models import store
from models.engines.threads import available_threads
from service.config import Settings
from service.ops.doctor.finding import Finding, fail, ok, warn

MIB, GIB = 1 << 20, 1 << 30
TABLE_MEMORY = 3 * GIB // 2
"""What a process with a full table may take; the goal that its tests hold it to."""
LEAST_MEMORY = GIB
"""The models alone take half of it."""
DISK = GIB
"""For models (0.1 GiB), engines' caches and logs."""
SOCKETS = 8
"""Descriptors of a WebRTC session: a socket for each address, the timers' and threads' pipes."""
SPARE = 100
"""Descriptors of the process itself: libraries, models, logs."""
RESOLUTION = 0.001
"""Seconds: what media times are told to."""
_SYNCHRONISED = "run/systemd/timesync/synchronized"
_ROOT = Path("/")


def findings(settings: Settings, root: Path = _ROOT) -> Iterator[Finding]:
    """Look at everything about the machine; `proc`, `sys`, `run` and `dev` are read below `root`."""
    yield processors(root)
    yield memory(root)
    yield from disks(settings)
    yield descriptors(settings)
    yield shared_memory(root)
    yield clock(root)


def processors(root: Path = _ROOT, affinity: int | None = None) -> Finding:
    """How many there are for us."""
    count, all_of_them = available_threads(root, affinity), os.cpu_count() or 1
    told = f"{count} of {all_of_them} by affinity and cgroup quota"
    if count < 2:
        return warn("processors", told, "give it two: decoding and looking then need not wait for each other")
    return ok("processors", told)


def memory(root: Path = _ROOT) -> Finding:
    """What is left, by the machine and by the limits of our control groups."""
    free = _available(root)
    limits = [left for left in map(_left, _memory_groups(root)) if left is not None]
    if free is None and not limits:
        return warn(
            "memory", "cannot be read here", f"see that there are {TABLE_MEMORY / GIB:.1f} GiB for a table"
        )
    left = min([*([free] if free is not None else []), *limits])
    whose = "the cgroup's limit" if limits and left == min(limits) else "the machine"
    told = f"{left / GIB:.1f} GiB are left by {whose}"
    if left < LEAST_MEMORY:
        return fail("memory", told, f"give it {TABLE_MEMORY / GIB:.1f} GiB")
    if left < TABLE_MEMORY:
        return warn("memory", told, f"give it {TABLE_MEMORY / GIB:.1f} GiB: a full table may take as much")
    return ok("memory", told)


def disks(settings: Settings) -> Iterator[Finding]:
    """Where we write: models, the secret, films that arrive."""
    places = {
        "disk of models": (store.folder(), DISK),
        "disk of the secret": (settings.auth.secret_place.parent, MIB),
        "disk of films": (Path(tempfile.gettempdir()), settings.limits.file),
    }
    for subject, (folder, needed) in places.items():
        yield disk(subject, folder, needed)


def descriptors(settings: Settings, limit: int | None = None) -> Finding:
    """How many files and sockets may be open at once."""
    import resource  # on Windows there is none, and no limit to read

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if limit is None else limit
    limits = settings.limits
    sessions = limits.sessions * settings.tables.most + limits.avatars
    needed = limits.connections + sessions * SOCKETS + SPARE
    told = f"{soft} files and sockets may be open, {needed} are needed at the settings' limits"
    if 0 <= soft < needed:
        return warn("descriptors", told, f"ulimit -n {needed}, or LimitNOFILE={needed} in the unit")
    return ok("descriptors", told)


def shared_memory(root: Path = _ROOT) -> Finding:
    """Where the engines and browsers of tests keep what processes share."""
    folder = root / "dev/shm"
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        remedy = "mount a tmpfs at /dev/shm: engines fall back to slower ways, or fail"
        return warn("shared memory", f"{folder} cannot be written", remedy)
    free = shutil.disk_usage(folder).free
    told = f"{folder} has {free // MIB} MiB left"
    if free < 32 * MIB:
        return warn("shared memory", told, "docker run --shm-size=64m, or clear it")
    return ok("shared memory", told)


def clock(root: Path = _ROOT, now: float | None = None) -> Finding:
    """The clock that runs and the one on the wall."""
    resolution = time.get_clock_info("monotonic").resolution
    if resolution > RESOLUTION:
        told = f"the monotonic clock counts in steps of {resolution * 1000:.1f} ms"
        return warn(
            "clock", told, "choose another clock source of the system: media times would be as coarse"
        )
    wall, installed = time.time() if now is None else now, Path(__file__).stat().st_mtime
    if wall < installed:
        told = (
            f"the wall clock stands {(installed - wall) / 3600:.1f} hours before this program was installed"
        )
        return fail("clock", told, "set it (timedatectl set-ntp true): tokens would be good for too long")
    told = f"monotonic to {resolution * 1e9:.0f} ns; the wall clock is not before this program's files"
    if (root / _SYNCHRONISED).exists():
        return ok("clock", f"{told}, and systemd says it is synchronised")
    return ok("clock", f"{told}; whether it is synchronised cannot be told without the network")


def disk(subject: str, folder: Path, needed: int) -> Finding:
    """Whether so many bytes can be written there; the folder may be missing yet."""
    folder = _existing(folder)
    if not os.access(folder, os.W_OK):
        return fail(
            subject, f"{folder} cannot be written", "let this user write there, or name another place"
        )
    free = shutil.disk_usage(folder).free
    told = f"{folder} has {free / GIB:.1f} GiB left"
    if free < needed:
        return warn(subject, told, f"clear {needed / GIB:.1f} GiB, or name another place")
    return ok(subject, told)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest above it that there is."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


def _available(root: Path) -> int | None:
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    found = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(found[0]) * 1024 if found else None


def _memory_groups(root: Path) -> list[Path]:
    """The folders of our control groups that may bound memory, from ours up to the mount."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return []
    folders: list[Path] = []
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        mount = root / "sys/fs/cgroup" / controllers
        inner = Path(path.lstrip("/"))
        folders += [mount / part for part in (inner, *inner.parents)]
    return folders


def _left(group: Path) -> int | None:
    """Bytes that one control group still gives; None where it has no limit or is not readable.

    Source: the kernel's documentation, cgroup-v2 `memory.max`, `memory.current`; cgroup-v1
    `memory.limit_in_bytes`, `memory.usage_in_bytes`.
    """
    for limit, used in (("memory.max", "memory.current"), ("memory.limit_in_bytes", "memory.usage_in_bytes")):
        try:
            return max(int((group / limit).read_text()) - int((group / used).read_text()), 0)
        except (OSError, ValueError):
            continue
    return None
