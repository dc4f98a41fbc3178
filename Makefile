# Two commands: `make check` checks the rulebooks, `make test` tests everything else with them.
# Both set up .venv first, once. PYTHON=/path/to/python3 chooses the interpreter.

BIN := .venv/bin
TYPED := $(wildcard src model spec proofs)
WORKERS ?= 2

.PHONY: help check test setup types lint format docs pytest clean

help:
	@echo "make check    check the rulebooks of this project"
	@echo "make test     types, style, documentation and every test"
	@echo "make lint     style only            make format   rewrite to the style"
	@echo "make types    types only            make docs     build the site in build/site"
	@echo "make pytest   tests only            make clean    remove .venv and all that was built"

setup:
	@sh tools/setup.sh

check: setup
	@echo "Checking the rulebooks …"
	@$(BIN)/rulewright check

# One after the other, also under make -j: the first that fails is the one to look at.
test: setup
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory docs
	@$(MAKE) --no-print-directory pytest

types: setup
	@echo "Checking types in $(TYPED) (mypy --strict) …"
	@$(BIN)/mypy --strict $(TYPED)

lint: setup
	@echo "Checking style (ruff) …"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

format: setup
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

docs: setup
	@echo "Building the documentation in build/site …"
	@$(BIN)/mkdocs build --strict --quiet --site-dir build/site

pytest: setup
	@echo "Running the tests on $(WORKERS) workers, fast ones first …"
	@$(BIN)/pytest -n $(WORKERS) --maxschedchunk=1

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src model spec proofs tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
