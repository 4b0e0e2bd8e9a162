"""Sealed bundles: what went in comes out, and every change is refused with its place."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.evidence import sealed
from service.evidence.keys import KeyFault, MasterKeys, WrappedKey, new_key
from service.evidence.sealed import CHUNK, Broken

KEY = bytes(range(32))
PARTS = {"clip.mp4": b"moving" * 30_000, "empty": b"", "trace.jsonl": b'{"t": 1.0}\n'}
NAMES = st.text(st.characters(codec="utf-8"), max_size=20)


def _file(parts: dict[str, bytes] = PARTS, bundle: str = "b-1", key: bytes = KEY) -> bytes:
    file = io.BytesIO()
    sealed.write(file, bundle, key, {name: [content] for name, content in parts.items()})
    return file.getvalue()


def _whole(content: bytes, key: bytes = KEY) -> dict[str, bytes]:
    return sealed.whole(io.BytesIO(content), key)


@given(st.dictionaries(NAMES, st.lists(st.binary(max_size=300), max_size=8), max_size=5))
def test_what_went_in_comes_out(parts: dict[str, list[bytes]]) -> None:
    file = io.BytesIO()
    sealed.write(file, "b-1", KEY, parts)
    assert _whole(file.getvalue()) == {name: b"".join(pieces) for name, pieces in parts.items()}
    assert sealed.header(io.BytesIO(file.getvalue())).parts == tuple(parts)


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5])
def test_parts_of_any_size(size: int) -> None:
    parts = {"a": bytes(size), "b": b"\1" * size}
    assert _whole(_file(parts)) == parts


WHOLE = _file()


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_one_changed_byte_is_refused_with_its_place(place: int, change: int) -> None:
    content = bytearray(WHOLE)
    content[place] ^= change
    with pytest.raises(Broken) as broken:
        _whole(bytes(content))
    found = broken.value.place
    assert found.offset <= place < found.offset + 4 + CHUNK + 16
    if found.part:
        assert f"part {found.part}, chunk {found.chunk}, at byte {found.offset}" in str(broken.value)


@given(st.integers(0, len(WHOLE) - 1))
def test_what_is_cut_off_is_missed(length: int) -> None:
    with pytest.raises(Broken):
        _whole(WHOLE[:length])


def test_what_is_added_is_refused() -> None:
    with pytest.raises(Broken, match="follows the last part"):
        _whole(WHOLE + b"\0")


def test_chunks_can_be_neither_swapped_nor_repeated_nor_taken_from_another_writing() -> None:
    content = _file({"a": b"a" * CHUNK + b"b" * CHUNK + b"c"})
    head = content.index(b"}") + 1 + 16
    step = 4 + CHUNK + 16
    first, second, last = (
        content[head : head + step],
        content[head + step :][:step],
        content[head + 2 * step :],
    )
    assert _whole(content[:head] + first + second + last)["a"].endswith(b"bc")
    for order in ((second, first, last), (first, first, last), (first, last), (last,)):
        with pytest.raises(Broken):
            _whole(content[:head] + b"".join(order))
    other = _file({"a": b"a" * CHUNK + b"b" * CHUNK + b"c"})
    with pytest.raises(Broken, match="part a, chunk 0"):
        _whole(content[:head] + other[head:])


def test_another_key_opens_nothing() -> None:
    with pytest.raises(Broken, match="the key is another one"):
        _whole(WHOLE, new_key())


def test_nothing_of_the_content_can_be_read_without_the_key() -> None:
    assert b"moving" not in WHOLE
    assert b"clip.mp4" in WHOLE  # names can


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"consigliere evidence 2\n", sealed.MAGIC, sealed.MAGIC + b"\xff" * 9]
)
def test_other_files_are_no_bundles(content: bytes) -> None:
    with pytest.raises(Broken, match="outside of the parts, at byte"):
        _whole(content)


def test_keys_are_wrapped_for_one_bundle_and_rotated_without_touching_it() -> None:
    old, key = MasterKeys({"2026": KEY}), new_key()
    wrapped = old.wrap("b-1", key)
    assert key not in wrapped.wrapped
    both = MasterKeys({"2027": new_key(), "2026": KEY})
    again = both.rewrap("b-1", wrapped)
    assert (again.master, both.unwrap("b-1", again), both.unwrap("b-1", wrapped)) == ("2027", key, key)
    with pytest.raises(KeyFault, match="needs master key 2027; here are 2026"):
        old.unwrap("b-1", again)
    with pytest.raises(KeyFault, match="b-2: its key was changed"):
        both.unwrap("b-2", wrapped)
    with pytest.raises(KeyFault, match="2026 is another key than then"):
        MasterKeys({"2026": new_key()}).unwrap("b-1", wrapped)
    for place in range(len(wrapped.wrapped)):
        changed = bytearray(wrapped.wrapped)
        changed[place] ^= 1
        with pytest.raises(KeyFault):
            old.unwrap("b-1", WrappedKey("2026", bytes(changed)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no master key"),
        ("# nothing\n", "no master key"),
        ("a:00", "line 1: write NAME:HEX"),
        (f"a:{KEY.hex()}\n\nb {KEY.hex()}", "line 3"),
        (f"a:{KEY.hex()}\na:{KEY.hex()}", "line 2: the key a stands above"),
    ],
)
def test_a_file_of_keys_that_is_none_is_refused_without_showing_a_key(text: str, told: str) -> None:
    with pytest.raises(KeyFault, match=told) as refused:
        MasterKeys.parse(text)
    assert KEY.hex() not in str(refused.value)


def test_a_file_of_keys() -> None:
    keys = MasterKeys.parse(f"# of 2027\nnew:{new_key().hex()}\nold:{KEY.hex()}  # till June\n")
    assert keys.current == "new"
    assert MasterKeys({"old": KEY}).unwrap("b", MasterKeys({"old": KEY}).wrap("b", KEY)) == KEY
