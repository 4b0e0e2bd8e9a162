"""The measurement as JSON and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from datasets.benign.judging import Judged, Verdict
from datasets.evaluation import page
from vision.nudity.step import FIRST, SECOND
from vision.picture import UInt8Array

FORMAT = "consigliere-benign/1"
_LEVELS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """Counts of some pictures, and how their scores are spread.

    Returns:
        `pictures`, `suspected`, `confirmed` (a confirmed one is suspected too), `second_asked`, `denied` by
        reason, and for the first opinion and for both together the share of pictures that reach each level;
        a second opinion that was not asked counts as 0.
    """
    firsts = np.array([dict(one.score.opinions)[FIRST] for one in judged])
    both = np.array(
        [min(dict(one.score.opinions)[FIRST], dict(one.score.opinions).get(SECOND, 0.0)) for one in judged]
    )
    denied = [one.score.denied for one in judged if one.score.denied is not None]
    return {
        "pictures": len(judged),
        "suspected": sum(one.verdict >= Verdict.SUSPECTED for one in judged),
        "confirmed": sum(one.verdict is Verdict.CONFIRMED for one in judged),
        "second_asked": sum(SECOND in dict(one.score.opinions) for one in judged),
        "denied": {reason: denied.count(reason) for reason in sorted(set(denied))},
        "first_reaches": _reaching(firsts),
        "both_reach": _reaching(both),
    }


def _reaching(scores: np.ndarray[Any, np.dtype[np.float64]]) -> dict[str, float]:
    return {f"{level:.1f}": round(float((scores >= level).mean()), 4) for level in _LEVELS}


def as_json(judged: Sequence[Judged], clips: Mapping[str, list[str]], engine: str) -> dict[str, Any]:
    """Everything, by kind and in all; `clips` holds the signals that each clip raises, `engine` the label."""
    kinds = dict.fromkeys(one.kind for one in judged)
    return {
        "format": FORMAT,
        "engine": engine,
        "models": dict(sorted({model for one in judged for model in one.score.models})),
        "all": figures(judged),
        "kinds": {kind: figures([one for one in judged if one.kind == kind]) for kind in kinds},
        "clips": dict(clips),
        "pictures": [
            {
                "name": one.name,
                "kind": one.kind,
                "verdict": one.verdict.name.lower(),
                "hands": one.hands,
                "scores": {name: round(score, 4) for name, score in one.score.opinions},
                "parts": [name for name, _ in one.score.parts or ()],
                "denied": one.score.denied,
            }
            for one in judged
        ],
    }


def as_page(
    judged: Sequence[Judged], clips: Mapping[str, list[str]], shown: Sequence[tuple[Judged, UInt8Array]]
) -> str:
    """The page; `shown` are the pictures nearest to an alarm, worst first, each (side, side, 3) RGB uint8."""
    everything = figures(judged)
    lead = page.text("Pictures that show nobody naked; a still one counts as held before the camera.", "soft")
    lead += page.keys([(name, str(everything[name])) for name in ("pictures", "suspected", "confirmed")])
    head = ("kind", "pictures", "suspected", "confirmed", "second asked", "first at 0.6", "both at 0.6")
    rows = []
    for kind in dict.fromkeys(one.kind for one in judged):
        some = figures([one for one in judged if one.kind == kind])
        counts = [str(some[name]) for name in ("pictures", "suspected", "confirmed", "second_asked")]
        shares = [f"{100 * some[name]['0.6']:.2f} %" for name in ("first_reaches", "both_reach")]
        rows.append([escape(kind), *counts, *shares])
    alarmed = [[escape(name), escape(", ".join(told))] for name, told in clips.items() if told]
    sections = [
        page.section("By kind", page.table(head, rows)),
        page.section(
            "Clips",
            page.text(f"{len(clips)} clips, {len(alarmed)} of them with a signal."),
            page.table(("clip", "signals"), alarmed),
        ),
        page.section("Nearest to an alarm", page.shots([(pixels, _lines(one)) for one, pixels in shown])),
    ]
    return page.page("Nudity: false alarms on harmless pictures", lead, sections)


def _lines(one: Judged) -> list[str]:
    scores = ", ".join(f"{score:.2f}" for _, score in one.score.opinions)
    return [one.name, one.verdict.name.lower(), scores, one.score.denied or ""]
