# Two commands that do all the set-up, then the rest for those who change things.
# `make demo` and `make test` need Python 3.11 or newer, make and git; nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What has to do with the compiled engine, which takes a C compiler and Python's headers besides.
# It never lies beside its sources: it is in a wheel, which is unpacked here.
COMPILED := build/compiled
WITH_COMPILED := cd $(COMPILED)/beside && PYTHONPATH=$(CURDIR)/$(COMPILED)/site $(CURDIR)/$(BIN)/python
SOURCES := $(shell find api cli engine storage sample_logs -type f -not -name '*.pyc')

.PHONY: demo test test-compiled lint types imports check bench bench-compiled wheel-compiled lock clean

demo: $(VENV)/.installed
	$(BIN)/cardstats demo

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 -q

test-compiled: $(VENV)/.installed-dev $(COMPILED)/.unpacked
	$(WITH_COMPILED) -m pytest -n 2 -q tests/engine tests/games tests/judges tests/storage tests/test_every_game.py tests/test_plugin_game.py

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

imports: $(VENV)/.installed-dev
	$(BIN)/lint-imports

check: test lint types imports

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks
	@$(MAKE) --no-print-directory bench-compiled || \
		echo "The compiled engine was not measured: it takes a C compiler and Python's headers."

bench-compiled: $(VENV)/.installed-bench $(COMPILED)/.unpacked
	$(WITH_COMPILED) -m benchmarks pipeline again chess poker

wheel-compiled: $(COMPILED)/.built
	@ls dist/compiled/*.whl

# The versions that CI runs with. Needs uv; run it to take newer ones.
lock:
	uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate \
		-o requirements.lock
	uv pip compile pyproject.toml --group dev --universal --generate-hashes --no-header \
		--no-annotate -c requirements.lock -o requirements-dev.lock

clean:
	rm -rf $(VENV) build dist/compiled .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "cardstats needs Python 3.11 or newer; say which with: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python requirements.lock pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	$(BIN)/python -m compileall -q api cli engine storage
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-dev.lock
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed-dev benchmarks/requirements.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check -r benchmarks/requirements.txt
	@touch $@

$(COMPILED)/.built: $(VENV)/bin/python pyproject.toml hatch_build.py $(SOURCES)
	rm -rf dist/compiled
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps -w dist/compiled .
	@mkdir -p $(@D) && touch $@

# The tests run in a folder where nothing plain is beside them.
$(COMPILED)/.unpacked: $(COMPILED)/.built $(shell find tests benchmarks -type f -not -name '*.pyc')
	rm -rf $(COMPILED)/site $(COMPILED)/beside
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -t $(COMPILED)/site dist/compiled/*.whl
	mkdir $(COMPILED)/beside
	cp -R .ci Makefile *.md *.toml benchmarks docs sample_logs tests $(COMPILED)/beside
	@touch $@
