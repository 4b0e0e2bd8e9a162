"""Loss, jitter and bursts: pictures that are judged are young and sound, and nobody is called absent."""

from __future__ import annotations

import numpy as np
import pytest

from tests.service.webrtc.link import Link, Run, Wire

OLDEST = 0.5
RECOVERY = 2.0
BURST = (5.0, 6.0)
LOSSES = (0.0, 0.01, 0.05, 0.1)
JITTERS = (0.0, 0.05, 0.2)


def kinds(run: Run) -> set[str]:
    return {signal.type for signal in run.signals}


def hold(run: Run) -> None:
    """What must hold on every link."""
    assert run.sound
    assert float(np.quantile(run.ages, 0.99)) <= OLDEST
    assert not [kind for kind in kinds(run) if kind.startswith("absence.")]


@pytest.mark.parametrize("fps", [10, 15, 30])
@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("loss", LOSSES)
def test_loss_and_jitter_with_a_burst(loss: float, jitter: float, fps: int) -> None:
    run = Wire("VP8", fps, Link(loss, jitter, blackouts=(BURST,)), seed=fps).play(10)
    hold(run)
    assert run.judged_after(BURST[1]) - BURST[1] <= RECOVERY
    assert run.observed() > 0.75  # the burst itself takes a tenth


@pytest.mark.parametrize("loss", [0.01, 0.1])
def test_h264(loss: float) -> None:
    run = Wire("H264", 10, Link(loss, 0.2, blackouts=(BURST,)), seed=4).play(10)
    hold(run)
    assert run.judged_after(BURST[1]) - BURST[1] <= RECOVERY


def test_a_whole_link_keeps_every_picture() -> None:
    run = Wire("VP8", 15, Link()).play(6)
    hold(run)
    assert len(run.ages) == 6 * 15
    assert max(run.ages) < 0.03
    assert run.reception is not None
    assert run.reception.counts.asked == run.reception.counts.keyframes_asked == 0


def test_one_lost_packet_delays_nothing_that_is_judged() -> None:
    run = Wire("VP8", 10, Link(blackouts=((2.0, 2.001), (2.03, 2.3)))).play(5)
    hold(run)
    assert run.judged_after(2.3) - 2.3 < 0.3


def test_a_long_silence_is_unobservable_and_not_absent() -> None:
    run = Wire("VP8", 10, Link(blackouts=((3.0, 23.0),))).play(27)
    hold(run)
    assert {"camera.unobservable", "camera.restored"} <= kinds(run)
    assert run.judged_after(23.0) - 23.0 <= RECOVERY
    silent = [look.age for look in run.looks if 3.7 < look.at < 23.0]
    assert silent
    assert all(age is not None and age > OLDEST for age in silent)


def test_who_leaves_on_a_lossy_link_is_still_missed() -> None:
    """The other tests can fail: absence is found where it is."""
    run = Wire("VP8", 15, Link(0.05, 0.05), empty_from=3.0).play(8)
    assert "absence.started" in kinds(run)
