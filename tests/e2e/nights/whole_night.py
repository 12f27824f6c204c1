"""A night as its people live it: by commands, and by presses on what they are shown, from ``/night plan`` to
the standings; and a book of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.nights import attendance, course
from bot.nights.model import EveningStage, StepKind, StepState
from bot.nights.offered import page_of
from bot.tables.model import State
from bot.tables.table import Table
from playground.people import Person
from tests.e2e.leagues.club import Shown
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.evening_out import EveningOut
from tests.e2e.nights.night_book import NightBook
from tests.e2e.nights.plans import plan


@dataclass
class WholeNight:
    """See the module. ``here`` are who is there to play, as they have said or an organiser has."""

    out: EveningOut
    book: NightBook
    here: list[Person] = field(default_factory=list[Person])

    @property
    def organiser(self) -> Person:
        return self.book.organiser

    # --- before play

    async def plan(self, day: str, at: str, **chosen: str) -> None:
        """``/night plan``, its settings chosen in the panel, and *Announce*."""
        panel = await plan(self.out.house, self.organiser, day, at)
        for name, value in chosen.items():
            await panel.choose("night-page", page_of(name))
            await panel.choose("night-setting", name)
            await panel.choose("night-set", value)
        await panel.press("Overview")
        await panel.press("Announce")
        assert "✓ Announced." in panel.text, panel.text

    async def say(self, label: str, *people: Person) -> None:
        """Answers to the sign-up message."""
        for one in people:
            await self.out.press(one, StepKind.SIGN_UP, label)

    async def answer_letter(self, person: Person, *labels: str) -> None:
        """Answers in the letter that reminds somebody."""
        for label in labels:
            await self.out.press(person, StepKind.REMINDER, label, person.id)

    async def is_reminded(self, person: Person) -> bool:
        return (await self.out.told()).step(StepKind.REMINDER, person.id).state is StepState.DONE

    async def is_told(self, person: Person) -> bool:
        """Whether somebody who was absent has been told how it went."""
        return (await self.out.told()).step(StepKind.ABSENT, person.id).state is StepState.DONE

    async def until_check_in(self) -> None:
        await self.out.go_to(course.check_in_at(await self.out.evening()))

    async def check_in(self, *people: Person) -> None:
        for one in people:
            await self.out.press(one, StepKind.CHECK_IN, "I'm here")
            self.here.append(one)

    async def until_the_hour(self, *, anew: bool = False) -> None:
        """With ``anew`` the tables ask once more who is there."""
        if anew:
            await self.out.long_since()
        await self.out.go_to((await self.out.evening()).starts_at)
        assert (await self.out.evening()).stage is EveningStage.PLAYING

    # --- what the organiser does

    async def manage(self, *labels: str) -> Panel:
        """``/night manage``, and presses on its panel."""
        await self.out.house.reply(self.organiser, "night manage")
        panel = Panel(self.out.house, self.organiser)
        for label in labels:
            await panel.press(label)
        return panel

    async def swap(self, panel: Panel, one: Person, other: Person) -> None:
        """Two change places in the plan that the panel shows."""
        await panel.press("Swap two")
        await panel.choose("manage-swap-who", str(one.id))
        await panel.choose("manage-swap-who", str(other.id))
        assert "have swapped places." in panel.text, panel.text

    async def seat_now(self, table: Table, seat: int, person: Person) -> None:
        """Have somebody take a seat of a game that is being played."""
        number = [one.facts.id for one in await self.out.tables(await self._round())].index(table.facts.id)
        panel = await self.manage()
        await panel.choose("manage-table", str(number + 1))
        await panel.choose("manage-seat", str(seat))
        await panel.choose("manage-seat-to", str(person.id))
        assert f"{person.name} now has the seat." in panel.text, panel.text
        self.here.append(person)

    async def _round(self) -> int:
        return (await self.out.evening()).round

    # --- play

    async def leave_table(self, table: Table, person: Person) -> int:
        """Somebody goes home in the middle of a game: ``/table leave``, and *I have to go* on the board.
        Returns the seat, which a robot has now."""
        seat = table.facts.seat_of(person.id)
        assert seat is not None
        await self.out.house.confirmed(person, "table leave", yes="Leave this table only")
        assert table.facts.seats[seat].user_id is None
        self.book.gives_up(table, seat, person)
        await self.go(person)
        return seat

    async def go(self, *people: Person) -> None:
        """People have to go: they do not play in the rounds to come."""
        for one in people:
            await self.out.press(one, StepKind.BOARD, "I have to go", await self._round())
            self.here.remove(one)

    async def come(self, person: Person) -> None:
        """Somebody comes who is not seated, and plays from the next round on."""
        await self.out.press(person, StepKind.BOARD, "I'm here", await self._round())
        self.here.append(person)

    async def sit_down(self, *absent: Person) -> list[Table]:
        """At each table of the round, in its thread, everybody says that they are there, but for these."""
        tables = await self.out.tables(await self._round())
        for table in tables:
            await self.out.sit_down(table, absent)
        return tables

    def seated(self, table: Table) -> list[Person]:
        """The people of a table, but for the organiser, who stays to the end."""
        people = self.out.house.server.people
        found = [people[one.user_id] for one in table.facts.seats if one.user_id is not None]
        return [one for one in found if one is not self.organiser]

    async def grace_is_over(self) -> None:
        """Whoever has not appeared is waited for no longer."""
        evening = await self.out.evening()
        await self.out.wait(60.0 * evening.settings.grace)
        for table in await self.out.tables(evening.round):
            assert table.facts.state is not State.LOBBY

    async def takes_a_seat_of(self, absent: Person, substitute: Person | None) -> None:
        """Whoever has not appeared is waited for no longer: the seat is somebody else's, or a robot's."""
        (table,) = [
            one
            for one in await self.out.tables(await self._round())
            if one.facts.seat_of(absent.id) is not None
        ]
        seat = table.facts.seat_of(absent.id)
        await self.grace_is_over()
        assert seat is not None
        assert table.facts.seats[seat].user_id == (None if substitute is None else substitute.id)
        self.here.remove(absent)
        if substitute is not None:
            self.here.append(substitute)
        known = attendance.here(await self.out.told())
        assert {one.user_id for one in known} == {one.id for one in self.here}

    async def time_is_up(self) -> None:
        """So it is for the round in play."""
        until = course.ends_at(await self.out.told())
        assert until is not None
        await self.out.go_to(until)
        await self.out.house.bot.tables.quiet()
        await self.out.settled()

    async def round_is_over(self, number: int) -> None:
        """It is told in the book, the standings are as they have to be, and the round that follows is seated
        as it has to be, where one does."""
        for table in await self.out.tables(number):
            assert table.facts.state in (State.FINISHED, State.CLOSED), table.facts
        await self.book.tell(number)
        await self.book.check_table()
        evening = await self.out.evening()
        if evening.stage is EveningStage.PLAYING:
            assert evening.round == number + 1
            await self.book.check_seating(self.here, number + 1)

    # --- afterwards

    async def is_over(self) -> None:
        """All has been told, and all of it is right."""
        told = await self.out.told()
        assert (told.evening.stage, told.evening.settled) == (EveningStage.OVER, True)
        assert {one.state for one in told.steps.values()} <= {StepState.DONE, StepState.DROPPED}
        await self.book.check_result()

    async def correct(self, at: int) -> None:
        """The points of a game are corrected by ``/league correct``, and that is undone."""
        game = self.book.file["games"][at]
        points = [one["points"] for one in game["seats"]]
        turned = [*points[1:], points[0]]
        shown = await Shown.by(self.out.house, self.organiser, "correct")
        shown = await self.book.on_game(game, await shown.opened("A game …"))
        asked = await shown.press("Change the points")
        typed = {f"points-{seat}": str(one) for seat, one in enumerate(turned)}
        before = self.book.due()
        event = await self.book.make(shown, asked, typed, do="points", game=game["id"], points=turned)
        assert self.book.due() != before
        await self.book.undo(event)
        assert self.book.due() == before
