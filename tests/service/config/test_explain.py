"""Every field is explained, and the example file that is made of it loads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic.fields import FieldInfo

from service import config
from service.config import Settings
from service.config.describe import expected, inner, leaves, sections, unit
from service.config.explain import UnknownKey, example, explained

_ALL = [(f"{section}.{key}", field) for section, key, field in leaves()]


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("key", "field"), _ALL)
def test_every_field_says_what_it_is_what_may_stand_there_and_why(key: str, field: FieldInfo) -> None:
    for part in (field, *inner(field).values()):
        assert part.title
        assert part.description
        assert part.description.endswith(".")
        assert expected(part)
    assert field.default is not None or field.examples, "none has to be shown by an example"
    if re.match(r"a (whole )?number", expected(field)):
        assert unit(field), "a number has a unit"
        assert re.search(r"from \S+ to \S+ \(", expected(field)), "a number has bounds"


def test_the_example_holds_every_key_and_loads_as_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "consigliere.toml"
    path.write_text(example(), encoding="utf-8")
    assert config.load(path) == Settings()
    text = path.read_text("utf-8")
    for section, key, _ in leaves():
        assert re.search(rf"^\[{section}\]$(.|\n)*^(# )?{key} = ", text, re.M)


def test_what_the_example_comments_out_is_right_too(tmp_path: Path) -> None:
    """Each such line is as good as any: only files and partners of it may be missing."""
    path = tmp_path / "consigliere.toml"
    for line in re.findall(r"^# (\w+ = .*)$", example(), re.M):
        key = line.partition(" = ")[0]
        section = next(section for section, name, _ in leaves() if name == key)
        path.write_text(f"[{section}]\n{line}\n", encoding="utf-8")
        told = [str(fault) for fault in _wrong(path)]
        assert all("beside" in one or "never asked for" in one for one in told), line


def _wrong(path: Path) -> tuple[config.Fault, ...]:
    try:
        config.load(path)
    except config.ConfigError as error:
        return error.faults
    return ()


def test_a_section_a_field_and_everything_can_be_asked_for() -> None:
    assert "from 1 to 65535 (TCP port)" in explained("server.port")
    assert "CONSIGLIERE_SERVER_PORT" in explained("server.port")
    assert "server.host" not in explained("server.port")
    assert "server.host" in explained("server")
    assert "credential: Password" in explained("webrtc.ice_servers")
    assert all(f"{key}: " in explained() for key, _ in _ALL)


@pytest.mark.parametrize(
    ("key", "hint"),
    [("port", "server.port"), ("sever", "server"), ("server.prot", "server.port"), ("xyz", "sections are")],
)
def test_unknown_keys_are_refused_with_what_is_near(key: str, hint: str) -> None:
    with pytest.raises(UnknownKey, match=hint):
        explained(key)


def test_every_section_has_a_file_of_its_own() -> None:
    assert len({section.__module__ for section in sections().values()}) == len(sections())
