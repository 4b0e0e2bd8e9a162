"""The rigged hand: vertices, faces, skin weights and rest joints, read from a glTF file.

The mesh is the generic hand of the WebXR input profiles (MIT, see assets/generic_hand_LICENSE.md).
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ASSET = Path(__file__).parent / "assets" / "generic_hand_right.glb"

FINGERS = ("thumb", "index", "middle", "ring", "pinky")
JOINTS = (
    "wrist",
    *(f"thumb-{bone}" for bone in ("metacarpal", "phalanx-proximal", "phalanx-distal", "tip")),
    *(
        f"{finger}-finger-{bone}"
        for finger in FINGERS[1:]
        for bone in ("metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip")
    ),
)
"""Names and order of the WebXR Hand Input specification, section 3 (Skeleton joints)."""

LANDMARK_JOINTS = tuple(i for i, name in enumerate(JOINTS) if "-finger-metacarpal" not in name)
"""The joints that are the 21 hand landmarks (wrist, thumb 1-4, index 5-8, ..., little finger 17-20)."""

# The file's frame: fingers to -y, back of the hand to +x, little finger to +z.
_HAND_FROM_FILE = np.array([[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]])
_COMPONENTS = {5121: "<u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass(frozen=True, slots=True, eq=False)
class HandMesh:
    """A right hand at rest, in the hand frame."""

    vertices: Floats
    """(V, 3) metres."""
    faces: Ints
    """(F, 3) vertex indices, counter-clockwise seen from outside."""
    weights: Floats
    """(V, 25) share of each joint in each vertex; rows sum to 1."""
    joints: Floats
    """(25, 4, 4) rest frames of `JOINTS`: -z along the bone to the tip, y out of the back of the hand."""


def load_hand(path: Path = ASSET, *, subdivide: int = 1) -> HandMesh:
    """Read the right hand and smooth it.

    Args:
        path: a glTF binary with one skinned mesh whose joints are named as `JOINTS`.
        subdivide: how often each triangle is split in four (Loop's scheme).

    Raises:
        ValueError: the file is of another kind or has other joints.
    """
    gltf = _Glb(path)
    attributes = gltf.tree["meshes"][0]["primitives"][0]["attributes"]
    skin = gltf.tree["skins"][0]
    names = tuple(gltf.tree["nodes"][joint]["name"] for joint in skin["joints"])
    if set(names) != set(JOINTS):
        raise ValueError(f"{path.name}: not the 25 joints of a WebXR hand")
    position = gltf.floats(attributes["POSITION"])
    influence = np.zeros((len(position), len(names)))
    owners = gltf.integers(attributes["JOINTS_0"])
    np.add.at(
        influence,
        (np.arange(len(position))[:, None], owners),
        gltf.floats(attributes["WEIGHTS_0"]),
    )
    order = [names.index(name) for name in JOINTS]
    inverse_bind = gltf.floats(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    rest = np.asarray(np.linalg.inv(inverse_bind), dtype=np.float64)[order]
    indices = gltf.integers(gltf.tree["meshes"][0]["primitives"][0]["indices"]).reshape(-1, 3)
    vertices, faces, weights = _weld(position, indices, influence[:, order])
    for _ in range(subdivide):
        vertices, faces, weights = _loop_subdivision(vertices, faces, weights)
    origin = rest[0, :3, 3]
    joints = np.tile(np.eye(4), (len(JOINTS), 1, 1))
    joints[:, :3, :3] = _HAND_FROM_FILE @ _orthonormal(rest[:, :3, :3])
    joints[:, :3, 3] = (rest[:, :3, 3] - origin) @ _HAND_FROM_FILE.T
    return HandMesh(
        (vertices - origin) @ _HAND_FROM_FILE.T, faces, weights / weights.sum(axis=1, keepdims=True), joints
    )


class _Glb:
    """A binary glTF file: its tree, and the arrays that the tree's accessors name.

    Source: Khronos glTF 2.0 specification, sections 3.6 (accessors) and 4.4 (GLB chunks).
    """

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        if content[:4] != b"glTF":
            raise ValueError(f"{path.name}: not a binary glTF file")
        (length,) = struct.unpack_from("<I", content, 12)
        self.tree: dict[str, Any] = json.loads(content[20 : 20 + length])
        self._data = content[20 + length + 8 :]

    def floats(self, accessor: int) -> Floats:
        return self._array(accessor).astype(np.float64)

    def integers(self, accessor: int) -> Ints:
        return self._array(accessor).astype(np.int64)

    def _array(self, index: int) -> NDArray[Any]:
        accessor = self.tree["accessors"][index]
        view = self.tree["bufferViews"][accessor["bufferView"]]
        width = _WIDTHS[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        kind = np.dtype(_COMPONENTS[accessor["componentType"]])
        return np.frombuffer(self._data, kind, accessor["count"] * width, start).reshape(-1, width)


def _orthonormal(frames: Floats) -> Floats:
    left, _, right = np.linalg.svd(frames)
    return np.asarray(left @ right, dtype=np.float64)


def _weld(vertices: Floats, faces: Ints, weights: Floats) -> tuple[Floats, Ints, Floats]:
    """Join the vertices that the file repeats along texture seams."""
    _, first, to_unique = np.unique(vertices.round(6), axis=0, return_index=True, return_inverse=True)
    return vertices[first], to_unique.reshape(-1)[faces], weights[first]


def _loop_subdivision(vertices: Floats, faces: Ints, weights: Floats) -> tuple[Floats, Ints, Floats]:
    """One step on a closed mesh. Source: C. Loop, Smooth Subdivision Surfaces Based on Triangles, 1987."""
    count = len(vertices)
    corners = np.concatenate([faces[:, [0, 1, 2]], faces[:, [1, 2, 0]], faces[:, [2, 0, 1]]])
    keys = np.sort(corners[:, :2], axis=1)
    edges, edge_of = np.unique(keys, axis=0, return_inverse=True)
    edge_of = edge_of.reshape(-1)
    values = np.concatenate([vertices, weights], axis=1)

    opposite = np.zeros((len(edges), values.shape[1]))
    np.add.at(opposite, edge_of, values[corners[:, 2]])
    middles = 0.375 * values[edges].sum(axis=1) + 0.125 * opposite

    ring, valence = np.zeros_like(values), np.zeros((count, 1))
    for a, b in ((0, 1), (1, 0)):
        np.add.at(ring, edges[:, a], values[edges[:, b]])
        np.add.at(valence, edges[:, a], 1.0)
    beta = (0.625 - (0.375 + 0.25 * np.cos(2 * np.pi / valence)) ** 2) / valence
    smoothed = np.concatenate([(1 - valence * beta) * values + beta * ring, middles])

    on01, on12, on20 = (edge_of.reshape(3, -1) + count)[:]
    a, b, c = faces.T
    split = [(a, on01, on20), (on01, b, on12), (on20, on12, c), (on01, on12, on20)]
    return smoothed[:, :3], np.concatenate([np.stack(t, axis=1) for t in split]), smoothed[:, 3:]
