"""Sentences: golden ones from the table, pauses, and what must hold for any row of signs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.gestures.made import made, shown
from tests.vision.signals.scenes import SEAT, number
from vision.gestures.grammar import Sign, parse, word_of
from vision.gestures.phase import Phase
from vision.gestures.vocabulary import GESTURE_OF, Vocabulary
from vision.observations import CameraState, Hand, SeatObservation
from vision.policy import SignalPolicy
from vision.signals.seat import SeatSignals, step_seat
from vision.signals.sentences import SentencePolicy
from vision.signals.signal import Signal

SHOWN: dict[str, tuple[Hand, ...]] = {
    "red": (shown("thumb_up", made("thumb_up", (320, 200))),),
    "dark": (shown("thumb_down"),),
    "sheriff": (shown("ok"),),
    "don": (shown("ring_touch"),),
    "question": (shown("hook"),),
    "if": (shown("call"),),
    "cool": (shown("horns"),),
    "you": (shown("one", made("one", pitch=85)),),
    "0": (shown("zero"),),
    "1": (shown("one"),),
    "2": (shown("two"),),
    "3": (shown("three"),),
    "4": (shown("four"),),
    "5": (shown("palm"),),
    "7": (shown("palm", track=1), shown("two", track=2)),
    "fist": (shown("fist"),),
}
GOLDEN: Sequence[tuple[str, list[str | int]]] = [
    ("you sheriff question", ["ask_role", "you", "sheriff"]),
    ("me red", ["me", "red"]),
    ("if 5 dark me sheriff", ["conditional", "check_claim", 5, "dark", "me", "sheriff"]),
    ("question 5 dark", ["ask_role", 5, "dark"]),
    ("1 2 0 dark", ["none_in", 1, 2, "dark"]),
    ("5 cool sheriff 1 4 dark", [5, "cool", "sheriff", "check_claim", 1, 4, "dark"]),
    ("question sheriff", ["question", "sheriff"]),
    ("5 red", ["check_claim", 5, "red"]),
    ("7 dark", ["check_claim", 7, "dark"]),
    ("3 don question", ["ask_role", 3, "don"]),
    ("4 0 red", ["none_in", 4, "red"]),
    ("5 dark 4 red", ["check_claim", 5, "dark", "check_claim", 4, "red"]),
    ("if 1 red 2 dark 3 dark",
     ["conditional", "check_claim", 1, "red", "check_claim", 2, "dark", "check_claim", 3, "dark"]),
    ("1 dark question", ["ask_role", 1, "dark"]),
    ("you dark question 5 red", ["ask_role", "you", "dark", "check_claim", 5, "red"]),
    ("if sheriff", ["if", "sheriff"]),
    ("sheriff 0", ["sheriff", 0]),
]  # fmt: skip


def signs(text: str, step: float = 1.0, hold: float = 0.8) -> list[Sign]:
    words = [int(word) if word.isdecimal() else word for word in text.split()]
    return [Sign(word, k * step, k * step + hold) for k, word in enumerate(words)]


def said(text: str, phase: Phase = Phase.FREE) -> list[str | int]:
    return [word for clause in parse(signs(text), phase, 2.5) for word in clause]


@pytest.mark.parametrize(("text", "words"), GOLDEN)
def test_the_grammar_of_the_table(text: str, words: list[str | int]) -> None:
    assert said(text) == words


def test_the_clauses_of_a_sentence_stand_apart() -> None:
    found = parse(signs("if 5 dark me sheriff"), Phase.FREE, 2.5)
    assert found == (("conditional",), ("check_claim", 5, "dark"), ("me", "sheriff"))


@pytest.mark.parametrize("text", ["5", "red", "5 4", "1 2 3 0", "question"])
def test_one_sign_or_bare_numbers_say_nothing(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize(
    ("text", "best"), [("4", True), ("4 7", True), ("4 7 9", True), ("1 2 3 4", False), ("4 0", False)]
)
def test_the_best_read_is_told_in_the_farewell_only(text: str, best: bool, phase: Phase) -> None:
    expected = ["best_read", *map(int, text.split())] if best and phase is Phase.FAREWELL else []
    assert said(text, phase) == expected


@pytest.mark.parametrize(("late", "claim"), [(0.0, True), (2.5, True), (2.6, False)])
def test_a_colour_that_comes_late_claims_nothing(late: float, claim: bool) -> None:
    words = [Sign(5, 0.0, 1.0), Sign("dark", 1.0 + late, 2.0 + late)]
    assert parse(words, Phase.FREE, 2.5) == ((("check_claim", 5, "dark") if claim else (5, "dark")),)


@pytest.mark.parametrize(
    ("gesture", "word"),
    [("number_0", 0), ("number_10", 10), ("red", "red"), ("me", "me"), ("vote", None), ("forbidden", None),
     ("raise_hand", None), ("fist", None), ("number_x", None)],
)  # fmt: skip
def test_which_gestures_are_words(gesture: str, word: str | int | None) -> None:
    assert word_of(gesture) == word


def filmed(
    parts: Sequence[tuple[str, float]], fps: float = 30.0, start: float = 0.0
) -> list[tuple[float, tuple[Hand, ...]]]:
    """Parts of (sign, "" for none; seconds)."""
    scene: list[tuple[float, tuple[Hand, ...]]] = []
    for word, seconds in parts:
        scene += [(start + (len(scene) + k) / fps, SHOWN.get(word, ())) for k in range(round(seconds * fps))]
    return scene


def watched(
    scene: Sequence[tuple[float, tuple[Hand, ...]]],
    phase: Phase = Phase.FREE,
    policy: SignalPolicy | None = None,
    *,
    ended: bool = False,
) -> list[Signal]:
    """The sentences of a scene; all state machines of the seat run."""
    state, told = SeatSignals(), list[Signal]()
    seen = [SeatObservation(SEAT, t, (640, 480), CameraState.OK, hands) for t, hands in scene]
    if ended:
        seen.append(SeatObservation(SEAT, seen[-1].t, (640, 480), CameraState.ENDED))
    for observation in seen:
        state, signals = step_seat(state, observation, policy or SignalPolicy(), Vocabulary(), phase)
        told += [signal for signal in signals if signal.type == "sentence.spoken"]
    return told


def spaced(text: str, hold: float = 0.7, gap: float = 0.4) -> list[tuple[str, float]]:
    return [part for word in text.split() for part in ((word, hold), ("", gap))]


@pytest.mark.parametrize("fps", [8.0, 15.0, 30.0, 60.0])
@pytest.mark.parametrize(("text", "words"), [golden for golden in GOLDEN if "me" not in golden[0].split()])
def test_sentences_are_read_from_hands(text: str, words: list[str | int], fps: float) -> None:
    (signal,) = watched(filmed([("", 0.5), *spaced(text), ("", 3.0)], fps))
    assert signal.data["words"] == words
    quiet = 0.5 + 1.1 * len(text.split()) - 0.4
    assert 0 <= signal.t - quiet - 1.5 <= 1.0
    assert 0.25 <= number(signal.data["since"]) <= 1.0


@pytest.mark.parametrize(("gap", "count"), [(0.9, 1), (1.5, 1), (1.7, 2), (3.0, 2)])
def test_a_pause_ends_a_sentence(gap: float, count: int) -> None:
    scene = filmed([*spaced("5 dark"), ("", gap), *spaced("4 red"), ("", 3)])
    assert len(watched(scene)) == count


def test_the_end_of_the_film_ends_a_sentence() -> None:
    scene = filmed(spaced("5 dark"))
    assert watched(scene) == []
    (signal,) = watched(scene, ended=True)
    assert signal.data["words"] == ["check_claim", 5, "dark"]


def test_a_clock_that_jumps_back_ends_a_sentence() -> None:
    scene = filmed(spaced("5 dark"), start=90.0) + filmed(spaced("4 red"))
    assert [signal.data["words"] for signal in watched(scene, ended=True)] == [
        ["check_claim", 5, "dark"],
        ["check_claim", 4, "red"],
    ]


def test_a_sign_that_is_held_on_does_not_keep_a_sentence_open() -> None:
    (signal,) = watched(filmed([("5", 0.8), ("dark", 20.0)]))
    assert signal.t == pytest.approx(0.8 + 3.0 + 2.0, abs=0.1)


def test_a_five_that_becomes_seven_was_a_seven() -> None:
    scene = filmed([("5", 0.8), ("7", 0.8), ("", 0.4), ("dark", 0.8), ("", 3)])
    assert [signal.data["words"] for signal in watched(scene)] == [["check_claim", 7, "dark"]]


def test_carriers_and_votes_are_no_words() -> None:
    scene = filmed([*spaced("5 fist dark"), ("", 3)])
    assert [signal.data["words"] for signal in watched(scene)] == [["check_claim", 5, "dark"]]


@pytest.mark.parametrize("phase", list(Phase))
def test_nothing_is_said_in_secret_phases(phase: Phase) -> None:
    told = watched(filmed([*spaced("5 dark"), ("", 3)]), phase)
    assert bool(told) is not phase.secret


def test_what_is_shown_at_night_is_not_said_by_day() -> None:
    state, told = SeatSignals(), list[Signal]()
    for t, hands in filmed([("5", 0.8), ("", 0.3), ("dark", 0.8), ("", 3)]):
        phase = Phase.NIGHT if t < 1.0 else Phase.SPEECH
        seen = SeatObservation(SEAT, t, (640, 480), CameraState.OK, hands)
        state, signals = step_seat(state, seen, SignalPolicy(), Vocabulary(), phase)
        told += signals
    assert [s.data["gesture"] for s in told if s.type == "gesture.started"] == ["dark"]
    assert [s for s in told if s.type == "sentence.spoken"] == []


@pytest.mark.parametrize("values", [{"pause": 0.0}, {"linger": -1.0}, {"claim_within": -1.0}])
def test_a_policy_out_of_range_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(values))} must"):
        SentencePolicy(**values)


any_words = st.lists(
    st.sampled_from(
        [*range(11), "me", "you", "red", "dark", "sheriff", "don", "cool", "shot", "if", "question"]
    ),
    max_size=9,
)
HEADS = {"conditional", "none_in", "check_claim", "ask_role", "best_read"}


@given(any_words, st.sampled_from(list(Phase)), st.floats(0.1, 5.0))
def test_a_sentence_says_its_signs_and_nothing_else(words: list[str | int], phase: Phase, gap: float) -> None:
    shown_signs = [Sign(word, k * (1 + gap), k * (1 + gap) + 1) for k, word in enumerate(words)]
    spoken = [word for clause in parse(shown_signs, phase, 2.5) for word in clause]
    if not spoken:
        return
    said_words = sorted(str(word) for word in spoken if word not in HEADS)
    implied = [str(word) for word in words]
    for head, part in (("conditional", "if"), ("ask_role", "question"), ("none_in", "0")):
        for _ in range(spoken.count(head)):
            implied.remove(part)
    assert said_words == sorted(implied)


@given(st.lists(st.tuples(st.sampled_from([*SHOWN, ""]), st.floats(0.05, 2.5)), max_size=8))
def test_any_film_brings_ordered_sentences_of_two_words_or_more(parts: list[tuple[str, float]]) -> None:
    scene = filmed([*parts, ("", 6.0)], fps=10.0)
    told = watched(scene)
    assert told == watched(scene)
    assert [signal.t for signal in told] == sorted(signal.t for signal in told)
    for signal in told:
        assert isinstance(signal.data["signs"], list)
        assert len(signal.data["signs"]) >= 2
        assert number(signal.data["since"]) < signal.t
    assert watched(scene, ended=True) == told


def test_every_meaning_of_the_default_vocabulary_is_a_word_or_a_carrier() -> None:
    silent = {gesture for gesture in GESTURE_OF.values() if word_of(gesture) is None}
    assert silent == {"fist", "forbidden", "pause_request", "no_gesture"}
