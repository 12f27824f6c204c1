"""The scene of a league with the report of a game on paper that waits for its players."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from playground import reading
from tests.e2e.leagues.kitchen import Club
from tests.soak.matrix.ground import Broken, Ground
from tests.soak.matrix.tables import PATIENCE, playing_channel

TOTALS = "Ann +5\nBram -3\nChloé -2\nDmitri 0"
VALUES = {"Ann": "5", "Dmitri": "0", "Chloé": "-2", "Bram": "-3"}
RIGHT, FOR_ALL = "hh:report-right:", "hh:report-all:"
THINK = 1.0
BUSY_SECONDS = 40.0


@dataclass
class ReportWaits:
    """Ann has sent a result; the others are asked. It counts once they, or an organiser, have said so."""

    name: str = "league, a report waits"
    kind: str = "league"
    club: Club | None = field(default=None, init=False)

    async def prepare(self, ground: Ground) -> None:
        """She sends it."""
        house, ann = ground.house, ground.person("Ann")
        self.club = club = await Club.made(house, *(one.name for one in ground.people()))
        asked = await (await ann.command(ground.cards, "league report")).done(60)
        panel = await club.typed(ann, asked, TOTALS)
        await ground.ledger.press(ann, panel["id"], reading.find_button(panel, "Send").custom_id)
        await asyncio.sleep(3 * THINK)

    async def busy(self, ground: Ground) -> None:
        """Two of the others say that it is right, as far as they can."""
        until = ground.now + BUSY_SECONDS
        said = set[int]()
        for person in ground.people()[1:3]:
            while person.id not in said and ground.now < until:
                for message, custom_id in self._offers(ground, RIGHT):
                    done = await ground.ledger.press(person, message["id"], custom_id)
                    if done is not None and done.state == "answered":
                        said.add(person.id)
                        break
                await asyncio.sleep(THINK)

    async def play_on(self, ground: Ground) -> None:
        """The others say so, by the message, or an organiser does by what ``/league report`` shows. What was
        answered before is kept."""
        self._check_answered(ground, await self._awaited(ground))
        begun = ground.now
        if ground.gone:
            await self._by_the_organiser(ground)
            return
        for person in ground.people()[1:]:
            tries = 0
            while person.id in await self._awaited(ground):
                if (tries := tries + 1) > PATIENCE:
                    raise Broken(f"{person.name} cannot say that the result is right")
                for message, custom_id in self._offers(ground, RIGHT)[:1]:
                    await ground.ledger.press(person, message["id"], custom_id)
                await asyncio.sleep(THINK)
                ground.recovered = (
                    max(ground.recovered, ground.now - begun - THINK) if tries == 1 else ground.recovered
                )

    async def check(self, ground: Ground) -> None:
        """It counts, once."""
        assert self.club is not None
        store, season = ground.house.bot.store.seasons, self.club.season
        results, _ = await store.results(season.id, 0, 5)
        waiting = await store.waiting_reports(season.id)
        if len(results) != 1 or waiting:
            raise Broken(f"{len(results)} results, {len(waiting)} reports wait")
        page = await store.page(season.id, 0, 10)
        values = {one.name: str(one.value) for one in page.lines}
        if values != VALUES:
            raise Broken(f"the standings are {values}")

    async def _awaited(self, ground: Ground) -> set[int]:
        """Who is still to say so."""
        assert self.club is not None
        reports = await ground.house.bot.store.seasons.waiting_reports(self.club.season.id)
        return {user for one in reports for user in one.awaited}

    def _check_answered(self, ground: Ground, awaited: set[int]) -> None:
        for one in ground.ledger.presses():
            if not one.custom_id.startswith(RIGHT) or one.invocation.state != "answered" or one.told:
                continue
            if one.person in awaited:
                raise Broken(f"{one.person} was answered, and is awaited still")

    def _offers(self, ground: Ground, start: str) -> list[tuple[dict[str, Any], str]]:
        ann = ground.person("Ann")
        return [
            (message, button.custom_id)
            for channel in ann.channels()
            for message in reversed(ann.messages(channel["id"]))
            for button in reading.buttons(message, enabled_only=True)
            if button.custom_id.startswith(start)
        ]

    async def _by_the_organiser(self, ground: Ground) -> None:
        """Ann, whose league it is, finds what waits by the command."""
        ann = ground.person("Ann")
        before = {one["id"] for channel in ann.channels() for one in ann.messages(channel["id"])}
        asked = await (await ann.command(playing_channel(ground).id, "league report")).done(60)
        await asyncio.sleep(THINK)
        (panel,) = [
            one
            for channel in ann.channels()
            for one in ann.messages(channel["id"])
            if one["id"] not in before
        ] or [asked.message]
        if panel is None:
            raise Broken(f"no report waits: {asked.state} {asked.error} {asked.modal}")
        for select in reading.selects(panel):
            await (await ann.select(panel["id"], select.custom_id, [select.options[0][1]])).done(60)
            await asyncio.sleep(THINK)
        panel = ann.message(panel["id"])
        for button in reading.buttons(panel, enabled_only=True):
            if button.custom_id.startswith(FOR_ALL):
                await ground.ledger.press(ann, panel["id"], button.custom_id)
                await asyncio.sleep(3 * THINK)
                return
        raise Broken(f"the organiser cannot confirm: {reading.text(panel)}")


LEAGUE_SCENES = (ReportWaits(),)
