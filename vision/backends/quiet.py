"""Keeps a native library's start-up chatter off the terminal, and nothing else."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

_NOISE = (
    b"All log messages before absl::InitializeLog()",
    b"Created TensorFlow Lite XNNPACK delegate",
    b"inference_feedback_manager.cc",
    b"landmark_projection_calculator.cc",
)


@contextmanager
def quiet_start() -> Iterator[None]:
    """Within this context, drop the lines that MediaPipe's native code writes to stderr at every start.

    It knows no setting for them. All else that reaches the descriptor meanwhile, from any thread, is
    passed on at the end.
    """
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as caught:
        os.dup2(caught.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            caught.seek(0)
            for line in caught:
                if not any(noise in line for noise in _NOISE):
                    os.write(2, line)
