# Needs Python 3.11 or newer and make; everything else is installed into .venv. `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check

.NOTPARALLEL:
.PHONY: demo help venv test lint bench fuzz soak clean

demo: venv ## build the games and show what came out (the default)
	$(BIN)/cardwright build
	$(BIN)/cardwright demo

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

venv: $(STAMP) ## install into .venv; again only when pyproject.toml or constraints.txt changed

# A usable .venv is kept and brought up to date; a missing, half-made or too old one is made anew.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Cardwright needs Python 3.11 or newer, but '$(PYTHON)' is: $$($(PYTHON) --version 2>&1 || true)" >&2; \
	  echo "Name another one: make PYTHON=python3.12" >&2; \
	  exit 1; }
	@$(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Making $(VENV)"; $(PYTHON) -m venv --clear $(VENV); }
	@echo "Installing into $(VENV)"
	@$(PIP) install -qq -c constraints.txt -e '.[dev]'
	@touch $@

test: venv lint ## all that CI checks
	$(BIN)/cardwright build --check
	$(BIN)/cardwright fmt --check
	$(BIN)/python -m pytest -n 2

lint: venv ## style, types and import rules
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: venv ## measure speed
	$(BIN)/cardwright bench
	$(BIN)/python -m tests.bench

fuzz: venv ## the random tests, with a bigger budget
	CARDWRIGHT_FUZZ=1 $(BIN)/python -m pytest -n 2 -m fuzz

soak: venv ## 20,000 random games of GAME (pamir2e), and what they used
	$(BIN)/cardwright build --check
	$(BIN)/python -m tests.soak $(or $(GAME),pamir2e)

clean: ## remove .venv, caches and build output
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
