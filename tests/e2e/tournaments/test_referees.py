"""Referees of a tournament: what they see of a table, how it waits for them, and what they decide there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.engine.cards import members
from bot.nights import course
from bot.nights.model import Evening, EveningStage, StepKind
from bot.tables.model import State
from bot.tables.table import Table
from bot.telling.phrases import card_name
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.evening_out import BEGIN, PatientHouse
from tests.e2e.tournaments.cup import Cup, filled

WORDS = words_for("en")
PLAYS_THERE = "You play at this table yourself, so another referee decides there."
DECISION = "**Referee's decision:**"


@dataclass
class Court:
    """A cup of eight at two tables, in its first round, and Rita, who holds the role of its referees."""

    cup: Cup
    rita: Person

    @property
    def house(self) -> House:
        return self.cup.house

    async def evening(self) -> Evening:
        (evening,) = await self.cup.evenings()
        return evening

    async def tables(self) -> list[Table]:
        found = await self.cup.tables(await self.evening())
        return sorted(found, key=lambda one: one.facts.number)

    async def panel(self, table: Table, person: Person | None = None) -> Panel:
        """The referees' panel of a table, from the board."""
        person = person or self.rita
        await self.cup.press(person, await self.evening(), StepKind.BOARD, "Organise")
        panel = Panel(self.house, person)
        if person.id == self.cup.organiser.id:
            await panel.choose("manage-table", str(table.facts.number))
            await panel.press("Referee")
        else:
            assert [one.placeholder for one in reading.selects(panel.message)] == ["Which table?"]
            await panel.choose("referee-pick", str(table.facts.number))
        await self.cup.settled()
        return panel

    async def rule(self, panel: Panel, label: str, **typed: str) -> None:
        await filled(self.house, panel.person, await panel.press(label), **typed)
        await self.cup.settled()

    def thread(self, table: Table, person: Person | None = None) -> list[str]:
        """All that stands in the thread of a table."""
        return [reading.text(one) for one in (person or self.rita).messages(table.facts.channel_id)]

    def decisions(self, table: Table) -> list[str]:
        return [one for one in self.thread(table) if one.startswith(DECISION)]

    async def board(self) -> str:
        details = await self.house.bot.store.nights.details((await self.evening()).id)
        assert details is not None
        step = details.step(StepKind.BOARD, course.board_of(details))
        assert step.discord_id is not None
        return reading.text(self.rita.message(step.discord_id))

    async def out_of_time(self) -> float:
        """Let the time of the round be up; when that was."""
        details = await self.house.bot.store.nights.details((await self.evening()).id)
        until = None if details is None else course.ends_at(details)
        assert until is not None
        await self.cup.go_to(until)
        await self.quiet()
        return until

    async def quiet(self) -> None:
        await self.house.bot.tables.quiet()
        await self.cup.settled()

    async def game(self, table: Table) -> dict[str, Any]:
        """A game as the tournament's file has it."""
        return next(one for one in (await self.cup.file())["games"] if one["id"] == f"t{table.facts.id}")


@asynccontextmanager
async def court(database: Path, clock: FakeClock | None = None, server: Playground | None = None,
                *, plays: bool = False) -> AsyncIterator[Court]:  # fmt: skip
    async with open_house(database, clock=clock or FakeClock(BEGIN), server=server) as opened:
        cup = await Cup.planned(opened, 8, "evening")
        rita = cup.people[0] if plays else cup.house.server.people.add("Rita")
        (guild,) = cup.house.world.guilds.values()
        role = cup.house.changes.add_role(guild, "Referees", rita.account)
        await cup.set(minutes="30")
        panel = await cup.panel()
        await panel.press("Announce")
        await panel.choose("tournament-setting", "referees")
        await panel.choose("tournament-referees", str(role.id))
        assert f"<@&{role.id}>" in panel.text
        await cup.enter(*cup.people)
        await cup.check_in()
        await cup.begin()
        found = Court(cup, rita)
        for table in await found.tables():
            for seat in table.facts.seats:
                if table.facts.state is State.LOBBY and seat.user_id is not None and not seat.ready:
                    person = cup.house.server.people[seat.user_id]
                    await cup.house.press(person, cup.house.lobby(table), "I'm here")
        await found.quiet()
        assert [one.facts.state for one in await found.tables()] == [State.PLAYING] * 2
        yield found


