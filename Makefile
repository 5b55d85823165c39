# Two commands that do all the set-up, then the rest for those who change things.
# `make demo` and `make test` need Python 3.11 or newer, make and git; nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint types imports check bench lock clean

demo: $(VENV)/.installed
	$(BIN)/cardstats demo

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 -q

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

# The versions that CI runs with. Needs uv; run it to take newer ones.
lock:
	uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate \
		-o requirements.lock
	uv pip compile pyproject.toml --group dev --universal --generate-hashes --no-header \
		--no-annotate -c requirements.lock -o requirements-dev.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

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
