"""OpenVINO without the messages it sends to its maker.

`import openvino` imports its model converter, and importing that sends an event to an analytics service
unless somebody opted out in a file of the home folder (openvino 2026.4, `tools/ovc/__init__.py`). A
service that watches people's rooms must not. OpenVINO does without either package where it is missing,
so both are made to look missing: nothing of them is ever loaded. Import OpenVINO only from here.
"""

from __future__ import annotations

import sys

if "openvino" not in sys.modules:
    # None in sys.modules makes `import` raise ImportError, which openvino/__init__.py expects.
    sys.modules["openvino.tools.ovc"] = None  # type: ignore[assignment]  # typeshed allows modules only
sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]  # likewise

import openvino  # noqa: E402  # after what it must not find

__all__ = ["openvino"]
