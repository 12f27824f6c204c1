"""What has become otherwise between the announcement of a night and its hour, and hours that pass."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from bot.leagues.season.settings import SeasonSettings
from bot.nights.model import EveningStage, Repeat, Schedule, StepKind
from bot.tables.model import State
from tests.e2e.nights.bad_input import (
    HOUR,
    MINUTE,
    PLAIN,
    arrive,
    asked,
    change_league,
    club,
    finish,
    letters,
    manage,
    say,
)
from tests.e2e.nights.evening_out import EIGHT, TUESDAY

CONFIRMED = replace(PLAIN, confirmed=True)


async def test_a_plan_that_no_organiser_posts(database: Path) -> None:
    """One letter at the hour, those who are there read what they wait for, and after an hour it is off."""
    async with club(database, 4) as out:
        begins = await asked(out, CONFIRMED)
        await arrive(out, out.people)
        await out.go_to(begins)
        until = f"<t:{int(begins + HOUR)}:t>"
        (letter,) = letters(out.people[0])
        assert "It's time, and the plan is waiting" in letter
        assert f"If nobody posts it by {until}, the night is called off." in letter
        check_in = await out.text(StepKind.CHECK_IN)
        assert f"play starts once an organiser has posted them, at {until} at the latest." in check_in
        await out.go_to(begins + HOUR - 1)
        assert (await out.evening()).stage is EveningStage.CHECK_IN
        await out.go_to(begins + HOUR)
        assert (await out.evening()).stage is EveningStage.CALLED_OFF
        assert "No organiser posted the tables." in await out.text(StepKind.OFF)
        assert letters(out.people[0]) == [letter]


async def test_a_plan_that_is_posted_late_is_played(database: Path) -> None:
    async with club(database, 4) as out:
        begins = await asked(out, CONFIRMED)
        await arrive(out, out.people)
        await out.go_to(begins + 50 * MINUTE)
        panel = await manage(out)
        await panel.press("Who sits where")
        await panel.press("Post it")
        await out.settled()
        assert (await out.evening()).stage is EveningStage.PLAYING
        assert len(await out.tables(1)) == 1


async def test_a_season_that_is_closed_before_the_night_and_the_next_one_begun(database: Path) -> None:
    """It counts in the season that is played then."""
    async with club(database, 4) as out:
        seasons, ann = out.house.bot.clubs.seasons, out.people[0]
        begins = await asked(out)
        await arrive(out, out.people)
        await seasons.close(out.season.id, out.house.bot.clubs.today(out.league))
        await out.go_to(begins + 5 * MINUTE)
        (letter,) = letters(ann)
        assert "I can't open a game at a table." in letter
        assert "The season is closed. Start the next one with" in letter
        assert "The season is closed: play waits until an organiser starts" in await out.text(
            StepKind.CHECK_IN
        )
        season = replace(out.season, id=0, name="2027", settings=SeasonSettings())
        begun = await seasons.begin(season)
        out.house.bot.nights.evenings.changed(1)
        await out.settled()
        evening = await out.evening()
        assert (evening.stage, evening.season_id) == (EveningStage.PLAYING, begun.id)
        (table,) = await out.tables(1)
        await out.sit_down(table)
        await finish(out, table)
        assert len(await seasons.of_night(begun.id, evening.night)) == 1
        assert letters(ann) == [letter]


async def test_a_season_that_stays_closed(database: Path) -> None:
    async with club(database, 4) as out:
        begins = await asked(out)
        await arrive(out, out.people)
        await out.house.bot.clubs.seasons.close(out.season.id, out.house.bot.clubs.today(out.league))
        await out.go_to(begins + 30 * MINUTE)
        assert (await out.evening()).stage is EveningStage.CALLED_OFF
        assert "No season is under way." in await out.text(StepKind.OFF)


async def test_rules_that_are_not_there_any_more(database: Path) -> None:
    async with club(database, 4) as out:
        begins = await asked(out)
        await arrive(out, out.people)
        await change_league(out, preset="gone-with-the-wind")
        await out.go_to(begins + MINUTE)
        (letter,) = letters(out.people[0])
        assert "The rules this league chose no longer exist" in letter
        assert "/league settings" in letter
        await change_league(out, preset="kingen")
        await out.wait(2 * MINUTE)
        (table,) = await out.tables(1)
        assert table.facts.state is State.LOBBY
        assert letters(out.people[0]) == [letter]


async def test_a_zone_that_is_not_known_any_more(database: Path) -> None:
    """The moment is settled: everybody goes on seeing it on their own clocks."""
    async with club(database, 4) as out:
        await out.announced(PLAIN, Schedule(TUESDAY, EIGHT, Repeat.WEEKLY))
        begins = (await out.evening()).starts_at
        await change_league(out, zone="Europe/Atlantis")
        await out.go_to(begins - 30 * MINUTE)
        assert f"<t:{int(begins)}:F>" in await out.text(StepKind.CHECK_IN)
        await arrive(out, out.people)
        await out.go_to(begins)
        assert len(await out.tables(1)) == 1
        assert letters(out.people[0]) == []
        await change_league(out, zone="Europe/Brussels")
        await out.wait(2 * 24 * HOUR)
        dates = [one.date for one in await out.house.bot.store.nights.evenings(1)]
        assert dates == [TUESDAY, TUESDAY + timedelta(days=7)]


async def test_a_night_still_being_played_when_people_are_asked_about_the_next(database: Path) -> None:
    async with club(database, 4) as out:
        settings = replace(PLAIN, announced=7)
        await out.announced(settings, Schedule(TUESDAY, EIGHT, Repeat.WEEKLY))
        begins = (await out.evening()).starts_at
        await out.go_to(begins - 30 * MINUTE)
        await arrive(out, out.people)
        await out.go_to(begins)
        (first, second) = await out.house.bot.store.nights.evenings(1)
        assert (first.stage, second.stage) == (EveningStage.PLAYING, EveningStage.SIGN_UP)
        await say(out, out.people[:2], evening_id=second.id)
        assert (await out.told(second.id)).people.keys() == {one.id for one in out.people[:2]}
        panel = await manage(out)
        assert "You organise several nights." in panel.text
        await panel.choose("manage-which", str(second.id))
        assert "Tuesday 1 December" in panel.text and "In **2**" in panel.text
        (table,) = await out.tables(1)
        await out.sit_down(table)
        assert table.facts.state is State.PLAYING


async def test_the_bot_was_away_at_the_hour(database: Path) -> None:
    """What is told of it: at the check-in and on the board of the first round."""
    async with club(database, 4) as out:
        await out.announced(PLAIN)
        begins = (await out.evening()).starts_at
        conductor = out.house.bot.nights.conductor
        conductor._awake_since = begins + 20 * MINUTE  # pyright: ignore[reportPrivateUsage]
        out.clock.advance(begins + 20 * MINUTE - out.clock.now())
        await out.settled()
        told = "Later than planned: I couldn't post here in time."
        assert told in await out.text(StepKind.CHECK_IN)
        await arrive(out, out.people)
        await out.wait(10 * MINUTE)
        assert told in await out.text(StepKind.BOARD, 1)
