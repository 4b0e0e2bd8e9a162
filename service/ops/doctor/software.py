"""Models, engines and codecs: whether what we see with works here."""

from __future__ import annotations

from collections.abc import Iterator

from models import manifest, runtime, store
from models.engines import EngineChoice, EngineError
from models.engines.auto import Verdict
from models.engines.threads import thread_count
from models.errors import ModelError
from service.config import Settings
from service.ops.doctor.finding import Finding, fail, ok, warn

HANDS = 150.0
"""Looks at a hand a second that a full table needs: ten seats, one hand each, 15 pictures a second."""
_H264 = bytes.fromhex(
    "000000016742c00ada25a10000030001000003003c8f1226a00000000168ce0fc8000000016588843a26280008c7c98a00025e55d780"
)
_VP8 = bytes.fromhex("3002009d012a200020000047088585889984880202000a92bcc300feff555b3ffea2d43ffbb8a800")
"""A picture of 32 x 32, dark at the left and bright at the right, as x264 and libvpx write it."""
_DARK, _BRIGHT = 40, 200
FRAMES = {"h264": _H264, "vp8": _VP8}


def findings(settings: Settings) -> Iterator[Finding]:
    """Look at everything that is installed."""
    yield models()
    yield engines(settings)
    for codec, frame in FRAMES.items():
        yield decoder(codec, frame)


def models() -> Finding:
    """Every model that a table needs, compared with its checksum."""
    wanted = manifest.select()
    faults = []
    for entry in wanted:
        try:
            store.verify(entry.name)
        except ModelError as error:
            faults.append(str(error))
    if faults:
        told = f"{len(faults)} of {len(wanted)} cannot be used: {'; '.join(faults)}"
        return fail("models", told, "consigliere models fetch")
    return ok("models", f"{len(wanted)} are in {store.folder()} and right")


def engines(settings: Settings) -> Finding:
    """Which engine runs the models, and whether it is fast enough for a full table."""
    try:
        forced = runtime.forced_engine() or EngineChoice.parse(settings.tables.engine)
        verdict = runtime.verdict()
    except EngineError as error:
        return fail("engine", str(error), f"write auto, or leave {runtime.ENGINE_VARIABLE} out")
    except ModelError as error:
        return fail("engine", f"cannot be measured ({error})", "consigliere models fetch")
    return speed(verdict, forced, thread_count())


def speed(verdict: Verdict, forced: EngineChoice | None, processors: int) -> Finding:
    """Judge an engine by its measured cost.

    Args:
        verdict: the measurements.
        forced: what the operator chose, None for the best one.
        processors: that may be used.
    """
    chosen = forced or verdict.choice
    costs = [rival.costs for rival in verdict.rivals if rival.choice == chosen]
    how = "chosen by the operator" if forced else "the fastest here"
    if not costs or "hand_full" not in costs[0]:
        return ok("engine", f"{chosen.label}, {how}; not measured")
    cost = costs[0]["hand_full"].processor_ms
    rate = processors * 1000.0 / cost
    told = (
        f"{chosen.label}, {how}: {cost:.1f} ms a hand, {rate:.0f} hands a second on {processors} processors"
    )
    if rate < HANDS:
        remedy = "give it more processors, or fewer tables and seats: pictures will be skipped"
        return warn("engine", f"{told}; a full table needs {HANDS:.0f}", remedy)
    return ok("engine", told)


def decoder(codec: str, frame: bytes) -> Finding:
    """Decode a real picture by what decodes the streams, and look at it."""
    import av  # a second's work, for this look alone

    subject, remedy = f"codec {codec}", "install PyAV's own wheel again: pip install --force-reinstall av"
    try:
        context = av.CodecContext.create("libvpx" if codec == "vp8" else codec, "r")
        pictures = [*context.decode(av.Packet(frame)), *context.decode(None)]  # type: ignore[attr-defined]  # of video
        luma = pictures[0].to_ndarray(format="yuv420p")[16]
    except (av.FFmpegError, ValueError, IndexError) as error:
        return fail(subject, f"a tiny picture could not be decoded ({type(error).__name__}: {error})", remedy)
    if abs(int(luma[4]) - _DARK) > 8 or abs(int(luma[28]) - _BRIGHT) > 8:
        return fail(subject, "a tiny picture was decoded to another one", remedy)
    return ok(subject, f"PyAV {av.__version__} decodes it")
