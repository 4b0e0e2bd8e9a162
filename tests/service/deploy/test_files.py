"""The files that put the sidecar on a machine: they parse, and what they name exists."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service import config, deploy
from service.config import Settings
from service.config.explain import example
from service.ops.doctor import machine

_ROOT = Path(__file__).resolve().parents[3]
_DEPLOY = Path(deploy.__path__[0])
_KEYS = re.compile(r"[A-Z][A-Za-z]+=.*")


def _text(name: str) -> str:
    return (_DEPLOY / name).read_text(encoding="utf-8")


def _instructions() -> list[tuple[str, str]]:
    """Of the Dockerfile: keyword and the rest, continued lines joined."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", _text("Dockerfile"), flags=re.M))
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in joined.splitlines() if line.strip()]


def test_the_example_settings_are_those_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _text("consigliere.toml") == example(), (
        "consigliere config explain > service/deploy/consigliere.toml"
    )
    assert config.load(_DEPLOY / "consigliere.toml") == Settings()


def test_what_the_image_is_made_of_exists() -> None:
    for keyword, rest in _instructions():
        sources = [part for part in rest.split()[:-1] if not part.startswith("--")]
        if keyword == "COPY" and "--from" not in rest:
            assert all((_ROOT / source).exists() for source in sources), rest
    kept = [line[1:] for line in _text("Dockerfile.dockerignore").splitlines() if line.startswith("!")]
    assert all((_ROOT / path).exists() for path in kept)


def test_every_package_that_the_program_imports_is_in_the_image() -> None:
    copied = {
        rest.split()[0] for keyword, rest in _instructions() if keyword == "COPY" and "--from" not in rest
    }
    kept = {line[1:] for line in _text("Dockerfile.dockerignore").splitlines() if line.startswith("!")}
    own = {path.parent.name for path in _ROOT.glob("*/__init__.py")} - {"tests"}
    assert own <= copied
    assert copied <= kept


def test_the_image_has_no_root_pins_all_and_names_no_registry() -> None:
    instructions = _instructions()
    assert [rest for keyword, rest in instructions if keyword == "USER"] == ["consigliere"]
    assert any("--require-hashes" in rest for keyword, rest in instructions if keyword == "RUN")
    assert "--hash=sha256:" in (_ROOT / "requirements/run.txt").read_text()
    for keyword, rest in instructions:
        if keyword == "FROM":
            assert re.fullmatch(r"python:3\.\d+-slim-\w+( AS \w+)?", rest), "a name without a host"
        assert "://" not in rest
        assert "latest" not in rest


def test_the_image_is_asked_for_its_health_at_the_port_of_the_settings() -> None:
    instructions = dict(_instructions())
    module = re.search(r'"-m", "([\w.]+)"', instructions["HEALTHCHECK"])
    assert module is not None
    assert importlib.util.find_spec(module.group(1)) is not None
    assert instructions["EXPOSE"] == f"{Settings().server.port}/tcp"


def _unit() -> dict[str, list[str]]:
    """Keys of the unit with their values."""
    found: dict[str, list[str]] = {}
    for line in _text("consigliere.service").splitlines():
        if line and not line.startswith(("#", "[")):
            assert _KEYS.fullmatch(line), line
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_the_unit_is_hardened_and_leaves_time_to_drain() -> None:
    unit = _unit()
    for key, value in {
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateTmp": "yes",
        "CapabilityBoundingSet": "",
        "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX AF_NETLINK",
    }.items():
        assert unit[key] == [value]
    assert unit["MemoryMax"] == ["4G"]
    assert float(unit["TimeoutStopSec"][0]) > Settings().server.drain
    limits, most = Settings().limits, Settings().tables.most
    needed = limits.connections + (limits.sessions * most + limits.avatars) * machine.SOCKETS
    assert int(unit["LimitNOFILE"][0]) > needed
    variables = {value.partition("=")[0] for value in unit["Environment"]}
    assert variables == {"CONSIGLIERE_HOME", "CONSIGLIERE_CONFIG"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "consigliere.service"
    unit.write_text(_text("consigliere.service").replace("/opt/consigliere/bin/consigliere", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
