"""Organisers run a night on one panel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.discordkit import slots
from bot.discordkit.panel import GREY
from bot.nights.model import (
    Evening,
    EveningStage,
    NightPlace,
    NightSettings,
    Schedule,
    SeriesState,
    SignUpAnswer,
    StepKind,
)
from bot.nights.planning import repeated
from bot.tables.model import State
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.nights.evening_out import BEGIN, EIGHT, EveningOut

PLAIN = NightSettings(event=False, rounds=2)


@dataclass
class Panel:
    """The organisers' panel of somebody."""

    out: EveningOut
    person: Person
    id: str

    @classmethod
    async def of(cls, out: EveningOut, person: Person | None = None, **options: Any) -> Panel:
        person = person or out.people[0]
        await out.house.reply(person, "night manage", options or None)
        return cls(out, person, out.house.whispers(person)[-1]["id"])

    @property
    def message(self) -> dict[str, Any]:
        return self.person.message(self.id)

    @property
    def text(self) -> str:
        return reading.text(self.message)

    @property
    def labels(self) -> list[str]:
        return [one.label for one in reading.buttons(self.message)]

    def options(self, verb: str) -> list[tuple[str, str]]:
        return list(self._select(verb).options)

    async def press(self, label: str) -> Invocation:
        done = await self.out.house.press(self.person, self.message, label)
        await self.out.house.settled()
        assert done.state == "answered", done.error
        return done

    async def choose(self, verb: str, value: object) -> None:
        select = self._select(verb)
        done = await (await self.person.select(self.id, select.custom_id, [str(value)])).done()
        await self.out.house.settled()
        assert done.state == "answered", done.error

    async def pick(self, verb: str, label: str) -> None:
        """Choose what is called so."""
        await self.choose(verb, next(value for name, value in self.options(verb) if label in name))

    async def fill(self, label: str, **values: str) -> None:
        asked = await self.press(label)
        assert asked.modal is not None
        done = await (await self.person.submit(asked.modal, {**values})).done()
        await self.out.house.settled()
        assert done.state == "answered", done.error

    def _select(self, verb: str) -> Any:
        (found,) = [one for one in reading.selects(self.message) if f":{verb}:" in one.custom_id]
        return found


