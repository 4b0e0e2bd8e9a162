"""False alarms of nudity: `python -m datasets.benign OUT [FOLDER...]`.

Judges every photograph and clip in the folders and below, those that installed packages bring along, and
pictures made here (bare arms, hands before the lens, walls and clothes of the colour of skin, art), and
writes `benign.json` and `benign.html`. The exit status is 1 where anything is confirmed or more than 0.5 %
are suspected.
"""

from __future__ import annotations

import argparse
import heapq
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from datasets.benign.found import files_below, frames_of, package_folders, picture_of
from datasets.benign.judging import Eye, Judged, judged, told_of_clip
from datasets.benign.made import make
from datasets.benign.report import as_json, as_page
from datasets.evaluation.crops import whole_crop
from models.fetch import fetch
from models.runtime import forced_engine
from service.eye import open_hand_models, open_nudity_models
from vision.nudity.step import FIRST, SECOND
from vision.picture import Layout, Picture, UInt8Array
from vision.policy import TablePolicy

GOAL = 0.005
"""Largest share of harmless pictures that may be suspected; none may be confirmed."""
_SHOWN, _SIDE = 48, 192


class _Measurement:
    """All that was judged so far, and the pictures nearest to an alarm."""

    def __init__(self, eye: Eye) -> None:
        self.eye = eye
        self.judged: list[Judged] = []
        self.clips: dict[str, list[str]] = {}
        self._worst: list[tuple[float, int, Judged, UInt8Array]] = []

    def add(self, name: str, kind: str, picture: Picture) -> Judged:
        one = judged(name, kind, picture, self.eye)
        self.judged.append(one)
        both = len(one.score.opinions) == 2
        if both:
            rank = (one.verdict + one.score.score, -len(self.judged), one, whole_crop(picture, _SIDE))
            (heapq.heappush if len(self._worst) < _SHOWN else heapq.heappushpop)(self._worst, rank)
        return one

    def add_clip(self, path: Path) -> None:
        looks = [
            (frame.t, self.add(f"{path.name} {frame.t:.2f} s", "clips", frame.picture).score)
            for frame in frames_of(path)
        ]
        if looks:
            self.clips[path.name] = told_of_clip(looks, self.eye.telling)

    def worst(self) -> list[tuple[Judged, UInt8Array]]:
        return [(one, pixels) for _, _, one, pixels in sorted(self._worst, key=lambda entry: -entry[0])]


def measure(
    eye: Eye, folders: Sequence[Path], seed: int, each: int, said: Iterator[None], *, every: int = 1
) -> _Measurement:
    """Judge everything.

    Args:
        eye: loaded models and thresholds.
        folders: of photographs and clips that show nobody naked.
        seed: of the made pictures.
        each: how many of them of each kind.
        said: moved on by one after each picture and clip, for progress.
        every: judges every so many-th photograph; clips whole.
    """
    done = _Measurement(eye)
    pictures, clips = files_below([*folders, *package_folders()])
    for path in pictures[::every]:
        picture = picture_of(path)
        if picture is not None:
            done.add(str(path), _kind(path, folders), picture)
        next(said, None)
    for path in clips:
        done.add_clip(path)
        next(said, None)
    for number, (kind, pixels) in enumerate(make(seed, each)):
        done.add(f"{kind} {number}", kind, Picture(Layout.RGB, (pixels,)))
        next(said, None)
    return done


def _kind(path: Path, folders: Sequence[Path]) -> str:
    return next((folder.name for folder in folders if folder in path.parents), "packages")


def _progress() -> Iterator[None]:
    number = 0
    while True:
        number += 1
        if number % 100 == 0:
            print(f"{number} judged", file=sys.stderr, flush=True)
        yield


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.benign", description=__doc__)
    parser.add_argument("out", type=Path, help="folder to write to")
    parser.add_argument("folders", type=Path, nargs="*", help="photographs and clips that show nobody naked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=40, help="made pictures of each kind")
    parser.add_argument("--every", type=int, default=1, help="judge every so many-th photograph")
    options = parser.parse_args(arguments)
    if options.every < 1 or options.each < 0:
        print("--every is 1 or more, --each 0 or more", file=sys.stderr)
        return 2
    for folder in options.folders:
        if not folder.is_dir():
            print(f"{folder}: no such folder; name one with photographs or clips", file=sys.stderr)
            return 2
    fetch([FIRST, SECOND, "palm_full", "hand_full"])
    policy, engine = TablePolicy(), forced_engine()
    eye = Eye(
        open_hand_models(engine),
        open_nudity_models(engine),
        policy.hands,
        policy.nudity,
        policy.signals.nudity,
    )
    done = measure(eye, options.folders, options.seed, options.each, _progress(), every=options.every)
    if not done.judged:
        print("nothing to judge: name folders or make pictures with --each", file=sys.stderr)
        return 2
    report = as_json(done.judged, done.clips, eye.nudity.first.label)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "benign.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    page = as_page(done.judged, done.clips, done.worst())
    (options.out / "benign.html").write_text(page, encoding="utf-8")
    counted = report["all"]
    told = sum(bool(signals) for signals in done.clips.values())
    print(
        f"{counted['pictures']} pictures: {counted['suspected']} suspected, {counted['confirmed']} confirmed;"
        f" {len(done.clips)} clips, {told} with a signal; {options.out / 'benign.html'}"
    )
    return int(counted["confirmed"] > 0 or counted["suspected"] > GOAL * counted["pictures"])


if __name__ == "__main__":
    sys.exit(main())
