"""/night plan: what organisers see, choose and are refused."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from bot.nights.model import EveningStage, Repeat, SeriesState
from playground import reading
from playground.server import Playground
from playground.world.permissions import Permission
from tests.clock import FakeClock
from tests.data.samples import PEOPLE, ROBOTS, played
from tests.e2e.house import House, open_house
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.plans import NOON, evenings, fill, form, found, only_series, open_night_house, plan
from tests.kept import keep_league

FIRST = int(datetime(2026, 11, 24, 19, tzinfo=UTC).timestamp())
"""Tuesday 24 November 2026, 20:00 in Brussels."""
WEEK = 7 * 86400


async def test_a_plan_tells_what_would_be_announced(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        assert "### Plan: Dinsdagclub" in panel.text and "A draft" in panel.text
        assert "> **on Tuesday 24 November 2026 at 20:00 (Brussels time)**" in panel.text
        assert "> Kingen · 3 rounds · 1 game a round · 60 seconds a turn" in panel.text
        assert f"<t:{FIRST}:F>" in panel.text
        assert "A night takes about 3 hours. It ends around <t:" in panel.text
        assert "Estimated from the number of cards" in panel.text
        assert "8 people: 2 tables · 12 people: 3 tables · 16 people: 4 tables" in panel.text
        series = await only_series(house)
        assert series.state is SeriesState.DRAFT and series.creator == ann.id


@pytest.mark.parametrize(
    ("day", "at"),
    [
        ("dinsdag 24 november", "20u"),
        ("24 novembre", "20 h 00"),
        ("вторник, 24 ноября", "в 20:00"),
        ("2026-11-24", "8 pm"),
    ],
)
async def test_dates_and_times_are_read_as_people_write_them(database: Path, day: str, at: str) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        ann.account.locale = {"d": "nl", "в": "ru"}.get(day[0], "fr" if "novembre" in day else "en-GB")
        await plan(house, ann, day, at)
        schedule = (await only_series(house)).schedule
        assert (schedule.first, schedule.at) == (date(2026, 11, 24), time(20))


@pytest.mark.parametrize(
    ("day", "at", "told"),
    [
        ("the day after", "20:00", "I don't understand the date the day after"),
        ("24 November", "late", "I don't understand the time late"),
        ("2026-11-10", "20:00", "is in the past: choose today or a later date"),
        ("today", "9:00", "“today 9:00”: That's in the past."),
        ("Monday 24 November", "20:00", "is another day of the week"),
    ],
)
async def test_what_is_typed_wrong_is_said_and_can_be_typed_on(
    database: Path, day: str, at: str, told: str
) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann, day, at)
        assert told in panel.text.replace("\\", "")
        asked = await panel.press("Type again …")
        assert form(asked) == {"date": day, "time": at, "rounds": "3"}
        await fill(house, ann, asked, date="24 November", time="20:00")
        assert "### Plan: Dinsdagclub" in panel.text
        assert (await only_series(house)).schedule.first == date(2026, 11, 24)


async def test_every_page_tells_its_settings_and_keeps_a_change_at_once(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        await panel.choose("night-page", "rounds")
        assert "Rounds: **3 rounds**" in panel.text
        await panel.choose("night-setting", "rounds")
        assert panel.text.count("Rounds: **") == 1
        assert "A night then takes about 3 hours, breaks included." in panel.text
        await panel.choose("night-set", "5")
        assert "Rounds: **5 rounds**" in panel.text
        assert (await only_series(house)).settings.rounds == 5
        await panel.choose("night-setting", "minutes")
        await panel.choose("night-set", "60")
        assert "A round that starts at 20:00 ends at 21:00 at the latest." in panel.text
        await panel.choose("night-page", "seating")
        await panel.choose("night-setting", "remainder")
        await panel.choose("night-set", "mixed")
        await panel.choose("night-page", "cards")
        await panel.choose("night-page", "event")
        await panel.choose("night-setting", "confirmed")
        await panel.choose("night-set", "yes")
        settings = (await only_series(house)).settings
        assert (settings.minutes, settings.remainder, settings.confirmed) == (60, "mixed", True)
        await panel.press("Overview")
        assert "> Kingen · 5 rounds" in panel.text


async def test_a_plan_says_at_once_that_it_cannot_be_among_the_events(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        (guild,) = house.world.guilds.values()
        house.changes.rights.take(Permission.CREATE_EVENTS, guild)
        panel = await plan(house, ann)
        warning = "⚠️ Not among the server's events: I don't have Create Events."
        assert warning in panel.text
        await panel.choose("night-page", "rounds")
        assert warning not in panel.text
        await panel.choose("night-page", "event")
        assert warning in panel.text
        await panel.choose("night-setting", "event")
        await panel.choose("night-set", "no")
        assert warning not in panel.text


async def test_a_limit_shorter_than_a_game_warns_in_the_plan(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        await panel.choose("night-page", "rounds")
        await panel.choose("night-setting", "minutes")
        await panel.choose("night-set", "60")
        assert "too short" not in panel.text  # a game takes about fifty minutes
        await panel.choose("night-set", "45")
        warning = "⚠️ Rounds of 45 minutes are too short: games take about 50 minutes."
        assert warning in panel.text
        await panel.press("Overview")
        assert warning in panel.text


async def test_games_with_robots_and_fewer_than_five_say_nothing_of_how_long_people_take(
    database: Path,
) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        (guild_id,) = house.world.guilds
        for number in range(5):
            await played(house.bot.store, 360.0, (*PEOPLE[:1], *ROBOTS[1:]), guild_id=guild_id)
            if number < 4:
                await played(house.bot.store, 1800.0, guild_id=guild_id)
        panel = await plan(house, ann)
        assert "A night takes about 3 hours." in panel.text and "Estimated from the number" in panel.text
        await played(house.bot.store, 1800.0, guild_id=guild_id)
        await panel.choose("night-page", "rounds")
        await panel.press("Overview")
        assert "A night takes about 1½ hours." in panel.text
        assert "Going by 5 games like this played here." in panel.text


async def test_a_series_on_weekdays_until_a_date(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        await panel.choose("night-page", "when")
        await panel.choose("night-setting", "repeat")
        await panel.choose("night-set", "weekdays")
        await panel.choose("night-setting", "weekdays")
        await panel.choose("night-weekdays", "1", "3")
        await panel.choose("night-setting", "until")
        assert await panel.type("Another value …", "soon") == ""
        assert "“soon”: I don't understand the date soon" in panel.text
        assert await panel.type("Another value …", "20 November") == "soon"
        assert "That's before the first night." in panel.text
        await panel.type("Another value …", "3 December")
        schedule = (await only_series(house)).schedule
        assert (schedule.repeat, schedule.weekdays) == (Repeat.WEEKDAYS, {1, 3})
        assert schedule.until == date(2026, 12, 3)
        await panel.press("Overview")
        assert "every Tuesday and Thursday at 20:00, until 3 December 2026" in panel.text
        assert f"<t:{FIRST + 2 * 86400}:F>" in panel.text
        assert f"Sign-up opens <t:{FIRST - 6 * 86400}:F>." in panel.text


async def test_day_hour_and_rounds_can_be_changed(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        asked = await panel.press("Change …")
        assert form(asked) == {"date": "Tuesday, 24 November 2026", "time": "20:00", "rounds": "3"}
        await fill(house, ann, asked, date="25 November", time="late", rounds="4")
        assert "⚠️ “25 November, late, 4”: I don't understand the time late" in panel.text
        asked = await panel.press("Change …")
        assert form(asked) == {"date": "25 November", "time": "late", "rounds": "4"}
        await fill(house, ann, asked, time="19:30")
        series = await only_series(house)
        assert (series.schedule.first, series.schedule.at) == (date(2026, 11, 25), time(19, 30))
        assert series.settings.rounds == 4 and "> Kingen · 4 rounds" in panel.text


async def test_an_evening_in_three_presses_from_a_league_that_was_made(database: Path) -> None:
    """Names of 32 wide letters, from right to left, and a dozen leagues besides make no difference."""
    async with open_night_house(database) as house:
        names = ["Ш" * 32, "מועדון יום שלישי", *(f"League {number}" for number in range(10))]
        for name in names:
            _, ann = await found(house, name)
            panel = Panel(house, ann)
            assert panel.labels == ["Plan the weekly night"]
            asked = await panel.press("Plan the weekly night")
            assert asked.modal is not None and asked.modal.title == "Plan the weekly night"
            assert form(asked) == {"date": "Monday, 23 November 2026", "time": "20:00", "rounds": "3"}
            await fill(house, ann, asked, time=f"{1 + len(name) % 3}:00" if name == names[0] else "20:00")
            assert name in panel.text and panel.labels[:3] == ["Announce", "Change …", "Throw away"]
            if name == names[0]:
                await panel.press("Announce")
                assert "✓ Announced." in panel.text and "every Monday at" in panel.text
        store, (guild_id,) = house.bot.store.nights, house.world.guilds
        (series,) = await store.series_of(guild_id)
        assert (series.schedule.repeat, series.settings.rounds) == (Repeat.WEEKLY, 3)
        assert len(await store.drafts(guild_id)) == 11


async def test_the_next_usual_evening_is_offered(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann, "next Tuesday", "19.30")
        await panel.press("Announce")
        asked = await house.command(ann, "night plan")
        assert form(asked) == {"date": "Tuesday, 17 November 2026", "time": "19:30", "rounds": "3"}


@pytest.mark.parametrize("locale", ["en-GB", "en-US", "nl", "fr", "ru"])
async def test_what_stands_in_the_form_can_be_read_again(database: Path, locale: str) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        ann.account.locale = locale
        asked = await house.command(ann, "night plan")
        await fill(house, ann, asked)
        schedule = (await only_series(house)).schedule
        assert (schedule.first, schedule.at) == (date(2026, 11, 23), time(20))


async def test_selects_say_what_they_choose(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        await panel.choose("night-page", "rounds")
        await panel.choose("night-setting", "rounds")
        said = [one.placeholder for one in reading.selects(panel.message)]
        assert said == ["Page · Rounds", "What do you want to change · Rounds", "Rounds · 3 rounds"]


async def test_room_for_so_many_and_two_people_kept_apart(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        _, bram, chloe, _ = house.people()
        panel = await plan(house, ann)
        await panel.choose("night-page", "seating")
        await panel.choose("night-setting", "seats")
        await panel.type("Another value …", "1")
        assert "“1”: Write a whole number from 2 to 600." in panel.text
        await panel.type("Another value …", "18")
        assert "Room for: **18 people**" in panel.text
        await panel.choose("night-setting", "apart")
        await panel.choose("night-apart", str(bram.id), str(chloe.id))
        assert f"<@{min(bram.id, chloe.id)}> and <@{max(bram.id, chloe.id)}>" in panel.text
        settings = (await only_series(house)).settings
        assert (settings.seats, len(settings.apart)) == (18, 1)
        await panel.choose("night-apart", str(chloe.id), str(bram.id))
        assert (await only_series(house)).settings.apart == ()


async def test_what_the_game_does_not_allow_is_not_offered(database: Path) -> None:
    async with open_night_house(database) as house:
        league, ann = await found(house)
        panel = await plan(house, ann)
        await panel.choose("night-page", "rounds")
        await panel.choose("night-setting", "minutes")
        await panel.choose("night-set", "60")
        await panel.choose("night-setting", "out_of_time")
        values = values_of(panel, "night-set")
        assert values == ["robots"]  # a game of Kingen does not add up to 0 after every deal
        await keep_league(house.bot.clubs.leagues, replace(league, preset="whist-walloon"))
        await panel.choose("night-setting", "out_of_time")
        assert values_of(panel, "night-set") == ["robots", "cut"]
        await panel.choose("night-page", "seating")
        await panel.choose("night-setting", "remainder")
        assert "mixed" not in values_of(panel, "night-set")


def values_of(panel: Panel, verb: str) -> list[str]:
    (found,) = [one for one in reading.selects(panel.message) if f":{verb}:" in one.custom_id]
    return [value for _, value in found.options]


async def test_duplicate_for_rounds_of_one_game_with_shuffled_packs(database: Path) -> None:
    async with open_night_house(database) as house:
        league, ann = await found(house)
        panel = await plan(house, ann)
        await panel.choose("night-page", "cards")
        await keep_league(house.bot.clubs.leagues, replace(league, options={"shuffle": "cut"}))
        await panel.choose("night-page", "cards")
        assert values_of(panel, "night-setting") == ["robots"]
        await keep_league(house.bot.clubs.leagues, replace(league, options={"shuffle": "full"}))
        await panel.choose("night-page", "cards")
        assert values_of(panel, "night-setting") == ["robots", "duplicate"]
        await panel.choose("night-setting", "duplicate")
        await panel.choose("night-set", "yes")
        assert "All tables in a round play the same cards, so luck counts for less." in panel.text
        await panel.choose("night-setting", "ranking")
        await panel.choose("night-set", "difference")
        assert (await only_series(house)).settings.is_duplicate
        await panel.choose("night-page", "rounds")
        await panel.choose("night-setting", "games")
        await panel.choose("night-set", "2")
        await panel.choose("night-page", "cards")
        assert "ranking" not in values_of(panel, "night-setting")


# --- announcing


async def weekly(house: House, panel: Panel) -> None:
    await panel.choose("night-page", "when")
    await panel.choose("night-setting", "repeat")
    await panel.choose("night-set", "weekly")
    await panel.press("Overview")


async def test_one_night_is_asked_about_as_soon_as_it_is_announced(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        await panel.press("Announce")
        assert "✓ Announced." in panel.text
        (evening,) = await evenings(house, await only_series(house))
        assert (evening.starts_at, evening.stage) == (FIRST, EveningStage.SIGN_UP)


async def test_a_series_is_skipped_held_again_and_ended(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        await weekly(house, panel)
        await panel.press("Announce")
        await panel.choose("night-page", "dates")
        await panel.choose("night-skip", "2026-12-01")
        assert (await only_series(house)).skipped == (date(2026, 12, 1),)
        await panel.press("Overview")
        assert f"<t:{FIRST + WEEK}:F>" not in panel.text and f"<t:{FIRST + 2 * WEEK}:F>" in panel.text
        assert "Skips 1 December." in panel.text
        await panel.choose("night-page", "dates")
        await panel.choose("night-skip", "2026-12-01")
        assert (await only_series(house)).skipped == ()
        await panel.press("Overview")
        await panel.press("End the series")
        assert "End this series of **Dinsdagclub**?" in panel.text
        await panel.press("No")
        await panel.press("End the series")
        await panel.press("Yes")
        assert "Ended: no more nights follow." in panel.text
        assert (await only_series(house)).state is SeriesState.ENDED


async def test_a_date_that_people_were_asked_about_is_called_off_once_that_is_confirmed(
    database: Path,
) -> None:
    async with open_night_house(database) as house:
        assert house.clock is not None
        _, ann = await found(house)
        panel = await plan(house, ann)
        await weekly(house, panel)
        await panel.press("Announce")
        house.clock.advance(3 * 86400)  # six days before
        await house.settled()
        series = await only_series(house)
        (evening,) = await evenings(house, series)
        await panel.choose("night-page", "dates")
        await panel.choose("night-skip", "2026-11-24")
        assert "Call that night off?" in panel.text
        assert (await evenings(house, series))[0].is_live
        await panel.press("Yes")
        (evening,) = await evenings(house, series)
        assert (evening.stage, evening.why) == (EveningStage.CALLED_OFF, "skipped")
        await panel.choose("night-skip", "2026-11-24")
        assert "can't be undone" in panel.text


async def test_a_draft_is_thrown_away_once_that_is_confirmed(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        await panel.press("Throw away")
        assert "Throw away this draft" in panel.text
        await panel.press("Yes")
        assert "The draft is gone." in panel.text
        assert (await only_series(house)).state is SeriesState.ENDED
        await panel.press("Coming nights")
        assert "No nights are planned." in panel.text


async def test_a_draft_outlives_the_bot(database: Path) -> None:
    clock = FakeClock(NOON)
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            _, ann = await found(house)
            panel = await plan(house, ann)
            await panel.choose("night-page", "rounds")
            await panel.choose("night-setting", "rounds")
            await panel.choose("night-set", "4")
        async with open_house(database, clock=clock, server=server) as house:
            panel.house = house
            await panel.choose("night-set", "5")
            assert (await only_series(house)).settings.rounds == 5
            await house.reply(ann, "night list")
            listed = Panel(house, ann)
            await listed.choose("night-series", "1")
            await listed.press("Announce")
            assert len(await evenings(house, await only_series(house))) == 1
    finally:
        await server.close()


async def test_two_organisers_at_once_and_nothing_of_it_is_lost(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        first = await plan(house, ann)
        await house.reply(ann, "night list")
        second = Panel(house, ann)
        await second.choose("night-series", "1")
        for panel, page, name in ((first, "rounds", "rounds"), (second, "seating", "mode")):
            await panel.choose("night-page", page)
            await panel.choose("night-setting", name)
        await asyncio.gather(first.choose("night-set", "6"), second.choose("night-set", "random"))
        settings = (await only_series(house)).settings
        assert (settings.rounds, settings.mode) == (6, "random")
