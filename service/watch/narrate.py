"""An event in a few words for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.events import Event
from service.overlay import Level
from vision.signals.signal import Json

_Data = Mapping[str, Json]


def headline(event: Event) -> str:
    """One short line: what happened, without seat and time."""
    tell = _LINES.get(event.type)
    return tell(event.data) if tell else event.type.replace(".", " ")


def level(event: Event) -> Level:
    """How serious it is."""
    gesture = str(event.data.get("gesture"))
    if event.type in _ALARMS or gesture == "forbidden" or gesture.startswith("aggressive_"):
        return "alarm"
    if event.data.get("reason") == "ended" and "detail" not in event.data:
        return "info"
    return "notice" if event.type in _NOTICES else "info"


def _gesture(data: _Data) -> str:
    meaning, shape = str(data["gesture"]), str(data["shape"])
    name = meaning.replace("_", " ")
    return name if meaning == shape or data.get("moving") else f"{name} ({shape})"


def _sentence(words: Json) -> str:
    return " ".join(str(word).replace("_", " ") for word in words) if isinstance(words, list) else "?"


def _camera(reason: str, detail: Json) -> str:
    if reason == "ended":
        return f"the video broke off: {detail}" if detail else "the video ends"
    return f"camera {reason}, nothing can be judged" + (f": {detail}" if detail else "")


def _seconds(value: Json) -> str:
    return f"{value:.1f} s" if isinstance(value, int | float) else "?"


_ALARMS = {"absence.exceeded", "nudity.confirmed", "grounds.raised"}
_NOTICES = {
    "absence.started",
    "absence.warned",
    "camera.unobservable",
    "camera.suspected",
    "nudity.suspected",
}
_SUSPICIONS = {"loop": "a clip that repeats", "still": "a photograph"}
_LINES: Mapping[str, Callable[[_Data], str]] = {
    "gesture.started": lambda data: f"shows {_gesture(data)}",
    "gesture.ended": lambda data: f"ends {_gesture(data)}",
    "sentence.spoken": lambda data: f"says: {_sentence(data['words'])}",
    "absence.started": lambda data: "seat is empty",
    "absence.warned": lambda data: f"empty for {_seconds(data['absent'])}: come back",
    "absence.exceeded": lambda data: f"empty for {_seconds(data['absent'])}, longer than allowed",
    "absence.ended": lambda data: f"is back after {_seconds(data['duration'])}",
    "camera.unobservable": lambda data: _camera(str(data["reason"]), data.get("detail")),
    "camera.restored": lambda data: f"camera restored after {_seconds(data.get('duration'))}",
    "camera.suspected": lambda data: f"camera may show no live picture: {_SUSPICIONS[str(data['reason'])]}",
    "camera.cleared": lambda data: "camera shows a live picture again",
    "nudity.suspected": lambda data: "nudity suspected",
    "nudity.confirmed": lambda data: "nudity confirmed",
    "nudity.cleared": lambda data: "nudity cleared",
    "grounds.raised": lambda data: f"GROUNDS {data['rule']} ({data['class']}): {data['title']}",
}
