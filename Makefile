# simkit: everything in two words. `make` alone lists what there is.
#
# Needs python3.11 (or newer: PYTHON=python3.13), its pip and make; neither root nor a compiler.
# All is installed into $(VENV), from the versions and hashes in requirements.txt.

PYTHON ?= python3.11
VENV   ?= .venv
JOBS   ?= 2
ARGS   ?=

BIN      := $(VENV)/bin
INSTALL  := $(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check install --no-input
PACKAGES := $(VENV)/.packages-done
SETUP    := $(VENV)/.setup-done
FIRST    := first_look
SCHEMA   := check-jsonschema --builtin-schema vendor

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

.PHONY: help
help: ## list these commands
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r name text; do printf '  %-18s %s\n' "$$name" "$$text"; done

# ---------------------------------------------------------------- use
.PHONY: setup run lab
setup: $(SETUP) ## install everything into .venv (about 250 MB to fetch; a second call is instant)

run: $(SETUP) refresh ## play the first thousand games and print the balance report
	$(BIN)/simkit run experiments/$(FIRST).toml --out runs/$(FIRST)
	$(BIN)/simkit report runs/$(FIRST)
	@echo
	@echo "Where to go next:"
	@echo "  runs/$(FIRST)/       the four tables of this run (Parquet, one row per move in moves/)"
	@echo "  experiments/          more specs: $(BIN)/simkit run experiments/NAME.toml"
	@echo "  make lab              the notebooks"
	@echo "  $(BIN)/simkit --help  everything else"

lab: $(SETUP) refresh ## open the notebooks in JupyterLab, beginning with the tour
	@$(BIN)/jupyter trust notebooks/*.ipynb >/dev/null
	$(BIN)/jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/notebooks/00-tour.ipynb \
		--LabApp.news_url=None $(ARGS)

.PHONY: books
books: $(SETUP) refresh ## make the notebooks from notebooks/src and execute them (some: ARGS="20 24")
	$(BIN)/python notebooks/build.py $(ARGS)

# ---------------------------------------------------------------- the compiled build (optional)
.PHONY: fast slow refresh
fast: $(SETUP) ## compile core and titles that were edited (needs a C compiler): several times as quick
	@$(BIN)/python .ci/compiling.py

slow: ## remove the compiled build: back to plain Python
	rm -rf simkit/_compiled

refresh: # compile anew what was compiled and has been edited since
	@[ ! -d simkit/_compiled ] || $(BIN)/python .ci/compiling.py --if-stale

# ---------------------------------------------------------------- develop
.PHONY: test soak mutants opponents browser browser-soak bench-check check lock packages clean distclean
test: $(SETUP) ## run the tests (choose some with ARGS="-k luck")
	$(BIN)/python -m pytest -m "not soak and not slow and not browser" -n $(JOBS) --dist worksteal $(ARGS)

soak: $(SETUP) refresh ## run the long tests that `make test` leaves out
	$(BIN)/python -m pytest -m "(soak or slow) and not browser" -n $(JOBS) --dist worksteal $(ARGS)

mutants: $(SETUP) ## plant faults and see which of them the tests catch (tests/mutants/README.md)
	$(BIN)/python -m tests.mutants $(ARGS)

opponents: $(SETUP) refresh ## match a bot of today with one of the first edition (tests/opponents/README.md)
	@$(BIN)/python -m tests.opponents $(ARGS)

browser: MARKS = browser and not soak
browser: ## run a test of each kind of page in Chromium (which must be installed)
browser-soak: MARKS = browser
browser-soak: ## run all tests of pages in Chromium, games played to their end included
browser browser-soak: $(SETUP)
	$(INSTALL) -q --require-hashes --only-binary :all: -r requirements-browser.txt
	$(BIN)/python -m pytest tests/browser -m "$(MARKS)" $(ARGS)

bench-check: fast ## fail if a title is slower than its floor (compiled, where there is a compiler)
	$(BIN)/python tests/bench/check.py

check: $(SETUP) ## lint, format, types, direction of imports, hygiene, workflows, index of rules
	@failed=; \
	for tool in "ruff check ." "ruff format --check ." "mypy" "lint-imports --no-logo" "deptry simkit" \
			"python .ci/hygiene" "python .ci/rule_index --check" \
			"$(SCHEMA).github-workflows .github/workflows/ci.yml" \
			"$(SCHEMA).github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/rule.yml" \
			"$(SCHEMA).citation-file-format CITATION.cff"; do \
		printf '\n-- %s\n' "$$tool"; \
		$(BIN)/$$tool || failed="$$failed [$$tool]"; \
	done; \
	if [ -n "$$failed" ]; then printf '\nmake check failed in:%s\n' "$$failed"; exit 1; fi; \
	printf '\nAll checks passed.\n'

lock: $(SETUP) ## pin the requirements anew (newest versions: ARGS=--upgrade)
	@PYTHON="$(PYTHON)" BIN="$(BIN)" bash .ci/lock $(ARGS)

packages: $(SETUP) ## build what a release publishes, sdist and plain wheel, into dist
	@bash .ci/run packages

clean: ## remove caches and builds; keeps .venv and your runs
	rm -rf build dist simkit/_compiled .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf .coverage .coverage.*
	find simkit tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove .venv as well
	rm -rf $(VENV) .tools

# ---------------------------------------------------------------- the environment
# Debian ships venv without ensurepip, and pip apart: so the environment is made without pip,
# and filled by the pip beside $(PYTHON). Wheels only: nothing is ever compiled here.
$(PACKAGES): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "simkit needs Python 3.11 or newer, and '$(PYTHON)' is not that here."; \
		echo "Install it (Debian, Ubuntu: apt install python3.11 python3-pip), or name the one you have:"; \
		echo "    make setup PYTHON=python3.13"; exit 1; }
	@$(PYTHON) -c 'import pip; assert tuple(map(int, pip.__version__.split(".")[:2])) >= (22, 3)' \
		2>/dev/null || { \
		echo "simkit installs itself with pip 22.3 or newer, and '$(PYTHON) -m pip' is not that here."; \
		echo "Install it (Debian, Ubuntu: apt install python3-pip)."; exit 1; }
	@echo "Setting up $(VENV) (once; about 250 MB to fetch)"
	$(PYTHON) -m venv --without-pip $(VENV)
	$(INSTALL) --require-hashes --only-binary :all: -r requirements.txt
	@touch $@

$(SETUP): $(PACKAGES) pyproject.toml
	@# An environment from before the project had a name of its own on the index holds it as `simkit`.
	@$(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check uninstall -q -y simkit 2>/dev/null
	$(INSTALL) -q --no-deps --no-build-isolation --no-index -e .
	@touch $@
	@echo "simkit is set up in $(VENV). Next: make run"
