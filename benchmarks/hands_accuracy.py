"""How well our hands agree with MediaPipe Tasks on photographs and clips.

    python -m benchmarks.hands_accuracy DATA [--json] [--engine NAME]...

DATA holds `hands/index.csv` with the photographs it names, and `video/`. Photographs are looked at one by
one (the peer in IMAGE mode), clips in order (VIDEO mode). Every engine sees the same pictures.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python.core.base_options import BaseOptions
from mediapipe.tasks.python.vision import HandLandmarker, HandLandmarkerOptions
from numpy.typing import NDArray

from benchmarks.clips import load
from models import store
from models.engines import EngineChoice
from models.runtime import open_model
from vision.backends.mediapipe import MediaPipeHands
from vision.backends.quiet import quiet_start
from vision.frame import Frame
from vision.hands import HandModels, HandPolicy, HandState, find_hands, step_hands
from vision.picture import Layout, Picture

Points = NDArray[np.float32]
"""(21, 2) float32, display pixels."""
Seen = Sequence[Sequence[Points]]
"""For each picture the hands in it."""

_SAME_HAND = 0.5
"""Palm lengths between two results, up to which they are of one hand."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Ours beside the peer's on the same pictures."""

    name: str
    engine: str
    pictures: int
    peer_found: int
    """Pictures in which the peer finds a hand at all."""
    ours_found: int
    peer_hands: int
    ours_hands: int
    only_peer: int
    """The peer's hands of which we see nothing."""
    only_ours: int
    median: float
    """Mean landmark distance of a hand by its palm length, wrist to middle knuckle: median over hands."""
    p95: float


def compare(name: str, engine: str, theirs: Seen, ours: Seen) -> Agreement:
    """Match each picture's hands, nearest first, and sum up."""
    distances: list[float] = []
    only_peer = only_ours = 0
    for a, b in zip(theirs, ours, strict=True):
        matched = _match(a, b)
        distances += matched
        only_peer += len(a) - len(matched)
        only_ours += len(b) - len(matched)
    return Agreement(
        name=name,
        engine=engine,
        pictures=len(theirs),
        peer_found=sum(map(bool, theirs)),
        ours_found=sum(map(bool, ours)),
        peer_hands=sum(map(len, theirs)),
        ours_hands=sum(map(len, ours)),
        only_peer=only_peer,
        only_ours=only_ours,
        median=float(np.median(distances)) if distances else 0.0,
        p95=float(np.quantile(distances, 0.95)) if distances else 0.0,
    )


def _match(theirs: Sequence[Points], ours: Sequence[Points]) -> list[float]:
    """Distances by palm length of the hands that both saw; each hand is used once."""
    pairs = sorted(
        (float(np.linalg.norm(a - b, axis=1).mean() / max(np.linalg.norm(a[9] - a[0]), 1e-6)), i, j)
        for i, a in enumerate(theirs)
        for j, b in enumerate(ours)
    )
    used: tuple[set[int], set[int]] = (set(), set())
    found = []
    for distance, i, j in pairs:
        if distance < _SAME_HAND and i not in used[0] and j not in used[1]:
            found.append(distance)
            used[0].add(i)
            used[1].add(j)
    return found


def photographs(data: Path) -> list[Picture]:
    """The labelled photographs of `data/hands`, as RGB.

    Raises:
        FileNotFoundError: no index, or a file it names is missing.
    """
    with (data / "hands" / "index.csv").open(newline="", encoding="utf-8") as file:
        files = [data / "hands" / row["file"] for row in csv.DictReader(file)]
    return [_read(file) for file in files]


def _read(file: Path) -> Picture:
    pixels = cv2.imread(str(file), cv2.IMREAD_COLOR_RGB)
    if pixels is None:
        raise FileNotFoundError(f"{file}: no picture")
    return Picture(Layout.RGB, (np.asarray(pixels, dtype=np.uint8),))


