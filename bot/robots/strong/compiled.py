"""What is compiled, made ready in a thread while ``steady`` plays, and asked: compiled by a process of its
own the first time, and kept on disk beside the database for every further start. Nothing here imports the
compiler before that.

What is kept is known by all that it was made from, so that a new version is never played with an old one's.
"""

from __future__ import annotations

import atexit
import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module, metadata, util
from pathlib import Path
from platform import machine, python_version
from typing import Final, Protocol, cast

from bot.engine.cards import Action
from bot.engine.game import View
from bot.engine.king.presets import FAMILY as KING
from bot.engine.whist.presets import FAMILY as WHIST
from bot.errors import where
from bot.robots.kinds import HERE, Problem
from bot.robots.study import Study, Studying, Unsupported


class NotLoaded(Exception):
    """What is compiled is not there, or not yet."""


class CompiledFamilies(Protocol):
    """What there is of each family."""

    def choose(self, view: View) -> Action:
        """The action of ``view.seat``, whose turn it is."""
        ...

    def study(self, view: View) -> Study:
        """What comes of each legal card."""
        ...


LOADED: Final[dict[str, CompiledFamilies]] = {}
"""By family, once they are ready."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is. Raises NotLoaded, and Unsupported for a contract with a
    rule of which the compiled part does not know."""
    family = view.rules.preset.family
    if family not in LOADED:
        raise NotLoaded
    return LOADED[family].choose(view)


def study_by(steady: Studying) -> Studying:
    """The same for a study; until it is ready, and for a contract that it does not know, ``steady`` is asked
    instead."""

    def study(view: View) -> Study:
        compiled = LOADED.get(view.rules.preset.family)
        if compiled is not None:
            with suppress(Unsupported):
                return compiled.study(view)
        return steady(view)

    return study


log = logging.getLogger(__name__)

PROGRAM: Final = Path(__file__).parents[3]
SOURCES: Final = (PROGRAM / "bot/engine", PROGRAM / "bot/robots")
MADE_FROM: Final = (".py", ".npy")
"""All that compiled code may take a number from."""
MODULES: Final = {KING: "bot.robots.strong.king", WHIST: "bot.robots.strong.whist"}
LIBRARIES: Final = ("numba", "llvmlite", "numpy")
CACHE: Final = "NUMBA_CACHE_DIR"
"""The environment's name for where numba keeps what it has compiled."""
PATIENCE: Final = 600.0
"""Seconds that compiling may take."""


def make_ready(kept_in: Path, *, gently: bool = False) -> None:
    """Have ``strong`` play, or say in ``HERE`` why it cannot. Returns once that is known, the first time
    after some 20 seconds of work, ``gently`` where others have better things to do; ``kept_in`` is a folder
    for what is compiled."""
    if HERE.is_ready:
        return
    HERE.preparing()
    if any(util.find_spec(name) is None for name in LIBRARIES):
        _failed(Problem.MISSING, "numba is not installed")
        return
    folder = kept_in.resolve() / made_from()
    try:
        if _compiled(folder, gently=gently):
            _load(folder)
    except Exception as broken:  # noqa: BLE001 - robots play without it, and whoever hosts them is told
        _failed(Problem.BROKEN, where(broken))


def _compiled(folder: Path, *, gently: bool) -> bool:
    """Whether what is compiled lies in a folder, where that does not lie there yet."""
    done = folder / "complete"
    if done.exists():
        return True
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "bot.robots.strong.check", *(["gently"] if gently else [])]
    # Imported from our own folder, whatever the environment calls its modules.
    environment = {**os.environ, CACHE: str(folder), "PYTHONPATH": str(PROGRAM)}
    status, said = _run(command, environment)
    if status:
        _failed(Problem.FAILED, said or f"status {status}")
        return False
    done.touch()
    # What was compiled for other versions goes.
    for other in folder.parent.iterdir():
        if other != folder and re.fullmatch("[0-9a-f]{16}", other.name):
            shutil.rmtree(other, ignore_errors=True)
    return True


def _run(command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """Its status and the last thing it says. It ends with this process at the latest."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=PROGRAM, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    atexit.register(process.kill)
    try:
        _, said = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        atexit.unregister(process.kill)
    return process.returncode, (said.strip().splitlines() or [""])[-1]


def _load(folder: Path) -> None:
    os.environ[CACHE] = str(folder)
    # It reads that as it is imported, which somebody else may have done. Beside the sources, where it keeps
    # things by default, it does not see that what they were made from has changed.
    setattr(import_module("numba.core.config"), CACHE.removeprefix("NUMBA_"), str(folder))
    for family, name in MODULES.items():
        LOADED[family] = cast(CompiledFamilies, import_module(name))
    import_module("bot.robots.strong.check").try_all()
    HERE.ready()
    log.info("strong robots are ready")


def _failed(problem: Problem, why: str) -> None:
    LOADED.clear()
    HERE.failed(problem)
    level = logging.INFO if problem is Problem.MISSING else logging.WARNING
    log.log(level, "no strong robots (%s): %s", problem, why)


def made_from() -> str:
    """A name for all that compiled code follows from."""
    digest = sha256("".join((python_version(), machine(), *map(metadata.version, LIBRARIES))).encode())
    for source in sorted(
        path for folder in SOURCES for path in folder.rglob("*") if path.suffix in MADE_FROM
    ):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
