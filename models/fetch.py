"""Fills the store: downloads what is missing, converts it, and puts it in place whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from pathlib import Path

from models import manifest, registries, store
from models.archives import read_members
from models.convert.build import build
from models.errors import ConversionError, FetchError, ModelError
from models.lock import exclusive
from models.manifest import Archive, Entry, Member
from models.progress import Reporter, SilentReporter

_WORK_PREFIX = "work-"


def fetch(
    names: Iterable[str] = (),
    *,
    everything: bool = False,
    keep_archives: bool = False,
    reporter: Reporter | None = None,
) -> list[Path]:
    """Make models ready for use; those that are ready already, and undamaged, cost no download.

    Args:
        names: which models; none means those that `watch` needs.
        everything: all of the manifest, where no names are given.
        keep_archives: leave the packages in the store's `archives` folder, and use them from there.
        reporter: told of each step.

    Returns:
        The file of each model, in the order asked.

    Raises:
        UnknownModel: before anything is done.
        ModelError: the first failure; what could be made ready is ready.
    """
    wanted = manifest.select(names, everything=everything)
    report = reporter or SilentReporter()
    if not all(_ready(entry) for entry in wanted):
        with _store_locked(report):
            _Fetch(report, keep_archives).run([entry for entry in wanted if not _ready(entry)])
    return [store.verify(entry.name) for entry in wanted]


class _Fetch:
    """One run, under the store's lock."""

    def __init__(self, report: Reporter, keep_archives: bool) -> None:
        self._report = report
        self._keep_archives = keep_archives
        self._failures: list[ModelError] = []

    def run(self, entries: list[Entry]) -> None:
        waiting: dict[Archive, list[Entry]] = defaultdict(list)
        for entry in entries:
            if entry.archive is None:
                continue  # part of the repository; `verify` tells where it is missing
            if all(_intact(member) for member in entry.members):
                self._finish(entry)
            else:
                waiting[entry.archive].append(entry)
        for archive in self._obtain(list(waiting)):
            for entry in waiting[archive]:
                self._finish(entry)
        if self._failures:
            raise self._failures[0]

    def _obtain(self, archives: list[Archive]) -> Iterator[Archive]:
        """Store the sources of each archive, all at once; yield each as it is complete."""
        if not archives:
            return
        stop = threading.Event()
        with ThreadPoolExecutor(max_workers=len(archives)) as pool:
            pending: dict[Future[None], Archive] = {
                pool.submit(self._store_sources, archive, stop): archive for archive in archives
            }
            try:
                for future in as_completed(pending):
                    try:
                        future.result()
                    except ModelError as error:
                        self._failures.append(error)
                    else:
                        yield pending[future]
            finally:
                stop.set()

    def _store_sources(self, archive: Archive, stop: threading.Event) -> None:
        kept = store.folder() / "archives" / archive.file
        with _work_folder() as work:
            file = kept if kept.is_file() else self._download(archive, work, stop)
            # Every model's files come out at once: the next one from this archive needs no download.
            for member, content in _members_of(archive, file):
                _write(store.source_location(member), content)
            if self._keep_archives and file != kept:
                _write(kept, file.read_bytes())
        self._report.downloaded(archive)

    def _download(self, archive: Archive, work: Path, stop: threading.Event) -> Path:
        def received(size: int) -> None:
            self._report.downloading(archive, size)

        received(0)
        try:
            return registries.download(archive, work, received, stop)
        except OSError as error:
            raise _unwritable(work, error) from error

    def _finish(self, entry: Entry) -> None:
        try:
            if entry.converter != "none":
                self._report.converting(entry)
                _write(store.location(entry), _converted(entry))
            self._report.stored(entry, store.location(entry))
        except ModelError as error:
            self._failures.append(error)


def _ready(entry: Entry) -> bool:
    try:
        store.verify(entry.name)
    except ModelError:
        return False
    return True


def _intact(member: Member) -> bool:
    file = store.source_location(member)
    return file.is_file() and store.sha256(file.read_bytes()) == member.sha256


def _members_of(archive: Archive, file: Path) -> list[tuple[Member, bytes]]:
    found = store.sha256(file.read_bytes())
    if found != archive.sha256:
        raise FetchError(f"{archive.label}: {file} has sha256 {found}, not {archive.sha256}; delete it")
    members = [
        member
        for entry in manifest.entries().values()
        if entry.archive == archive
        for member in entry.members
    ]
    contents = read_members(archive, file, members)
    return [(member, contents[member.path]) for member in members]


def _converted(entry: Entry) -> bytes:
    content = build(entry, [store.source_location(member).read_bytes() for member in entry.members])
    digest = store.sha256(content)
    if entry.onnx_sha256 is not None and digest != entry.onnx_sha256:
        raise ConversionError(
            f"{entry.name}: the conversion gave sha256 {digest}, the manifest says {entry.onnx_sha256}; "
            "the converter or the onnx package is another one than the manifest was written with"
        )
    return content


def _write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all: beside its place first, then renamed into it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with _work_folder() as work:
            part = work / file.name
            with part.open("wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(file)
    except OSError as error:
        raise _unwritable(file, error) from error


@contextmanager
def _work_folder() -> Iterator[Path]:
    try:
        work = Path(tempfile.mkdtemp(prefix=_WORK_PREFIX, dir=store.folder()))
    except OSError as error:
        raise _unwritable(store.folder(), error) from error
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _store_locked(report: Reporter) -> Iterator[None]:
    folder = store.folder()

    def waiting() -> None:
        report.note(f"another process is fetching into {folder}; waiting for it")

    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(exclusive(folder / "lock", waiting))
        except OSError as error:
            raise _unwritable(folder, error) from error
        for leftover in folder.glob(f"{_WORK_PREFIX}*"):  # of a run that was killed
            shutil.rmtree(leftover, ignore_errors=True)
        yield


def _unwritable(path: Path, error: OSError) -> FetchError:
    return FetchError(
        f"cannot write {path}: {error.strerror}; free or permit some space there, or set "
        f"{store.HOME_VARIABLE} to another folder"
    )
