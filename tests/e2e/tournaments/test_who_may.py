"""Who may do what in a tournament: every button, select and form of it, pressed by who plays, who organises
and who does neither."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from discord import app_commands

from bot.discordkit.boundary import sentence_for
from bot.leagues.model import ClubError
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.leagues.test_who_may import ANYONE, BELONGS, UNKNOWN, Way, Who, kept, told_of
from tests.e2e.nights.evening_out import BEGIN
from tests.e2e.tournaments.cup import CUP, Cup

ORGANISER = Who.ORGANISER
MOMENT = {"date": "25 November", "time": "20:00"}

PRESSES = {
    "tournament-ranking": Way(ANYONE, values=["0main"]),
    "tournament-leaf": Way(ANYONE, "0main:0"),
    "tournament-certificate": Way(ANYONE),
    "tournament-team": Way(ANYONE),
    "tournament-team-set": Way(ANYONE, form={"team": "Aces"}),
    "tournament-files": Way(BELONGS, "0main"),
    "tournament-file": Way(BELONGS, "0main:ranking"),
    "tournament-manage": Way(ORGANISER),
    "tournament-setting": Way(ORGANISER, values=["minutes"]),
    "tournament-set": Way(ORGANISER, "minutes", values=["45"]),
    "tournament-type": Way(ORGANISER, "1"),
    "tournament-typed": Way(ORGANISER, "1", form={"rounds": "2"}),
    "tournament-announce": Way(ORGANISER),
    "tournament-drop": Way(ORGANISER),
    "tournament-drop-yes": Way(ORGANISER),
    "tournament-cut": Way(ORGANISER, "0"),
    "tournament-next": Way(ORGANISER, "0"),
    "tournament-end": Way(ORGANISER),
    "tournament-result": Way(ORGANISER),
    "tournament-channels": Way(ORGANISER, values=["1"]),
    "tournament-referees": Way(ORGANISER, values=["1"]),
    "tournament-no-referees": Way(ORGANISER),
    "tournament-withdraw": Way(ORGANISER),
    "tournament-withdraw-who": Way(ORGANISER, values=["1"]),
    "tournament-withdraw-yes": Way(ORGANISER, "{member}"),
    "tournament-readmit": Way(ORGANISER, "{member}"),
}
"""By what is pressed; of one that is announced."""

NEEDS_A_CHOICE = {"tournament-withdraw-who"}
"""Discord tells whom it was that was chosen, which an id alone does not."""

COMMANDS = {"create": Who.ORGANISER, "show": ANYONE, "manage": Who.ORGANISER}
OPTIONS = {
    "create": {"name": "Another", "game": "russian-king", "format": "evening", **MOMENT},
    "show": {"tournament": CUP},
    "manage": {"tournament": CUP},
}

CODES = ("may-not-create", "not-member", "not-organiser")
REFUSED = {sentence_for(words_for("en"), ClubError(code, league=CUP)) for code in CODES}


@dataclass
class Crowd:
    house: House
    database: Path
    people: dict[Who, Person]

    async def press(self, who: Who, verb: str, way: Way) -> list[str]:
        """By an id made up by hand, on a message of their own."""
        person, ids = self.people[who], {"member": str(self.people[Who.MEMBER].id)}
        await self.house.reply(person, "help")
        return await told_of(self.house, person, self.house.whispers(person)[-1]["id"], verb, way, ids)


@asynccontextmanager
async def gathered(database: Path) -> AsyncIterator[Crowd]:
    """A tournament with teams that is announced, and somebody of each kind."""
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await Cup.planned(opened, 2, "evening")
        await cup.set(team="2")
        await (await cup.panel()).press("Announce")
        await cup.enter(*cup.people)
        stranger = cup.house.server.people.add("Eve")
        people = {Who.STRANGER: stranger, Who.MEMBER: cup.people[0], Who.ORGANISER: cup.organiser}
        assert (await cup.tournament()).league_id == 1
        yield Crowd(cup.house, database, people)


async def test_every_button_and_command_is_here(house: House) -> None:
    assert {one for one in house.bot.routes.each if one.startswith("tournament-")} == set(PRESSES)
    (group,) = [one for one in house.bot.tree.get_commands() if one.name == "tournament"]
    assert isinstance(group, app_commands.Group) and set(COMMANDS) == {one.name for one in group.commands}


async def test_who_may_not_is_told_and_changes_nothing_and_nobody_else_is_refused(database: Path) -> None:
    async with gathered(database) as crowd:
        for verb, way in PRESSES.items():
            for who in crowd.people:
                before = kept(database)
                told = await crowd.press(who, verb, way)
                if who in way.who:
                    assert not REFUSED & {*told}, (verb, who, told)
                    assert (UNKNOWN in told) == (verb in NEEDS_A_CHOICE), (verb, who, told)
                else:
                    assert len(told) == 1 and told[0] in REFUSED, (verb, who, told)
                    assert kept(database) == before, (verb, who)


@pytest.mark.parametrize("name", list(COMMANDS))
async def test_who_may_type(database: Path, name: str) -> None:
    async with gathered(database) as crowd:
        for who, person in crowd.people.items():
            before = kept(database)
            answered = await crowd.house.command(person, f"tournament {name}", OPTIONS[name])
            assert answered.state == "answered" and answered.message is not None, answered.error
            told = reading.text(answered.message)
            assert (told in REFUSED) == (who not in COMMANDS[name]), (name, who, told)
            if who not in COMMANDS[name]:
                assert kept(database) == before, (name, who)
