"""The words of the table: which hand shape means what.

The eye sees shapes; a table means gestures. The mapping is data: a platform with other gesture cards loads
its own, and adds signs that it has taught (`vision.gestures.learnt`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from vision.gestures.learnt import LearntSign

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


PLACED = frozenset({"raise_hand", "vote", "nominate", *(f"number_{n}" for n in range(6, 11))})
"""Gestures that a shape means by its place, the phase or the other hand; no meaning names them."""


def is_word(gesture: object) -> bool:
    """Whether this can be a gesture's name: letters and digits of any script, `_` and `-`.

    So a page or a terminal never takes a name for markup.
    """
    return isinstance(gesture, str) and bool(gesture) and all(c.isalnum() or c in "_-" for c in gesture)


class VocabularyError(ValueError):
    """A vocabulary that cannot be used; the message names the entry and what is allowed."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The meanings at one table.

    Raises:
        VocabularyError: for an unknown shape, an empty meaning, a learnt sign whose name is taken, or a
            forbidden shape that is none.
    """

    meanings: Mapping[str, str] = field(default_factory=lambda: GESTURE_OF)
    """Shape to gesture, complete over `SHAPES`; a learnt sign that is not named keeps its own meaning."""
    forbidden_shape: str = "middle_finger"
    """The shape that must not be shown during a game."""
    learnt: tuple[LearntSign, ...] = ()
    """Signs beside those of the shape classifier."""
    version: int = 0
    """Of the file it was read from; 0 where there is none."""

    def __post_init__(self) -> None:
        names = [sign.name for sign in self.learnt]
        for number, name in enumerate(names):
            if name in SHAPES or name in names[:number]:
                raise VocabularyError(f"signs.{number}.name: there is a shape {name!r} already")
        for shape, gesture in self.meanings.items():
            self._known(shape, "meanings")
            if not is_word(gesture):
                raise VocabularyError(f"meanings.{shape}: a gesture is a word, not {gesture!r}")
        missing = [shape for shape in SHAPES if shape not in self.meanings]
        if missing:
            raise VocabularyError(f"meanings: nothing said of {', '.join(missing)}")
        self._known(self.forbidden_shape, "forbidden_shape")
        if self.forbidden_shape == NO_GESTURE:
            raise VocabularyError(f"forbidden_shape: {NO_GESTURE} is no shape that could be forbidden")
        meanings = {**{sign.name: sign.meaning for sign in self.learnt}, **self.meanings}
        object.__setattr__(self, "meanings", MappingProxyType(meanings))

    @classmethod
    def load(cls, data: Mapping[str, object]) -> Vocabulary:
        """A vocabulary from a mapping as a rule-set file holds it: see `changed`."""
        return cls().changed(data)

    def changed(self, data: Mapping[str, object]) -> Vocabulary:
        """This vocabulary with what a mapping says otherwise.

        Args:
            data: may have `meanings`, a mapping of shapes to gestures that replaces those of this vocabulary
                entry by entry, and `forbidden_shape`. Choosing another forbidden shape frees the present one:
                it then means its own name unless `meanings` says otherwise.

        Raises:
            VocabularyError: naming the entry at fault.
        """
        unknown = sorted(set(data) - {"meanings", "forbidden_shape"})
        if unknown:
            raise VocabularyError(f"{unknown[0]}: unknown; there are meanings and forbidden_shape")
        renamed = data.get("meanings", {})
        if not isinstance(renamed, Mapping):
            raise VocabularyError(f"meanings: a mapping of shapes to gestures, not {renamed!r}")
        shape = self._known(data.get("forbidden_shape", self.forbidden_shape), "forbidden_shape")
        before = self.forbidden_shape
        freed = {} if shape == before else {before: before, shape: FORBIDDEN}
        return replace(self, meanings={**self.meanings, **freed, **renamed}, forbidden_shape=shape)

    @property
    def gestures(self) -> frozenset[str]:
        """Every word that can be said at this table."""
        return frozenset(self.meanings.values()) - {NO_GESTURE} | PLACED

    def gesture(self, shape: str) -> str:
        """What a shape means here.

        Raises:
            VocabularyError: for an unknown shape.
        """
        return self.meanings[self._known(shape, "shape")]

    def taught(self, sign: LearntSign) -> Vocabulary:
        """This vocabulary with one more sign; one of the same name makes room for it.

        Raises:
            VocabularyError: if the name is that of a shape of the classifier.
        """
        others = tuple(other for other in self.learnt if other.name != sign.name)
        kept = {shape: gesture for shape, gesture in self.meanings.items() if shape != sign.name}
        if sign.name == self.forbidden_shape:
            kept[sign.name] = FORBIDDEN
        return replace(self, meanings=kept, learnt=(*others, sign))

    def without(self, name: str) -> Vocabulary:
        """This vocabulary without a learnt sign.

        Raises:
            VocabularyError: if no sign is called so, or if it is the forbidden one.
        """
        if name not in {sign.name for sign in self.learnt}:
            learnt = ", ".join(sign.name for sign in self.learnt)
            raise VocabularyError(f"no learnt sign is called {name!r}; there are {learnt or 'none'}")
        if name == self.forbidden_shape:
            raise VocabularyError(f"{name} is the forbidden sign; choose another forbidden_shape first")
        kept = {shape: gesture for shape, gesture in self.meanings.items() if shape != name}
        return replace(self, meanings=kept, learnt=tuple(sign for sign in self.learnt if sign.name != name))

    @property
    def shapes(self) -> tuple[str, ...]:
        """Every shape that a hand can show here: those of the classifier, then the learnt ones."""
        return (*SHAPES, *(sign.name for sign in self.learnt))

    def _known(self, shape: object, where: str) -> str:
        known = self.shapes if self.learnt else SHAPES
        if not isinstance(shape, str) or shape not in known:
            raise VocabularyError(f"{where}: no shape is called {shape!r}; there are {', '.join(known)}")
        return shape
