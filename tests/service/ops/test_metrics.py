"""What Prometheus reads of a sidecar that watches real tables."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from service.config.metrics import Metrics as MetricsSettings
from service.live.eye import Seen
from service.live.seat import SeatInput
from service.live.table import LiveTable
from service.ops.doctor.software import FRAMES
from service.ops.metrics import Metrics
from service.webrtc.decoding import DecoderThread
from service.webrtc.jitter import EncodedFrame
from tests.service.ops.watched import Operated, operated, picture, run, until
from vision.frame import Frame

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def _samples(text: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def _value(samples: Samples, name: str, **labels: str) -> float:
    return samples[name, frozenset(labels.items())]


def _values(samples: Samples, name: str) -> Iterator[dict[str, str]]:
    return (dict(labels) for found, labels in samples if found == name)


async def _judged(table: LiveTable, track: SeatInput, count: int, first: float = 0.0) -> None:
    """Show pictures one by one, each when the look at the one before has reached the table."""
    seen: list[Frame] = []

    def onlooker(look: Seen) -> None:
        seen.extend(look.tick.frames)

    table.onlookers.add(onlooker)
    for number in range(count):
        track.put(picture(), first + number / 10)
        await until(table, lambda number=number: len(seen) > number)  # type: ignore[misc]
    table.onlookers.discard(onlooker)


def test_pictures_stages_ages_and_events_are_measured() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            table = sidecar.open()
            track = table.seats[3].join("test")
            await _judged(table, track, 5)
            track.put(picture(), 0.05)  # its stamp steps back
            track.end("the line broke")
            await until(table, lambda: "camera.unobservable" in _told(table))
            samples = _samples(await sidecar.scrape())
            fate = "consigliere_pictures_total"
            assert _value(samples, fate, fate="received", seat="3") == 6
            assert _value(samples, fate, fate="judged", seat="3") == 5
            assert _value(samples, fate, fate="refused", seat="3") == 1
            assert _value(samples, fate, fate="judged", seat="4") == 0
            assert _value(samples, "consigliere_joins_total", seat="3") == 1
            assert _value(samples, "consigliere_judged_age_seconds_count") == 5
            assert _value(samples, "consigliere_event_latency_seconds_count", kind="camera") >= 1
            stages = {labels["stage"] for labels in _values(samples, "consigliere_stage_seconds_count")}
            assert {"look", "camera", "hands", "presence", "nudity", "signals"} <= stages
            assert _value(samples, "consigliere_tables") == 1
            assert _value(samples, "consigliere_eye_failures_total") == 0

    run(test)


def _told(table: LiveTable) -> set[object]:
    return {line.fields["type"] for line in table.journal.feed("platform").after(0)}


def test_gauges_tell_of_the_seats_that_are_fed() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            table = sidecar.open()
            track = table.seats[7].join("test")
            await _judged(table, track, 3)
            samples = _samples(await sidecar.scrape())
            assert _value(samples, "consigliere_seats") == 1
            assert [labels["seat"] for labels in _values(samples, "consigliere_observed_fps")] == ["7"]
            assert _value(samples, "consigliere_picture_age_seconds", seat="7") >= 0
            track.end()
            samples = _samples(await sidecar.scrape())
            assert _value(samples, "consigliere_seats") == 0
            assert not list(_values(samples, "consigliere_observed_fps"))

    run(test)


def test_counters_do_not_fall_when_a_table_closes() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            for name in ("first", "second"):
                table = sidecar.open(name)
                await _judged(table, table.seats[1].join("test"), 2)
            sidecar.tables.close("first")
            for _ in range(2):
                samples = _samples(await sidecar.scrape())
                assert _value(samples, "consigliere_pictures_total", fate="judged", seat="1") == 4
                assert _value(samples, "consigliere_tables") == 1
                assert not any("table" in dict(labels) for _, labels in samples)

    run(test)


def test_a_table_has_series_of_its_own_where_that_is_wanted_until_it_closes() -> None:
    async def test() -> None:
        async with operated(MetricsSettings(per_table=True)) as sidecar:
            for name in ("first", "second"):
                table = sidecar.open(name)
                await _judged(table, table.seats[1].join("test"), 2)
            samples = _samples(await sidecar.scrape())
            for name in ("first", "second"):
                judged = _value(samples, "consigliere_pictures_total", fate="judged", seat="1", table=name)
                assert judged == _value(samples, "consigliere_judged_age_seconds_count", table=name) == 2
            sidecar.tables.close("first")
            samples = _samples(await sidecar.scrape())
            assert {dict(labels)["table"] for _, labels in samples if "table" in dict(labels)} == {"second"}

    run(test)


def test_what_others_count_and_time_is_shown() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            sessions = ["a", "b"]
            sidecar.metrics.count("whip", lambda: len(sessions))
            with sidecar.metrics.decoding("vp8"):
                pass
            samples = _samples(await sidecar.scrape())
            assert _value(samples, "consigliere_connections", kind="whip") == 2
            assert _value(samples, "consigliere_decode_seconds_count", codec="vp8") == 1
            sessions.clear()
            assert _value(_samples(await sidecar.scrape()), "consigliere_connections", kind="whip") == 0

    run(test)


@pytest.mark.parametrize("codec", ["h264", "vp8"])
def test_the_decoding_of_a_stream_is_timed(codec: str) -> None:
    async def test() -> None:
        async with operated() as sidecar:
            seat = sidecar.open().seats[5]
            arrived = threading.Event()
            thread = DecoderThread(
                lambda *_: arrived.set(), lambda _: None, time.monotonic, seat.join("test").decoding
            )
            thread.push([EncodedFrame(90_000, FRAMES[codec], True, codec=codec.upper())])
            thread.push([EncodedFrame(93_000, FRAMES[codec], True, codec=codec.upper())])
            assert await asyncio.to_thread(arrived.wait, 60.0)
            thread.close()
            assert await asyncio.to_thread(thread.join, 60.0)
            samples = _samples(await sidecar.scrape())
            assert _value(samples, "consigliere_decode_seconds_count", codec=codec) >= 1

    run(test)


def test_the_loop_and_the_process_are_measured() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            await until(sidecar.open(), lambda: _lags(sidecar) >= 1)
            samples = _samples(await sidecar.scrape())
            assert _value(samples, "process_resident_memory_bytes") > 0
            assert _value(samples, "process_open_fds") > 0

    run(test)


def _lags(sidecar: Operated) -> float:
    return sidecar.metrics.registry.get_sample_value("consigliere_loop_lag_seconds_count") or 0.0


@pytest.mark.parametrize(
    ("settings", "header", "status"),
    [
        (MetricsSettings(access="off"), None, 404),
        (MetricsSettings(access="open"), None, 200),
        (MetricsSettings(access="token", token=SecretStr("s" * 16)), None, 401),
        (MetricsSettings(access="token", token=SecretStr("s" * 16)), "Bearer " + "t" * 16, 401),
        (MetricsSettings(access="token", token=SecretStr("s" * 16)), "Basic " + "s" * 16, 401),
        (MetricsSettings(access="token", token=SecretStr("s" * 16)), "Bearer é", 401),
        (MetricsSettings(access="token", token=SecretStr("s" * 16)), "Bearer " + "s" * 16, 200),
    ],
)
def test_it_is_as_open_as_the_settings_say(
    settings: MetricsSettings, header: str | None, status: int
) -> None:
    async def test() -> None:
        async with operated(settings) as sidecar:
            headers = {} if header is None else {"Authorization": header.encode()}
            answer = await sidecar.client.get("/metrics", headers=headers)  # type: ignore[arg-type]
            assert answer.status_code == status
            if status == 401:
                assert answer.headers["www-authenticate"].startswith("Bearer")
                assert answer.headers["content-type"] == "application/problem+json"

    run(test)


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "text/plain"),
        ("", "text/plain"),
        ("application/openmetrics-text;version=1.0.0,text/plain;q=0.5", "application/openmetrics-text"),
        ("application/openmetrics-text;version=new", "text/plain"),
        ("text/plain;version=allow-utf-8;escaping=x", "text/plain"),
        (";=,;version=", "text/plain"),
    ],
)
def test_it_speaks_the_format_that_is_accepted_and_breaks_on_none(accept: str, kind: str) -> None:
    async def test() -> None:
        async with operated() as sidecar:
            answer = await sidecar.client.get("/metrics", headers={"Accept": accept})
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith(kind)
            assert "consigliere_tables" in answer.text

    run(test)


def test_two_in_one_process_do_not_know_each_other() -> None:
    first, second = Metrics(), Metrics()
    with first.decoding("vp8"):
        pass
    assert first.registry.get_sample_value("consigliere_decode_seconds_count", {"codec": "vp8"}) == 1
    assert second.registry.get_sample_value("consigliere_decode_seconds_count", {"codec": "vp8"}) is None


def test_without_tables_there_is_something_to_read() -> None:
    async def test() -> None:
        async with operated() as sidecar:
            assert _value(_samples(await sidecar.scrape()), "consigliere_tables") == 0

    run(test)
