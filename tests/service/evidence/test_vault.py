"""Vaults: what was put lies there whole, or it is told that it does not; a folder and a real S3 server."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from moto.server import ThreadedMotoServer
from obstore.store import S3Store

from service.evidence.vault import Bucket, Folder, NotKept, Vault, VaultAway

CONTENT = os.urandom(3_000_000)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    running.start()
    host, port = running.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        running.stop()


def _bucket(address: str, name: str = "evidence") -> S3Store:
    return S3Store(
        name,
        config={
            "endpoint": address,
            "access_key_id": "test",
            "secret_access_key": "test",
            "region": "us-east-1",
        },
        client_options={"allow_http": True, "timeout": "5s"},
        retry_config={"max_retries": 0},
    )


@pytest.fixture(params=["folder", "bucket"])
def vault(request: pytest.FixtureRequest, tmp_path: Path) -> Vault:
    if request.param == "folder":
        return Folder(tmp_path / "vault")
    address: str = request.getfixturevalue("server")
    httpx.put(f"{address}/evidence", trust_env=False, timeout=10.0).raise_for_status()
    return Bucket(_bucket(address), "s3://evidence")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bundle"
    path.write_bytes(CONTENT)
    return path


def _read(vault: Vault, name: str) -> bytes:
    with vault.opened(name) as kept:
        return kept.read()


def test_what_was_put_lies_there_until_it_is_deleted(vault: Vault, file: Path) -> None:
    vault.put("b-1", file)
    assert _read(vault, "b-1") == CONTENT
    with vault.opened("b-1") as kept:
        assert [kept.read(10), kept.read(5)] == [CONTENT[:10], CONTENT[10:15]]
    file.write_bytes(b"anew")
    vault.put("b-1", file)
    assert _read(vault, "b-1") == b"anew"
    vault.delete("b-1")
    vault.delete("b-1")
    with pytest.raises(NotKept, match="b-1: is not there"):
        _read(vault, "b-1")


@pytest.mark.parametrize("name", ["", "../b", "a/b", ".hidden", "a\0", "x" * 129, "b.part", "ü"])
def test_other_names_are_refused(vault: Vault, file: Path, name: str) -> None:
    for action in (lambda: vault.put(name, file), lambda: _read(vault, name), lambda: vault.delete(name)):
        with pytest.raises(ValueError, match="is no name of a bundle"):
            action()


@pytest.mark.parametrize(
    "action", [lambda v, f: v.put("b", f), lambda v, f: _read(v, "b"), lambda v, f: v.delete("b")]
)
def test_a_bucket_that_is_away_is_told(action: Callable[[Vault, Path], None], file: Path) -> None:
    with pytest.raises(VaultAway, match=r"s3://evidence: "):
        action(Bucket(_bucket("http://127.0.0.1:1"), "s3://evidence"), file)


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, file: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(VaultAway, match="taken"):
        Folder(tmp_path / "taken" / "vault").put("b", file)


def test_a_full_disk_leaves_what_was_there_and_nothing_half(tmp_path: Path, file: Path) -> None:
    vault = Folder(tmp_path / "vault")
    before = tmp_path / "before"
    before.write_bytes(b"what was there")
    vault.put("b", before)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(VaultAway, match="vault"):
            vault.put("b", file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert _read(vault, "b") == b"what was there"
    assert [path.name for path in vault.path.iterdir()] == ["b"]


def test_only_its_owner_may_read_a_folder(tmp_path: Path, file: Path) -> None:
    vault = Folder(tmp_path / "vault")
    vault.put("b", file)
    assert (vault.path.stat().st_mode & 0o777, (vault.path / "b").stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_disk_that_lies_is_found_out(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written is not what is read back: it does not count as kept."""

    def shortened(self: Folder, half: Path, source: Path) -> None:
        half.write_bytes(source.read_bytes()[:-1])

    monkeypatch.setattr(Folder, "_write", shortened)
    vault = Folder(tmp_path / "vault")
    with pytest.raises(NotKept, match="not what was written"):
        vault.put("b", file)
    assert list(vault.path.iterdir()) == []
