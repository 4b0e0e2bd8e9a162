from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import DamagedModel
from models.extras import NUDENET_VERSION, installed_nudenet, open_nudenet


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that Python finds packages in, before all others."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def install(site: Path, version: str, weights: bytes | None) -> None:
    """What pip would leave there of a package of that name."""
    info = site / f"nudenet-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: nudenet\nVersion: {version}\n")
    (site / "nudenet").mkdir()
    (site / "nudenet" / "__init__.py").write_text("raise RuntimeError('its code must never run')")
    if weights is not None:
        (site / "nudenet" / "320n.onnx").write_bytes(weights)


@pytest.mark.parametrize("version", ["2.0.9", "3.4.1", "4.0.0"])
def test_a_version_that_we_do_not_know_is_as_none(site: Path, version: str) -> None:
    install(site, version, b"weights")
    assert installed_nudenet() is None
    assert open_nudenet() is None


@pytest.mark.parametrize("weights", [None, b"", b"other weights"])
def test_weights_that_are_not_those_of_the_package_are_refused(site: Path, weights: bytes | None) -> None:
    install(site, NUDENET_VERSION, weights)
    with pytest.raises(DamagedModel, match="install it again"):
        open_nudenet()