def peer_on_photographs(pictures: Iterable[Picture], bundle: Path) -> Iterator[list[Points]]:
    """MediaPipe Tasks in IMAGE mode."""
    options = HandLandmarkerOptions(base_options=BaseOptions(model_asset_path=str(bundle)), num_hands=2)
    with quiet_start():
        landmarker = HandLandmarker.create_from_options(options)
    quiet = True
    try:
        for picture in pictures:
            image = mp.Image(image_format=mp.ImageFormat.SRGB, data=picture.planes[0])
            with quiet_start() if quiet else nullcontext():
                result = landmarker.detect(image)
            quiet = quiet and not result.hand_landmarks  # its last message comes with the first hand
            scale = np.array(picture.size, np.float32)
            yield [np.array([(p.x, p.y) for p in hand], np.float32) * scale for hand in result.hand_landmarks]
    finally:
        landmarker.close()


def peer_on_clip(frames: Sequence[Frame], bundle: Path) -> Seen:
    """MediaPipe Tasks in VIDEO mode."""
    with MediaPipeHands(bundle.read_bytes(), HandPolicy()) as backend:
        return [[hand.landmarks[:, :2] for hand in backend.step([f])[f.seat]] for f in frames]


def ours_on_clip(frames: Sequence[Frame], models: HandModels) -> Seen:
    """Our pipeline over the frames in order."""
    states: dict[int, HandState] = {}
    seen = []
    for frame in frames:
        states, hands = step_hands(states, [frame], models, HandPolicy())
        seen.append([hand.landmarks[:, :2] for hand in hands[frame.seat]])
    return seen


def measure(
    data: Path, engines: Sequence[EngineChoice | None], tell: Callable[[str], None]
) -> list[Agreement]:
    """Compare each engine (None is `auto`) with the peer on everything under `data`.

    Raises:
        FileNotFoundError: as `photographs`.
        models.errors.MissingModel: a model has not been fetched.
    """
    bundle = store.path("hand_landmarker_task")
    pictures = photographs(data)
    clips = {path.name: load(path, path.name).frames for path in sorted((data / "video").iterdir())}
    tell(f"MediaPipe {mp.__version__} on {len(pictures)} photographs")
    on_photographs: Seen = list(peer_on_photographs(pictures, bundle))
    on_clips = {name: peer_on_clip(frames, bundle) for name, frames in clips.items()}
    found = []
    for choice in engines:
        models = HandModels(palm=open_model("palm_full", choice), landmarks=open_model("hand_full", choice))
        label = models.landmarks.label
        tell(f"{label} on the same")
        ours = [[h.landmarks[:, :2] for h in find_hands(p, models, HandPolicy())] for p in pictures]
        found.append(compare("photographs", label, on_photographs, ours))
        found += [
            compare(name, label, on_clips[name], ours_on_clip(frames, models))
            for name, frames in clips.items()
        ]
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path, help="folder with hands/ and video/")
    parser.add_argument("--json", action="store_true", help="one JSON array on stdout")
    parser.add_argument(
        "--engine", action="append", metavar="NAME", help="as openvino-cpu-bf16; default auto"
    )
    args = parser.parse_args()
    engines = [EngineChoice.parse(name) for name in args.engine or ["auto"]]
    quiet = args.json
    results = measure(
        args.data, engines, (lambda _: None) if quiet else (lambda line: print(line, flush=True))
    )
    if args.json:
        print(json.dumps([asdict(result) for result in results], indent=1))
        return
    columns = "{:<24}{:<22}{:>9}{:>16}{:>14}{:>12}{:>12}{:>9}{:>9}"
    print(
        columns.format(
            "", "engine", "pictures", "found we/peer", "hands w/p", "only peer", "only we", "median", "p95"
        )
    )
    for r in results:
        found, hands = f"{r.ours_found}/{r.peer_found}", f"{r.ours_hands}/{r.peer_hands}"
        share = [f"{100 * v:.2f} %" for v in (r.median, r.p95)]
        print(columns.format(r.name, r.engine, r.pictures, found, hands, r.only_peer, r.only_ours, *share))


if __name__ == "__main__":
    main()
