"""What a measurement is valid for: this processor, these runtimes."""

from __future__ import annotations

import hashlib
import json
import platform
from functools import cache
from importlib import metadata
from pathlib import Path

from models.engines.threads import thread_count


@cache
def describe() -> dict[str, str]:
    """Processor, threads and runtime versions, as text by name."""
    return {
        "processor": _processor(),
        "threads": str(thread_count()),
        "onnxruntime": _version("onnxruntime"),
        "onnxruntime-gpu": _version("onnxruntime-gpu"),
        "openvino": _version("openvino"),
    }


def key() -> str:
    """A short name of `describe()`."""
    return hashlib.sha256(json.dumps(describe(), sort_keys=True).encode()).hexdigest()[:16]


def _processor() -> str:
    """The model's name, and its flags by checksum: hypervisors hide both the name and some flags."""
    fields: dict[str, str] = {}
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            fields.setdefault(name.strip(), value.strip())
    except OSError:
        return platform.processor() or platform.machine()
    flags = hashlib.sha256(fields.get("flags", fields.get("Features", "")).encode()).hexdigest()[:8]
    parts = [fields.get(name, "") for name in ("model name", "cpu family", "model", "stepping")]
    return " ".join([*filter(None, parts), platform.machine(), flags])


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
