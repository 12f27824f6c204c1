"""Scenes at a table of four: before the game, in the middle of a deal, and between two deals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.people import Person
from playground.world.places import Channel
from tests.soak.eyes import Eyes, Offer
from tests.soak.matrix.ground import Broken, Ground
from tests.soak.truth import TableTruth

GAME, DEAL_LENGTH = "russian-king", 33
"""A game of eight tricks a deal, and how many entries of the log a deal has."""
THINK, GLANCE = 1.0, 0.5
PATIENCE = 60.0
"""Seconds without anything to press after which somebody is stuck."""
TRIES = 8
"""Presses that have no effect after which somebody is stuck."""
BUSY_SECONDS, BUSY_PRESSES = 40.0, 6
"""How long people go on in a mishap, and how many presses have an effect at most."""

Reached = Callable[[TableTruth], bool]


def has_ended(deal: int) -> Reached:
    """The so-many-th deal (from 1) is over, or the whole game."""
    return lambda table: table.deals >= deal or table.state in ("finished", "closed", "parked")


@dataclass
class AtTable:
    """A table after so many entries of its log, None being before the game; it is played on to the end of the
    deal that comes to an end next."""

    name: str
    entries: int | None
    kind: str = "table"
    table_id: int = field(default=0, init=False)

    async def prepare(self, ground: Ground) -> None:
        """Four people sit down, one of whom has not come yet where the game has not begun."""
        ann = ground.person("Ann")
        known = set(ground.observer.truth.tables)
        opened = await (await ann.command(ground.cards, "table open", {"game": GAME})).done(60)
        if opened.state not in ("answered", "thinking"):
            raise Broken(f"no table was opened: {opened.error}")
        await asyncio.sleep(THINK)
        ground.observer.truth.poll()
        (self.table_id,) = set(ground.observer.truth.tables) - known
        if self.entries is None:
            await self._go_on(ground, lambda table: sum(one is not None for one in table.seated) >= 3)
            return
        wanted = self.entries
        await self._go_on(ground, lambda table: len(table.lines) >= wanted)
        await asyncio.sleep(3 * THINK)

    async def busy(self, ground: Ground) -> None:
        """People go on as far as they can: what has no answer is pressed again, and nobody is stuck."""
        pressed, until, before = 0, ground.now + BUSY_SECONDS, self._length(ground)
        while ground.now < until and self._length(ground) < before + BUSY_PRESSES:
            offers = self._offers(ground)
            if not offers:
                await asyncio.sleep(GLANCE)
                continue
            person, offer = ground.random.choice(offers)
            await ground.ledger.press(person, offer.message["id"], offer.custom_id)
            pressed += 1
            await asyncio.sleep(THINK)

    async def play_on(self, ground: Ground) -> None:
        """To the end of the deal; the next card has to be possible."""
        deals = self._truth(ground).deals
        if self.table_id in ground.parked:
            return
        if ground.gone & {"channel", "messages"}:
            await self._show_again(ground)
        begun, length = ground.now, self._length(ground)
        await self._go_on(ground, lambda table: len(table.lines) > length or has_ended(deals + 1)(table))
        ground.recovered = max(ground.recovered, ground.now - begun - THINK)
        await self._go_on(ground, has_ended(deals + 1))

    async def check(self, ground: Ground) -> None:
        """It stands at a deal's end, or is put aside where its log is broken."""
        table = self._truth(ground)
        if self.table_id in ground.parked:
            if table.state != "parked":
                raise Broken(f"the table of a broken log is {table.state}")
        elif table.now.mover >= 0 or not table.deals:
            raise Broken(f"the deal has not ended: {table.state}, {table.now.mover}, {table.deals}")

    def _truth(self, ground: Ground) -> TableTruth:
        ground.observer.truth.poll()
        return ground.observer.truth.tables[self.table_id]

    def _length(self, ground: Ground) -> int:
        table = self._truth(ground)
        return len(table.lines) + sum(one is not None for one in table.seated)

    async def _show_again(self, ground: Ground) -> None:
        """The host asks for the table where its messages have gone."""
        ann, channel = ground.person("Ann"), playing_channel(ground)
        shown = await (await ann.command(channel.id, "table show")).done(60)
        if shown.state == "failed":
            raise Broken(f"/table show: {shown.error}")
        await asyncio.sleep(3 * THINK)
        for offer in self._eyes(ground).offers(ann, f"hh:yes:{self.table_id}:"):
            await ground.ledger.press(ann, offer.message["id"], offer.custom_id)
            await asyncio.sleep(3 * THINK)

    def _eyes(self, ground: Ground) -> Eyes:
        return Eyes(ground.people(), playing_channel(ground).id)

    def _offers(self, ground: Ground) -> list[tuple[Person, Offer]]:
        """What anybody may press now that makes the game go on."""
        table, eyes = self._truth(ground), self._eyes(ground)
        at = f"{self.table_id}:{table.now.seq}:"
        if table.now.deal == 0:
            absent = [
                one for one in eyes.people if one.id not in table.seated and one.id not in ground.absent
            ]
            wanted = [(one, f"hh:join:{self.table_id}:") for one in absent]
            wanted = wanted or [
                (ground.person("Ann"), f"hh:{verb}:{self.table_id}:") for verb in ("start", "fill-start")
            ]
        elif table.now.mover == -1:
            wanted = [(one, f"hh:ready:{at}") for one in eyes.people if one.id in table.seated]
        elif table.now.mover >= 0 and (mover := table.seated[table.now.mover]) is not None:
            person = ground.server.people[mover]
            wanted = [(person, f"hh:act:{at}")]
            if not eyes.offers(person, f"hh:act:{at}"):
                wanted = [(person, f"hh:my-hand:{self.table_id}:")]
        else:
            wanted = []
        return [(person, offer) for person, start in wanted for offer in eyes.offers(person, start)]

    async def _go_on(self, ground: Ground, reached: Reached) -> None:
        """Press until it is so. Raises Broken where somebody is stuck."""
        idle, tries = 0.0, 0
        while not reached(self._truth(ground)):
            offers = self._offers(ground)
            before = self._truth(ground).now.seq, self._length(ground)
            if offers:
                person, offer = ground.random.choice(offers)
                await ground.ledger.press(person, offer.message["id"], offer.custom_id)
                await asyncio.sleep(THINK)
            else:
                await asyncio.sleep(GLANCE)
            moved = before != (self._truth(ground).now.seq, self._length(ground))
            idle = 0.0 if moved or offers else idle + GLANCE
            between = self._truth(ground).now.mover == -1
            tries = 0 if moved else tries + bool(offers)
            if idle > PATIENCE or tries > TRIES * (4 if between else 1):
                table = self._truth(ground)
                asked = [one.custom_id for _, one in offers][:4]
                raise Broken(
                    f"stuck at {table.state}, entry {len(table.lines)}, mover {table.now.mover}: idle"
                    f" {idle:g} s, {tries} presses of {asked} in vain; {sorted(ground.ledger.notices)[-3:]}"
                )


def playing_channel(ground: Ground) -> Channel:
    """Where people play: the channel of cards, else another, at last somebody's direct messages."""
    channels = ground.server.world.channels
    others = (one for one in channels.values() if one.guild is not None and not one.is_thread)
    return channels.get(ground.cards) or next(others, None) or next(iter(channels.values()))


TABLE_SCENES = (
    AtTable("table in its lobby", None),
    AtTable("table in play", 11),
    AtTable("table at a deal's end", DEAL_LENGTH),
)
