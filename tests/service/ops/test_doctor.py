"""What doctor finds on machines that are well, and on those that are not."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.engines.auto import BF16, F32, Rival, Verdict
from models.engines.trial import Cost
from service.config import Settings, read
from service.ops.doctor import examine, guarded, keeping, machine, network, software
from service.ops.doctor.finding import Finding, ok

GIB = 1 << 30


def _settings(**sections: dict[str, object]) -> Settings:
    return Settings.model_validate(sections)


def _states(findings: Iterator[Finding]) -> dict[str, str]:
    return {finding.subject: finding.state for finding in findings}


def test_a_machine_that_runs_these_tests_is_well_enough(
    default_models: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSIGLIERE_ENGINE", "onnxruntime-cpu-f32")
    monkeypatch.setenv("CONSIGLIERE_AUTH_SECRET", "x" * 40)
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    monkeypatch.setenv("CONSIGLIERE_SERVER_PORT", str(free))
    found = list(examine(read()))
    assert all(finding.remedy for finding in found if finding.state != "ok"), "each has a remedy"
    subjects = {finding.subject for finding in found}
    wanted = "settings, secret, tcp port, udp, udp buffer, addresses, models, engine, codec h264, codec vp8"
    wanted += ", processors, memory, disk of models, disk of films, descriptors, shared memory, clock"
    assert set(wanted.split(", ")) <= subjects
    works = {"settings", "secret", "tcp port", "udp", "models", "engine", "codec h264", "codec vp8", "clock"}
    assert [finding for finding in found if finding.subject in works and finding.state == "fail"] == []


def test_a_taken_port_is_found() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        taken = _states(network.findings(_settings(server={"port": port})))
    assert taken["tcp port"] == "fail"
    assert _states(network.findings(_settings(server={"port": port})))["tcp port"] == "ok"


def test_an_address_of_another_machine_is_found() -> None:
    found = _states(network.findings(_settings(server={"host": "192.0.2.77"})))
    assert found["tcp port"] == "fail"


@pytest.mark.parametrize(
    ("server", "metrics", "tls", "open_metrics"),
    [
        ({}, {}, None, None),
        ({"host": "::1"}, {}, None, None),
        ({"host": "localhost"}, {}, None, None),
        ({"host": "0.0.0.0"}, {}, "warn", "warn"),
        ({"host": "0.0.0.0", "trusted_proxies": ("10.0.0.1",)}, {"access": "off"}, "ok", None),
        ({"host": "0.0.0.0", "tls_certificate": "a", "tls_key": "b"}, {}, "ok", "warn"),
    ],
)
def test_what_strangers_can_reach_is_told(
    server: dict[str, object], metrics: dict[str, object], tls: str | None, open_metrics: str | None
) -> None:
    found = _states(network.findings(_settings(server=server, metrics=metrics)))
    assert (found.get("tls"), found.get("metrics")) == (tls, open_metrics)


@pytest.mark.parametrize(
    ("hosts", "state"), [((), {"ok", "warn"}), (("127.0.0.1",), {"warn"}), (("192.0.2.77",), {"fail"})]
)
def test_the_addresses_of_webrtc_are_those_of_the_machine(hosts: tuple[str, ...], state: set[str]) -> None:
    found = network.addresses(_settings(webrtc={"hosts": hosts}))
    assert found.state in state
    assert found.remedy or found.state == "ok"


def test_missing_and_damaged_models_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONSIGLIERE_HOME", str(tmp_path))
    missing = software.models()
    assert (missing.state, missing.remedy) == ("fail", "consigliere models fetch")
    assert "hand_full" in missing.told
    assert software.engines(Settings()).state == "fail"


def test_an_engine_that_does_not_exist_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONSIGLIERE_ENGINE", "abacus")
    found = software.engines(Settings())
    assert found.state == "fail"
    assert "CONSIGLIERE_ENGINE" in found.remedy


@pytest.mark.parametrize(
    ("processor_ms", "processors", "state"),
    [(3.7, 2, "ok"), (3.7, 1, "ok"), (14.0, 2, "warn"), (7.0, 1, "warn")],
)
def test_an_engine_is_judged_by_its_cost(processor_ms: float, processors: int, state: str) -> None:
    costs = {"hand_full": Cost(processor_ms, processor_ms)}
    verdict = Verdict(
        (Rival(BF16, costs, 0.5), Rival(F32, {"hand_full": Cost(99.0, 99.0)}, 0.0)), False, None
    )
    assert software.speed(verdict, None, processors).state == state
    forced = software.speed(verdict, F32, processors)
    assert forced.state == "warn"
    assert "chosen by the operator" in forced.told


@pytest.mark.parametrize("codec", ["h264", "vp8"])
def test_a_decoder_is_looked_at_by_a_picture(codec: str) -> None:
    frame = software.FRAMES[codec]
    assert software.decoder(codec, frame).state == "ok"
    assert software.decoder(codec, frame[: len(frame) // 2]).state == "fail"
    assert software.decoder(codec, b"").state == "fail"


def test_a_decoder_that_is_missing_is_found() -> None:
    found = software.decoder("no such codec", b"")
    assert found.state == "fail"
    assert found.remedy


@pytest.mark.parametrize(
    ("available", "limit", "used", "state"),
    [
        (20.0, None, None, "ok"),
        (1.2, None, None, "warn"),
        (0.5, None, None, "fail"),
        (20.0, "max", 1.0, "ok"),
        (20.0, 4.0, 1.0, "ok"),
        (20.0, 2.0, 0.8, "warn"),
        (20.0, 1.0, 0.5, "fail"),
    ],
)
def test_memory_is_what_machine_and_container_leave(
    tmp_path: Path, available: float, limit: float | str | None, used: float | None, state: str
) -> None:
    group = tmp_path / "sys/fs/cgroup/pod/ours"
    group.mkdir(parents=True)
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/meminfo").write_text(f"MemTotal: 9\nMemAvailable: {int(available * GIB / 1024)} kB\n")
    (tmp_path / "proc/self/cgroup").write_text("0::/pod/ours\n")
    if limit is not None and used is not None:
        bound = limit if isinstance(limit, str) else int(limit * GIB)
        (group.parent / "memory.max").write_text(f"{bound}\n")
        (group.parent / "memory.current").write_text(f"{int(used * GIB)}\n")
    assert machine.memory(tmp_path).state == state


def test_memory_by_the_older_control_groups(tmp_path: Path) -> None:
    group = tmp_path / "sys/fs/cgroup/memory/docker"
    group.mkdir(parents=True)
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text("4:memory:/docker\n1:cpu:/docker\n")
    (group / "memory.limit_in_bytes").write_text(str(2 * GIB))
    (group / "memory.usage_in_bytes").write_text(str(GIB // 2))
    found = machine.memory(tmp_path)
    assert found.state == "ok"
    assert "1.5 GiB" in found.told


def test_memory_that_cannot_be_read_is_no_failure(tmp_path: Path) -> None:
    assert machine.memory(tmp_path).state == "warn"


@pytest.mark.parametrize(
    ("quota", "affinity", "state"),
    [("max 100000", 4, "ok"), ("100000 100000", 4, "warn"), ("200000 100000", 1, "warn")],
)
def test_processors_are_those_that_we_may_use(tmp_path: Path, quota: str, affinity: int, state: str) -> None:
    (tmp_path / "sys/fs/cgroup").mkdir(parents=True)
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text("0::/\n")
    (tmp_path / "sys/fs/cgroup/cpu.max").write_text(quota)
    assert machine.processors(tmp_path, affinity).state == state


@pytest.mark.parametrize(("limit", "state"), [(1024, "warn"), (1_048_576, "ok"), (-1, "ok")])
def test_descriptors_are_counted_against_the_limits_of_the_settings(limit: int, state: str) -> None:
    assert machine.descriptors(Settings(), limit).state == state


def test_a_disk_is_looked_at_even_where_the_folder_is_not_there_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONSIGLIERE_HOME", str(tmp_path / "not/yet"))
    found = {finding.subject: finding for finding in machine.disks(Settings())}
    assert found["disk of models"].told.startswith(str(tmp_path))


def test_a_disk_that_is_too_small_is_found(tmp_path: Path) -> None:
    assert machine.disk("disk", tmp_path / "not/yet", 1).state == "ok"
    assert machine.disk("disk", tmp_path / "not/yet", 1 << 60).state == "warn"


def test_shared_memory_that_is_missing_is_found(tmp_path: Path) -> None:
    assert machine.shared_memory(tmp_path).state == "warn"
    (tmp_path / "dev/shm").mkdir(parents=True)
    assert machine.shared_memory(tmp_path).state == "ok"


def test_a_clock_before_the_program_is_wrong(tmp_path: Path) -> None:
    assert machine.clock(tmp_path, 0.0).state == "fail"
    told = machine.clock(tmp_path).told
    assert "cannot be told without the network" in told
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert "is synchronised" in machine.clock(tmp_path).told


@pytest.mark.parametrize(
    ("content", "mode", "state"),
    [
        (b"x" * 32, 0o600, "ok"),
        (b"x" * 32, 0o640, "warn"),
        (b"x" * 32, 0o604, "warn"),
        (b"x" * 31, 0o600, "fail"),
    ],
)
def test_the_secret_is_long_enough_and_its_owners(
    tmp_path: Path, content: bytes, mode: int, state: str
) -> None:
    path = tmp_path / "secret"
    path.write_bytes(content)
    path.chmod(mode)
    (found,) = keeping.secret_file(path)
    assert found.state == state
    assert "xxxx" not in found.told + found.remedy


def test_a_secret_that_is_not_there_yet_is_no_fault(tmp_path: Path) -> None:
    (found,) = keeping.secret_file(tmp_path / "secret")
    assert found.state == "ok"
    assert not (tmp_path / "secret").exists()


def test_a_settings_file_with_secrets_that_others_may_read_is_found(tmp_path: Path) -> None:
    path = tmp_path / "consigliere.toml"
    path.write_text(f'[auth]\nsecret = "{"s" * 40}"\n[tables]\nbook = "no.toml"\n')
    for mode, state in ((0o644, "warn"), (0o600, "ok")):
        path.chmod(mode)
        found = list(keeping.findings(read(path)))
        assert [f.state for f in found if f.subject == "secret" and "auth.secret" in f.told] == [state]
        assert [f.state for f in found if f.subject == "settings"] == ["fail"]
        assert all("ssss" not in f.told for f in found)


def test_a_look_that_breaks_is_a_finding() -> None:
    def broken() -> Iterator[Finding]:
        yield ok("first", "well")
        raise RuntimeError("odd")

    first, second = guarded("theme", broken)
    assert first.state == "ok"
    assert (second.subject, second.state) == ("theme", "fail")
    assert "odd" in second.told
