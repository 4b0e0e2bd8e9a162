from __future__ import annotations

import threading
from pathlib import Path

import pytest

from models.engines.threads import available_threads, spread, thread_count


@pytest.mark.parametrize(
    ("files", "affinity", "wanted"),
    [
        pytest.param({}, 6, 6, id="no control groups"),
        pytest.param(
            {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"},
            6,
            6,
            id="v2 without limit",
        ),
        pytest.param(
            {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "200000 100000\n"}, 6, 2, id="v2"
        ),
        pytest.param(
            {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "150000 100000\n"}, 6, 2, id="rounds up"
        ),
        pytest.param(
            {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "20000 100000\n"}, 6, 1, id="at least one"
        ),
        pytest.param(
            {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "900000 100000\n"},
            6,
            6,
            id="affinity is less",
        ),
        pytest.param(
            {
                "proc/self/cgroup": "0::/a.slice/b.service\n",
                "sys/fs/cgroup/a.slice/cpu.max": "300000 100000\n",
                "sys/fs/cgroup/a.slice/b.service/cpu.max": "max 100000\n",
            },
            6,
            3,
            id="v2 limit of a parent",
        ),
        pytest.param(
            {"proc/self/cgroup": "0::/docker/abc\n", "sys/fs/cgroup/cpu.max": "400000 100000\n"},
            6,
            4,
            id="the path is the host's",
        ),
        pytest.param(
            {
                "proc/self/cgroup": "4:cpu,cpuacct:/box\n3:memory:/box\n",
                "sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us": "250000\n",
                "sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us": "100000\n",
            },
            6,
            3,
            id="v1",
        ),
        pytest.param(
            {
                "proc/self/cgroup": "1:cpu:/\n0::/\n",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            6,
            6,
            id="v1 without limit",
        ),
        pytest.param(
            {
                "proc/self/cgroup": "1:cpu:/\n0::/\n",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
                "sys/fs/cgroup/unified/cpu.max": "100000 100000\n",
            },
            6,
            1,
            id="both versions mounted",
        ),
        pytest.param(
            {"proc/self/cgroup": "nonsense\n", "sys/fs/cgroup/cpu.max": "x y z\n"}, 6, 6, id="unreadable"
        ),
        pytest.param(
            {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "100000 0\n"}, 6, 6, id="period of zero"
        ),
    ],
)
def test_counts_the_threads_that_may_run(
    tmp_path: Path, files: dict[str, str], affinity: int, wanted: int
) -> None:
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert available_threads(tmp_path, affinity) == wanted


def test_this_process_has_at_least_one_thread() -> None:
    assert 1 <= thread_count() <= available_threads()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 20])
def test_spread_keeps_the_order(count: int) -> None:
    assert spread(lambda index: index * index, count) == [index * index for index in range(count)]


def test_spread_uses_no_more_threads_than_allowed() -> None:
    seen: set[int] = set()
    spread(lambda _: seen.add(threading.get_ident()), 50)
    assert threading.get_ident() in seen
    assert len(seen) <= thread_count()


def test_spread_passes_errors_on() -> None:
    def task(index: int) -> int:
        if index == 3:
            raise ValueError("picture 3")
        return index

    with pytest.raises(ValueError, match="picture 3"):
        spread(task, 6)
