"""Rendered hands that teach: poses of the rig, and what our own eye makes of their pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets import rendered_store
from datasets.render.forms import RENDERED, draw_pose, possible_thumb
from datasets.render.mesh import load_hand
from datasets.render.skeleton import pose_landmarks
from datasets.rendered import Portions, Seen, render_hands
from datasets.skeleton.forms import Form
from datasets.skeleton.sample import LABELS
from models.fetch import fetch
from models.runtime import open_model

FEW = Portions(each=2, nothing=4, forbidden=4)


@pytest.fixture(scope="module")
def seen() -> Seen:
    fetch(["hand_full"])
    return render_hands(5, FEW, open_model("hand_full"))


@pytest.mark.parametrize("form", RENDERED, ids=lambda form: form.name)
def test_every_form_is_a_pose_whose_thumb_goes_through_no_finger(form: Form) -> None:
    pose = draw_pose(np.random.default_rng(1), form)
    assert possible_thumb(pose_landmarks(load_hand(), pose))


@pytest.mark.parametrize(("name", "landmark"), [("ok", 8), ("ring_touch_tip", 16)])
def test_the_thumb_reaches_what_it_must_touch(name: str, landmark: int) -> None:
    form = next(form for form in RENDERED if form.name == name)
    points = pose_landmarks(load_hand(), draw_pose(np.random.default_rng(2), form))
    assert np.linalg.norm(points[4] - points[landmark]) < 0.015  # metres


def test_every_label_can_be_rendered() -> None:
    assert {form.label for form in RENDERED} == set(LABELS)


def test_the_eye_finds_hands_and_the_same_seed_finds_them_again(seen: Seen) -> None:
    assert seen.landmarks.shape == (len(seen.labels), 21, 3)
    assert len(seen.labels) > 20
    assert np.isfinite(seen.landmarks).all()
    again = render_hands(5, FEW, open_model("hand_full"))
    assert again.labels == seen.labels
    np.testing.assert_allclose(again.landmarks, seen.landmarks, atol=0.05)


def test_hands_are_rendered_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Seen(np.ones((3, 21, 3)), ("palm", "ok", "ok"))
    made: list[int] = []

    def render(seed: int, portions: Portions, engine: object) -> Seen:
        made.append(seed)
        return kept

    monkeypatch.setattr(rendered_store, "_folder", lambda: tmp_path / "hands")
    monkeypatch.setattr(rendered_store, "render_hands", render)
    monkeypatch.setattr(rendered_store, "open_model", lambda name: None)
    for _ in range(2):
        found = rendered_store.rendered_hands([4, 9], FEW)
        assert found.labels == kept.labels * 2
        assert found.landmarks.shape == (6, 21, 3)
    assert made == [4, 9]
    assert rendered_store.recipe_of(FEW) != rendered_store.recipe_of(Portions())
