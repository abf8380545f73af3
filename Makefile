# `make` lists what can be done. Everything is installed into .venv, pinned by hash, once: what has not changed since
# is not done again. Needs Python 3.11 or newer; Node is fetched as a Python package where the machine has none.
.DEFAULT_GOAL := help
.NOTPARALLEL:
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

VENV := .venv
PY := $(VENV)/bin/python
DONE := $(VENV)/done
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11 python,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))

## Play

.PHONY: play
play: $(DONE)/project client ## Open a table in the browser (PORT=8000, NO_BROWSER=1 to stay quiet)
	@$(VENV)/bin/codex-naturalis play || test $$? -eq 130 # Ctrl-C is how one leaves

## Work

.PHONY: site
site: $(DONE)/project client $(DONE)/browser ## Write the game as a folder of files into build/site, for any web server
	@$(VENV)/bin/codex-naturalis site --out build/site

.PHONY: test
test: $(DONE)/project $(DONE)/test client $(DONE)/browser ## Run every test: Python, web client, and a real browser if there is one
	@$(PY) -m tools.test

.PHONY: check
check: first client $(DONE)/check $(DONE)/browser ## Everything CI runs, the same each time: style, types, contracts, generated files, requests, tests, docs, package
	@$(PY) -m tools.check

.PHONY: first
first: format lint generated $(DONE)/project $(DONE)/test ## What is cheap and often red, within a minute: style, generated files, the rules of the project itself
	@echo "▸ Rules of the project"
	@$(PY) -m pytest -q -x tests/test_project.py tests/test_books.py tests/server/tables/test_placement_cost.py \
		tests/server/previews/test_link_previews.py::test_the_drawings_are_those_of_the_web_client

REQUESTS ?= 180
ifndef SEED
SEED := $(shell echo $$RANDOM)
endif
ACTIONS ?= 100000
MINUTES ?= 4
FUZZ ?= 20

.PHONY: deep
deep: $(DONE)/project $(DONE)/test $(DONE)/deep client $(DONE)/browser ## Search longer, with new seeds: requests (REQUESTS=180 seconds for each of four callers, SEED=…), property tests, fuzzing, kernel, stories, browser tests with other deals, Firefox and WebKit, tests in a foreign environment, benchmarks, audit
	@echo "▸ Seed $(SEED)"
	@$(PY) -m tools.generated_requests --seconds $(REQUESTS) --seed $(SEED)
	@echo "▸ Property tests, seed $(SEED)"
	@$(PY) -m pytest -q -n 2 --ignore=tests/e2e -m hypothesis --hypothesis-profile=deep --hypothesis-seed=$(SEED)
	@echo "▸ The kernel and the rules, $(ACTIONS) actions"
	@KERNEL_ACTIONS=$(ACTIONS) $(PY) -m pytest -q tests/kernel/test_kernel_equals_rules.py
	@ARRAY_ACTIONS=$(ACTIONS) $(PY) -m pytest -q tests/arrays/test_compiled_twin.py
	@echo "▸ Promises in seconds, to the second"
	@SLACK=1 $(PY) -m pytest -q --ignore=tests/e2e -m timing
	@echo "▸ What strangers feed, mutated"
	@$(PY) -m tools.fuzz --seconds $(FUZZ) --seed $(SEED)
	@echo "▸ Simulated stories from seed $(SEED)00"
	@$(PY) -m tests.simulation --seeds $(SEED)00-$(SEED)99999 --minutes $(MINUTES)
	@$(PY) -m tests.simulation --seeds $(SEED) --fail-once 20
	@$(PY) -m tests.simulation --memory --seeds $(SEED)0-$(SEED)19
	@$(PY) -m tests.simulation --servers 2 --seeds $(SEED)0-$(SEED)7 --jobs 4
	@$(PY) -m tests.simulation --servers 3 --seeds $(SEED) --fail-once 800 --jobs 4
	@echo "▸ Browser tests in all sizes and languages, dealt by $(SEED)"
	@SEED=$(SEED) $(PY) -m pytest -q -n 3 -p no:asyncio -W ignore::pytest.PytestConfigWarning tests/e2e
	@echo "▸ Solo games in Firefox and WebKit"
	@if command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null; \
		then xvfb-run -a -s "-screen 0 1600x1200x24" $(PY) -m tools.browser_games; \
		else echo "not played: it needs firefox-esr, webkit2gtk-driver, xvfb and xauth"; fi
	@echo "▸ Tests in a foreign environment: no colours, French, Apia, 40 columns"
	@HOSTILE=1 $(PY) -m pytest -q -n 2 tests/cli tests/terminal tests/words tests/i18n tests/play tests/client tests/programs tests/data \
		tests/server/test_serve.py tests/faults/test_restore.py tests/test_extras.py tests/test_environment.py
	@echo "▸ The benchmarks, whatever they measure"
	@mkdir -p build/bench && $(PY) -m benchmarks --quick --out build/bench/results.md
	@echo "▸ Wheels of what the bounds admit, on every platform"
	@$(PY) -m tools.platforms bounds
	@$(MAKE) --no-print-directory audit
	@echo "▸ Done: SEED=$(SEED) make deep repeats it"

