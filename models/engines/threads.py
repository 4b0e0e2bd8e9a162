"""How many processors this process may use, and the one pool of threads that uses them.

A container that is limited to two processors still sees all 64 of its machine; a runtime that starts 64
threads there is throttled to a crawl. So the count comes from the control group as well as from the
affinity mask.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")


def available_threads(root: Path = Path("/"), affinity: int | None = None) -> int:
    """The number of threads that can run at the same time.

    The least of the affinity mask and of every quota on the way from our control group to its root,
    rounded up, at least 1. Source: the kernel's documentation, cgroup-v2 `cpu.max` ("$MAX $PERIOD" in
    microseconds) and cgroup-v1 `cpu.cfs_quota_us` with `cpu.cfs_period_us`.

    Args:
        root: the file system to read `proc` and `sys` from.
        affinity: processors in the affinity mask; None asks the system.
    """
    if affinity is None:
        affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quotas = [_quota(folder) for folder in _group_folders(root)]
    return max(1, min([affinity, *(math.ceil(quota) for quota in quotas if quota is not None)]))


def _group_folders(root: Path) -> list[Path]:
    """The folders of our control groups, from ours up to the mount."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return []
    folders: list[Path] = []
    for line in lines:
        _, controllers, path = line.split(":", 2) if line.count(":") >= 2 else ("", "-", "/")
        if controllers == "":
            mounts = [root / "sys/fs/cgroup", root / "sys/fs/cgroup/unified"]
        elif "cpu" in controllers.split(","):
            mounts = [root / "sys/fs/cgroup" / controllers, root / "sys/fs/cgroup/cpu"]
        else:
            continue
        # Inside a container the path is often the host's: the mount itself then is our group.
        inner = Path(path.lstrip("/"))
        folders += [mount / part for mount in mounts for part in (inner, *inner.parents)]
    return folders


def _quota(folder: Path) -> float | None:
    """The processors that one control group may use; None where it has no limit or is not readable."""
    try:
        limit, period = (folder / "cpu.max").read_text().split()
    except (OSError, ValueError):
        try:
            limit = (folder / "cpu.cfs_quota_us").read_text().strip()
            period = (folder / "cpu.cfs_period_us").read_text().strip()
        except OSError:
            return None
    try:
        quota = int(limit) / int(period)
    except (ValueError, ZeroDivisionError):
        return None
    return quota if quota > 0 else None


@cache
def thread_count() -> int:
    """`available_threads` of this process, read once."""
    return available_threads()


_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def spread(task: Callable[[int], Result], count: int) -> list[Result]:
    """Run `task(0)` to `task(count - 1)` on the process's one pool and return the results in order.

    The caller's thread takes its share of the work, so one processor needs no pool at all.
    """
    workers = min(thread_count(), count)
    if workers <= 1:
        return [task(index) for index in range(count)]
    pool = _shared_pool()
    # One stride per worker: a future per picture would cost more than a small model does.
    parts = [pool.submit(_stride, task, start, count, workers) for start in range(1, workers)]
    results: list[list[Result]] = [_stride(task, 0, count, workers)]
    results += [part.result() for part in parts]
    return [results[index % workers][index // workers] for index in range(count)]


def _stride(task: Callable[[int], Result], start: int, count: int, step: int) -> list[Result]:
    return [task(index) for index in range(start, count, step)]


def _shared_pool() -> ThreadPoolExecutor:
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(max(1, thread_count() - 1), thread_name_prefix="consigliere-engine")
        return _pool
