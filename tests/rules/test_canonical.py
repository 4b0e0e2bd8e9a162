"""States as JSON and back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import pytest

from rules.canonical import CanonicalError, dumps, loads, to_json


@dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    weight: float = 1.0
    kind: Literal["a", "b"] = "a"


@dataclass(frozen=True, slots=True)
class Tree:
    leaves: tuple[Leaf, ...] = ()
    pair: tuple[int, bool] = (1, True)
    best: Leaf | None = None
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    places: Mapping[tuple[int, str], float] = field(default_factory=lambda: MappingProxyType({}))
    until: float | None = None


FULL = Tree(
    (Leaf("x"), Leaf("ü", 0.1, "b")),
    (3, False),
    Leaf("y"),
    MappingProxyType({"b": 1.5, "a": 2.5}),
    MappingProxyType({(2, "z"): 1.0, (1, "y"): 2.0}),
    7.0,
)


@pytest.mark.parametrize("tree", [Tree(), FULL])
def test_there_and_back(tree: Tree) -> None:
    assert loads(Tree, dumps(tree)) == tree
    assert dumps(loads(Tree, dumps(tree))) == dumps(tree)


def test_the_bytes_are_canonical() -> None:
    assert dumps(Leaf("ü", 0.1)) == '{"kind":"a","name":"ü","weight":0.1}'.encode()
    assert dumps(Tree(weights={"b": 1.0, "a": 2.0})) == dumps(Tree(weights={"a": 2.0, "b": 1.0}))


def test_a_whole_number_in_a_float_field_is_written_as_a_float() -> None:
    assert dumps(Leaf("x", 1)) == dumps(Leaf("x", 1.0))
    assert dumps(Tree(until=7)) == dumps(Tree(until=7.0))


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_what_is_no_number_is_not_written(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        dumps(Leaf("x", number))


def test_what_has_no_canonical_form_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        to_json({1, 2})


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ("{", "no JSON"),
        ("[]", "Leaf"),
        ('{"name":"x"}', "Leaf: missing or unknown: kind, weight"),
        ('{"name":"x","weight":1,"kind":"a","more":1}', "more"),
        ('{"name":3,"weight":1,"kind":"a"}', "Leaf.name"),
        ('{"name":"x","weight":true,"kind":"a"}', "Leaf.weight"),
        ('{"name":"x","weight":1,"kind":"c"}', "Leaf.kind"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(data: str, place: str) -> None:
    with pytest.raises(CanonicalError, match=place):
        loads(Leaf, data)


def test_half_a_surrogate_pair_comes_back_and_the_bytes_are_utf_8() -> None:
    written = dumps(Leaf("\ud83d \\ud83d"))
    assert json.loads(written.decode())["name"] == "\ud83d \\ud83d"
    assert loads(Leaf, written) == Leaf("\ud83d \\ud83d")
