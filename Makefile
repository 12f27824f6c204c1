# Two commands are enough: `make play` and `make test`. `make help` lists the others.
#
# What is needed is installed into .venv, by uv where there is one and by venv and pip otherwise, always from the
# same locked versions: uv.lock, and the requirements files exported from it. Proxies and indexes are the
# environment's own (HTTPS_PROXY, UV_*, PIP_*). PYTHON=python3.13 names the Python, and one that is named is taken.

PYTHON ?= python3
BIN := .venv/bin
UV := $(shell uv --version >/dev/null 2>&1 && echo uv)
ARGS ?=
TIMES ?= 5
FUZZ_SECONDS ?= 300
STRONG ?= yes
PYTHONS ?=
CHECKS := test lint types imports dead licences audit coverage fuzz

# uv does not read pip's settings; whoever named an index for pip means it for uv too.
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif

# Pyright and its Node come from PyPI; nothing asks the npm registry, and no other Node is used.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
export PYRIGHT_PYTHON_GLOBAL_NODE := off

# The tests start the program hundreds of times: it is compiled once, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

# STRONG=no leaves out what compiles strong robots: steady ones play.
RUNTIME := .venv/.installed-$(if $(filter no,$(STRONG)),light,runtime)
DEV := .venv/.installed-dev
BENCH := .venv/.installed-bench

# Which Python an environment is of. Without uv it needs pip, too.
WHICH := -c 'import sys; $(if $(UV),,import pip; )print(sys.base_prefix, *sys.version_info)'
HERE := $(shell $(BIN)/python $(WHICH) 2>/dev/null)
NAMED := $(filter-out file,$(origin PYTHON))
WANTED := $(if $(NAMED),$(shell $(PYTHON) -c 'import sys; print(sys.base_prefix, *sys.version_info)' 2>/dev/null),$(HERE))
# An environment is made where there is none, or one of another Python than was named.
NEW := $(if $(HERE),$(if $(filter-out $(subst $() ,,$(WANTED)),$(subst $() ,,$(HERE))),venv),venv)

.DEFAULT_GOAL := help
.PHONY: help play test test-all test-pythons test-under-load soak fuzz lint format types imports dead licences audit coverage check bench load preview art pictures requirements lock clean
.DELETE_ON_ERROR:

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 24

play: $(RUNTIME) ## Run the bot: on Discord with a DISCORD_TOKEN, else in the playground in your browser
	@exec $(BIN)/python -m bot play $(ARGS)

test: $(DEV) ## Run a test of every kind, in minutes (ARGS="-k offers" for all that are called so)
	$(BIN)/python -m pytest $(ARGS)

test-all: $(DEV) ## Run every case of every test
	$(BIN)/python -m pytest --every-case $(ARGS)

test-pythons: $(DEV) ## Run the tests on every Python from 3.11 to 3.13 there is (PYTHONS="3.12 3.13" for some)
	$(BIN)/python -m tests.pythons $(PYTHONS) -- $(ARGS)

test-under-load: $(DEV) ## Run the tests beside four busy processes, TIMES=5 times
	$(BIN)/python -m tests.under_load $(TIMES) $(ARGS)

soak: $(DEV) ## Run the long tests: many games, many moments at which something fails
	$(BIN)/python -m pytest tests/soak -n 3 -o faulthandler_timeout=1500 --dist load --maxschedchunk 1 $(ARGS)

fuzz: $(DEV) ## Look for input that breaks readers, handlers or secrecy, FUZZ_SECONDS=300 long
	$(BIN)/python -m tests.fuzz $(FUZZ_SECONDS)

lint: $(DEV) ## Check format and style
	$(BIN)/ruff format --check
	$(BIN)/ruff check

format: $(DEV) ## Format the code and mend what can be mended
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: $(DEV) ## Check the types
	$(BIN)/pyright

imports: $(DEV) ## Check which package imports which
	$(BIN)/lint-imports --no-cache

dead: $(DEV) ## Look for code that nothing uses
	$(BIN)/vulture

licences: $(DEV) ## Check the licences of what is locked
	$(BIN)/python -m tests.project.licences

audit: $(DEV) ## Look up known weaknesses of what is locked, where that can be asked
	$(BIN)/python -m tests.project.audit $(ARGS)

coverage: $(DEV) ## Measure which branches the tests take in engine, tables and store
	$(BIN)/python -m tests.project.branches $(ARGS)

check: $(DEV) ## Everything that has to pass
	@for step in $(CHECKS); do \
		echo "== make $$step"; begun=$$(date +%s); \
		$(MAKE) --no-print-directory $$step || { echo "== make $$step FAILED after $$(($$(date +%s) - begun)) s"; exit 1; }; \
		echo "== make $$step passed in $$(($$(date +%s) - begun)) s"; \
	done

bench: $(BENCH) ## Measure the engine, the pictures and the requests against others
	$(BIN)/python -m tests.bench $(ARGS)

load: $(DEV) ## Play many tables, the bot on one core, and measure (ARGS="--tables 20" for some)
	$(BIN)/python -m tests.load $(ARGS)

preview: $(RUNTIME) ## Write a sample of every picture into var/preview
	$(BIN)/python -m tools.preview var/preview

art: $(RUNTIME) ## Draw the card sheets and the suits under assets/cards anew
	$(BIN)/python -m tools.art

pictures: $(DEV) ## Draw the README's pictures anew (needs chromium)
	$(BIN)/python -m tests.project.readme_pictures

requirements: $(DEV) ## Export the requirements files from uv.lock
	$(BIN)/python -m tests.project.requirements

lock: $(DEV) ## Raise the locked versions to the newest allowed, and export them
	$(BIN)/uv lock --upgrade
	$(BIN)/python -m tests.project.requirements

clean: ## Remove what was installed and cached; var/, the database's place, stays
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.installed-runtime: requirements.txt
.venv/.installed-light: requirements-light.txt
$(DEV): requirements-dev.txt
$(BENCH): requirements-bench.txt | $(DEV)

.venv/.installed-runtime .venv/.installed-light $(DEV) $(BENCH): $(NEW)
ifdef UV
	uv pip install --quiet --python $(BIN)/python -r $(filter requirements%,$^)
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(filter requirements%,$^)
endif
	@touch $@

.PHONY: venv
venv:
ifneq ($(if $(UV),$(NAMED),yes),)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Hartenheer needs Python 3.11 or newer. If there is one, name it: make play PYTHON=python3.12" >&2; exit 1; }
endif
ifdef UV
	uv venv --quiet --clear $(if $(NAMED),--python "$$($(PYTHON) -c 'import sys; print(sys.executable)')") .venv
else
	$(PYTHON) -m venv --clear .venv
endif
