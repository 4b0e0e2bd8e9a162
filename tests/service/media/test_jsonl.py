"""Whole lines or none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.media.jsonl import JsonLines

LIMITED = """
import resource, sys
from pathlib import Path
from service.media.jsonl import JsonLines
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
lines = JsonLines(Path(sys.argv[1]), lambda line: print(line, flush=True))
print([lines.write('{"n": %d, "filler": "%s"}' % (n, "x" * 60)) for n in range(30)].count(True))
lines.close()
"""


def fail(line: str) -> None:
    raise AssertionError(line)


def test_each_line_is_there_at_once(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text("of an earlier run\n", encoding="utf-8")
    with JsonLines(path, fail) as lines:
        for number in range(3):
            assert lines.write(json.dumps({"n": number}))
            assert path.read_text(encoding="utf-8").count("\n") == number + 1
    assert [json.loads(line)["n"] for line in path.read_text(encoding="utf-8").splitlines()] == [0, 1, 2]
    assert not lines.write("{}")


def test_names_that_are_no_unicode_stay_json(tmp_path: Path) -> None:
    with JsonLines(tmp_path / "a", fail) as lines:
        lines.write(json.dumps({"file": "caf\udce9 Анна"}, ensure_ascii=False))
    assert json.loads((tmp_path / "a").read_text(encoding="utf-8")) == {"file": "caf\udce9 Анна"}


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of a file there")
def test_a_full_disk_is_told_once_and_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    told, count = done.stdout.splitlines()
    assert str(path) in told
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert [json.loads(line)["n"] for line in text.splitlines()] == list(range(int(count)))
    assert int(count) > 5


def test_standard_output_of_a_process() -> None:
    program = (
        "from service.media.jsonl import JsonLines\nprint('before')\n"
        "lines = JsonLines('-', print)\nlines.write('{}')\nlines.close()\nprint('after')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == ["before", "{}", "after"]


def test_standard_output_in_memory(capsys: pytest.CaptureFixture[str]) -> None:
    lines = JsonLines("-", fail)
    assert lines.write('{"a": 1}')
    assert capsys.readouterr().out == '{"a": 1}\n'


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_reader_that_went_away_is_told_once() -> None:
    program = (
        "import sys\nfrom service.media.jsonl import JsonLines\n"
        "sys.stdin.read()\n"
        "lines = JsonLines('-', lambda line: print(line, file=sys.stderr))\n"
        "print([lines.write('{}') for _ in range(3)], file=sys.stderr)"
    )
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writing)
    os.close(reading)
    _, errors = process.communicate("", timeout=60)
    assert errors.splitlines() == [
        "event lines stopped: standard output: nobody reads it any more",
        "[False, False, False]",
    ]
    assert process.returncode == 0


def test_a_place_that_cannot_be_written_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        JsonLines(tmp_path / "no" / "such" / "folder", fail)
