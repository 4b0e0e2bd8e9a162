# make run   set-up and the sidecar with its demo table      make test   set-up, lint, types and all tests
# See README.md for the other targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run demo test setup browser lint bench soak live-soak joins netem crashes forum-games train-shapes train-motion judge-shapes demo-clips lock clean

run: $(VENV)/.run
	$(BIN)/consigliere serve --demo $(if $(PORT),--port $(PORT))

# The demo's films watched at full speed, without a server.
demo: $(VENV)/.run
	$(BIN)/consigliere demo $(if $(WEBCAM),--webcam $(WEBCAM))

test: $(VENV)/.test lint browser
	$(BIN)/consigliere models fetch --all
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

setup: $(VENV)/.test

# The browser tests drive Debian's chromium and skip where it cannot be installed.
browser:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } \
	  || echo "no chromium: browser tests will be skipped; install the package chromium to run them"

$(VENV)/.run: requirements/run.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.test: $(VENV)/.run requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	touch $@

# Slow jobs, each with its own result.
bench: $(VENV)/.run
	$(BIN)/consigliere models fetch --all
	$(BIN)/consigliere bench

soak: $(VENV)/.test
	$(BIN)/python -m benchmarks.soak --frames 20000 datasets/demo/clips/seat*.mp4

# Ten cameras by WHIP for ten minutes.
live-soak: $(VENV)/.test
	$(BIN)/consigliere models fetch
	$(BIN)/python -m benchmarks.live_soak

# 320 joins and leaves, half of them abrupt; lossy links, by the kernel's netem where there is one.
joins: $(VENV)/.test
	$(BIN)/python -m benchmarks.joins

# Every listed party of Mafia in a forum, a thousand random games in each of two manners; four minutes.
forum-games: $(VENV)/.run
	$(BIN)/python -m benchmarks.forum_games --games 1000 --svg benchmarks/forum_games.svg

# The whole sidecar killed 200 times under load, on SQLite and on PostgreSQL; a quarter of an hour.
crashes: $(VENV)/.test
	$(BIN)/consigliere models fetch
	$(BIN)/python -m tests.service.api.crashes --rounds 200 sqlite
	$(BIN)/python -m tests.service.api.crashes --rounds 200 postgresql

netem: $(VENV)/.test
	$(BIN)/consigliere models fetch
	$(BIN)/python -m benchmarks.netem

train-shapes: $(VENV)/.test
	$(BIN)/consigliere models fetch hand_full
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m datasets.train_shapes $(if $(HANDS),--hands $(HANDS))

train-motion: $(VENV)/.test
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m datasets.train_motion

# HANDS: a folder of labelled photographs (index.csv, landmarks.csv); writes figures into the card.
judge-shapes: $(VENV)/.test
	$(BIN)/consigliere models fetch hand_full
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m datasets.evaluate_shapes $(HANDS) --card

demo-clips: $(VENV)/.test
	$(BIN)/python -m datasets.demo.make

# New pins: needs uv. The files record versions and hashes, never an address.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml requirements/build.in -c requirements/bounds.in -o requirements/run.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml requirements/build.in --extra train --extra test -c requirements/run.txt -o requirements/test.txt

clean:
	rm -rf $(VENV) out .mypy_cache .ruff_cache .pytest_cache .hypothesis