@pytest_asyncio.fixture
async def out(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[EveningOut]:
    """A club of twelve at noon of a Friday; messages of some days ago are edited at once too."""
    monkeypatch.setattr(slots, "OLD_MESSAGE_PAUSE", 0.0)
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        monkeypatch.setattr(
            house.bot.budget, "_limit", lambda: 10_000
        )  # so that nobody waits for a clock that stands
        yield await EveningOut.found(house, 12)


async def signed_up(out: EveningOut, count: int, settings: NightSettings = PLAIN) -> None:
    await out.announced(settings)
    nights, now = out.house.bot.store.nights, out.clock.now()
    for number, person in enumerate(out.people[:count]):
        await nights.answer(1, person.id, person.account.name, SignUpAnswer.IN, now + number)
    out.house.bot.nights.evenings.changed(1)
    await out.house.settled()


async def checked_in(out: EveningOut, count: int, settings: NightSettings = PLAIN) -> None:
    """So many are here, half an hour before the start."""
    await signed_up(out, count, settings)
    await out.go_to((await out.evening()).starts_at - 60 * settings.check_in)
    nights, now = out.house.bot.store.nights, out.clock.now()
    for number, person in enumerate(out.people[:count]):
        await nights.check_in(1, person.id, person.account.name, 1000 + number, now, here=True)
    out.house.bot.nights.evenings.changed(1)
    await out.house.settled()


async def playing(out: EveningOut, count: int, settings: NightSettings = PLAIN) -> None:
    """The first round is played by so many."""
    await checked_in(out, count, settings)
    await out.go_to((await out.evening()).starts_at)
    for table in await out.tables(1):
        await out.sit_down(table)
    assert (await out.evening()).stage is EveningStage.PLAYING


# Before play


async def test_who_comes_and_when_stand_on_the_first_page(out: EveningOut) -> None:
    await signed_up(out, 3)
    panel = await Panel.of(out)
    assert "Tuesday club · Tuesday 24 November" in panel.text
    assert "In **3** · late **0** · maybe **0** · out **0** · waiting list **0** · here **0**" in panel.text
    assert "Draw the tables" not in panel.labels and "Who sits where" not in panel.labels
    await out.press(out.people[4], StepKind.SIGN_UP, "Maybe")
    await panel.press("Look again")
    assert "maybe **1**" in panel.text


async def test_put_off_by_a_time_as_people_type_it(out: EveningOut) -> None:
    await signed_up(out, 3)
    before = (await out.evening()).starts_at
    panel = await Panel.of(out)
    await panel.fill("Put off", time="half past")
    assert "“half past”" in panel.text and (await out.evening()).starts_at == before
    asked = await panel.press("Put off")
    assert asked.modal is not None and "half past" in str(asked.modal)
    await (await out.people[0].submit(asked.modal, {"time": "9.30 pm"})).done()
    await out.house.settled()
    assert (await out.evening()).starts_at == before + 5400
    assert f"It now starts <t:{int(before + 5400)}:F>." in panel.text
    await out.go_to(before + 5400 - 1800)
    assert (await out.evening()).stage is EveningStage.CHECK_IN
    await panel.press("Look again")
    await panel.fill("Put off", time="20:15")
    assert "20\\:15”: That's in the past." in panel.text


async def test_another_channel(out: EveningOut) -> None:
    await signed_up(out, 3)
    panel = await Panel.of(out)
    general = next(one.id for one in out.house.world.channels.values() if one.name == "general")
    await panel.choose("manage-move", general)
    assert (await out.evening()).channel_id == general and f"<#{general}>" in panel.text


async def test_settings_of_this_night_alone(out: EveningOut) -> None:
    await checked_in(out, 8)
    panel = await Panel.of(out)
    await panel.press("Draw the tables")
    assert len((await out.evening()).plan) == 2
    await panel.press("Back")
    await panel.press("Settings")
    selects = [one for one in reading.selects(panel.message) if ":manage-set:" in one.custom_id]
    assert [one.custom_id.rsplit(":", 1)[1] for one in selects] == [
        "rounds", "minutes", "remainder", "mode", "seats",
    ]  # fmt: skip
    rounds = selects[0]
    await (await out.people[0].select(panel.id, rounds.custom_id, ["3"])).done()
    await out.house.settled()
    evening = await out.evening()
    assert evening.settings.rounds == 3 and "Saved." in panel.text
    assert not evening.plan  # who sits with whom is drawn anew
    series = await out.house.bot.store.nights.series(evening.series_id)
    assert series is not None and series.settings.rounds == 2


async def test_begin_now_asks_first_who_is_here(out: EveningOut) -> None:
    """Nobody is left out because the night begins before its hour."""
    await signed_up(out, 8)
    panel = await Panel.of(out)
    await panel.press("Begin now")
    assert (await out.evening()).stage is EveningStage.CHECK_IN and "ten minutes" in panel.text
    for person in out.people[:3]:
        await out.press(person, StepKind.CHECK_IN, "I'm here")
    assert (await out.evening()).stage is EveningStage.CHECK_IN
    for person in out.people[3:8]:
        await out.press(person, StepKind.CHECK_IN, "I'm here")
    await panel.press("Look again")
    await panel.press("Begin now")
    evening = await out.evening()
    assert evening.stage is EveningStage.PLAYING and len(evening.plan[0].people) == 8


async def test_a_night_begun_before_its_hour_and_over_is_not_listed_as_to_come(out: EveningOut) -> None:
    await checked_in(out, 4, replace(PLAIN, rounds=1))
    panel = await Panel.of(out)
    await panel.press("Begin now")
    assert (await out.evening()).stage is EveningStage.PLAYING
    listed = await out.house.reply(out.people[0], "night list")
    assert "under way" in listed
    for table in await out.tables(1):
        await out.house.bot.nights.evenings.end_round(await out.told())
        await out.settled()
        assert table.facts.state is State.FINISHED
    assert (await out.evening()).stage is EveningStage.OVER
    listed = await out.house.reply(out.people[0], "night list")
    assert "No nights are planned." in listed


async def test_calling_off_is_asked_first(out: EveningOut) -> None:
    await signed_up(out, 3)
    panel = await Panel.of(out)
    await panel.press("Call off")
    assert "Everybody is told" in panel.text
    await panel.press("No")
    assert (await out.evening()).stage is EveningStage.SIGN_UP
    await panel.press("Call off")
    await panel.press("Yes")
    evening = await out.evening()
    assert (evening.stage, evening.why) == (EveningStage.CALLED_OFF, "organiser")
    assert "The night was called off." in panel.text and panel.labels in ([], ["Result"])
    assert "is not going ahead" in await out.text(StepKind.OFF)
    assert "There's no night planned here" in await out.house.reply(out.people[0], "night manage")


# Who comes


async def test_somebody_is_added_sent_away_and_a_substitute_named(out: EveningOut) -> None:
    await checked_in(out, 4)
    ann, panel = out.people[0], await Panel.of(out)
    await panel.press("People")
    await panel.choose("manage-add", out.people[8].id)
    assert "u09 is playing." in panel.text and (await out.told()).people[out.people[8].id].is_here
    await panel.choose("manage-substitute", out.people[9].id)
    assert "**Substitutes:** u10" in panel.text
    await panel.pick("manage-away", "u02")
    assert (await out.told()).people[out.people[1].id].gone
    assert "u02" not in [name for name, _ in panel.options("manage-away")]
    bot = out.house.world.application_id
    await panel.choose("manage-add", bot)
    assert "A bot can't play" in panel.text
    assert (await out.told()).people[ann.id].is_here


async def test_who_says_that_they_are_here_while_they_are_named_substitute_has_done_both(
    out: EveningOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    await checked_in(out, 4)
    one, panel = out.people[9], await Panel.of(out)
    await panel.press("People")
    evenings = out.house.bot.nights.evenings
    looked_at = evenings._bring

    async def meanwhile(evening: Evening, user_id: int, name: str) -> None:
        message = await out.message(StepKind.CHECK_IN, 0, one)
        assert (await out.house.press(one, message, "I'm here")).state == "answered"
        await looked_at(evening, user_id, name)

    monkeypatch.setattr(evenings, "_bring", meanwhile)
    await panel.choose("manage-substitute", one.id)
    kept = (await out.told()).people[one.id]
    assert (kept.answer, kept.substitute) == (SignUpAnswer.IN, True)
    assert kept.is_here and kept.press_id is not None


# Seating


async def test_the_plan_is_seen_swapped_in_drawn_again_and_posted(out: EveningOut) -> None:
    settings = NightSettings(event=False, rounds=3, confirmed=True)
    await checked_in(out, 8, settings)
    panel = await Panel.of(out)
    await panel.press("Draw the tables")
    evening = await out.evening()
    assert "Round 1 of 3" in panel.text and "**Table 2**" in panel.text
    assert f"{repeated(evening.plan)} repeat meetings tonight" in panel.text
    assert "Waiting for you to press *Post it*" in panel.text
    await panel.press("2 ›")
    assert "Round 2 of 3" in panel.text
    await panel.press("Swap two")
    (first, *_), (*_, second) = evening.plan[0].tables
    assert first and second
    await panel.choose("manage-swap-who", first)
    assert "swaps places with …" in panel.text
    assert str(first) not in [value for _, value in panel.options("manage-swap-who")]
    await panel.choose("manage-swap-who", second)
    after = await out.evening()
    assert after.plan[0].tables[0][0] == second and after.plan[0].tables[1][-1] == first
    assert after.plan[1:] == evening.plan[1:] and "have swapped places" in panel.text
    await panel.press("Draw again")
    assert (await out.evening()).draw == evening.draw + 1
    drawn = (await out.evening()).plan[0]
    await out.go_to(evening.starts_at + 60)
    assert (await out.evening()).stage is EveningStage.CHECK_IN  # it waits for an organiser
    await panel.press("Back")
    await panel.press("Who sits where")
    await panel.press("Post it")
    begun = await out.evening()
    assert begun.stage is EveningStage.PLAYING and begun.plan[0] == drawn


async def test_of_two_organisers_at_once_the_second_sees_what_the_first_has_done(out: EveningOut) -> None:
    await checked_in(out, 8)
    one = await Panel.of(out)
    await one.press("Draw the tables")
    other = await Panel.of(out)
    await other.press("Who sits where")
    await one.press("Draw again")
    drawn = await out.evening()
    await other.press("Draw again")
    assert "Somebody has just changed this" in other.text and await out.evening() == drawn
    await other.press("Who sits where")
    assert all(line in one.text for line in other.text.splitlines() if line.startswith("**Table"))


# In play


async def test_pause_and_go_on(out: EveningOut) -> None:
    await playing(out, 8)
    panel = await Panel.of(out)
    assert "round 1 of 2" in panel.text
    await panel.press("Pause")
    assert (await out.evening()).paused_at is not None
    assert {table.facts.state for table in await out.tables(1)} == {State.ADJOURNED}
    assert "All tables are waiting" in panel.text and "Pause" not in panel.labels
    await out.wait(600)
    await panel.press("Carry on")
    assert (await out.evening()).held_up == 600
    assert {table.facts.state for table in await out.tables(1)} == {State.PLAYING}


async def test_a_round_is_ended_once_that_is_confirmed(out: EveningOut) -> None:
    await playing(out, 8)
    panel = await Panel.of(out)
    await panel.press("End this round now")
    assert "Robots finish its games" in panel.text
    await panel.press("Yes")
    await out.house.settled()
    assert {table.facts.state for table in await out.tables(1)} == {State.FINISHED}
    assert (await out.evening()).round == 2


async def test_a_round_is_the_last_one_and_then_not(out: EveningOut) -> None:
    await playing(out, 8)
    panel = await Panel.of(out)
    await panel.press("End after this round")
    assert (await out.evening()).is_last and "This round is the last." in panel.text
    await panel.press("Play on after all")
    assert not (await out.evening()).is_last
    await panel.press("End after this round")
    await out.play_round(1)
    assert (await out.evening()).stage is EveningStage.OVER
    await panel.press("Look again")
    assert "The night is over." in panel.text and "</league correct:" in panel.text


async def test_a_seat_is_given_away_in_mid_round(out: EveningOut) -> None:
    """To a substitute, to a robot, and to a latecomer in a robot's place."""
    await playing(out, 7)
    tables = await out.tables(1)
    (with_robot,) = [one for one in tables if any(seat.user_id is None for seat in one.facts.seats)]
    assert with_robot.facts.place is not None
    place = NightPlace.read(with_robot.facts.place)[1]
    robots_seat = next(at for at, seat in enumerate(with_robot.facts.seats) if seat.user_id is None)
    panel, late = await Panel.of(out), out.people[9]
    await panel.choose("manage-table", place.table)
    await panel.choose("manage-seat", robots_seat)
    await panel.choose("manage-seat-to", late.id)
    assert "u10 now has the seat." in panel.text
    assert with_robot.facts.seats[robots_seat].user_id == late.id
    assert (await out.told()).people[late.id].is_here
    # the same person sits at one table only
    other = next(one for one in tables if one is not with_robot)
    assert other.facts.place is not None
    await panel.choose("manage-table", NightPlace.read(other.facts.place)[1].table)
    await panel.choose("manage-seat", 0)
    await panel.choose("manage-seat-to", late.id)
    assert "They're already playing." in panel.text
    # a robot plays for somebody
    gone = other.facts.seats[0].user_id
    assert gone is not None
    await panel.choose("manage-table", NightPlace.read(other.facts.place)[1].table)
    await panel.choose("manage-seat", 0)
    await panel.press("A robot takes over")
    assert other.facts.seats[0].user_id is None and (await out.told()).people[gone].gone


async def test_a_seat_that_is_another_s_by_now_is_not_given_away(out: EveningOut) -> None:
    await playing(out, 8)
    table, *_ = await out.tables(1)
    panel = await Panel.of(out)
    await panel.choose("manage-table", 1)
    await panel.choose("manage-seat", 0)
    await table.seat_by_program(0, None)
    await out.house.settled()
    await panel.choose("manage-seat-to", out.people[9].id)
    assert "Somebody has just changed this" in panel.text
    assert table.facts.seats[0].user_id is None


async def test_a_table_has_one_number_wherever_people_read_of_it(out: EveningOut) -> None:
    """That of the plan; the tables of the server have numbers of their own, of which two are taken here."""
    house = out.house
    for person in out.people[9:11]:
        await house.open_table(person)
    await playing(out, 8)
    for number, table in enumerate(await out.tables(1), 1):
        assert table.facts.id != number == table.facts.number
        (thread,) = [one for one in house.world.channels.values() if one.id == table.facts.channel_id]
        assert f"table {number} " in thread.name
        assert f"table {number}\n" in reading.text(house.table_message(table))
        player = next(seat.user_id for seat in table.facts.seats if seat.user_id)
        hand = await (await house.server.people[player].command(table.facts.channel_id, "hand")).done()
        assert hand.message is not None
        assert f"Table {number}" in reading.text(hand.message)
    panel = await Panel.of(out)
    assert [name for name, _ in panel.options("manage-table")] == ["Table 1", "Table 2"]


async def test_two_change_places_in_the_next_round(out: EveningOut) -> None:
    await playing(out, 8)
    panel = await Panel.of(out)
    plan = (await out.evening()).plan
    button = reading.find_button(panel.message, "Next round")
    assert button.style == GREY.value, "while a round is played something else is to be done"
    await panel.press("Next round")
    assert "Round 2 of 2" in panel.text and "Draw again" not in panel.labels
    await panel.press("Swap two")
    first, second = plan[1].tables[0][0], plan[1].tables[1][0]
    assert first and second
    await panel.choose("manage-swap-who", first)
    await panel.choose("manage-swap-who", second)
    assert (await out.evening()).plan[1].tables[0][0] == second


async def test_a_night_called_off_in_play_keeps_what_was_finished(out: EveningOut) -> None:
    await playing(out, 8)
    first, second = await out.tables(1)
    await out.play_out(first)
    panel = await Panel.of(out)
    await panel.press("Call off")
    assert "Finished games count" in panel.text
    await panel.press("Yes")
    assert (await out.evening()).stage is EveningStage.CALLED_OFF
    assert (first.facts.state, second.facts.state) == (State.FINISHED, State.CLOSED)
    assert len((await out.house.bot.store.seasons.whole(out.season.id)).games) == 1


# What cannot be done, and who may


async def test_which_of_several_nights_is_meant(out: EveningOut) -> None:
    await signed_up(out, 3)
    general = next(one.id for one in out.house.world.channels.values() if one.name == "general")
    evenings = out.house.bot.nights.evenings
    first = await out.house.bot.store.nights.series(1)
    assert first is not None
    again = replace(
        first, id=0, channel_id=general, state=SeriesState.DRAFT, schedule=Schedule(date(2026, 11, 25), EIGHT)
    )
    await evenings.announce((await evenings.plan(again)).id, again.guild_id)
    await out.house.settled()
    panel = await Panel.of(out)
    assert [name for name, _ in panel.options("manage-which")] == [
        "Tuesday club · Tuesday 24 November",
        "Tuesday club · Wednesday 25 November",
    ]
    await panel.choose("manage-which", 2)
    assert "Wednesday 25 November" in panel.text
    assert "Tuesday 24 November" in (await Panel.of(out, league="Tuesday club")).text
