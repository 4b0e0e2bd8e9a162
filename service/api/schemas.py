"""Requests and answers as types: what the documentation shows and the client reads."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.events import Json
from service.api.access import NAME
from service.api.json_bounds import JsonObject

_SEAT: dict[str, Json] = {
    "seat": 3,
    "token": "eyJhbGciOi...",
    "whip": "http://127.0.0.1:8400/v1/tables/evening/seats/3/whip",
    "pictures": "ws://127.0.0.1:8400/v1/tables/evening/seats/3/pictures",
    "file": "http://127.0.0.1:8400/v1/tables/evening/seats/3/file",
}


def _shown(example: dict[str, Json]) -> ConfigDict:
    """The settings of a type with an example for the documentation."""
    return ConfigDict(json_schema_extra={"examples": [example]})


Seat = Annotated[int, Field(ge=1, le=10, description="1 to 10.")]


class Asked(BaseModel):
    """What clients send: nothing unknown in it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class CameraSettings(Asked):
    """How a seat's camera hangs."""

    rotation: Literal[0, 90, 180, 270] = Field(
        0, description="Degrees clockwise by which the picture has to be turned to stand upright."
    )
    mirrored: bool = Field(False, description="Whether the picture is a mirror image.")


SeatKey = Annotated[str, Field(pattern=r"^([1-9]|10)$")]


class TableAsked(Asked):
    """A table to open."""

    table: str = Field(pattern=NAME, description="Its name, in all events.", examples=["evening"])
    rule_book: JsonObject = Field(
        default_factory=dict,
        description="Keys and values of a rule book file, over the default rule book.",
        examples=[{"vote": {"lift": False}}],
    )
    ruleset: JsonObject = Field(
        default_factory=dict,
        description="Keys and values of a rule set file: thresholds and policies of the eye.",
        examples=[{"signals": {"absence": {"limit": 20.0}}}],
    )
    vocabulary: JsonObject | None = Field(
        None, description="The content of a vocabulary file: meanings and learnt signs."
    )
    seats: dict[SeatKey, CameraSettings] = Field(
        default_factory=dict, examples=[{"3": {"rotation": 180, "mirrored": True}}]
    )
    token_seconds: int | None = Field(
        None, ge=1, description="For how long the seats' tokens are good; as configured where left out."
    )


class SeatToken(BaseModel):
    """A seat's token and the addresses that it opens."""

    model_config = _shown(_SEAT)

    seat: int
    token: str
    whip: str = Field(description="WHIP endpoint (RFC 9725).")
    pictures: str = Field(description="WebSocket for pictures.")
    file: str = Field(description="Takes a video by PUT.")


class TableOpened(BaseModel):
    """A table that was opened."""

    model_config = _shown({"table": "evening", "expires_in": 43200, "seats": [_SEAT]})

    table: str
    expires_in: int = Field(description="Seconds for which the tokens are good.")
    seats: list[SeatToken]


class TableListed(BaseModel):
    """A table in the list."""

    table: str
    clock: float = Field(description="Seconds since it was opened.")
    playing: bool = Field(description="Whether a game was told of; else the table is only watched.")
    phase: str
    paused: bool
    fed: list[int] = Field(description="Seats that send pictures.")


class TableList(BaseModel):
    """All tables."""

    model_config = _shown(
        {
            "tables": [
                {
                    "table": "evening",
                    "clock": 61.2,
                    "playing": True,
                    "phase": "speech",
                    "paused": False,
                    "fed": [1, 2, 3],
                }
            ]
        }
    )

    tables: list[TableListed]


class SeatView(BaseModel):
    """What is known of a seat."""

    seat: int
    feed: str | None = Field(description="What sends its pictures: `whip`, `pictures`, `file`.")
    camera: str | None = Field(description="`ok`, or why nothing can be judged; null: nothing came yet.")
    presence: Literal["present", "absent", "unobservable"] | None
    absent_seconds: float = Field(description="For how long the seat has been empty.")
    muted: bool
    observed_fps: float | None = Field(None, description="Judged pictures a second, over two seconds.")
    age_ms: float | None = Field(None, description="Since the newest judged picture was taken.")
    counts: dict[str, int] | None = Field(
        None, description="What became of its pictures; for the platform, reviewers and the seat itself."
    )


