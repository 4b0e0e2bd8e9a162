"""Decoder buffers are given back."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

from service.media import open_source
from tests.media_files import write_video
from vision.frame import Frame


def test_a_frame_is_gone_with_its_last_reader(tmp_path: Path) -> None:
    """Without the garbage collector: a ring of references would keep every picture for a while."""
    path = write_video(tmp_path / "a.mp4", 8)
    gc.collect()
    gc.disable()
    try:
        planes = []
        source = open_source(1, str(path))
        for item in source:
            if isinstance(item, Frame):
                planes.append(weakref.ref(item.picture.luma.base))
        del item
        source.close()
        assert len(planes) == 8
        assert all(plane() is None for plane in planes)
    finally:
        gc.enable()


def test_memory_stays_flat() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.service.media.soak", "3000"], capture_output=True, text=True, check=True
    )
    memory = [float(line.split()[2]) for line in done.stdout.splitlines()]
    assert len(memory) == 10
    # A frame of 160 x 120 kept by mistake is 29 kB: 1800 of them would show as 52 MB.
    assert memory[-1] - memory[3] < 15, memory
