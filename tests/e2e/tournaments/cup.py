"""A tournament as its people live it: by commands, and by presses on what they are shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.leagues.model import ClubError
from bot.leagues.season.model import Correction, Points
from bot.nights import course
from bot.nights.model import Evening, EveningStage, NightPlace, StepKind
from bot.tables.model import State
from bot.tables.table import Table
from bot.tournaments.plan import TournamentFacts
from bot.tournaments.tournament_file import write_tournament
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import House
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.evening_out import PatientHouse, is_strained
from tests.idle import done_or_idle
from tests.tournaments.reference import entries

Json = dict[str, Any]
CUP = "Cup"


async def filled(house: House, person: Person, asked: Invocation, **typed: str) -> None:
    """Type into the form that a press has opened, and send it in."""
    assert asked.modal is not None
    done = await (await person.submit(asked.modal, {**typed})).done()
    assert done.state == "answered", done.error
    await house.settled()


@dataclass
class Cup:
    """See the module. ``people`` are all who come; the organiser is not among them."""

    house: PatientHouse
    clock: FakeClock
    organiser: Person
    people: list[Person] = field(default_factory=list[Person])

    @classmethod
    async def planned(cls, opened: House, count: int, format_: str, *, by: str = "Ann", **more: str) -> Cup:
        """One that is planned by somebody, for so many people."""
        house, clock = PatientHouse.of(opened)
        cup = cls(house, clock, house.person(by))
        cup.people = [house.server.people.add(f"p{number:03}") for number in range(1, count + 1)]
        said = {
            "name": CUP,
            "game": "russian-king",
            "format": format_,
            "date": "24 November",
            "time": "20:00",
        }
        await house.reply(cup.organiser, "tournament create", said | more)
        return cup

    # --- panels

    async def panel(self, person: Person | None = None, path: str = "tournament manage") -> Panel:
        return await Panel.open(self.house, person or self.organiser, path)

    async def set(self, **chosen: str) -> None:
        """Choose values of settings on the organisers' panel."""
        panel = await self.panel()
        for name, value in chosen.items():
            await panel.choose("tournament-setting", name)
            await panel.choose("tournament-set", value)

    async def set_stage(self, number: int, **typed: str) -> Panel:
        panel = await self.panel()
        await panel.choose("tournament-setting", str(number))
        asked = await panel.press("Another value …")
        await filled(self.house, self.organiser, asked, **typed)
        return panel

    async def tournament(self) -> TournamentFacts:
        (found,) = await self.house.bot.store.tournaments.of_server(self.house.bot.guilds[0].id)
        return found

    async def evenings(self) -> list[Evening]:
        """Those of the stage that is played: the main group's first."""
        tournaments = self.house.bot.tournaments
        return await tournaments.evenings_of((await self.tournament()).groups[-1])

    # --- time

    async def settled(self) -> None:
        settling = asyncio.create_task(self.house.settled())
        while not await done_or_idle(settling):
            if is_strained(self.house.bot):
                self.clock.advance(1.0)
        await settling

    async def go_to(self, moment: float) -> None:
        """Let time pass until then, everything being done at its moment."""
        while (due := self.clock.next_due()) is not None and due <= moment:
            self.clock.advance(due - self.clock.now())
            await self.settled()
        self.clock.advance(max(0.0, moment - self.clock.now()))
        await self.settled()

    # --- nights

    async def press(self, person: Person, evening: Evening, kind: StepKind, label: str) -> None:
        details = await self.house.bot.store.nights.details(evening.id)
        assert details is not None
        about = course.board_of(details) if kind is StepKind.BOARD else 0
        step = details.step(kind, about)
        assert step.discord_id is not None, step
        invocation = await self.house.press(person, person.message(step.discord_id), label)
        assert invocation.state == "answered", invocation.error

    async def enter(self, *people: Person) -> None:
        """They say that they come."""
        (evening,) = await self.evenings()
        for one in people:
            await self.press(one, evening, StepKind.SIGN_UP, "I'm in")
        await self.settled()

    async def check_in(self, *absent: Person) -> None:
        """When people are asked whether they are here, all say so who come, but for these."""
        for evening in await self.evenings():
            await self.go_to(course.check_in_at(evening))
            details = await self.house.bot.store.nights.details(evening.id)
            assert details is not None
            for user_id in details.people:
                person = self.house.server.people[user_id]
                if person not in absent:
                    await self.press(person, evening, StepKind.CHECK_IN, "I'm here")
        await self.settled()

    async def begin(self) -> None:
        for evening in await self.evenings():
            await self.go_to(evening.starts_at)
            assert (await self.fresh(evening)).stage is EveningStage.PLAYING

    async def fresh(self, evening: Evening) -> Evening:
        found = await self.house.bot.store.nights.evening(evening.id)
        assert found is not None
        return found

    async def tables(self, evening: Evening) -> list[Table]:
        """Those of the round in play."""
        every = await self.house.bot.nights.evenings.tables_of(evening)
        number = (await self.fresh(evening)).round
        return [
            one for one in every if one.facts.place and NightPlace.read(one.facts.place)[1].round == number
        ]

    async def play_round(self, *absent: Person) -> None:
        """At each table of the round everybody says that they are there, but for the absent; robots play it
        to its end, as its time is up."""
        here = [one for one in await self.evenings() if one.is_live]
        numbers = {one.id: one.round for one in here}
        for evening in here:
            for table in await self.tables(evening):
                for seat in table.facts.seats:
                    if table.facts.state is State.LOBBY and seat.user_id is not None and not seat.ready:
                        person = self.house.server.people[seat.user_id]
                        if person not in absent:
                            await self.house.press(person, self.house.lobby(table), "I'm here")
        await self.settled()
        for evening in here:
            details = await self.house.bot.store.nights.details(evening.id)
            assert details is not None
            until = course.ends_at(details)
            assert until is not None
            await self.go_to(until)
            await self.house.bot.tables.quiet()
            await self.settled()
        for evening in here:
            after = await self.fresh(evening)
            assert after.round > numbers[evening.id] or not after.is_live

    # --- what came of it

    async def file(self) -> Json:
        """The tournament's file, as the bot has it."""
        tournaments = self.house.bot.tournaments
        held = await tournaments.held(await self.tournament())
        return json.loads(write_tournament(held.tournament))

    async def due(self) -> list[Json]:
        """The lines that follow from it by the paragraphs alone."""
        return entries(json.dumps(await self.file()).encode(), "cup.json")

    async def standing(self) -> list[Json]:
        """The lines of the stage that is played as if it ended now."""
        file = await self.file()
        number = (await self.tournament()).stage
        played = [one["round"] for one in file["games"] if one["stage"] == number]
        file["stages"][number]["rounds"] = max(played)
        lines = entries(json.dumps(file).encode(), "cup.json")
        return [one for one in lines if one.get("stage") == number]

    async def invited(self) -> list[list[int]]:
        """Who is, to each group's night."""
        return [list(one.settings.invited or ()) for one in await self.evenings()]

    def called(self, ids: Sequence[str]) -> list[str]:
        return [self.house.server.people[int(one)].name for one in ids]

    # --- corrections

    async def swap_points(self) -> None:
        """An organiser corrects the first game: the first two seats had each other's points."""
        game = (await self.file())["games"][0]
        first, second, *others = (one["points"] for one in game["seats"])
        await self._correct(game, [second, first, *others])

    async def refused_for_who_goes_on(self) -> str:
        """Why it is refused to correct a game by which somebody would not have gone on."""
        ((through, *_),) = [[str(one) for one in group] for group in (await self.invited())[:1]]
        game = next(
            one for one in (await self.file())["games"]
            if through in [seat.get("player") for seat in one["seats"]]
        )  # fmt: skip
        loser = [seat.get("player") for seat in game["seats"]].index(through)
        lost = [one["points"] for one in game["seats"]]
        lost[loser] -= 1000
        lost[loser - 1] += 1000
        try:
            await self._correct(game, lost)
        except ClubError as refused:
            return refused.code
        return ""

    async def _correct(self, game: Json, points: Sequence[int]) -> None:
        tournament, seasons = await self.tournament(), self.house.bot.store.seasons
        number = len(await seasons.events(tournament.season_id)) + 1
        change = Points(game["id"], tuple(points))
        now, by = int(self.clock.now()), str(self.organiser.id)
        await seasons.correct(tournament.season_id, Correction(f"c{number}", now, by, "typing error", change))
