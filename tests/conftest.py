"""What tests of several parts need, and which of them ``make test`` runs."""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
from collections.abc import AsyncIterator, Collection, Iterator

import pytest
import pytest_asyncio
from hypothesis import settings
from playwright.async_api import Browser, async_playwright

from tests import chosen
from tests.browser import CHROMIUM
from tests.project.branches import is_measured
from tests.properties import AS_A_RULE
from tests.scratch import in_memory

# The same examples in every run, so that whoever sees a failure sees it again; `--hypothesis-profile=explore`
# looks for new ones. Both say which decorator repeats a failure.
settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, max_examples=AS_A_RULE, print_blob=True
)
settings.register_profile(
    "explore", settings.get_profile("same"), derandomize=False, max_examples=10 * AS_A_RULE
)
settings.load_profile("same")

# What tests start has no time for the compiler; those of compiled robots make them ready themselves.
os.environ.setdefault("HARTENHEER_STRONG", "no")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How all tests are asked for."""
    parser.addoption(
        "--every-case", action="store_true", help="all cases of all tests, also of the long ones"
    )
    parser.addoption("--feature", help="the tests of one feature: of its folders, and of files called so")
    parser.addoption("--rest", help="a part of all that is left out otherwise: 0/4 is the first of four")
    parser.addoption(
        "--measured",
        choices=("only", "not"),
        help="only the tests by which coverage is measured, or all others",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Where nobody has said otherwise, what tests write goes into memory if there is room."""
    if config.option.basetemp is None and (memory := in_memory()) is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """All that is collected stays until the end: to look for garbage in it takes a quarter of the time."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that were asked for: where that was not by name, a representative of every class."""
    if measured := config.getoption("measured"):
        _take(config, items, [one for one in items if is_measured(one.nodeid) is (measured == "only")])
    if feature := config.getoption("feature"):
        _take(config, items, [one for one in items if chosen.is_of(feature, one.nodeid)])
    if part := config.getoption("rest"):
        _take(config, items, chosen.part_of_rest(items, part))
        return
    by_name = config.args_source is not pytest.Config.ArgsSource.TESTPATHS or config.getoption("keyword")
    if by_name or config.getoption("every_case"):
        return
    _take(config, items, chosen.representatives(items))


def _take(config: pytest.Config, items: list[pytest.Item], taken: Collection[pytest.Item]) -> None:
    taken = set(taken)
    config.hook.pytest_deselected(items=[one for one in items if one not in taken])
    items[:] = [one for one in items if one in taken]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """pytest watches over a test until it fails; from here what hangs in its end is ended as well."""
    limit = float(item.config.getini("faulthandler_timeout"))
    if limit:
        assert sys.__stderr__ is not None
        faulthandler.dump_traceback_later(limit, file=sys.__stderr__, exit=True)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """A browser without a window; see ``tests.browser``."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        await browser.close()
