"""What comes between in duplicate rounds: nothing stays veiled, and nobody waits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.nights.model import EveningStage, NightSettings, StepKind
from bot.tables.model import State
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.nights.evening_out import BEGIN
from tests.e2e.nights.veiled import Veiled
from tests.kept import keep_league, keep_person

ONE_ROUND = NightSettings(rounds=1, duplicate=True, ranking="difference", robots="easy")


async def test_a_night_that_is_called_off_in_play_leaves_nothing_veiled(database: Path) -> None:
    """Also where the process ended before all of its games were called off."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        night = await Veiled.announced(house, ONE_ROUND)
        first, second = await night.begin()
        await night.out.sit_down(first)
        await night.out.play_out(first, acts=10)
        assert first.facts.veiled and second.facts.state is State.LOBBY
        evening = await night.out.evening()
        off = replace(evening, stage=EveningStage.CALLED_OFF, ended_at=house.bot.nights.evenings.time.now())
        await house.bot.store.nights.change(off)
        house.bot.nights.evenings.changed(evening.id)
        await night.out.settled()
        for table in (first, second):
            assert table.facts.state is State.CLOSED and not table.facts.veiled


async def test_rules_that_cut_packs_by_now_give_each_table_its_own_cards(database: Path) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        night = await Veiled.announced(house, ONE_ROUND)
        league = replace(night.out.league, options={"deals": "4", "shuffle": "cut"})
        await keep_league(house.bot.store.leagues, league)
        tables = await night.begin()
        assert len(tables) == 2
        for table in tables:
            assert not (table.facts.duplicate or table.facts.veiled)
        assert tables[0].facts.commitment != tables[1].facts.commitment
        board = await night.out.text(StepKind.BOARD, 1)
        assert "don't all play the same cards" in board and "points are shown once" not in board


async def test_a_substitute_who_knows_the_cards_waits_on_and_another_gets_the_seat(database: Path) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        night = await Veiled.announced(house, ONE_ROUND)
        out, evenings = night.out, house.bot.nights.evenings
        first, second = await night.begin()
        await out.sit_down(first)
        await out.play_out(first, acts=3)
        knows, other = night.at(first)[0], night.organiser
        await first.seat_by_program(0, None)
        named = await evenings.name_substitute(await out.told(), other.id, other.account.name)
        later = replace(named, answered_at=out.clock.now())  # who knows the cards is asked first
        await keep_person(house.bot.store.nights, 1, later)
        known = (await out.told()).people[knows.id]
        await keep_person(house.bot.store.nights, 1, replace(known, gone=False, substitute=True))
        playing = replace((await out.evening()).plan[0], byes=())
        plan = (replace(playing, tables=((None, *playing.tables[0][1:]), playing.tables[1])),)
        await house.bot.store.nights.change(replace(await out.evening(), plan=plan))
        gone = night.at(second)[0]
        await out.sit_down(second, [gone])
        await out.wait(5 * 60)
        assert second.facts.state is State.PLAYING
        seated = [seat.user_id for seat in second.facts.seats]
        assert other.id in seated and not {gone.id, knows.id} & {*seated}
        people = (await out.told()).people
        assert people[knows.id].is_here and people[knows.id].substitute
