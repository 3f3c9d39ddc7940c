# Needs Python 3.11 to 3.15 with venv, and make. `make` lists the targets.

# The first Python that fits; another one: make run PYTHON=/path/to/python3.12
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3.14 python3.15 python3 python; do \
	command -v $$p >/dev/null 2>&1 || continue; \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 15))' 2>/dev/null || continue; \
	$$p -c 'import ensurepip, venv' 2>/dev/null && { echo $$p; exit; }; \
	: "$${first:=$$p}"; done; echo $$first)
# A number of processes for the tests.
JOBS ?= 2
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest
NEEDS_MORE := not (browser or engine or packaging or slow)

export CHROMIUM

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run check format lint types imports test test-all slow bench lock clean chromium

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

run: $(VENV)/.run ## install into .venv (the first time) and open the app
	$(BIN)/casino-poker app

check: format lint types imports ## format, lint, types, direction of imports (make -k: do not stop)

format: $(VENV)/.dev
	$(BIN)/ruff format --check .

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(BIN)/lint-imports

test: $(VENV)/.dev ## all tests that need Python only
	$(PYTEST) -n $(JOBS) -m '$(NEEDS_MORE)' --ignore=tests/browser --ignore=tests/engine --ignore=tests/slow

test-all: chromium test ## the same, then a real browser, whole five-card games, an installed wheel
	$(PYTEST) -m 'browser or engine or packaging' --ignore=tests/slow

slow: $(VENV)/.dev ## exhaustive tests, up to an hour
	$(PYTEST) -n $(JOBS) -m slow tests/slow

bench: $(VENV)/.bench ## speed, side by side with other evaluators; decides nothing
	@for file in benchmarks/[a-z]*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

chromium: $(VENV)/.dev
	@test -n "$(CHROMIUM)" && test -x "$(CHROMIUM)" || { \
	  echo "The browser tests need Chromium, and none was found. Debian, Ubuntu: apt-get install chromium"; \
	  echo "Elsewhere: make $(MAKECMDGOALS) CHROMIUM=/path/to/chromium"; exit 1; } >&2
	@$(BIN)/playwright --version >/dev/null || { \
	  echo "Playwright's driver does not start. Debian, Ubuntu: apt-get install libatomic1"; exit 1; } >&2

clean: ## remove what builds, tests and tools left here; .venv stays
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# What pyproject.toml asks for, pinned with hashes for every supported Python and platform. Pins
# move only on demand: make lock UPGRADE=--upgrade
COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --no-build \
	--generate-hashes --no-emit-index-url --custom-compile-command 'make lock' $(UPGRADE)

lock: $(BIN)/python ## pin the dependencies of pyproject.toml anew (the only target that needs uv)
	$(PIP) install --quiet 'uv>=0.9'
	$(COMPILE) --group build --output-file requirements/run.txt
	$(COMPILE) --group build --extra test --extra dev --extra browser --extra cluster \
		--constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) --group build --extra bench \
		--constraint requirements/run.txt --output-file requirements/bench.txt

# One stamp a set of packages: an install happens again when its lock or pyproject.toml changed.
$(VENV)/.run: requirements/run.txt pyproject.toml $(BIN)/python
$(VENV)/.dev: requirements/dev.txt pyproject.toml $(BIN)/python
$(VENV)/.bench: requirements/bench.txt pyproject.toml $(BIN)/python
$(VENV)/.run $(VENV)/.dev $(VENV)/.bench:
	$(PIP) install --require-hashes --only-binary :all: -r $<
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
	  echo "No Python from 3.11 to 3.15 was found. Install one, or: make $(MAKECMDGOALS) PYTHON=/path/to/python3"; \
	  exit 1; } >&2
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 15))' || { \
	  echo "$(PYTHON) is no Python from 3.11 to 3.15."; exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments: its venv and ensurepip modules are missing."; \
	  echo "Debian, Ubuntu: apt-get install python3-venv"; exit 1; } >&2
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
