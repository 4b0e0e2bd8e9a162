"""The report on a learnt sign, for people and for machines."""

from __future__ import annotations

from html import escape
from typing import Any

from datasets.evaluation import page
from service.gestures.lesson import Claims, Lesson, Trial
from vision.gestures.vocabulary import FORBIDDEN

FORMAT = "consigliere-lesson/1"


def verdict(lesson: Lesson) -> str:
    """`accepted` or `refused`."""
    return "accepted" if lesson.accepted else "refused"


def caution(lesson: Lesson) -> str:
    """What whoever accepts the sign has to know; empty where there is nothing."""
    if lesson.meaning != FORBIDDEN:
        return ""
    return (
        "there is no geometry to check a learnt sign by, so as the forbidden one it needs all three other "
        "kinds of evidence: its shape, free air and a second look; near a face it is not told"
    )


def as_json(lesson: Lesson, written: str | None, version: int | None) -> dict[str, Any]:
    """The report; shares 0..1.

    Args:
        lesson: the sign that was learnt.
        written: the vocabulary file that holds it now; None where it was not written.
        version: of that file.
    """
    tried = {trial.example.file: trial for trial in lesson.trials}
    return {
        "format": FORMAT,
        "name": lesson.name,
        "meaning": lesson.meaning,
        "verdict": verdict(lesson),
        "reasons": [criterion.reason for criterion in lesson.criteria if not criterion.met],
        "criteria": [
            {
                "name": criterion.name,
                "measured": round(criterion.measured, 4),
                "limit": round(criterion.limit, 4),
                "met": criterion.met,
            }
            for criterion in lesson.criteria
        ],
        "note": caution(lesson),
        "recall": round(lesson.recall, 4),
        "collisions": lesson.collisions,
        "reference": [_claims(claims) for claims in lesson.claims],
        "like_drawn_forms": list(lesson.twins),
        "learnt_before": [_claims(claims) for claims in lesson.among],
        "pictures": [
            {
                "file": example.file,
                "hands": example.hands,
                "left_out": example.fault or (None if example.hand else "no hand found"),
                **(_trial(tried[example.file]) if example.file in tried else {}),
            }
            for example in lesson.examples
        ],
        "vocabulary": None if written is None else {"file": written, "version": version},
    }


def _claims(claims: Claims) -> dict[str, Any]:
    return {
        "shape": claims.shape,
        "hands": claims.hands,
        "claimed": claims.claimed,
        "changed": claims.changed,
        "share": round(claims.share, 4),
    }


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "without": {"shape": trial.alone.shape, "score": round(trial.alone.score, 4)},
        "answer": {"shape": trial.answer.shape, "score": round(trial.answer.score, 4)},
    }


def as_text(lesson: Lesson) -> str:
    """The verdict and why, in a few lines."""
    lines = [f"{lesson.name} ({lesson.meaning}): {verdict(lesson)}"]
    lines += [f"  {'ok ' if criterion.met else 'no '} {criterion.reason}" for criterion in lesson.criteria]
    if note := caution(lesson):
        lines.append(f"  note: {note}")
    left = [example for example in lesson.examples if example.hand is None]
    lines += [f"  left out: {example.file}: {example.fault or 'no hand found'}" for example in left]
    return "\n".join(lines)


def as_page(lesson: Lesson) -> str:
    """The report as one HTML page that asks for nothing from anywhere."""
    kind = "good" if lesson.accepted else "bad"
    lead = f'<p><b class="{kind}">{verdict(lesson)}</b></p>' + page.keys(
        [
            ("pictures", str(len(lesson.examples))),
            ("hands", str(sum(example.hand is not None for example in lesson.examples))),
            ("told, each by a sign learnt without it", f"{lesson.recall:.0%}"),
            ("drawn hands taken for it", _taken(lesson)),
        ]
    )
    if note := caution(lesson):
        lead += page.text(note)
    sections = [_criteria(lesson)]
    if lesson.claims:
        sections.append(_reference(lesson))
    sections += [_pictures(lesson), _left_out(lesson)]
    title = f"The sign {lesson.name}, meaning {lesson.meaning}"
    return page.page(title, lead, [section for section in sections if section])


def _taken(lesson: Lesson) -> str:
    claimed = sum(claims.claimed for claims in lesson.claims)
    return f"{claimed} of {sum(claims.hands for claims in lesson.claims)}"


def _criteria(lesson: Lesson) -> str:
    rows = [
        [
            '<span class="good">met</span>' if criterion.met else '<span class="bad">not met</span>',
            escape(criterion.reason),
        ]
        for criterion in lesson.criteria
    ]
    return page.section("Why", page.table(("", "criterion"), rows))


def _reference(lesson: Lesson) -> str:
    rows = [
        [
            escape(claims.shape),
            str(claims.hands),
            str(claims.claimed),
            str(claims.changed),
            f"{claims.share:.1%}",
        ]
        for claims in (*lesson.claims, *lesson.among)
    ]
    collisions = ", ".join(f"{shape} ({count})" for shape, count in lesson.collisions.items())
    return page.section(
        "The other shapes",
        page.text(
            "Drawn hands that nothing was learnt from, and the examples of signs learnt before: how many are "
            "taken for the sign, and how many of these were right without it.",
            "soft",
        ),
        page.table(("shape", "hands", "taken for it", "right before", "share"), rows),
        page.text(
            f"Drawn forms of no shape that are like it, left out above: {', '.join(lesson.twins) or 'none'}."
        ),
        page.text(f"What its own hands are without it: {collisions or 'no known shape'}."),
    )


def _pictures(lesson: Lesson) -> str:
    tried = sorted(lesson.trials, key=lambda trial: trial.answer.shape == lesson.name)
    if not tried:
        found = [example for example in lesson.examples if example.hand is not None]
        return page.section("Pictures", page.shots((e.thumbnail, (e.file,)) for e in found)) if found else ""
    return page.section(
        "Pictures",
        page.text("Each by a sign that was learnt without it; those that are not told come first.", "soft"),
        page.shots(
            (
                trial.example.thumbnail,
                (trial.example.file, f"{trial.answer.shape}, {trial.answer.score:.2f}"),
            )
            for trial in tried
        ),
    )


def _left_out(lesson: Lesson) -> str:
    left = [example for example in lesson.examples if example.hand is None]
    if not left:
        return ""
    return page.section(
        "Left out", page.shots((e.thumbnail, (e.file, e.fault or "no hand found")) for e in left)
    )
