"""Settings from files and the environment: what lies over what, and everything wrong told at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import config
from service.config import ConfigError, Settings
from service.config.describe import leaves, shown


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No variable and no file of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith("CONSIGLIERE_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def _file(folder: Path, text: str) -> Path:
    path = folder / "its.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _wrong(path: Path) -> tuple[config.Fault, ...]:
    """What is wrong, if anything."""
    try:
        config.load(path)
    except ConfigError as error:
        return error.faults
    return ()


def _faults(path: Path | None = None) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        config.load(path)
    return [str(fault) for fault in caught.value.faults]


def test_without_a_file_everything_is_as_documented() -> None:
    assert config.load() == Settings()


def test_the_file_in_the_working_directory_is_taken_and_its_name_can_be_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "consigliere.toml").write_text("[server]\nport = 1\n")
    other = _file(tmp_path, "[server]\nport = 2\n")
    assert config.load().server.port == 1
    monkeypatch.setenv("CONSIGLIERE_CONFIG", str(other))
    assert config.load().server.port == 2
    assert config.load(tmp_path / "consigliere.toml").server.port == 1


def test_the_environment_lies_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _file(tmp_path, '[server]\nport = 1000\ndrain = 5\n[logs]\nformat = "json"\n')
    for name, value in {
        "CONSIGLIERE_SERVER_PORT": "2000",
        "CONSIGLIERE_SERVER_ROOT_PATH": "/c",
        "CONSIGLIERE_SERVER_ORIGINS": '["https://play.example"]',
        "CONSIGLIERE_LOGS_ACCESS": "no",
        "CONSIGLIERE_HOME": "/nowhere",
    }.items():
        monkeypatch.setenv(name, value)
    reading = config.read(path)
    server = reading.settings.server
    assert (server.port, server.drain, server.root_path) == (2000, 5.0, "/c")
    assert server.origins == ("https://play.example",)
    assert not reading.settings.logs.access
    assert reading.origins == {
        "server.port": "environment",
        "server.root_path": "environment",
        "server.origins": "environment",
        "server.drain": "file",
        "logs.format": "file",
        "logs.access": "environment",
    }


def test_paths_in_a_file_are_relative_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "etc").mkdir()
    path = _file(tmp_path / "etc", '[tables]\nbook = "book.toml"\nruleset = "/abs/rules.toml"\n')
    tables = config.load(path).tables
    assert (tables.book, tables.ruleset) == (tmp_path / "etc/book.toml", Path("/abs/rules.toml"))
    monkeypatch.setenv("CONSIGLIERE_TABLES_BOOK", "mine.toml")
    assert config.load(path).tables.book == Path("mine.toml")


@pytest.mark.parametrize(
    ("content", "place", "hint"),
    [
        ("[sever]\nport = 1", "sever: no such section", "did you mean server?"),
        ("[server]\nprot = 1", "server.prot: no such key", "did you mean port?"),
        ("[server]\nmost = 1", "server.most: no such key", "did you mean tables.most?"),
        ("server = 1", "server: is no table", r"write \[server\]"),
        ("[server]\nport = true", "server.port: true", "a whole number from 1 to 65535"),
        ('[server]\nport = "80"', 'server.port: "80"', "a whole number from 1 to 65535"),
        ("[server]\nport = 0", "server.port: 0 ", "a whole number from 1 to 65535"),
        ("[server]\ndrain = nan", "server.drain: nan", "a number from 0 to 3600"),
        ("[server]\nport = 1979-05-27", "server.port: ", "a whole number"),
        ('[server]\nroot_path = "x/"', "server.root_path: ", 'as "/consigliere"'),
        ('[server]\norigins = ["https://a/b"]', "server.origins: ", "scheme, host and port"),
        ('[server]\ntrusted_proxies = ["10.0.0.1/8"]', "server.trusted_proxies: ", "as 10.0.0.0/8"),
        ('[webhooks]\nnetworks = ["10.0.0.1/8"]', "webhooks.networks: ", "as 10.0.0.0/8"),
        ("[webhooks]\nports = [0]", "webhooks.ports: 0 is no port", "from 1 to 65535"),
        ("[webhooks]\neach = 20", "webhooks.each: 20 is more", "raise webhooks.together"),
        ('[webhooks]\nsource = "here"', 'webhooks.source: "here"', "as "),
        ('[server]\ntls_key = "k"', "server.tls_certificate: is missing", "or leave out server.tls_key"),
        ('[logs]\nformat = "xml"', 'logs.format: "xml"', "one of auto, json, text"),
        ('[webrtc]\nhosts = "here"', 'webrtc.hosts: "here"', "a list, each a text in quotes"),
        ("[webrtc]\nhosts = [1]", r"webrtc.hosts\[0\]: 1", r'as \["203.0.113.7"\]'),
        ('[webrtc]\nhosts = ["here"]', "webrtc.hosts: 'here'", "an address of this machine"),
        (
            "[limits]\nbody = 16_384\nevent_data = 20_000",
            "limits.event_data: 20000 is more",
            "raise limits.body",
        ),
        ("[limits]\nconnections = 84", "limits.connections: 84 leaves nothing", "lower limits.readers"),
        ("[auth]\nlongest_lifetime = 60", "auth.token_lifetime: ", "lower it"),
        ('[metrics]\naccess = "token"', "metrics.token: is missing", "CONSIGLIERE_METRICS_TOKEN"),
        ('[metrics]\ntoken = "0123456789abcdef"', "metrics.access: ", 'access = "token"'),
        ("[[webrtc.ice_servers]]", r"webrtc.ice_servers\[0\].urls: is missing", "write a list"),
        (
            '[[webrtc.ice_servers]]\nurls = ["stun:a"]\nuser = "b"',
            r"webrtc.ice_servers\[0\].user: ",
            "did you mean username",
        ),
        ('[[webrtc.ice_servers]]\nurls = ["http://a"]', r"webrtc.ice_servers\[0\].urls: ", "stun:host"),
        ('[[webrtc.ice_servers]]\nurls = ["turn:a"]', r"webrtc.ice_servers\[0\]: ", "write both"),
        ('[tables]\nengine = "tpu"', "tables.engine: ", 'as "auto"'),
        ("port = ", "its.toml: is no TOML", "config explain"),
    ],
)
def test_what_is_wrong_is_told_with_place_and_hint(
    tmp_path: Path, content: str, place: str, hint: str
) -> None:
    path = _file(tmp_path, content)
    with pytest.raises(ConfigError, match=f"{place}.*; .*{hint}") as caught:
        config.load(path)
    assert len(caught.value.faults) == 1, "one thing is wrong"
    assert str(path) in str(caught.value)


_KEYS = st.sampled_from(sorted({word for section, key, _ in leaves() for word in (section, key, "urls")}))
_VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=6,
)


@given(content=st.dictionaries(_KEYS, st.dictionaries(_KEYS, _VALUES, max_size=4) | _VALUES, max_size=4))
def test_whatever_stands_in_a_file_is_taken_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: dict[str, object]
) -> None:
    path = tmp_path_factory.getbasetemp() / "drawn.toml"
    path.write_text("".join(f"{key} = {shown(value)}\n" for key, value in content.items()), "utf-8")
    assert all(fault.problem and fault.hint and fault.place for fault in _wrong(path))


@pytest.mark.parametrize("text", ["host = 1979-05-27", "root_path = 07:32:00", "origins = [1979-05-27]"])
def test_dates_are_no_reason_to_break(tmp_path: Path, text: str) -> None:
    assert all("server." in fault.key for fault in _wrong(_file(tmp_path, f"[server]\n{text}")))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert _faults(tmp_path / "no.toml") == [
        f"{tmp_path}/no.toml: cannot be read (No such file or directory); name a TOML file"
    ]


def test_everything_wrong_is_told_at_once_in_file_environment_and_between_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _file(tmp_path, '[server]\nport = 0\nhots = ""\ntls_key = "k"\n[limits]\nevent_data = 200_000\n')
    monkeypatch.setenv("CONSIGLIERE_LOGS_ACCESS", "perhaps")
    monkeypatch.setenv("CONSIGLIERE_LIMITS_BODY", "100000")
    monkeypatch.setenv("CONSIGLIERE_SERVER_PROT", "1")
    told = _faults(path)
    assert [line.partition(": ")[0] for line in told if line.startswith("CONSIGLIERE_")] == [
        "CONSIGLIERE_SERVER_PROT",
        "CONSIGLIERE_LOGS_ACCESS",
    ]
    rest = "\n".join(told)
    assert all(
        key in rest for key in ("server.port", "server.hots", "server.tls_certificate", "limits.event_data")
    )
    assert len(told) == 6


def test_what_the_environment_mends_of_the_file_still_is_wrong_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _file(tmp_path, "[server]\nport = 0\n")
    monkeypatch.setenv("CONSIGLIERE_SERVER_PORT", "80")
    (told,) = _faults(path)
    assert told.startswith(f"{path}: server.port")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("CONSIGLIERE_SERVER_PRT", "1", "did you mean CONSIGLIERE_SERVER_PORT"),
        ("CONSIGLIERE_SERVER_PORT", "many", "a whole number from 1 to 65535"),
        ("CONSIGLIERE_SERVER_ORIGINS", "https://a", r'as \["https://play.example"\]'),
        ("CONSIGLIERE_WEBRTC_HOSTS", "[1]", "a list, each a text in quotes"),
    ],
)
def test_variables_are_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=f"{name}: .*{told}") as caught:
        config.load()
    assert len(caught.value.faults) == 1


def test_variables_that_kubernetes_sets_for_a_service_of_our_name_are_none_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("CONSIGLIERE_PORT", "CONSIGLIERE_SERVICE_HOST", "CONSIGLIERE_PORT_8400_TCP_ADDR"):
        monkeypatch.setenv(name, "tcp://10.0.0.1:8400")
    assert config.load() == Settings()


def test_no_refusal_repeats_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _file(tmp_path, '[auth]\nsecret = "hunter2"\n')
    monkeypatch.setenv("CONSIGLIERE_METRICS_TOKEN", "swordfish")
    told = "\n".join(_faults(path))
    assert "auth.secret" in told
    assert "CONSIGLIERE_METRICS_TOKEN" in told
    assert "hunter2" not in told
    assert "swordfish" not in told


def test_the_secret_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    path = _file(tmp_path, '[auth]\nsecret_file = "state/secret"\n')
    key = config.load(path).auth.key()
    made = tmp_path / "state/secret"
    assert made.stat().st_mode & 0o077 == 0
    assert key == made.read_bytes() == config.load(path).auth.key()
    assert len(key) >= 32


def test_the_secret_lies_at_home_or_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONSIGLIERE_HOME", str(tmp_path / "home"))
    assert config.load().auth.secret_place == tmp_path / "home/secret"
    monkeypatch.setenv("CONSIGLIERE_AUTH_SECRET", "x" * 32)
    settings = config.load()
    assert settings.auth.key() == b"x" * 32
    assert "x" * 32 not in repr(settings)
    assert not (tmp_path / "home").exists()
