"""What the detectors' scores mean: `python -m datasets.hard_people.calibration FOLDER...`.

Fits the curves of `vision.presence.fusion.Calibration`, but for that of hands, to labelled pictures, and
judges them on pictures whose source took no part: no photograph is on both sides. Both labels weigh the
same, since a folder's share of empty places is not a table's.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.engines import EngineChoice
from models.fetch import fetch
from models.runtime import open_model
from service.media import read_picture
from service.moderation.index import read_index
from vision.picture import Picture
from vision.presence import efficientdet
from vision.presence.closer import look_closer
from vision.presence.detectors import detect_bodies, detect_faces
from vision.presence.fusion import Calibration, Curve, Finds, fuse
from vision.presence.judged import Judge
from vision.presence.look import LookPolicy, PresenceModels

_NARROWEST, _WIDEST = 0.02, 0.2
_STEPS = 4000


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled picture as the detectors see it, less flat pictures of people, doubts seen closer."""

    finds: Finds
    size: tuple[int, int]
    person: bool
    source: str


def examples(folder: Path, models: PresenceModels, policy: LookPolicy) -> list[Example]:
    """The labelled pictures of a folder; hands are not looked for."""
    rows, _ = read_index(folder)
    found = []
    for row in rows:
        if row.person is not None:
            picture = read_picture(row.path)
            found.append(Example(_found(picture, models, policy), picture.size, row.person, row.source))
    return found


def fit(among: Sequence[Example], start: Calibration, seed: int) -> Calibration:
    """The curves with the least log loss, by a random walk that keeps what is better.

    Args:
        among: pictures with and without people.
        start: where the walk begins.
        seed: of the walk.
    """
    rng = np.random.default_rng(seed)
    best, least = start, loss(among, start)
    for step in range(_STEPS):
        size = 0.05 * (1 - step / _STEPS) + 0.002
        tried = replace(
            best,
            face=_moved(best.face, rng, size),
            pose=_moved(best.pose, rng, size),
            person=_moved(best.person, rng, size),
            hanging=_moved(best.hanging, rng, size),
        )
        cost = loss(among, tried)
        if cost < least:
            best, least = tried, cost
    return best


def loss(among: Sequence[Example], calibration: Calibration) -> float:
    """Mean logarithmic loss, both labels alike."""
    scores, people = _scored(among, calibration)
    right = np.clip(np.where(people, scores, 1 - scores), 1e-3, 1)
    return float(-(np.log(right[people]).mean() + np.log(right[~people]).mean()) / 2)


def _scored(
    among: Sequence[Example], calibration: Calibration
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    scores = np.array([fuse(one.finds, one.size, calibration).score for one in among])
    return scores, np.array([one.person for one in among], dtype=np.bool_)


def _found(picture: Picture, models: PresenceModels, policy: LookPolicy) -> Finds:
    finds = Finds(
        faces=detect_faces([picture], models.face, policy.keep)[0],
        poses=detect_bodies([picture], models.pose, policy.keep)[0],
        persons=efficientdet.detect([picture], models.person, policy.keep)[0],
    )
    judge = Judge(picture, policy.calibration, policy.flat, [], None)
    wanted = [(picture, box) for box in judge.unclear(finds)]
    for closer in look_closer(wanted, models.face, models.person, policy.keep):
        judge.learn(closer)
    return judge.settled(finds)


def _moved(curve: Curve, rng: np.random.Generator, size: float) -> Curve:
    centre = float(np.clip(curve.centre + size * rng.standard_normal(), 0.05, 0.95))
    width = float(np.clip(curve.width * np.exp(4 * size * rng.standard_normal()), _NARROWEST, _WIDEST))
    return Curve(centre, width)


def _described(among: Sequence[Example], calibration: Calibration) -> dict[str, Any]:
    scores, people = _scored(among, calibration)
    told = scores >= 0.5
    return {
        "people": int(people.sum()),
        "missed": int((people & ~told).sum()),
        "empty": int((~people).sum()),
        "told_taken": int((~people & told).sum()),
        "loss": round(loss(among, calibration), 4),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.hard_people.calibration", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="pictures and index.csv")
    parser.add_argument("--seed", type=int, default=1, help="of the walk and of the parting of sources")
    asked = parser.parse_args(arguments)
    fetch(["face_short", "pose", "person"])
    models = PresenceModels(*(open_model(name, EngineChoice()) for name in ("face_short", "pose", "person")))
    among = [one for folder in asked.folders for one in examples(folder, models, LookPolicy())]
    sources = sorted({one.source for one in among})
    drawn = np.random.default_rng(asked.seed).permutation(len(sources))
    apart = {sources[int(number)] for number in drawn[: len(sources) // 3]}
    learnt = [one for one in among if one.source not in apart]
    judged = [one for one in among if one.source in apart]
    now, fitted = Calibration(), fit(learnt, Calibration(), asked.seed)
    print("kept apart:", ", ".join(sorted(apart)))
    print(f"face {fitted.face}\npose {fitted.pose}\nperson {fitted.person}\nhanging {fitted.hanging}")
    for word, part in (("learnt", learnt), ("kept apart", judged)):
        print(word, "now", _described(part, now), "fitted", _described(part, fitted))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