class TableView(BaseModel):
    """A table as who asks may see it."""

    model_config = _shown(
        {
            "table": "evening",
            "clock": 61.2,
            "playing": True,
            "paused": False,
            "seats": [
                {
                    "seat": 3,
                    "feed": "whip",
                    "camera": "ok",
                    "presence": "present",
                    "absent_seconds": 0.0,
                    "muted": False,
                    "observed_fps": 29.5,
                    "age_ms": 41.7,
                    "counts": {
                        "received": 1800,
                        "judged": 1790,
                        "late": 0,
                        "replaced": 10,
                        "refused": 0,
                        "broken": 0,
                        "joins": 1,
                    },
                }
            ],
            "game": {"phase": "speech", "day": 1, "speaker": 1, "living": [1, 2, 3]},
        }
    )

    table: str
    clock: float
    playing: bool
    paused: bool
    seats: list[SeatView]
    game: dict[str, Any] = Field(description="The game by the rules' view of who asks.")


class EventAsked(Asked):
    """Something that the platform reports, or that a player does."""

    type: str = Field(max_length=64, examples=["vote.cast"])
    seat: int = Field(0, ge=0, le=10, description="1 to 10; 0 where the platform speaks.")
    t: float | None = Field(
        None, ge=0, description="The table's time at which it happened, seconds; now where it is left out."
    )
    data: JsonObject = Field(default_factory=dict, examples=[{"candidate": 4}])


class EventTaken(BaseModel):
    """An event that was taken."""

    id: str | None = Field(description="Of its line; for the platform alone.")
    decisions: list[dict[str, Any]] = Field(description="What follows, as who asks may know.")


class EventsTaken(BaseModel):
    """What became of events."""

    model_config = _shown(
        {
            "taken": 1,
            "events": [
                {
                    "id": "evening-000012",
                    "decisions": [
                        {
                            "type": "vote.recorded",
                            "seat": 2,
                            "t": 61.2,
                            "data": {"candidate": 4},
                            "rule": "C-104",
                            "caused_by": ["evening-000012"],
                            "automated": True,
                            "audience": "everyone",
                        }
                    ],
                }
            ],
        }
    )

    taken: int
    events: list[EventTaken]


class Page(BaseModel):
    """Some of what happened."""

    model_config = _shown(
        {
            "events": [
                {
                    "id": "evening-spectator-000001",
                    "type": "absence.started",
                    "table": "evening",
                    "seat": 4,
                    "t": 12.04,
                    "data": {"since": 11.0},
                }
            ],
            "next": 1,
        }
    )

    events: list[dict[str, Any]]
    next: int = Field(description="Ask `?after=` this for what follows.")


class Paused(BaseModel):
    """Whether the table rests."""

    model_config = _shown({"paused": True})

    paused: bool


class Mute(Asked):
    """Whether to hold a seat's pictures back."""

    model_config = _shown({"muted": True})

    muted: bool


class Muted(BaseModel):
    """A seat's pictures are held back, or not."""

    model_config = _shown({"seat": 4, "muted": True})

    seat: int
    muted: bool


class SeatTokenAsked(Asked):
    """How long a seat's token shall be good."""

    model_config = _shown({"seconds": 14400})

    seconds: int | None = Field(None, ge=1, description="As configured where it is left out.")


class TokenAsked(Asked):
    """A token for somebody at this table."""

    model_config = _shown({"role": "spectator", "seconds": 14400})

    role: Literal["spectator", "reviewer", "seat"]
    seat: Seat | None = Field(None, description="For the role `seat`, and only for it.")
    seconds: int | None = Field(None, ge=1, description="As configured where it is left out.")


class TokenIssued(BaseModel):
    """A token."""

    model_config = _shown({"token": "eyJhbGciOi...", "role": "spectator", "seat": None, "expires_in": 14400})

    token: str
    role: str
    seat: int | None
    expires_in: int


class FilePlaying(BaseModel):
    """A file that now plays as a seat."""

    model_config = _shown({"seat": 3, "seconds": 22.0, "bytes": 252749})

    seat: int
    seconds: float | None = Field(description="Its length, where it says so.")
    bytes: int


class ProblemDetails(BaseModel):
    """RFC 9457: why a request was refused."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(examples=["urn:consigliere:problem:no-such-table"])
    title: str
    status: int
    detail: str


def finite(value: float | None) -> float | None:
    """The number, None where it is not finite: JSON knows no such numbers."""
    return value if value is not None and math.isfinite(value) else None
