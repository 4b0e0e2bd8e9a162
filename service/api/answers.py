"""JSON out, and answers that are the same for the same request: `Idempotency-Key`."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi.responses import JSONResponse, Response

from service.api.problems import Problem, respond
from service.api.shelf import Shelf

REPLAYED = "Idempotency-Replayed"


def dumps(content: Any) -> bytes:
    """JSON in UTF-8. Halves of surrogate pairs, which JSON may hold and UTF-8 may not, are escaped."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


class Json(JSONResponse):
    """An answer as JSON, whatever texts clients have sent."""

    def render(self, content: Any) -> bytes:
        """The body."""
        return dumps(content)


@dataclass(frozen=True, slots=True)
class _Kept:
    fingerprint: bytes
    response: Response


class Answers:
    """The newest answers by key. What was refused by the rules is an answer, too; other refusals are not."""

    def __init__(self, most: int, shelf: Shelf | None = None) -> None:
        """None yet.

        Args:
            most: how many are remembered.
            shelf: where they are kept, too, for the next process; None: nowhere.
        """
        self._most = most
        self._shelf = shelf
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def load(self) -> None:
        """Remember what the process before has answered.

        Raises:
            DatabaseAway: it cannot be read.
        """
        for key, asked, response in [] if self._shelf is None else self._shelf.load():
            self._kept[key] = _Kept(asked, response)

    def __len__(self) -> int:
        return len(self._kept)

    def once(self, key: str, fingerprint: bytes, make: Callable[[], Response]) -> Response:
        """The answer of the first request with that key.

        Args:
            key: the client's, made unique for who asks.
            fingerprint: of everything that the request asks for.
            make: answers it; called at once and at most once.

        Raises:
            Problem: 422 where the key came with another request before; what `make` raises.
        """
        kept = self._kept.get(key)
        if kept is not None:
            if kept.fingerprint != fingerprint:
                raise Problem(
                    422,
                    "idempotency-key-reused",
                    "this Idempotency-Key came with another request before; take a new key for each request",
                )
            return _again(kept.response)
        response = _judged(make)
        self._kept[key] = _Kept(fingerprint, response)
        if self._shelf is not None:
            self._shelf.put(key, fingerprint, response)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return response


def fingerprint(*parts: bytes) -> bytes:
    """A digest of parts in their order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


def _judged(make: Callable[[], Response]) -> Response:
    try:
        return make()
    except Problem as problem:
        if problem.status != 409:
            raise
        return respond(problem)


def _again(response: Response) -> Response:
    headers = {name: value for name, value in response.headers.items() if name != "content-length"}
    return Response(bytes(response.body), response.status_code, {**headers, REPLAYED: "true"})
