"""ONNX Runtime without the messages it sends to its maker.

Its official builds for Linux and macOS report usage over the network, from a thread of their own, and keep
an identifier of the machine and a queue of events in the cache folder (1.32, `Privacy.md`). A service that
watches people's rooms must not. `disable_telemetry_events` comes too late for that: both are made when the
library is loaded. Import ONNX Runtime only from here.
"""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, while the library is loaded

import onnxruntime

__all__ = ["onnxruntime"]
