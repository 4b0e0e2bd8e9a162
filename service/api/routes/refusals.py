"""Which refusals a route documents."""

from __future__ import annotations

from typing import Any

from service.api.problems import MEDIA_TYPE
from service.api.schemas import ProblemDetails

_WORDS = {
    401: "No token, or one that is not valid or has expired.",
    403: "The token does not reach that far.",
    404: "No such table is open.",
    408: "The body did not come.",
    409: "It contradicts what is: the rules refuse it, or the name is taken.",
    410: "Those events are no longer kept.",
    413: "The body is larger than allowed.",
    422: "The request is not understood; the detail names the place.",
    429: "Too many of them are open.",
    503: "This process can hold no more, or is about to end.",
}


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Documentation of problem details for those codes, and those that every route knows."""
    schema = {"schema": {"$ref": f"#/components/schemas/{ProblemDetails.__name__}"}}
    known = sorted({400, 401, 403, 404, 413, 422, *codes})
    return {
        code: {"description": _WORDS.get(code, "The request is malformed."), "content": {MEDIA_TYPE: schema}}
        for code in known
    }
