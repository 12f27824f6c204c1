"""A channel, a permission or an organiser that is not there any more: told once to who can mend it, and it
goes on by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.nights.model import EveningStage, Repeat, Schedule, StepKind
from bot.tables.model import State
from playground.world.permissions import Permission
from tests.e2e.nights.bad_input import (
    HOUR,
    MINUTE,
    PLAIN,
    arrive,
    asked,
    cards,
    change_league,
    club,
    letters,
    manage,
    playing,
    posted_in,
    say,
)
from tests.e2e.nights.evening_out import EIGHT, TUESDAY


async def test_a_channel_that_is_deleted_after_the_announcement(database: Path) -> None:
    async with club(database, 4) as out:
        house, ann = out.house, out.people[0]
        (guild,) = house.world.guilds.values()
        hall = house.changes.add_channel(guild, "hall")
        series = await out.announced(PLAIN, Schedule(TUESDAY, EIGHT, Repeat.WEEKLY))
        await say(out, out.people)
        old = cards(house)
        house.changes.add_channel(guild, "cards")  # of the same name, so that commands find a channel
        house.changes.delete_channel(old)
        await out.settled()
        (letter,) = letters(ann)
        assert "I can't post the sign-up message." in letter
        assert "The channel is gone" in letter and "/night manage" in letter
        await out.wait(10 * MINUTE)
        assert letters(ann) == [letter]
        panel = await manage(out, channel_id=hall.id)
        assert "⚠️ I can't post the sign-up message." in panel.text
        await panel.choose("manage-move", str(hall.id))
        await out.settled()
        assert f"The old channel is gone: from now on it's held in <#{hall.id}>" in panel.text
        (sign_up,) = posted_in(ann, hall)
        assert "**In** (4): u01, u02, u03, u04" in sign_up
        kept = await house.bot.store.nights.series(series.id)
        assert kept is not None and kept.channel_id == hall.id
        begins = (await out.evening()).starts_at
        await out.go_to(begins - 30 * MINUTE)
        await arrive(out, out.people)
        await out.go_to(begins)
        (table,) = await out.tables(1)
        assert table.facts.state is State.LOBBY
        headings = [one.partition("\n")[0] for one in posted_in(ann, hall) if one.startswith("###")]
        assert headings == [
            *["### Tuesday club · Tuesday 24 November"] * 2,
            "### Tuesday club · round 1 of 1",
        ]
        assert letters(ann) == [letter]


@pytest.mark.parametrize(
    ("permission", "undone", "named"),
    [
        (Permission.CREATE_PUBLIC_THREADS, "I can't open a thread for a table.", "Create Public Threads"),
        (
            Permission.SEND_MESSAGES_IN_THREADS,
            "I can't call people to their table.",
            "Send Messages in Threads",
        ),
    ],
)
async def test_a_permission_that_is_taken_and_given_back(
    database: Path, permission: Permission, undone: str, named: str
) -> None:
    """Longer than the time of the round: nobody loses it, and nobody is taken to be absent meanwhile."""
    async with club(database, 4) as out:
        house, ann = out.house, out.people[0]
        begins = await asked(out, replace(PLAIN, minutes=30))
        await arrive(out, out.people)
        house.changes.rights.take(permission, cards(house))
        await out.go_to(begins + 40 * MINUTE)
        (letter,) = letters(ann)
        assert undone in letter
        assert f"I don't have the permission *{named}* in " in letter
        assert "carry on as soon as it works" in letter
        told = await out.told()
        assert (told.evening.round, told.evening.time_up, await out.tables(1)) == (1, False, [])
        assert f"⚠️ {undone}" in (await manage(out)).text
        house.changes.rights.give(permission, cards(house))
        await out.wait(MINUTE)
        (table,) = await out.tables(1)
        assert (await out.told()).step(StepKind.CALL, 100100).discord_id is not None
        await out.wait(4 * MINUTE)
        assert [one.user_id for one in table.facts.seats].count(None) == 0
        await out.sit_down(table)
        assert table.facts.state is State.PLAYING
        assert letters(ann) == [letter]


async def test_an_event_that_may_not_be_created_is_worth_no_letter(database: Path) -> None:
    """Every night of a series would bring one; the plan and the night's panel say it."""
    async with club(database, 4) as out:
        house, ann = out.house, out.people[0]
        (guild,) = house.world.guilds.values()
        house.changes.rights.take(Permission.CREATE_EVENTS, guild)
        await out.announced(replace(PLAIN, event=True))
        await out.wait(10 * MINUTE)
        assert "Nobody has answered yet." in await out.text(StepKind.SIGN_UP), "it does not wait for that"
        assert "⚠️ I can't add the night to the server's events." in (await manage(out)).text
        assert letters(ann) == []
        house.changes.rights.give(Permission.CREATE_EVENTS, guild)
        await out.wait(MINUTE)
        assert [one.name for one in guild.coming()] == ["Night of Tuesday club"]
        assert letters(ann) == []


@pytest.mark.parametrize("gone", ["left", "closed"])
async def test_where_the_organiser_is_gone_another_is_told(database: Path, gone: str) -> None:
    """First whoever made the league, then the server's owner, in their own language."""
    async with club(database, 4) as out:
        house = out.house
        ann, bob, _, _ = out.people
        (guild,) = house.world.guilds.values()
        await change_league(out, creator=bob.id)
        house.changes.rights.take(Permission.CREATE_PUBLIC_THREADS, cards(house))
        begins = await asked(out)
        await arrive(out, out.people)
        for one in (ann, bob):
            if gone == "left":
                house.changes.leave(guild, one.account)
            else:
                one.account.direct_messages_open = False
        await out.go_to(begins + 2 * MINUTE)
        assert guild.owner is not None
        owner = house.server.people[guild.owner.id]
        (letter,) = letters(owner)
        assert "I can't open a thread for a table." in letter
        assert letters(ann) == letters(bob) == []


async def test_what_stays_in_the_way_ends_the_night_and_says_so(database: Path) -> None:
    async with club(database, 4) as out:
        house = out.house
        house.changes.rights.take(Permission.CREATE_PUBLIC_THREADS, cards(house))
        await playing(out, out.people)
        begins = (await out.evening()).starts_at
        await house.bot.nights.evenings.store.try_again(1)
        out.clock.advance(6 * HOUR)
        await out.settled()
        assert (await out.evening()).stage is EveningStage.CALLED_OFF, begins
        assert "Something got in the way that I couldn't fix myself." in await out.text(StepKind.OFF)
