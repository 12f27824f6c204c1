"""What of a plan cannot be, and who may not make one: each told in a sentence, nothing lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest

from bot.discordkit.interactions import PressId
from bot.discordkit.ports import on_league
from bot.nights.model import SeriesState
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.leagues.founded import Panel, create
from tests.e2e.nights.plans import channel, evenings, found, only_series, open_night_house, plan, said
from tests.kept import keep_league, keep_series

MARCH = datetime(2027, 3, 22, 11, tzinfo=UTC).timestamp()
OCTOBER = datetime(2027, 10, 25, 11, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("now", "day", "told"),
    [
        (MARCH, "28 March", "02:30 doesn't exist that night: it starts at 03:30."),
        (OCTOBER, "31 October", "02:30 comes twice that night; it means the first."),
    ],
)
async def test_N1_a_time_at_the_change_of_the_clock(database: Path, now: float, day: str, told: str) -> None:
    async with open_night_house(database, now) as house:
        _, ann = await found(house)
        panel = await plan(house, ann, day, "2:30")
        assert told in panel.text
        await panel.press("Announce")
        (evening,) = await evenings(house, await only_series(house))
        begins = datetime.fromtimestamp(evening.starts_at, UTC)
        assert (begins.hour, begins.minute) == ((1, 30) if now == MARCH else (0, 30))


async def test_a_zone_that_is_not_known(database: Path) -> None:
    async with open_night_house(database) as house:
        league, ann = await found(house)
        panel = await plan(house, ann)
        await keep_league(house.bot.clubs.leagues, replace(league, zone="Europe/Atlantis"))
        told = await house.reply(ann, "night plan")
        assert "I don't know the league's time zone Europe\\/Atlantis." in told
        await panel.press("Announce")
        assert "the league's time zone Europe\\/Atlantis." in said(house, ann)
        assert (await only_series(house)).state is SeriesState.DRAFT
        assert "Coming nights" in await house.reply(ann, "night list")


async def test_a_draft_whose_hour_has_come_is_not_announced(database: Path) -> None:
    async with open_night_house(database) as house:
        assert house.clock is not None
        _, ann = await found(house)
        panel = await plan(house, ann, "today", "13:00")
        house.clock.advance(2 * 3600)
        await panel.press("Announce")
        assert "⚠️ That's in the past." in panel.text
        assert (await only_series(house)).state is SeriesState.DRAFT


async def test_two_nights_at_once_in_a_channel(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        first = await plan(house, ann)
        second = await plan(house, ann, "1 December", "21:00")
        await first.choose("night-page", "when")
        await first.choose("night-setting", "repeat")
        await first.choose("night-set", "weekly")
        await first.press("Overview")
        await first.press("Announce")
        assert "✓ Announced." in first.text
        await second.press("Announce")
        assert f"⚠️ Another night is being held in <#{house.cards}> at that time." in second.text
        third = await plan(house, ann, "8 December", "19:00")
        assert "Another night is being held in" in third.text and third.labels == ["Type again …"]


async def test_a_running_series_is_not_moved_onto_another_night(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        await (await plan(house, ann, "25 November", "20:00")).press("Announce")
        panel = await plan(house, ann)
        await panel.choose("night-page", "when")
        await panel.choose("night-setting", "repeat")
        await panel.choose("night-set", "weekly")
        await panel.press("Overview")
        await panel.press("Announce")
        await panel.choose("night-page", "when")
        await panel.choose("night-setting", "repeat")
        await panel.choose("night-set", "weekdays")
        await panel.choose("night-weekdays", "1", "2")
        assert "⚠️ Another night is being held in" in panel.text
        assert "Days of the week: **Tuesday**" in panel.text


async def test_a_channel_that_is_gone_before_it_is_announced(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        series = await only_series(house)
        await keep_series(house.bot.store.nights, replace(series, channel_id=1))
        await panel.press("Announce")
        assert "⚠️ This plan's channel is gone" in panel.text
        assert (await only_series(house)).state is SeriesState.DRAFT


async def test_permissions_that_are_missing_are_named(database: Path) -> None:
    async with open_night_house(database) as house:
        _, ann = await found(house)
        panel = await plan(house, ann)
        cards = channel(house, "cards")
        missing = discord.Permissions(create_public_threads=True, send_messages_in_threads=True).value
        house.changes.rights.overwrite(cards, 0, missing)
        await house.settled()
        told = await house.reply(ann, "night plan")
        assert "give me Create Public Threads and Send Messages in Threads there" in told
        await panel.press("Announce")
        assert "⚠️ I can't hold a night in that channel" in panel.text
        house.changes.rights.overwrite(cards, 0, 0)
        await house.settled()
        await panel.press("Announce")
        assert "✓ Announced." in panel.text


async def test_a_season_that_is_closed(database: Path) -> None:
    async with open_night_house(database) as house:
        league, ann = await found(house)
        panel = await plan(house, ann)
        (season,) = await house.bot.clubs.seasons.seasons(league.id)
        await house.bot.clubs.seasons.close(season.id, house.bot.clubs.today(league))
        await plan(house, ann, "25 November")
        assert "The season is closed." in said(house, ann)
        await panel.press("Announce")
        assert "⚠️ The season is closed." in panel.text


# --- who may

VERBS = {
    "night-plan": "overview",
    "night-announce": "",
    "night-drop": "",
    "night-drop-yes": "",
    "night-end": "",
    "night-end-yes": "",
    "night-skip-yes": "2026-11-24",
    "night-type": "seats",
    "night-again": "a:b",
    "night-new": "",
}
CHOSEN = {
    "night-page": "rounds",
    "night-setting": "rounds",
    "night-set": "rounds",
    "night-weekdays": "1",
    "night-apart": "1",
    "night-skip": "2026-11-24",
}


async def test_nobody_but_organisers_plans(database: Path) -> None:
    async with open_night_house(database) as house:
        league, ann = await found(house)
        bram = house.person("Bram")
        told = await house.reply(bram, "night plan")
        assert "Only organisers of **Dinsdagclub** can do this." in told
        await plan(house, ann)
        series = await only_series(house)
        await house.reply(bram, "night list")
        listed = Panel(house, bram)
        assert listed.labels == [] and "night-series" not in str(listed.message)
        for verb, value in (VERBS | CHOSEN).items():
            press = PressId(verb, on_league(league.id), series.id)
            told_now = await house.forge(bram, listed.message, f"{press}{value}")
            assert told_now == ["Only organisers of **Dinsdagclub** can do this."], verb
        assert await only_series(house) == series


async def test_an_organiser_who_is_none_any_more(database: Path) -> None:
    async with open_night_house(database) as house:
        league, _ = await found(house)
        bram = house.person("Bram")
        (guild,) = house.world.guilds.values()
        role = house.changes.add_role(guild, "hosts", bram.account)
        await house.settled()
        await keep_league(house.bot.clubs.leagues, replace(league, roles=(role.id,)))
        panel = await plan(house, bram)
        await keep_league(house.bot.clubs.leagues, replace(league, roles=()))
        await house.press(bram, panel.message, "Announce")
        assert "Only organisers of **Dinsdagclub** can do this." in said(house, bram)
        assert (await only_series(house)).state is SeriesState.DRAFT


async def test_ids_made_up_by_hand_change_nothing(database: Path) -> None:
    async with open_night_house(database) as house:
        league, ann = await found(house)
        other = await create(house, ann, "Other")
        panel = await plan_in(house, ann, league.name)
        series = await only_series(house)
        wrong = [
            PressId("night-announce", on_league(other.id), series.id),
            PressId("night-announce", on_league(league.id), 77),
            PressId("night-announce", on_league(77), series.id),
            PressId("night-plan", on_league(league.id), series.id, ("nowhere",)),
            PressId("night-type", on_league(league.id), series.id, ("rounds",)),
            PressId("night-skip-yes", on_league(league.id), series.id, ("soon",)),
            PressId("night-again", on_league(league.id), 0, ("a",)),
            PressId("night-again", on_league(league.id), 0, ("a", "b", "3", "daily")),
            PressId("night-new", on_league(league.id), 0, ("daily",)),
        ]
        for press in wrong:
            (told,) = await house.forge(ann, panel.message, str(press))
            assert told, press
        assert await only_series(house) == series


async def plan_in(house: House, ann: Person, league: str) -> Panel:
    return await plan(house, ann, league=league)


# --- the list


async def test_everybody_sees_the_nights_to_come_and_organisers_their_plans(database: Path) -> None:
    async with open_night_house(database) as house:
        league, ann = await found(house)
        bram = house.person("Bram")
        panel = await plan(house, ann)
        await panel.press("Announce")
        (evening,) = await evenings(house, await only_series(house))
        at = int(evening.starts_at)
        told = await house.reply(bram, "night list")
        assert f"**Dinsdagclub** · <t:{at}:F> · <t:{at}:R>" in told and "0 coming" in told
        await house.reply(ann, "night list", {"league": league.name})
        own = house.whispers(ann)[-1]
        assert [one.label for one in reading.buttons(own)] == ["Organise", "Calendar"]
        weekly = await plan(house, ann, "26 November", "20:00")
        await weekly.choose("night-page", "when")
        await weekly.choose("night-setting", "repeat")
        await weekly.choose("night-set", "weekly")
        await weekly.press("Overview")
        await weekly.press("Announce")
        told = await house.reply(bram, "night list")
        assert told.count("**Dinsdagclub**") == 2 and "sign-up opens <t:" in told
