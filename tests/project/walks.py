"""Through how many modules what is asked goes: ``python -m tests.project.walks [--lower]``.

A card is pressed through the real client library, against the playground, and followed until everything it
leads to is shown; so is the last card of a game, and the moment at which a night asks who is there. Printed
are the modules of the product that ran, in the order in which they first did, those before the commit marked.
``--lower`` writes how many they were into ``walks.json``, above which ``test_walks.py`` lets nothing grow.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

from bot.engine.cards import members
from bot.nights.course import check_in_at
from bot.nights.model import NightSettings, StepKind, StepState
from bot.tables.model import State
from bot.tables.table import Table
from data.tables import StoredTables
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.nights.evening_out import BEGIN, EveningOut

BOUNDS: Final = Path(__file__).with_name("walks.json")
PRODUCT: Final = ("bot.", "cogs.", "data.")
LAST_CARD: Final = 52
"""How many inputs the game has had before its last one: the deck and 51 cards."""
BY_ITSELF: Final = ("bot.discordkit.load", "bot.discordkit.load", "bot.watch.watch", "bot.watch.meters")
"""What also runs every now and then, whatever is asked."""
SECRET: Final = b"the cards that are dealt in walks"


@dataclass
class Walk:
    """What ran, in the order in which it first did: ``modules``, and how many of them, and which functions,
    before the first step of a table was stored, where one was."""

    modules: list[str] = field(default_factory=list[str])
    functions: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    before: int | None = None

    def bounded(self) -> dict[str, int]:
        """The figures that only ever go down. How many functions ran hangs on the machine's load, too."""
        figures = {"modules": len(self.modules)}
        return figures if self.before is None else figures | {"before the commit": self.before}


class Follower:
    """Notes what runs in this thread and in those that begin later, while there is something to follow."""

    def __init__(self) -> None:
        self._walk: Walk | None = None

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Something was called."""
        walk = self._walk
        if walk is None or event != "call":
            return
        name: str = frame.f_globals.get("__name__", "")
        if not name.startswith(PRODUCT) or name in BY_ITSELF:
            return
        if name not in walk.modules:
            walk.modules.append(name)
        walk.functions.add((name, frame.f_code.co_qualname))

    @contextmanager
    def following(self) -> Generator[Walk]:
        """Within, what runs is noted."""
        self._walk = walk = Walk()
        try:
            yield walk
        finally:
            self._walk = None

    @contextmanager
    def at_hand(self) -> Generator[None]:
        """Within, it can be followed; threads have to begin within, too."""
        write = StoredTables.write

        async def noted(store: StoredTables, step: Any) -> None:
            await write(store, step)
            if self._walk is not None and self._walk.before is None:
                self._walk.before = len(self._walk.modules)

        before = sys.getprofile()
        with patch.object(StoredTables, "write", noted):
            threading.setprofile(self.note)
            sys.setprofile(self.note)
            try:
                yield
            finally:
                sys.setprofile(before)
                threading.setprofile(before)


async def walks(folder: Path) -> dict[str, Walk]:
    """Each walk by its name."""
    follower = Follower()
    with follower.at_hand():
        async with open_house(folder / "walks.db", clock=FakeClock(), secret=SECRET) as house:
            ann, *others = house.people()
            table = await house.open_table(ann, *others[:3])
            await table.set_preset(ann.id, "kingen-deal")  # a game of one deal
            await table.start(ann.id)
            await house.settled()
            for _ in range(2):  # by then everything is there that is made once only
                await _press_card(house, table)
            with follower.following() as card:
                await _press_card(house, table)
            await _play_on(house, table, until=LAST_CARD)
            with follower.following() as end:
                await _press_card(house, table)
            assert table.facts.state is State.FINISHED
        async with open_house(folder / "night.db", clock=FakeClock(BEGIN)) as house:
            night = await EveningOut.found(house, 4)
            await night.announced(NightSettings(rounds=1))
            for person in night.people:
                await night.press(person, StepKind.SIGN_UP, "I'm in")
            moment = check_in_at(await night.evening())
            await night.go_to(moment - 60)
            with follower.following() as step:
                await night.go_to(moment)
            assert (await night.told()).step(StepKind.CHECK_IN).state is StepState.DONE
    return {"a card": card, "a step of a night": step, "the end of a game": end}


async def _press_card(house: House, table: Table) -> None:
    """Whoever is to move presses the first card that they may play."""
    person = house.to_move(table)
    assert person is not None
    message, button = await house.offered(person, f"hh:act:{table.facts.id}:{table.facts.seq}:")
    pressed = await (await person.press(message["id"], button)).done()
    assert pressed.state == "answered", pressed.error
    await house.settled()


async def _play_on(house: House, table: Table, until: int) -> None:
    """The game goes on without a press, until it has had so many inputs."""
    while table.facts.seq < until:
        seat = table.facts.turn
        assert seat is not None
        user_id = table.facts.seats[seat].user_id
        assert user_id is not None
        await table.act(user_id, table.facts.seq, members((await table.view(seat)).legal)[0])
    await house.settled()


def taken() -> dict[str, Walk]:
    """All of them, in a house of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(walks(Path(folder)))


def main(arguments: list[str]) -> int:
    """Print them; with ``--lower`` keep those figures that have gone down."""
    found = taken()
    for name, walk in found.items():
        print(f"{name}: {walk.bounded()}, functions: {len(walk.functions)}")
        for number, module in enumerate(walk.modules):
            print(f"  {number + 1:3} {'*' if number < (walk.before or 0) else ' '} {module}")
    if arguments == ["--lower"]:
        before: dict[str, dict[str, int]] = json.loads(BOUNDS.read_text("utf-8")) if BOUNDS.exists() else {}
        lower = {
            name: {
                figure: min(count, before.get(name, {}).get(figure, count))
                for figure, count in walk.bounded().items()
            }
            for name, walk in found.items()
        }
        BOUNDS.write_text(json.dumps(lower, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
