"""Hard pictures for presence: `python -m datasets.hard_people OUT --seed S [--people FOLDER]`.

Pictures, with `--clips` clips of some of them, and an `index.csv` as `consigliere moderation evaluate` takes
them. Without `--people` they are made
of the few free portraits in the repository; with it, of every photograph in that folder that shows one clear
face, for measuring only. The same seed, photographs and releases of NumPy and OpenCV give the same folder.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.demo.film import PEOPLE
from datasets.hard_people import clips, people, things
from datasets.hard_people.camera import photographed
from datasets.hard_people.photographs import (
    CAT,
    Photograph,
    UInt8Array,
    of_packages,
    of_people,
    of_the_repository,
)
from datasets.hard_people.portrait import HEIGHT, WIDTH, Image, Portrait, portraits
from datasets.hard_people.rooms import empty_rooms
from datasets.rendered import Studio
from datasets.skeleton.sample import LABELS
from models.engines import EngineChoice
from models.errors import ModelError
from models.fetch import fetch
from models.runtime import open_model

COLUMNS = (
    "file",
    "person",
    "kind",
    "nudity",
    "absent_from",
    "absent_until",
    "source",
    "licence",
    "origin",
)
RENDERED_ROOMS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Hard:
    """One made picture and its label."""

    kind: str
    person: bool
    pixels: UInt8Array
    origin: Photograph
    """The photograph that decides which part of the data the picture belongs to."""


def make(photographs: list[tuple[Photograph, str]], cat: Photograph, seed: int, each: int) -> Iterator[Hard]:
    """All hard pictures.

    Args:
        photographs: with their labels; `yes` shows people.
        cat: a photograph of a cat.
        seed: of all chance.
        each: how many pictures of each kind.
    """
    fetch(["face_short", "selfie"])
    faces, selfie = (open_model(name, EngineChoice()) for name in ("face_short", "selfie"))
    sitters = portraits([one for one, label in photographs if label == "yes"], faces, selfie)
    rooms = empty_rooms([one for one, _ in photographs], np.random.default_rng(seed), RENDERED_ROOMS)
    yield from _people(sitters, rooms, seed, each)
    yield from _hands(seed, each)
    yield from _things(sitters, rooms, cat, seed, each)


def _people(
    sitters: Sequence[Portrait], rooms: Sequence[tuple[Image, Photograph]], seed: int, each: int
) -> Iterator[Hard]:
    for number, (kind, draw) in enumerate(people.KINDS.items()):
        rng = np.random.default_rng([seed, number])
        made = 0
        for sitter in _in_turn(sitters, rng, 4 * each):
            room, _ = rooms[int(rng.integers(len(rooms)))]
            linear = draw(sitter, room, rng)
            if linear is not None and made < each:
                grain = float(rng.uniform(4, 9)) if kind == "dark" else None
                made += 1
                yield Hard(kind, True, photographed(linear, rng, grain=grain), sitter.origin)


def _hands(seed: int, each: int) -> Iterator[Hard]:
    rng = np.random.default_rng([seed, 100])
    studio = Studio(rng)
    for number in range(each):
        shot = studio.shot(LABELS[int(rng.integers(len(LABELS)))])
        pixels = shot.picture.planes[0]
        yield Hard(
            "hands_only",
            True,
            pixels,
            Photograph(f"hand_{number}", pixels, "rendered hands", "Apache-2.0; mesh MIT"),
        )


def _things(
    sitters: Sequence[Portrait],
    rooms: Sequence[tuple[Image, Photograph]],
    cat: Photograph,
    seed: int,
    each: int,
) -> Iterator[Hard]:
    rng = np.random.default_rng([seed, 200])
    dressed = [(one, cloth) for one in sitters if (cloth := things.garment(one)) is not None]
    for number in range(each):
        for kind in ("poster", "painting", "screen"):
            sitter = sitters[int(rng.integers(len(sitters)))]
            room, _ = rooms[int(rng.integers(len(rooms)))]
            linear = things.framed(_flat(sitter, rng), kind, room, rng)
            yield Hard(kind, False, photographed(linear, rng), sitter.origin)
        for kind, hang in (
            ("coat_on_chair", things.coat_on_chair),
            ("clothes_on_hanger", things.clothes_on_hanger),
        ):
            if not dressed:
                continue
            sitter, cloth = dressed[int(rng.integers(len(dressed)))]
            room, _ = rooms[int(rng.integers(len(rooms)))]
            yield Hard(kind, False, photographed(hang(cloth, room, rng), rng), sitter.origin)
        room, _ = rooms[int(rng.integers(len(rooms)))]
        yield Hard("pet", False, photographed(things.pet(cat.pixels, room, rng), rng), cat)
        room, where = rooms[number % len(rooms)]
        yield Hard(
            "dark_room",
            False,
            photographed(things.dark_room(room, rng), rng, grain=float(rng.uniform(4, 9))),
            where,
        )
        yield Hard("backlit_room", False, photographed(things.backlit_room(room, rng), rng), where)


def _flat(sitter: Portrait, rng: np.random.Generator) -> UInt8Array:
    """What a poster shows: the whole photograph, or its upright middle around the face."""
    pixels = (255 * np.clip(sitter.linear, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    if rng.uniform() < 0.5:
        return pixels
    x = int(np.clip(sitter.middle[0] - 170, 0, pixels.shape[1] - 340))
    return pixels[:, x : x + 340]


def _in_turn(sitters: Sequence[Portrait], rng: np.random.Generator, count: int) -> Iterator[Portrait]:
    order: list[int] = []
    for _ in range(count if sitters else 0):
        order = order or rng.permutation(len(sitters)).tolist()
        yield sitters[order.pop()]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.hard_people", description=__doc__)
    parser.add_argument("out", type=Path, help="where pictures and index.csv go")
    parser.add_argument("--seed", type=int, default=1, help="of all chance")
    parser.add_argument("--each", type=int, default=20, help="pictures of each kind")
    parser.add_argument("--clips", type=int, default=0, help="clips of each kind")
    parser.add_argument("--people", type=Path, help="a folder of photographs with an index.csv")
    asked = parser.parse_args(arguments)
    try:
        photographs = [(one, "yes") for one in of_the_repository()]
        if asked.people is not None:
            photographs += of_people(asked.people)
        packaged = {one.name: one for one in of_packages()}
        photographs += [(one, "no") for name, one in packaged.items()]
        pictures = make(photographs, packaged[Path(CAT.path).stem], asked.seed, asked.each)
        count = write(pictures, asked.out, films=asked.clips, seed=asked.seed)
    except (OSError, ValueError, ModelError) as error:
        print(f"{error}; choose another place or other pictures", file=sys.stderr)
        return 2
    print(f"{asked.out}: {count} pictures and clips")
    return 0


def write(pictures: Iterator[Hard], out: Path, *, films: int = 0, seed: int = 0) -> int:
    """Write pictures and their index into a folder, which is made where it is missing; how many there are.

    Args:
        pictures: as `make` gives them.
        out: the folder.
        films: how many of each kind become a clip besides.
        seed: of the clips' noise.

    Raises:
        OSError: it cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    count, filmed, player = 0, Counter[str](), _player()
    with (out / "index.csv").open("w", newline="", encoding="utf-8") as lines:
        index = csv.DictWriter(lines, COLUMNS)
        index.writeheader()
        for one in pictures:
            file = f"{one.kind}_{count:04}.jpg"
            if not cv2.imwrite(str(out / file), one.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 93]):
                raise OSError(f"{out / file}: cannot be written")
            row = {"person": "yes" if one.person else "no", "kind": one.kind, "nudity": "no"}
            origin = {"source": one.origin.source, "licence": one.origin.licence, "origin": one.origin.name}
            index.writerow({"file": file, **row, **origin})
            count += 1
            if filmed[one.kind] < films and (one.person or one.pixels.shape[:2] == player.shape[:2]):
                filmed[one.kind] += 1
                rng = np.random.default_rng([seed, 300, count])
                clip = clips.write(out, Path(file).stem, one.pixels, player, rng, person=one.person)
                absent = {"absent_from": clip.absent_from, "absent_until": clip.absent_until}
                index.writerow({"file": clip.file, "kind": one.kind, "nudity": "no", **absent, **origin})
                count += 1
    return count


def _player() -> UInt8Array:
    """Somebody in plain view, (480, 640, 4) RGB and cover."""
    stored = cv2.imread(str(PEOPLE / "hopper.webp"), cv2.IMREAD_UNCHANGED)
    if stored is None:
        raise ValueError("hopper.webp: cannot be decoded")
    high = round(0.85 * HEIGHT)
    wide = round(stored.shape[1] * high / stored.shape[0])
    layer = np.zeros((HEIGHT, WIDTH, 4), dtype=np.uint8)
    left = (WIDTH - wide) // 2
    small = cv2.resize(stored, (wide, high), interpolation=cv2.INTER_AREA)
    layer[HEIGHT - high :, left : left + wide] = small[..., [2, 1, 0, 3]]
    return layer


if __name__ == "__main__":
    raise SystemExit(main())
