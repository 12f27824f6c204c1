"""A league in the house, put into the store as tests need it, however people make one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.season.model import Night
from bot.leagues.season.settings import SeasonSettings
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e.house import EPHEMERAL, House
from tests.kept import enter

FIRST = date(2026, 1, 1)


@dataclass
class Club:
    """A league and the house it is in."""

    house: House
    league: League
    season: SeasonFacts

    @classmethod
    async def made(
        cls, house: House, *members: str, game: str = "kingen", players: int = 4, name: str = "Tuesday"
    ) -> Club:
        """A league whose creator and members are these people; the first makes it."""
        store, people = house.bot.store, [house.person(one) for one in members]
        creator = people[0]
        new = League(0, house.bot.guilds[0].id, name, game, players, "Europe/Brussels", creator.id, 1.0)
        facts = SeasonFacts(0, 0, 1, "2026", SeasonSettings(), FIRST)
        league = await store.leagues.create(new, facts, cls.member(0, creator))
        (season,) = await store.seasons.seasons(league.id)
        for one in people[1:]:
            await enter(store.leagues, cls.member(league.id, one))
        return cls(house, league, season)

    @staticmethod
    def member(league_id: int, person: Person) -> ClubMember:
        return ClubMember(league_id, str(person.id), person.name, person.id, 1.0, FIRST)

    async def on_paper(self, *names: str) -> None:
        """Members without an account."""
        for one in names:
            member = ClubMember(self.league.id, f"paper-{one.lower()}", one, None, 1.0, FIRST)
            await enter(self.house.bot.store.leagues, member)

    async def night(self, day: date) -> Night:
        night = Night(f"n-{day.isoformat()}", day)
        await self.house.bot.store.seasons.add_night(self.season.id, night)
        return night

    async def values(self, season_id: int | None = None) -> dict[str, str]:
        """The standings: exact values by name."""
        page = await self.house.bot.store.seasons.page(season_id or self.season.id, 0, 100)
        return {one.name: str(one.value) for one in page.lines}

    # What people do

    async def typed(self, person: Person, asked: Invocation, text: str, **more: str) -> dict[str, Any]:
        """Fill in the form of a game; the panel that answers."""
        assert asked.modal is not None, (asked.state, asked.error, asked.message)
        done = await (await person.submit(asked.modal, {"text": text, **more})).done()
        assert done.state == "answered", done.error
        await self.house.settled()
        assert done.message is not None and done.message["flags"] & EPHEMERAL
        return person.message(done.message["id"])

    async def report(self, person: Person, text: str, **more: str) -> dict[str, Any]:
        """``/league report`` with this text."""
        return await self.typed(person, await self.house.command(person, "league report"), text, **more)

    async def press(self, person: Person, message: dict[str, Any], label: str) -> dict[str, Any]:
        """Press a button; the message as it is then."""
        done = await self.house.press(person, message, label)
        assert done.state == "answered", done.error
        await self.house.settled()
        return person.message(message["id"])

    async def told(self, person: Person, message: dict[str, Any], label: str) -> str:
        """What is answered to a press, to that person alone."""
        before = {one["id"] for one in self.house.whispers(person)}
        await self.press(person, message, label)
        (new,) = [one for one in self.house.whispers(person) if one["id"] not in before]
        return reading.text(new)

    def posted(self, person: Person, containing: str) -> dict[str, Any]:
        """The newest message for everybody that says so."""
        found = [
            one
            for one in person.messages(self.house.cards)
            if containing in reading.text(one) and not one["flags"] & EPHEMERAL
        ]
        assert found, [reading.text(one) for one in person.messages(self.house.cards)]
        return found[-1]


def labels(message: dict[str, Any]) -> Sequence[str]:
    """Of its buttons."""
    return [one.label for one in reading.buttons(message)]
