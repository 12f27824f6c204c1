"""One cell of the matrix: a scene, a mishap in it, going on, and the checks."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.clock import START
from tests.e2e.nights.evening_out import BEGIN
from tests.soak.matrix.evenings import NIGHT_SCENES
from tests.soak.matrix.ground import TO_SETTLE, Broken, Ground, ground
from tests.soak.matrix.holds import check_all
from tests.soak.matrix.leagues import LEAGUE_SCENES
from tests.soak.matrix.mishaps import MISHAPS, Mishap
from tests.soak.matrix.tables import TABLE_SCENES
from tests.soak.quicktime import in_quick_time

ROOM = "16m"


class Scene(Protocol):
    """Where people are when something happens."""

    name: str
    kind: str

    async def prepare(self, ground: Ground) -> None:
        """Get there."""
        ...

    async def busy(self, ground: Ground) -> None:
        """Go on as far as that can be, while it lasts."""
        ...

    async def play_on(self, ground: Ground) -> None:
        """Go on to the end of it; raises Broken where somebody is stuck."""
        ...

    async def check(self, ground: Ground) -> None:
        """Whether it has come to the end that it should. Raises Broken."""
        ...


SCENES: tuple[Scene, ...] = (*TABLE_SCENES, *NIGHT_SCENES, *LEAGUE_SCENES)


@dataclass(frozen=True)
class Cell:
    """One of them."""

    mishap: Mishap
    scene: Scene

    def __str__(self) -> str:
        return f"{self.mishap.name} / {self.scene.name}"


def cells() -> list[Cell]:
    """All there are, those of a mishap together."""
    return [Cell(one, scene) for one in MISHAPS for scene in SCENES if scene.kind in one.kinds]


@contextmanager
def room(folder: Path, wanted: bool) -> Iterator[Path | None]:
    """A folder; where it is ``wanted``, in a small file system of its own, or None where that cannot be
    had."""
    folder.mkdir()
    if not wanted:
        yield folder
        return
    mount = shutil.which("mount")
    made = (
        mount
        and not subprocess.run(
            [mount, "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        ).returncode
    )
    if not made:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def run(cell: Cell, folder: Path, seed: int = 0) -> float | None:
    """Seconds until all was well again; None where this machine cannot do it. Raises AssertionError."""
    with room(folder, cell.mishap.needs_room) as place:
        if place is None:
            return None
        return in_quick_time(_run(cell, place / "soak.sqlite3", seed))


async def _run(cell: Cell, database: Path, seed: int) -> float:
    scene = copy(cell.scene)
    async with ground(database, BEGIN if scene.kind == "night" else START, seed) as one:
        await scene.prepare(one)
        before = len(one.ledger.sent)
        async with cell.mishap.lasting(one):
            await scene.busy(one)
            if cell.mishap.notice and len(one.ledger.sent) > before:
                one.ledger.look()
                if cell.mishap.notice not in one.ledger.notices:
                    raise Broken(f"nobody was told {cell.mishap.notice!r}, but {one.ledger.notices}")
        if "server" not in one.gone or scene.kind == "night":
            await scene.play_on(one)
        await asyncio.sleep(TO_SETTLE)
        if "server" not in one.gone:
            await scene.check(one)
        await check_all(one)
        return one.recovered
