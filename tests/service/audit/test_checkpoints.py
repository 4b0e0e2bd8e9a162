"""Signed checkpoints: only the line that was signed, by the key that is trusted, counts."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from service.audit.checkpoints import Checkpoint, CheckpointError, Signer, read, stored_signer

SIGNER = Signer(bytes(range(32)))
SIGNED = Checkpoint(17, bytes(range(32, 64)), 1_700_000_000_000)


def test_what_was_signed_is_read_again() -> None:
    lines = [SIGNER.signed(SIGNED), "", SIGNER.signed(Checkpoint(18, bytes(32), 2))]
    assert read(lines, "f", SIGNER.public) == [SIGNED, Checkpoint(18, bytes(32), 2)]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"number": 16}, "was changed"),
        ({"hash": "00" * 32}, "was changed"),
        ({"at_ms": 1}, "was changed"),
        ({"signature": "00" * 64}, "was changed"),
        ({"key": "00" * 32}, "another key"),
        ({"number": "many"}, "no checkpoint"),
        ({"hash": 5}, "no checkpoint"),
    ],
)
def test_what_was_changed_is_refused_with_its_place(changed: dict[str, object], told: str) -> None:
    line = json.dumps({**json.loads(SIGNER.signed(SIGNED)), **changed})
    with pytest.raises(CheckpointError, match=f"f:2: .*{told}"):
        read([SIGNER.signed(SIGNED), line], "f", SIGNER.public)


def test_another_key_proves_nothing_even_where_it_names_itself() -> None:
    other = Signer(bytes(range(1, 33)))
    with pytest.raises(CheckpointError, match="another key"):
        read([other.signed(SIGNED)], "f", SIGNER.public)


@pytest.mark.parametrize("line", ["no json", "[]", "{}", "7"])
def test_what_is_no_checkpoint_is_refused(line: str) -> None:
    with pytest.raises(CheckpointError, match="f:1"):
        read([line], "f", SIGNER.public)


def test_the_key_is_made_once_and_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "audit.key"
    made = stored_signer(path)
    assert stored_signer(path).public == made.public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert made.public not in path.read_text()


@pytest.mark.parametrize("content", [b"", b"xyz", b"00" * 31, b"\xff\xfe"])
def test_a_file_that_holds_no_key_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "audit.key"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="holds no key"):
        stored_signer(path)


def test_a_public_key_that_is_none_is_refused() -> None:
    with pytest.raises(CheckpointError, match="public key"):
        read([], "f", "zz")
