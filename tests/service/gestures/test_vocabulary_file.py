"""The vocabulary file: what is written comes back, changes count, nonsense is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from service.gestures.vocabulary_file import FORMAT, VocabularyFileError, read, update
from service.ruleset import RulesetError, load
from tests.vision.gestures.made import made
from vision.gestures.learnt import MEASURES, LearntSign, palm_scaled
from vision.gestures.vocabulary import Vocabulary, VocabularyError
from vision.policy import TablePolicy


def sign(name: str = "greeting", meaning: str = "hello") -> LearntSign:
    examples = palm_scaled(np.stack([made("horns"), made("horns", roll=10)]))
    rng = np.random.default_rng(3)
    return LearntSign(name, meaning, rng.normal(0, 1, MEASURES), -1.5, np.full(MEASURES, 0.1), examples)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vocabulary.json"


def test_what_is_written_comes_back(path: Path) -> None:
    changes = {"meanings": {"fist": "stop", "greeting": "hi"}, "forbidden_shape": "horns"}
    update(path, lambda before: before.taught(sign()).changed(changes))
    words = read(path)
    assert words.version == 1
    assert words.forbidden_shape == "horns"
    for shape, gesture in {
        "fist": "stop",
        "greeting": "hi",
        "horns": "forbidden",
        "middle_finger": "middle_finger",
        "ok": "sheriff",
    }.items():
        assert words.gesture(shape) == gesture
    (kept,) = words.learnt
    assert np.allclose(kept.weights, sign().weights, atol=1e-5)
    assert np.allclose(kept.examples, sign().examples, atol=1e-5)
    assert kept.bias == -1.5


def test_every_change_counts_and_the_same_name_is_replaced(path: Path) -> None:
    versions = [
        update(path, lambda before: before.taught(sign())).version,
        update(path, lambda before: before.taught(sign("other"))).version,
        update(path, lambda before: before.taught(sign(meaning="goodbye"))).version,
        update(path, lambda before: before.without("other")).version,
    ]
    assert versions == [1, 2, 3, 4]
    assert [(kept.name, kept.meaning) for kept in read(path).learnt] == [("greeting", "goodbye")]


def test_a_change_that_fails_leaves_the_file(path: Path) -> None:
    update(path, lambda before: before.taught(sign()))
    content = path.read_bytes()
    with pytest.raises(VocabularyError, match="no learnt sign is called 'nobody'; there are greeting"):
        update(path, lambda before: before.without("nobody"))
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(VocabularyFileError, match="choose another place"):
        update(tmp_path / "none" / "vocabulary.json", lambda before: before)


def content(**changes: Any) -> dict[str, Any]:
    kept = sign()
    described = {
        "name": "greeting",
        "meaning": "hello",
        "weights": kept.weights.tolist(),
        "bias": 0.5,
        "spread": kept.spread.tolist(),
        "examples": kept.examples.tolist(),
    }
    return {"format": FORMAT, "version": 3, "signs": [described], **changes}


def with_sign(**changes: Any) -> dict[str, Any]:
    whole = content()
    whole["signs"] = [{**whole["signs"][0], **changes}]
    return whole


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ([], 'format: missing; a vocabulary file says "format": "consigliere-vocabulary/1"'),
        (content(format="consigliere-vocabulary/9"), "format: 'consigliere-vocabulary/9' is not known here"),
        (content(version=0), "version: Input should be greater than or equal to 1, not 0"),
        (content(version="3"), "version: Input should be a valid integer, not '3'"),
        (content(signz=[]), "signz: unknown; there are format, version"),
        (content(meanings={"vulcan": "peace"}), "meanings: no shape is called 'vulcan'"),
        (content(meanings={"ok": 5}), "meanings.ok: Input should be a valid string, not 5"),
        (content(meanings={"ok": " "}), "meanings.ok: a gesture is a word"),
        (content(forbidden_shape="vulcan"), "forbidden_shape: no shape is called 'vulcan'"),
        (with_sign(name="Big Name"), "signs.0.name: String should match pattern"),
        (with_sign(name="fist"), "signs.0.name: there is a shape 'fist' already"),
        (with_sign(bias="x"), "signs.0.bias: Input should be a valid number, not 'x'"),
        (with_sign(weights=[1.0]), f"signs.0.weights: {MEASURES} numbers, not 1; learn greeting again"),
        (with_sign(spread=[0.0] * MEASURES), "signs.0.spread: every number is above 0; learn greeting again"),
        (with_sign(examples=[]), "signs.0.examples: hands of 21 points"),
        (with_sign(examples=[[[0.0, 0.0]], [[0.0]]]), "signs.0.examples: hands of 21 points"),
    ],
)
def test_nonsense_is_refused_with_its_place(path: Path, data: Any, complaint: str) -> None:
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(VocabularyFileError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: {complaint}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"NaN" * 3, b"[" * 100_000])
def test_what_is_no_json_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(VocabularyFileError, match="is no JSON"):
        read(path)


def test_a_missing_file_is_refused(path: Path) -> None:
    with pytest.raises(VocabularyFileError, match="cannot be read"):
        read(path)


def rules(folder: Path, text: str) -> Path:
    place = folder / "rules.toml"
    place.write_text(text, encoding="utf-8")
    return place


def test_a_rule_set_names_its_vocabulary_and_changes_it(path: Path) -> None:
    update(path, lambda before: before.taught(sign()).changed({"meanings": {"fist": "stop"}}))
    text = '[vocabulary]\nfile = "vocabulary.json"\n[vocabulary.meanings]\ngreeting = "hi"\n'
    words = load(rules(path.parent, text), TablePolicy()).vocabulary
    assert (words.gesture("greeting"), words.gesture("fist"), words.version) == ("hi", "stop", 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('file = "none.json"', "vocabulary.file: .*none.json: cannot be read"),
        ("file = 3", "vocabulary.file: names a file, not 3"),
        ('meanings.greeting = "hi"', "vocabulary.meanings: no shape is called 'greeting'"),
    ],
)
def test_a_rule_set_with_a_wrong_vocabulary_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulesetError, match=complaint):
        load(rules(tmp_path, f"[vocabulary]\n{text}\n"), TablePolicy())


def test_two_vocabularies_at_once_are_refused(path: Path) -> None:
    update(path, lambda before: before)
    place = rules(path.parent, '[vocabulary]\nfile = "vocabulary.json"\n')
    with pytest.raises(RulesetError, match="the command line names a vocabulary too"):
        load(place, TablePolicy(vocabulary=read(path)))
    assert load(place, TablePolicy(vocabulary=Vocabulary())).vocabulary.version == 1
