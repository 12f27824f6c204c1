"""The toy put in its places, all of them public, and taken out again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from bot.engine.registry import FAMILIES
from bot.pictures.signs import SIGNS
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.registry import ROBOTS
from bot.rules.registry import BOOKS
from bot.telling.games.registry import TELLERS
from bot.words.catalogue import with_catalogues
from tests.toy import book, engine, robot, sign, teller

LOCALE: Final = Path(__file__).resolve().parent / "locale"


@contextmanager
def registered() -> Generator[None]:
    """For a while there is the toy."""
    with ExitStack() as stack:
        stack.enter_context(with_catalogues(LOCALE))
        stack.enter_context(FAMILIES.with_family(engine.NAME, engine.FAMILY))
        stack.enter_context(ROBOTS.with_family(engine.NAME, dict.fromkeys(ROBOT_KINDS, robot.choose)))
        stack.enter_context(SIGNS.with_family(engine.NAME, sign.SIGNS))
        stack.enter_context(TELLERS.with_family(engine.NAME, teller.ToyTeller()))
        stack.enter_context(BOOKS.with_family(engine.NAME, book))
        yield
