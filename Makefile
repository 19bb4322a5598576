# One command for each job; `make check` is the gate, and CI runs the same.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
RULES := $(sort $(dir $(wildcard tests/*/test_*.py)))
QUIETLY := PYTHONWARNINGS='ignore:Editable installation' # which setuptools remarks each time

# Tests start hundreds of processes, which load fast only where the byte code of modules is kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: check beside format lint types test test-plain coverage long test-bounds test-lowest test-libraries smoke train warm bench bench-compare fuzz docs record clean test-postgres test-ray docs-site

# First the checks that find mistakes quickly, while the compiler works; then all tests, two kinds at a time. Each kind
# waits for browsers, processes or its own slowest part, and would leave cores idle if it ran alone.
TOGETHER := --no-print-directory $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) --jobs

check:
	@$(MAKE) $(TOGETHER) 3 lint types warm
	@$(MAKE) $(TOGETHER) 2 test beside

beside:
	@$(MAKE) test-plain
	@$(MAKE) smoke

# `make test PYTHON=python3.12` creates a new environment with another Python.
VERSION := -c 'import sys; print(sys.version_info[:2])'
ifeq ($(origin PYTHON),command line)
ANOTHER := $(shell test ! -x $(BIN)/python || test "$$($(PYTHON) $(VERSION))" = "$$($(BIN)/python $(VERSION))" || echo another)
endif

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

.PHONY: another
another:
	$(PYTHON) -m venv --clear $(VENV)

# Modules are turned into byte code as they are imported: most never are. .ready is a copy of the pyproject.toml that was installed: file times mean little in a copied or restored checkout.
OLD := $(shell cmp -s pyproject.toml $(VENV)/.ready || echo outdated)

.PHONY: outdated
$(VENV)/.ready: $(OLD) $(ANOTHER) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(QUIETLY) $(BIN)/python -m pip install --quiet --no-compile --editable '.[train,serve,dev]'
	cp pyproject.toml $@

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(VENV)/.ready lint-page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# The JavaScript of the service: ESLint, and TypeScript over its JSDoc. `npm run types` regenerates protocol.d.ts.
.PHONY: lint-page
lint-page:
	@if ! command -v npm > /dev/null; then echo "The page's JavaScript was not checked: npm is not installed."; \
	elif [ ! node_modules/.ready -nt package-lock.json ] && ! npm ci --silent --no-audit --no-fund; then \
		echo "The page's JavaScript was not checked: npm could not install the packages in package-lock.json."; \
	else touch node_modules/.ready; npm run --silent lint; fi

types: $(VENV)/.ready
	$(BIN)/mypy

# The whole suite, compiled. Shared code is compiled first; otherwise each process would compile it. Neighboring tests mostly
# stay in one process, as they share services and runs. On two cores, a third process works while others wait.
test: warm
	$(BIN)/python -m pytest -n 3 --dist worksteal

# The rules again as plain Python; but words, positions and players, which are plain Python in any case, only compiled.
PLAIN := NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(RULES) tests/test_shallow.py
WORDS := earlier_files explained_commands hindrances lanistas notation page position_text prices real_table reasons roster sayings view words
test-plain: $(VENV)/.ready
	$(PLAIN) $(WORDS:%=--ignore-glob='*/test_%.py')

# The same with coverage, which compiled code cannot report, and which takes twice as long.
coverage: $(VENV)/.ready
	$(PLAIN) -n 2 --cov=nexus_env/games --cov-report=term-missing:skip-covered --cov-fail-under=95

# All that is too slow for the gate: every shared test with every game, and the programs of tests/long. It takes hours, shows
# a bar, and goes on where it was interrupted; LONG selects parts by the beginnings of their names.
long: warm
	$(BIN)/python tests/long/everything.py $(LONG)

# On each supported Python that is installed, with only the package itself: README's ten lines, a hundred bouts with every
# seat count, plain equals compiled.
smoke: $(VENV)/.ready
	$(BIN)/python tests/smoke.py

# Compiled with Numba's bounds checks, without which a read out of range is silent. It has its own cache of machine code.
test-bounds: $(VENV)/.ready
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/.bounds $(BIN)/python -m pytest

# The tests of the store and the service on a real PostgreSQL, which they start (Debian's package `postgresql`). They fail
# without it.
test-postgres: warm
	NEXUS_POSTGRES=1 $(BIN)/python -m pytest -n 0 tests/test_store.py tests/test_service.py tests/test_sockets.py tests/test_serving.py

# Jobs, training and RLlib on local Ray clusters, in their own environment.
test-ray:
	test -x .venv-ray/bin/python || $(PYTHON) -m venv .venv-ray
	$(QUIETLY) .venv-ray/bin/python -m pip install --quiet --editable '.[train,ray]' hypothesis pytest pytest-timeout pytest-xdist
	.venv-ray/bin/python -m pytest -n 0 tests/test_ray.py tests/test_rllib.py tests/test_container.py

# The suite with the lowest versions that pyproject.toml allows; deprecation warnings between them are ignored. TORCH
# selects a torch other than the lowest.
test-lowest: $(LOWEST)/.ready
	$(LOWEST)/bin/python -m pytest -W ignore::DeprecationWarning

$(LOWEST)/.ready: pyproject.toml
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet uv
	$(LOWEST)/bin/python -m uv pip install --python $(LOWEST)/bin/python --resolution lowest-direct --requirement pyproject.toml --extra train --extra serve --extra dev $(TORCH)
	$(LOWEST)/bin/python -m uv pip install --python $(LOWEST)/bin/python --no-deps --editable .
	touch $@

# The examples of docs/libraries.md, each in its own environment, which is installed once; LIBRARIES selects some of them,
# TORCH another build of torch. The versions used are recorded on the page.
test-libraries: $(VENV)/.ready
	TORCH='$(or $(TORCH),torch<2.14)' $(BIN)/python tests/long/libraries.py $(LIBRARIES)

# Train and rate an agent for the duel in about four minutes on two cores. A small network makes the most of a short run,
# and half of its bouts are against the untrained snapshot, since it mostly needs to learn the basics.
train: $(VENV)/.ready
	$(BIN)/python train.py configs/nexus/duel.toml --set learner.steps=1_600_000 --folder runs/short --fresh --set league.first=0.5 --set learner.hidden=[128,128]

# Compile everything ahead of time.
warm: $(VENV)/.ready
	$(BIN)/python -m nexus_env warm

bench: $(VENV)/.ready
	$(BIN)/python -m nexus_env bench

# Measure this tree against BASE, alternately: by default main, or on main itself the previous commit.
bench-compare: $(VENV)/.ready
	$(BIN)/python -m nexus_env.cli.bench_commits --base '$(BASE)' --seconds $(or $(SECONDS),2)

# Random legal play over all barges, seat counts and options, which checks the game's invariants.
fuzz: $(VENV)/.ready
	$(BIN)/python -m nexus_env fuzz --decisions $(or $(DECISIONS),100_000_000) --processes $(or $(PROCESSES),2)

docs: $(VENV)/.ready
	$(BIN)/python -m nexus_env.kit.write_log $(sort $(dir $(wildcard nexus_env/games/*/__init__.py)))
	$(BIN)/python -m nexus_env.tools.documents

# The documentation as a site, in site/; `tests/test_site.py` builds it too.
docs-site: $(VENV)/.ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

# Rewrite the recorded playthroughs and perft counts. Read the diff before you commit it.
record: $(VENV)/.ready
	PYTHONPATH=tests:tests/nexus $(BIN)/python tests/record.py

clean:
	rm -rf runs site .bounds .base .smoke .libraries $(LOWEST) .venv-ray .mypy_cache .ruff_cache .pytest_cache .coverage build dist *.egg-info