async def test_a_table_that_is_held_waits_alone_and_gets_its_time_back(database: Path) -> None:
    async with court(database) as here:
        first, second = await here.tables()
        panel = await here.panel(first)
        assert "deal 1 of" in panel.text
        await panel.press("Pause this table")
        await here.quiet()
        assert (first.facts.is_paused, second.facts.state) == (True, State.PLAYING)
        assert "held by the referee" in await here.board()
        paused = "Paused until the organisers or the referee let it carry on"
        assert any(paused in one for one in here.thread(first))
        told = "This table waits until a referee lets it carry on. It gets that time back."
        assert here.decisions(first) == [f"{DECISION} {told} · <@{here.rita.id}>"]
        assert not here.decisions(second)
        until = await here.out_of_time()
        assert (first.facts.is_paused, second.facts.state) == (True, State.FINISHED)
        await here.cup.go_to(until + 3600)
        assert first.facts.is_paused and (await here.evening()).round == 1
        await panel.press("Let it carry on")
        await here.quiet()
        assert first.facts.state is State.PLAYING and not first.facts.time_up
        details = await here.house.bot.store.nights.details((await here.evening()).id)
        assert details is not None
        held, let = details.rulings
        back = let.clock - held.clock
        assert back > 3600
        await here.cup.go_to(until + back - 1)
        assert not first.facts.time_up
        await here.cup.go_to(until + back)
        await here.quiet()
        assert first.facts.state is State.FINISHED and first.facts.time_up
        assert (await here.evening()).round == 2 or not (await here.evening()).is_live


async def test_a_table_stays_held_when_the_bot_dies(database: Path) -> None:
    clock = FakeClock(BEGIN)
    server = await Playground.start(clock=clock)
    try:
        async with court(database, clock, server) as here:
            first, _ = await here.tables()
            await (await here.panel(first)).press("Pause this table")
            await here.quiet()
        async with open_house(database, clock=clock, server=server) as opened:
            house, _ = PatientHouse.of(opened)
            again = replace(here, cup=replace(here.cup, house=house))
            first, _ = await again.tables()
            await again.cup.go_to(clock.now() + 120)
            assert first.facts.is_paused and len(again.decisions(first)) == 1
            await (await again.panel(first)).press("Let it carry on")
            await again.quiet()
            assert first.facts.state is State.PLAYING and len(again.decisions(first)) == 2
    finally:
        await server.close()


async def test_points_are_taken_once_the_game_is_over_and_their_sum_stays(database: Path) -> None:
    async with court(database) as here:
        first, _ = await here.tables()
        panel = await here.panel(first)
        await panel.choose("referee-seat", "1")
        await here.rule(panel, "Penalty", points="5", reason="A revoke *twice*")
        guilty = first.facts.seats[1].user_id
        told = f"<@{guilty}> pays 5 points to each of the others."
        assert panel.text.startswith(f"✓ {told}") and panel.text.count(told) == 1
        await panel.choose("referee-seat", "1")
        assert panel.text.count(told) == 1 and "✓" not in panel.text
        assert here.decisions(first) == [
            f"{DECISION} {told} · <@{here.rita.id}>\n-# Reason: A revoke \\*twice\\*"
        ]
        await here.out_of_time()
        assert first.facts.state is State.FINISHED
        points = (await first.view(None)).points
        paid = [one + 5 for one in points]
        paid[1] -= 20
        assert [one["points"] for one in (await here.game(first))["seats"]] == paid
        assert sum(paid) == sum(points) == 0
        league = (await here.cup.tournament()).league_id
        log = await here.house.reply(here.cup.organiser, "league log", {"league": "Cup"})
        assert league and "A revoke \\*twice\\*" in log
        await here.cup.go_to(here.cup.clock.now() + 300)
        season = (await here.cup.tournament()).season_id
        assert len(await here.house.bot.store.seasons.events(season)) == 1