TIMES ?= 20
BASE ?= origin/main

.PHONY: stress
stress: $(DONE)/project $(DONE)/test client $(DONE)/browser ## Run the browser and fault tests that a change touches (since BASE=origin/main, or TESTS=…) TIMES=20 times, as on a busy machine
	@$(PY) -m tools.stress --times $(TIMES) --base $(BASE) $(TESTS)

.PHONY: bench
bench: $(DONE)/project $(DONE)/test client ## Measure ours and the anchors in turn, and write benchmarks/RESULTS.md, in 15 minutes (QUICK=1: in 3)
	@$(PY) -m benchmarks $(if $(QUICK),--quick)

.PHONY: kernel-check
kernel-check: $(DONE)/project $(DONE)/test ## Compare 300,000 actions of the kernel with the rules, and 300,000 observations
	@KERNEL_ACTIONS=300000 $(PY) -m pytest -q tests/kernel/test_kernel_equals_rules.py
	@ARRAY_ACTIONS=300000 $(PY) -m pytest -q tests/arrays/test_compiled_twin.py

.PHONY: solo-check
solo-check: $(DONE)/project $(DONE)/test ## Compare 20,000 solo games with a brute-force reading of the rules
	@SOLO_GAMES=20000 $(PY) -m pytest -q tests/solo_by_the_book

.PHONY: ray-check
ray-check: $(DONE)/project $(DONE)/test ## Play an arena on a Ray cluster of this machine (fetches Ray, 80 MB, into build/ray)
	@test -d build/ray || $(PY) -m pip install --quiet --target build/ray "ray>=2.50"
	@PYTHONPATH=build/ray $(PY) -m pytest -q tests/play/ray_check.py

.PHONY: train
train: $(DONE)/project ## Train the networks of the package again into build/value_network.npz, and compare their digest
	@$(PY) -m research.training --check

.PHONY: fix
fix: $(DONE)/check ## Format the code and mend what can be mended by itself
	@$(PY) -m ruff check --quiet --fix-only .
	@$(PY) -m ruff format --quiet .
	@$(PY) -m tools.client npm run --silent format

.PHONY: generate
generate: $(DONE)/project ## Write the generated files anew
	@$(PY) -m tools.generate

.PHONY: screenshots
screenshots: $(DONE)/project $(DONE)/test client ## Take the pictures of README and docs anew, with a real browser
	@$(PY) -m tools.pictures

.PHONY: snapshots
snapshots: $(DONE)/project $(DONE)/test client ## Take the pictures that tests compare the key screens with anew
	@SNAPSHOTS=anew $(PY) -m pytest -q -p no:asyncio -W ignore::pytest.PytestConfigWarning tests/e2e/visual

.PHONY: docs
docs: $(DONE)/project $(DONE)/check ## Build the documentation into site/
	@echo "▸ Documentation"
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict

.PHONY: package
package: $(DONE)/build client ## Build the sdist and the wheel into dist/, and try the wheel with each extra
	@echo "▸ Package"
	@rm -rf dist
	@$(PY) -m hatchling build
	@$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist/browser ./browser
	@$(PY) -m tools.try_package

.PHONY: coverage
coverage: $(DONE)/project $(DONE)/test ## Show which lines the Python tests reach
	@$(PY) -m coverage run -m pytest -q --ignore=tests/e2e
	@$(PY) -m coverage report --skip-covered

