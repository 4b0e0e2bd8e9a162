"""Every query of the Grafana dashboard names metrics and labels that the sidecar exposes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service import deploy
from tests.service.ops.watched import operated, picture, run, until

_DASHBOARD: dict[str, Any] = json.loads(
    (Path(deploy.__path__[0]) / "grafana.json").read_text(encoding="utf-8")
)
_SCRAPER = {"job", "instance", "le"}
"""Labels that Prometheus adds, and the bounds of histograms."""


def _queries() -> Iterator[tuple[str, str]]:
    for panel in _DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield f"{panel['title']} {target['refId']}", target["expr"]


@pytest.fixture(scope="module")
def exposed() -> dict[str, set[str]]:
    """Names of all series of a sidecar that has seen something, with their labels."""
    found: dict[str, set[str]] = {}

    async def test() -> None:
        async with operated() as sidecar:
            sidecar.metrics.count("whip", lambda: 1)
            with sidecar.metrics.decoding("vp8"):
                pass
            table = sidecar.open()
            track = table.seats[1].join("test")
            track.put(picture(), 0.0)
            await until(table, lambda: table.seats[1].counts.judged > 0)
            text = await sidecar.scrape()
            track.end("broken")
            await until(table, lambda: bool(table.journal.feed("platform").count))
            text += await sidecar.scrape()
            for family in text_string_to_metric_families(text):
                for sample in family.samples:
                    found.setdefault(sample.name, set()).update(sample.labels)

    run(test)
    return found


@pytest.mark.parametrize(("where", "query"), list(_queries()))
def test_a_query_names_what_there_is(exposed: dict[str, set[str]], where: str, query: str) -> None:
    names = set(re.findall(r"\b(?:consigliere|process|python)_\w+", query))
    assert names, where
    assert names <= exposed.keys(), where
    labels = {label for group in re.findall(r"by \(([^)]*)\)", query) for label in group.split(", ")}
    labels |= set(re.findall(r"[{,]\s*(\w+)=", query))
    assert labels <= _SCRAPER.union(*(exposed[name] for name in names)), where


def test_the_check_finds_what_is_wrong(exposed: dict[str, set[str]]) -> None:
    assert "consigliere_no_such_thing" not in exposed
    assert "table" not in exposed["consigliere_pictures_total"]


def test_every_metric_of_ours_is_shown_somewhere(exposed: dict[str, set[str]]) -> None:
    shown = " ".join(query for _, query in _queries())
    ours = {
        re.sub(r"_(bucket|sum|count|created)$", "", name)
        for name in exposed
        if name.startswith("consigliere_")
    }
    assert {name for name in ours if not re.search(rf"\b{name}", shown)} == set()


def test_panels_do_not_overlap_and_say_what_they_show() -> None:
    places: set[tuple[int, int]] = set()
    for panel in _DASHBOARD["panels"]:
        grid = panel["gridPos"]
        assert panel["description"].endswith(".")
        cells = {
            (x, y)
            for x in range(grid["x"], grid["x"] + grid["w"])
            for y in range(grid["y"], grid["y"] + grid["h"])
        }
        assert grid["x"] + grid["w"] <= 24
        assert not cells & places
        places |= cells
    assert len({panel["id"] for panel in _DASHBOARD["panels"]}) == len(_DASHBOARD["panels"])
