"""`[tables]`: how many there may be, and how one is watched and played whose opener says nothing else."""

from __future__ import annotations

from pathlib import Path

from service.config.section import Section, setting


class TablesSection(Section):
    """How many tables there may be, and how one is watched and played whose opener says nothing else."""

    most: int = setting(
        4,
        "Most open tables",
        "All tables of a process share its processors: more tables, fewer pictures a second of each seat.",
        unit="tables",
        ge=1,
        le=100,
    )
    ruleset: Path | None = setting(
        None,
        "Rule set of the eye",
        "A TOML file over the thresholds of vision/policy.py.",
        example="/etc/consigliere/ruleset.toml",
    )
    book: Path | None = setting(
        None,
        "Rule book of the referee",
        "A TOML file over rules/table/book.py; `consigliere referee check` looks it through.",
        example="/etc/consigliere/book.toml",
    )
    vocabulary: Path | None = setting(
        None,
        "Vocabulary",
        "Meanings and learnt signs, as `consigliere gestures learn` writes them.",
        example="/etc/consigliere/vocabulary.json",
    )
    kept_lines: int = setting(
        5000,
        "Lines to read again",
        "How far back each viewer of a table can resume its events.",
        unit="lines",
        ge=100,
        le=1_000_000,
    )
    idle: float = setting(
        6 * 3600.0,
        "Longest idleness",
        "A table for which nothing was sent, asked or read for so long is closed: its platform forgot it.",
        unit="seconds",
        ge=60.0,
        le=7 * 86400.0,
    )
    engine: str = setting(
        "auto",
        "Engine of the models",
        "auto measures once and remembers; onnxruntime-cpu-f32, openvino-cpu-f32, openvino-cpu-bf16,"
        " onnxruntime-cuda-f32 and onnxruntime-tensorrt-f32 force one. CONSIGLIERE_ENGINE goes before it.",
        pattern=r"^(auto|onnxruntime|openvino)(-(cpu|cuda|tensorrt))?(-(f32|bf16))?$",
    )
