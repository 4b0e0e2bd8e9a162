"""npm as the client, against a registry of one package on this machine."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from models.archives import read_members
from models.errors import FetchError
from models.manifest import Archive, Member
from models.registries import download
from tests.models.tiny import sha256

pytestmark = pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm on this machine")

PACKAGE, FILE = "consigliere-test-model", "consigliere-test-model-1.0.0.tgz"


def _tarball() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        files = {
            "package.json": json.dumps({"name": PACKAGE, "version": "1.0.0"}).encode(),
            "weights.js": b"0",
        }
        for name, content in files.items():
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return stream.getvalue()


class _Registry(BaseHTTPRequestHandler):
    tarball = _tarball()
    integrity = ""

    def do_GET(self) -> None:
        base = f"http://{self.headers['Host']}"
        document = {
            "name": PACKAGE,
            "dist-tags": {"latest": "1.0.0"},
            "versions": {
                "1.0.0": {
                    "name": PACKAGE,
                    "version": "1.0.0",
                    "dist": {"tarball": f"{base}/{FILE}", "integrity": self.integrity},
                }
            },
        }
        is_tarball = self.path.endswith(FILE)
        body = self.tarball if is_tarball else json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream" if is_tarball else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[_Registry]]:
    """The only registry that npm knows."""

    class Handler(_Registry):
        integrity = f"sha512-{base64.b64encode(hashlib.sha512(_Registry.tarball).digest()).decode()}"

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{server.server_port}/")
        yield Handler
        server.shutdown()
        thread.join()


def _archive(version: str = "1.0.0") -> Archive:
    tarball = _Registry.tarball
    return Archive("tiny", "npm", PACKAGE, version, FILE, len(tarball), sha256(tarball))


def test_npm_brings_the_very_bytes_of_the_registry(registry: type[_Registry], tmp_path: Path) -> None:
    file = download(_archive(), tmp_path, lambda _: None, threading.Event())
    assert sha256(file.read_bytes()) == _archive().sha256
    member = Member("package/weights.js", sha256(b"0"))
    assert read_members(_archive(), file, [member]) == {"package/weights.js": b"0"}


def test_a_version_that_is_gone_is_said_in_one_line(registry: type[_Registry], tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"cannot get .*@2.0.0: .*No matching version") as caught:
        download(_archive("2.0.0"), tmp_path, lambda _: None, threading.Event())
    assert len(str(caught.value).splitlines()) == 1


def test_a_tarball_that_npm_finds_altered_is_refused(registry: type[_Registry], tmp_path: Path) -> None:
    registry.integrity = f"sha512-{base64.b64encode(bytes(64)).decode()}"
    with pytest.raises(FetchError, match="checksum is not the one in the manifest"):
        download(_archive(), tmp_path, lambda _: None, threading.Event())


def test_a_download_that_is_stopped_ends_its_client(registry: type[_Registry], tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(FetchError, match="stopped while getting"):
        download(_archive(), tmp_path, lambda _: None, stop)
