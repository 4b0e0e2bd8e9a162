"""The words of the table: which hand shape means what.

The eye sees shapes; a table means gestures. The mapping is data: a platform with other gesture cards loads
its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NO_GESTURE = "no_gesture"
"""The shape of a hand that shows none of the vocabulary."""

SHAPES = (
    "thumb_up",
    "thumb_down",
    "ok",
    "ring_touch",
    "hook",
    "call",
    "horns",
    "point_camera",
    "point_self",
    "zero",
    "one",
    "two",
    "three",
    "three_thumb",
    "four",
    "palm",
    "fist",
    "finger_gun",
    "finger_gun_two",
    "timeout",
    "middle_finger",
    NO_GESTURE,
)
"""Every hand shape, in the order of the classifier's outputs."""

GESTURE_OF: Mapping[str, str] = MappingProxyType(
    {
        "thumb_up": "red",
        "thumb_down": "dark",
        "ok": "sheriff",
        "ring_touch": "don",
        "hook": "question",
        "call": "if",
        "horns": "cool",
        "point_camera": "you",
        "point_self": "me",
        "zero": "number_0",
        "one": "number_1",
        "two": "number_2",
        "three": "number_3",
        "three_thumb": "number_3",
        "four": "number_4",
        "palm": "number_5",
        "fist": "fist",
        "finger_gun": "shot",
        "finger_gun_two": "shot",
        "timeout": "pause_request",
        "middle_finger": "forbidden",
        NO_GESTURE: NO_GESTURE,
    }
)
"""What each shape means unless a platform says otherwise."""

FORBIDDEN = "forbidden"
"""The meaning of the one shape that must not be shown."""

_FINGERS: Mapping[str, int] = MappingProxyType(
    {"one": 1, "two": 2, "three": 3, "three_thumb": 3, "four": 4, "palm": 5}
)


def count_of(shape: str) -> int | None:
    """How many fingers a number shape shows, 1 to 5; None for any other shape."""
    return _FINGERS.get(shape)


def two_hand_number(shapes: Iterable[str]) -> str | None:
    """The number that two hands show together: one shows five, the other one to five.

    Args:
        shapes: the shapes of all hands of the seat that are in view, in any order.

    Returns:
        `number_6` to `number_10`, or None unless exactly two hands show a palm and a number.
    """
    pair = list(shapes)
    if len(pair) != 2 or "palm" not in pair:
        return None
    pair.remove("palm")
    other = count_of(pair[0])
    return None if other is None else f"number_{5 + other}"


class VocabularyError(ValueError):
    """A vocabulary that cannot be used; the message names the entry and what is allowed."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The meanings at one table.

    Raises:
        VocabularyError: for an unknown shape, an empty meaning, or a forbidden shape that is none.
    """

    meanings: Mapping[str, str] = field(default_factory=lambda: GESTURE_OF)
    """Shape to gesture, complete over `SHAPES`."""
    forbidden_shape: str = "middle_finger"
    """The shape that must not be shown during a game."""

    def __post_init__(self) -> None:
        for shape, gesture in self.meanings.items():
            _known(shape, "meanings")
            if not isinstance(gesture, str) or not gesture.strip():
                raise VocabularyError(f"meanings.{shape}: a gesture is a word, not {gesture!r}")
        missing = [shape for shape in SHAPES if shape not in self.meanings]
        if missing:
            raise VocabularyError(f"meanings: nothing said of {', '.join(missing)}")
        _known(self.forbidden_shape, "forbidden_shape")
        if self.forbidden_shape == NO_GESTURE:
            raise VocabularyError(f"forbidden_shape: {NO_GESTURE} is no shape that could be forbidden")
        object.__setattr__(self, "meanings", MappingProxyType(dict(self.meanings)))

    @classmethod
    def load(cls, data: Mapping[str, object]) -> Vocabulary:
        """A vocabulary from a mapping as a rule-set file holds it.

        Args:
            data: may have `meanings`, a mapping of shapes to gestures that replaces the default ones entry by
                entry, and `forbidden_shape`. Choosing another forbidden shape frees the default one: it
                then means its own name unless `meanings` says otherwise.

        Raises:
            VocabularyError: naming the entry at fault.
        """
        unknown = sorted(set(data) - {"meanings", "forbidden_shape"})
        if unknown:
            raise VocabularyError(f"{unknown[0]}: unknown; there are meanings and forbidden_shape")
        renamed = data.get("meanings", {})
        if not isinstance(renamed, Mapping):
            raise VocabularyError(f"meanings: a mapping of shapes to gestures, not {renamed!r}")
        shape = data.get("forbidden_shape", "middle_finger")
        if not isinstance(shape, str):
            raise VocabularyError(f"forbidden_shape: a shape's name, not {shape!r}")
        _known(shape, "forbidden_shape")
        freed = {} if shape == "middle_finger" else {"middle_finger": "middle_finger", shape: FORBIDDEN}
        return cls({**GESTURE_OF, **freed, **renamed}, shape)

    def gesture(self, shape: str) -> str:
        """What a shape means here.

        Raises:
            VocabularyError: for an unknown shape.
        """
        return self.meanings[_known(shape, "shape")]


def _known(shape: object, where: str) -> str:
    if not isinstance(shape, str) or shape not in SHAPES:
        raise VocabularyError(f"{where}: no shape is called {shape!r}; there are {', '.join(SHAPES)}")
    return shape
