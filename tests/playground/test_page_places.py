"""Threads and events on the playground's page, in a real browser."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from playground.world.permissions import Permission
from playground.world.scheduled_events import CANCELED, ScheduledEvent
from tests.browser import PHONE, in_browser
from tests.playground.page_stage import Stage, last, staged

pytestmark = in_browser

HOUR = 3600.0


@pytest_asyncio.fixture(loop_scope="module")
async def stage(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    async with staged(browser, monkeypatch) as one:
        yield one


def planned(stage: Stage, name: str, hours: float) -> ScheduledEvent:
    """An event that begins in so many hours and takes three."""
    server = stage.server
    (guild,) = server.world.guilds.values()
    start = stage.clock.now() + hours * HOUR
    event = ScheduledEvent(
        server.world.ids.next(), guild.id, name, "Bring a friend", start, start + 3 * HOUR, "The back room",
        server.world.bot_user,
    )  # fmt: skip
    server.changes.scheduled_events.add(event)
    return event


async def test_events_of_the_server_are_listed_soonest_first(stage: Stage) -> None:
    planned(stage, "Second night", 30)
    first = planned(stage, "First night", 6)
    page = await stage.page(locale="en-GB", timezone_id="Europe/Brussels")
    events = page.get_by_role("list", name="Events").get_by_role("listitem")
    await expect(events.locator("b")).to_have_text(["First night", "Second night"])
    await expect(events.first.locator("time")).to_have_text(re.compile(r"^Thu 1 Jan\D+07:00\s*–\s*10:00$"))
    await expect(events.first).to_contain_text("The back room")
    await expect(events.first).to_have_attribute("title", "Bring a friend")
    stage.clock.advance(6 * HOUR)
    await expect(events.first.locator("time")).to_have_text(re.compile("· now$"))
    stage.clock.advance(3 * HOUR)
    await expect(events.locator("b")).to_have_text(["Second night"])
    stage.server.changes.scheduled_events.edit(planned(stage, "Third", 9), status=CANCELED)
    await expect(events.locator("b")).to_have_text(["Second night"])
    stage.server.changes.scheduled_events.edit(first, name="Over")
    await expect(events.locator("b")).to_have_text(["Second night"])


async def test_threads_stand_under_their_channel_until_they_rest(stage: Stage) -> None:
    changes, channels = stage.server.changes, stage.server.world.channels
    general = channels[stage.channel_id("general")]
    table = changes.threads.begin(general, "Table 1", archived_after=60)
    private = changes.threads.begin(general, "Table 2", is_private=True)
    (guild,) = stage.server.world.guilds.values()
    dmitri = stage.server.people.named("Dmitri")
    changes.add_role(guild, "Moderators", dmitri.account, permissions=Permission.MANAGE_THREADS)
    page = await stage.page()
    links = page.get_by_role("navigation", name="Channels").get_by_role("link")
    await expect(links).to_have_text(["general", "Table 1", "Table 2", "cards"])
    await page.locator(".chip", has_text="Bram").click()
    await expect(links).to_have_text(["general", "Table 1", "cards"])
    await page.locator(".chip", has_text="Dmitri").click()
    await expect(links).to_have_text(["general", "Table 1", "Table 2", "cards"])
    await page.locator(".chip", has_text="Bram").click()
    await expect(links).to_have_text(["general", "Table 1", "cards"])
    changes.threads.join(private, stage.server.people.named("Bram").id)
    await expect(links).to_have_text(["general", "Table 1", "Table 2", "cards"])
    await links.filter(has_text="Table 1").click()
    stage.clock.advance(61 * 60)
    assert table.archived
    await expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    await links.filter(has_text="cards").click()
    await expect(links).to_have_text(["general", "Table 2", "cards"])
    await page.goto(f"{stage.server.page_url}#/{guild.id}/{table.id}")
    await page.locator("#text").fill("Anybody here?")
    await page.locator("#text").press("Enter")
    await expect(last(page)).to_contain_text("Anybody here?")
    assert not table.archived
    changes.threads.leave(private, stage.server.people.named("Bram").id)
    await expect(links).to_have_text(["general", "Table 1", "cards"])


async def test_what_discord_says_in_and_of_a_thread(stage: Stage) -> None:
    page = await stage.page()
    channel = await stage.bot.fetch_channel(stage.channel_id("cards"))
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await expect(last(page)).to_contain_text("Hartenheer started a thread: Table 1.")
    await last(page).get_by_role("link", name="Table 1").click()
    await expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    await thread.add_user(discord.Object(stage.server.people.named("Bram").id))
    await expect(last(page)).to_contain_text("Hartenheer added Bram to the thread.")
    await thread.edit(name="Table 2")
    await expect(last(page)).to_contain_text("Hartenheer changed the thread's name to Table 2.")
    await expect(page.get_by_role("heading", name="Table 2")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_long_names_fit_a_phone(stage: Stage, theme: str) -> None:
    changes = stage.server.changes
    planned(stage, "Clubavond" * 11, 6)
    changes.threads.begin(stage.server.world.channels[stage.channel_id("cards")], "Tafel" * 20)
    page = await stage.page(viewport=PHONE, color_scheme=theme)
    await page.get_by_role("button", name="Channels and people").click()
    event = page.get_by_role("list", name="Events").get_by_role("listitem")
    await expect(event).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("link", name="Tafel")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth") == 390


async def test_groups_stand_by_themselves_and_the_app_comes_into_an_account(stage: Stage) -> None:
    people = [stage.server.people.named(name) for name in ("Ann", "Bram")]
    group = stage.server.changes.add_group("Friends", [one.account for one in people])
    page = await stage.page()
    section = page.get_by_role("navigation", name="Channels").locator("section", has_text="Groups")
    await section.get_by_role("link", name="Friends").click()
    await expect(page).to_have_url(re.compile(rf"/@me/{group.id}$"))
    switch = page.locator("#members .member", has_text="Ann").get_by_label("has the app in their account")
    await switch.check()
    await expect(switch).to_be_checked()
    assert people[0].account.has_app and not people[1].account.has_app
