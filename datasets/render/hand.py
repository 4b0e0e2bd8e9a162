"""One hand in front of a camera: pose, place, skin, light in; a layer to lay over a picture out."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render.arm import Arm, grow_arm
from datasets.render.mesh import JOINTS, LANDMARK_JOINTS, load_hand
from datasets.render.pose import HandPose
from datasets.render.raster import Pinhole, rasterise, vertex_normals, window_of
from datasets.render.shade import Colour, Light, Skin, lit, self_shadow
from datasets.render.skeleton import axis_rotation, pose_hand

Floats = NDArray[np.float64]
Image = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a hand is and how it is turned, seen by the camera."""

    wrist: tuple[float, float, float]
    """Metres in the camera frame."""
    roll: float = 0.0
    """Radians, clockwise in the picture: 0 has the fingers up."""
    pitch: float = 0.0
    """Radians: positive tips the fingertips towards the camera."""
    yaw: float = 0.0
    """Radians about the forearm: 0 shows the palm, pi the back of the hand."""
    left: bool = False

    def rotation(self) -> Floats:
        """(3, 3) from the right hand's frame (or the mirrored left one's) to the camera frame."""
        palm_to_camera = np.diag([1.0, -1.0, -1.0])
        return np.asarray(
            axis_rotation(2, self.roll)
            @ axis_rotation(0, self.pitch)
            @ palm_to_camera
            @ axis_rotation(1, self.yaw)
        )


@dataclass(frozen=True, slots=True, eq=False)
class HandLayer:
    """A drawn hand, to be laid over a picture."""

    x: int
    y: int
    """The layer's first pixel in the picture."""
    colour: Image
    """(H, W, 3) linear RGB, multiplied by `cover`."""
    cover: Image
    """(H, W) 0..1."""
    landmarks: Floats
    """(21, 3): pixels x and y of the whole picture, and metres from the camera."""


@dataclass(frozen=True, slots=True, eq=False)
class HandModel:
    """A person's hand: its surface and its looks."""

    skin: Skin
    sleeve: Colour = (0.05, 0.07, 0.12)
    sleeve_from: float = 0.08
    """Metres from the wrist."""
    size: float = 1.0
    """1 is 0.19 m from wrist to fingertip."""
    arm: Arm = field(init=False)
    reflectance: Floats = field(init=False)

    def __post_init__(self) -> None:
        arm = grow_arm(load_hand(), sleeve_from=self.sleeve_from)
        object.__setattr__(self, "arm", arm)
        object.__setattr__(self, "reflectance", _paint(arm, self.skin, self.sleeve))

    def draw(
        self, camera: Pinhole, pose: HandPose, at: Placement, light: Light, *, scale: int = 2
    ) -> HandLayer | None:
        """Draw the hand; None where no part of it is in the picture."""
        hand, joints = pose_hand(self.arm.hand, pose)
        surface = self.arm.surface(hand, pose)
        mirror = np.array([-1.0, 1.0, 1.0]) if at.left else np.ones(3)
        turn = at.rotation()
        place = np.array(at.wrist)
        vertices = (surface * mirror * self.size) @ turn.T + place
        landmarks = (joints * mirror * self.size) @ turn.T + place
        faces = self.arm.faces[:, ::-1] if at.left else self.arm.faces
        window = window_of(camera, vertices, margin=3)
        if window[0] >= window[2] or window[1] >= window[3]:
            return None
        normals = vertex_normals(vertices, faces)
        skin = np.repeat(1.0 - self.arm.on_sleeve[:, None], 3, axis=1)
        buffers = rasterise(
            camera, vertices, faces, ((normals + 1) / 2, self.reflectance, skin), window, scale
        )
        shade = self_shadow(buffers, vertices, faces, light)
        colour = lit(buffers, light, shade, self.skin.gloss)
        cover = buffers.covered.astype(np.float32)
        size = (window[2] - window[0], window[3] - window[1])
        pixels = np.column_stack([camera.project(landmarks), landmarks[:, 2]])
        return HandLayer(
            window[0],
            window[1],
            np.asarray(cv2.resize(colour * cover[..., None], size, interpolation=cv2.INTER_AREA)),
            np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA)),
            pixels,
        )


def _paint(arm: Arm, skin: Skin, sleeve: Colour) -> Floats:
    """(V, 3) linear reflectance of each vertex: back or palm, redder tips and knuckles, nails, cloth."""
    hand = arm.hand
    normals = vertex_normals(hand.vertices, hand.faces)
    owner = hand.weights.argmax(axis=1)
    dorsal = np.einsum("va,va->v", normals, hand.joints[owner][:, :3, 1])
    palm_share = 1.0 / (1.0 + np.exp(7.0 * (dorsal + 0.05)))
    back, palm, nail = np.array(skin.back), np.array(skin.palm), np.array(skin.nail)
    colour = back + (palm - back) * palm_share[:, None]
    red = np.array([1.03, 0.88, 0.86])
    colour *= red ** _flush(arm)[:, None]
    colour += (nail - colour) * _nails(arm, dorsal)[:, None]
    rings = np.tile(back * 0.6 + palm * 0.4, (len(arm.distances) * len(arm.rim), 1))
    whole = np.concatenate([colour, rings])
    whole[len(colour) :] = _wrist_tint(arm, colour)
    whole[arm.on_sleeve] = sleeve
    return whole


def _wrist_tint(arm: Arm, colour: Floats) -> Floats:
    """The forearm takes the colours around the rim: inner side like the palm, outer like the back."""
    rim = colour[arm.rim]
    even = (rim + np.roll(rim, 1, axis=0) + np.roll(rim, -1, axis=0)) / 3
    return np.tile(even, (len(arm.distances), 1))


def _flush(arm: Arm) -> Floats:
    """(V,) how red a place is: fingertips and knuckles are well supplied with blood."""
    tips = [i for i, name in enumerate(JOINTS) if name.endswith("-tip")]
    knuckles = [i for i in LANDMARK_JOINTS if "proximal" in JOINTS[i] or "intermediate" in JOINTS[i]]
    vertices = arm.hand.vertices
    flush = np.zeros(len(vertices))
    for joints, reach in ((tips, 0.012), (knuckles, 0.009)):
        centres = arm.hand.joints[joints, :3, 3]
        nearest = np.linalg.norm(vertices[:, None] - centres, axis=2).min(axis=1)
        flush += np.exp(-((nearest / reach) ** 2))
    return flush


def _nails(arm: Arm, dorsal: Floats) -> Floats:
    """(V,) 1 on the nails: the back of the last bone, near its end."""
    share = np.zeros(len(dorsal))
    for tip in (i for i, name in enumerate(JOINTS) if name.endswith("-tip")):
        frame, bone = arm.hand.joints[tip], arm.hand.joints[tip - 1]
        local = (arm.hand.vertices - frame[:3, 3]) @ frame[:3, :3]
        near = np.exp(-((local[:, 0] / 0.0055) ** 4) - (((local[:, 2] - 0.001) / 0.0065) ** 4))
        facing = np.clip((dorsal - 0.35) / 0.3, 0.0, 1.0)
        close = np.linalg.norm(arm.hand.vertices - bone[:3, 3], axis=1) < 0.035
        share = np.maximum(share, near * facing * close)
    return share