.PHONY: lock
lock: $(DONE)/build ## Pin the Python requirements anew (UPGRADE=1: to the newest versions, bounds widened)
	@UPGRADE=$(UPGRADE) tools/lock.sh

.PHONY: clean
clean: ## Remove everything that was built or installed here
	@rm -rf $(VENV) frontend/node_modules src/codex_naturalis/server/static browser/codex_naturalis_browser/engine \
		build dist site test-results \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis .import_linter_cache .coverage
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help
help: ## List these commands
	@awk 'BEGIN { FS = ":.*## " } \
		/^## / { printf "\n%s\n", substr($$0, 4) } \
		/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

## Parts of make check

.PHONY: format
format: $(DONE)/check ## Is the Python code formatted?
	@echo "▸ Format"
	@$(PY) -m ruff format --check --quiet . || { $(PY) -m ruff format --check . ; exit 1; }

.PHONY: lint
lint: $(DONE)/check ## Does ruff find anything?
	@echo "▸ Lint"
	@$(PY) -m ruff check --quiet .

.PHONY: types
types: $(DONE)/project $(DONE)/test $(DONE)/check ## Does every type fit (mypy --strict)?
	@echo "▸ Types"
	@$(PY) -m mypy

.PHONY: contracts
contracts: $(DONE)/project $(DONE)/check ## Does every package import only what stands below it?
	@echo "▸ Import contracts"
	@$(VENV)/bin/lint-imports --no-logo

.PHONY: generated
generated: $(DONE)/project ## Are the generated files what their generators write?
	@echo "▸ Generated files"
	@$(PY) -m tools.generate --check

.PHONY: requests
requests: $(DONE)/project $(DONE)/test ## Does a real server answer generated requests as it says, the same ones each time?
	@echo "▸ Generated requests"
	@$(PY) -m tools.generated_requests

.PHONY: audit
audit: $(DONE)/build $(DONE)/check ## Are vulnerabilities known of what is shipped?
	@echo "▸ Audit of dependencies"
	@$(PY) -m tools.audit

.PHONY: client-check
client-check: $(DONE)/build ## Style and types of the web client
	@echo "▸ Web client"
	@$(PY) -m tools.client npm run --silent lint
	@$(PY) -m tools.client npm run --silent check

.PHONY: client
client: $(DONE)/build ## Build the web client if its sources changed
	@$(PY) -m tools.client build

.PHONY: downloads
downloads: $(DONE)/run $(DONE)/test $(DONE)/check $(DONE)/browser ## Fetch what make check needs: after that it needs no network
	@$(PY) -m tools.client npm --version

# What is installed, each with a file that says when.

$(DONE)/venv:
	@test -n "$(PYTHON)" || { echo "Codex Naturalis needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@echo "▸ Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing (on Debian: apt-get install python3-venv)." >&2; exit 1; }
	@mkdir -p $(DONE) && touch $@

$(DONE)/build: requirements/build.txt | $(DONE)/venv
	@echo "▸ Installing the installer"
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	@touch $@

$(DONE)/run: requirements/run.txt | $(DONE)/build
	@echo "▸ Installing what the game needs"
	@$(PY) -m tools.install run
	@touch $@

$(DONE)/project: pyproject.toml hatch_build.py $(DONE)/run
	@CODEX_UI_BUILD=skip $(PY) -m tools.install project
	@touch $@

$(DONE)/test: requirements/test.txt | $(DONE)/build
	@echo "▸ Installing what the tests need"
	@$(PY) -m tools.install test
	@touch $@

$(DONE)/check: requirements/check.txt | $(DONE)/build
	@echo "▸ Installing what the checks need"
	@$(PY) -m tools.install check
	@touch $@

$(DONE)/browser: browser/pyproject.toml browser/build_hook.py $(wildcard browser/licenses/*) $(DONE)/project
	@echo "▸ Fetching Python for a browser tab"
	@$(PY) -m tools.install browser
	@touch $@

$(DONE)/deep: requirements/deep.txt $(DONE)/test | $(DONE)/build
	@echo "▸ Installing what the long search needs"
	@$(PY) -m tools.install deep
	@touch $@
