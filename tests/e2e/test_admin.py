"""``/admin status``: how the bot is, for whoever owns the application, and for nobody else."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.ops.upkeep import AFTER_START, Failed
from bot.settings import Settings
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from playground.rest import applications
from playground.server import Playground
from playground.world.permissions import Permission
from playground.world.world import World
from tests.clock import FakeClock
from tests.e2e import house as house_of_tests
from tests.e2e.house import House, open_house

NOT_OWNER = "Only whoever runs the bot can do that."


def owner(house: House) -> Person:
    """The playground's application belongs to the first person there is."""
    return house.people()[0]


def administrators(house: House, *people: Person) -> None:
    """Give people all rights on the server, so that they are offered the command."""
    guild = next(iter(house.world.guilds.values()))
    for person in people:
        house.changes.add_role(guild, "All", person.account, permissions=Permission.ADMINISTRATOR)


def in_team(role: str = "developer", state: int = 2) -> Callable[[World], dict[str, Any]]:
    """The application belongs to a team of the first and the second person."""
    alone = applications.application

    def application(world: World) -> dict[str, Any]:
        first, second = (account.user for account in list(world.accounts.values())[:2])
        members = [
            {"team_id": "7", "membership_state": 2, "role": "admin", "permissions": ["*"], "user": first},
            {"team_id": "7", "membership_state": state, "role": role, "permissions": ["*"], "user": second},
        ]
        team = {
            "id": "7", "icon": None, "name": "Hosts", "owner_user_id": first["id"], "members": members
        }  # fmt: skip
        return {**alone(world), "team": team}

    return application


async def test_the_owner_is_told_how_the_bot_is(tmp_path: Path) -> None:
    async with open_house(tmp_path / "a.sqlite3", clock=FakeClock()) as house:
        ann, ben = house.people()[:2]
        await house.start_table(ben)
        told = await house.reply(ann, "admin status")
        assert told.startswith(
            "### How I'm doing\n**What needs attention**\n🟡 The bot makes no backups itself"
        )
        for line in (
            "**Up** since <t:",
            "**Servers**: 1",
            "**Tables**: in play 1",
            "**People**: 1 in 24 hours, 1 in 7 days",
            "**Gateway**: shards connected 1 of 1",
            "**Backups**: I don't make any myself",
        ):
            assert line in told, told
        assert "**Requests** that Discord counts" in told and "free on the disk" in told
        asked = house.whispers(ann)[-1]
        assert (await house.press(ann, asked, "Look again")).state == "answered"
        await house.settled()
        assert reading.text(ann.message(asked["id"])).startswith("### How I'm doing")


async def test_nobody_else_is_told_whatever_rights_they_have(tmp_path: Path) -> None:
    async with open_house(tmp_path / "a.sqlite3") as house:
        ann, ben = house.people()[:2]
        administrators(house, ben)
        await house.reply(ann, "admin status")
        asked = house.whispers(ann)[-1]
        assert await house.reply(ben, "admin status") == NOT_OWNER
        await house.reply(ben, "help")
        again = reading.find_button(asked, "Look again").custom_id
        assert await house.forge(ben, house.whispers(ben)[-1], again) == [NOT_OWNER]


@pytest.mark.parametrize(
    ("role", "state", "may"), [("developer", 2, True), ("read_only", 2, False), ("admin", 1, False)]
)
async def test_of_a_team_those_who_belong_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: str, state: int, may: bool
) -> None:
    monkeypatch.setattr(applications, "application", in_team(role, state))
    async with open_house(tmp_path / "a.sqlite3") as house:
        ann, ben, cas = house.people()[:3]
        administrators(house, ben, cas)
        for person, told in ((ann, True), (ben, may), (cas, False)):
            assert (await house.reply(person, "admin status") != NOT_OWNER) is told, person.name


async def test_where_discord_does_not_tell_who_owns_it_nobody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path / "a.sqlite3") as house:

        async def away() -> None:
            raise OSError("no network")

        monkeypatch.setattr(house.bot, "application_info", away)
        assert "who owns me" in await house.reply(owner(house), "admin status")


@pytest.mark.usefixtures("troubled_disk")  # what is logged then is meant
async def test_a_table_that_is_parked_is_named_with_what_to_do(tmp_path: Path) -> None:
    path, server = tmp_path / "a.sqlite3", await Playground.start()
    async with open_house(path, server=server) as house:
        number = (await house.start_table(house.people()[0])).facts.id
    await asyncio.to_thread(spoil, path)
    async with open_house(path, server=server) as house:
        await house.settled()
        told = await house.reply(owner(house), "admin status")
        assert f"no longer replay: {number}" in told and "docs/operating.md" in told
        assert "parked 1" in told
    await server.close()


def spoil(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE log SET line = '0 play 2C 2C' WHERE seq = 0")


async def test_what_is_missing_in_a_channel_that_matters_is_named(tmp_path: Path) -> None:
    async with open_house(tmp_path / "a.sqlite3") as house:
        await house.start_table(house.people()[1])
        assert "doesn't have" not in await house.reply(owner(house), "admin status")
        channel = house.world.channels[house.cards]
        house.changes.set_permissions(channel, channel.bot_permissions & ~Permission.ATTACH_FILES)
        await house.settled()
        told = await house.reply(owner(house), "admin status")
        assert "In cards on" in told and "the bot doesn't have Attach Files" in told


async def test_of_a_copy_that_failed_the_owner_gets_one_message(tmp_path: Path) -> None:
    async with open_house(tmp_path / "a.sqlite3") as house:
        ann = owner(house)
        await house.bot.owners.tell(Failed(1.0, "no-room", 1, "No room."))
        channel = ann.open_direct_messages()
        (message,) = ann.messages(channel["id"])
        said = reading.text(message)
        assert said.startswith("I couldn't make my daily backup.") and "HARTENHEER_BACKUP_FOLDER" in said


async def test_whoever_is_not_known_is_not_known_for_asking(tmp_path: Path) -> None:
    async with open_house(tmp_path / "a.sqlite3") as house:
        administrators(house, house.people()[1])
        for person in house.people()[:2]:
            await house.reply(person, "admin status")
            assert await house.bot.people.player(person.id) is None


async def test_the_daily_copy_is_made_by_itself_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_of_tests, "Settings", partial(Settings, backup_at=240))
    path, clock = tmp_path / "a.sqlite3", FakeClock()
    async with open_house(path, clock=clock) as house:
        ann, ben = house.people()[:2]
        await house.start_table(ben)
        assert "**Last backup**: none yet" in await house.reply(ann, "admin status")
        clock.advance(AFTER_START)
        await house.settled()
        told = await house.reply(ann, "admin status")
        assert "checked: 1 games replayed, 1 tables" in told and "**Next backup**" in told
        assert "Nothing needs attention." in told
        (copy,) = (tmp_path / "backups" / "daily").iterdir()
        assert copy.name == f"a-daily-{datetime.fromtimestamp(clock.now(), UTC):%Y%m%dT%H%M%SZ}.sqlite3"
        await house.open_table(ann)
        await house.confirmed(ann, "table close")
        await house.reply(ann, "privacy delete")
        await house.press(ann, house.whispers(ann)[-1], "Continue")
        await house.settled()
        said = reading.text(house.whispers(ann)[-1])
        until = words_for("en-GB").date(datetime.fromtimestamp(clock.now(), UTC).date() + timedelta(days=29))
        assert f"I made earlier may still hold your data until {until}." in said