async def test_a_robot_or_somebody_else_takes_a_seat_and_a_game_is_ended(database: Path) -> None:
    async with court(database) as here:
        first, second = await here.tables()
        panel = await here.panel(first)
        gone = first.facts.seats[0].user_id
        await panel.choose("referee-seat", "0")
        await here.rule(panel, "A robot takes over", reason="left the room")
        assert first.facts.seats[0].user_id is None
        assert f"A robot plays on for <@{gone}>." in here.decisions(first)[0]
        sven = here.house.server.people.add("Sven")
        await panel.choose("referee-seat", "0")
        asked = await (await here.rita.select(panel.id, panel.id_of("referee-heir"), [str(sven.id)])).done()
        await filled(here.house, here.rita, asked, reason="a substitute is here")
        await here.quiet()
        assert first.facts.seats[0].user_id == sven.id
        assert f"<@{sven.id}> takes seat 1." in here.decisions(first)[1]
        await here.rule(panel, "Call the game off", reason="two packs were mixed")
        assert first.facts.state is State.CLOSED
        panel = await here.panel(second)
        await here.rule(panel, "Time is up", reason="it is late")
        await here.quiet()
        assert second.facts.state is State.FINISHED
        assert [len(here.decisions(one)) for one in (first, second)] == [3, 1]
        assert (await here.evening()).round == 2


async def test_the_record_so_far_has_what_was_played_and_no_other_card(database: Path) -> None:
    async with court(database) as here:
        first, _ = await here.tables()
        for _ in range(7):
            mover = first.facts.waited_for
            assert mover is not None
            await first.act(mover, first.facts.seq, members((await first.view(first.facts.turn)).legal)[0])
        await (await here.panel(first)).press("Pause this table")
        await here.quiet()
        view = await first.view(None)
        assert len(members(view.played)) == 7
        panel = await here.panel(first)
        await panel.press("Record so far")
        played = {card_name(WORDS, one) for one in members(view.played)}
        others = {card_name(WORDS, one) for one in members(view.rules.pack & ~view.played)}
        assert all(one in panel.text for one in played)
        assert not any(one in panel.text for one in others)
        assert "Deal 1 of" in panel.text
        await panel.press("Back")
        assert "Record so far" in panel.labels


async def test_who_plays_at_a_table_decides_nothing_there_and_others_nothing_at_all(database: Path) -> None:
    async with court(database, plays=True) as here:
        first, second = await here.tables()
        own, other = (first, second) if first.facts.seat_of(here.rita.id) is not None else (second, first)
        known = len(here.house.whispers(here.rita))
        await here.panel(own)
        told = [reading.text(one) for one in here.house.whispers(here.rita)[known:]]
        assert told[-1] == PLAYS_THERE
        await (await here.panel(other)).press("Pause this table")
        await here.quiet()
        assert other.facts.is_paused
        stranger = here.house.server.people.add("Eve")
        await here.cup.press(stranger, await here.evening(), StepKind.BOARD, "Organise")
        assert "Only organisers" in reading.text(here.house.whispers(stranger)[-1])
        ann = await here.panel(other, here.cup.organiser)
        await ann.press("Let it carry on")
        await here.quiet()
        assert other.facts.state is State.PLAYING


async def test_two_referees_at_once_decide_once(database: Path) -> None:
    async with court(database) as here:
        first, _ = await here.tables()
        one, other = await here.panel(first), await here.panel(first, here.cup.organiser)
        await one.press("Pause this table")
        await other.press("Pause this table")
        await here.quiet()
        assert other.text.startswith("⚠️") and "Let it carry on" in other.labels
        assert len(here.decisions(first)) == 1


async def test_a_night_that_is_called_off_ends_a_table_that_is_held(database: Path) -> None:
    async with court(database) as here:
        first, _ = await here.tables()
        await (await here.panel(first)).press("Pause this table")
        await here.quiet()
        evening = await here.evening()
        evenings = here.house.bot.nights.evenings
        await evenings.call_off(await evenings.details(evening.id, evening.guild_id))
        await here.quiet()
        assert first.facts.state is State.CLOSED
        after = await here.cup.fresh(evening)
        assert after.stage is EveningStage.CALLED_OFF
