"""The panel of the playground's page for making trouble, in a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from playground.world.permissions import EVERYONE, Permission
from tests.browser import PHONE, in_browser
from tests.playground.page_stage import Stage, staged

pytestmark = in_browser

ROUTE = "POST /interactions/*"


@pytest_asyncio.fixture(loop_scope="module")
async def stage(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    async with staged(browser, monkeypatch) as one:
        yield one


async def opened(page: Page) -> Locator:
    """The panel, opened by its keys."""
    panel = page.get_by_role("region", name="Make trouble")
    await expect(panel).to_be_hidden()
    await page.keyboard.press("Control+Alt+t")
    await expect(panel).to_be_visible()
    return panel


async def befall(panel: Locator, kind: str, times: int = 1, route: str = ROUTE) -> None:
    await panel.get_by_label("What happens").select_option(label=kind)
    await panel.get_by_label("To which").fill(route)
    await panel.get_by_label("How many").fill(str(times))
    await panel.get_by_role("button", name="Do it").click()
    many = "1 request" if times == 1 else f"{times} requests"
    await expect(panel.get_by_role("status")).to_have_text(f"Ready for {many} to {route}.")


async def test_the_panel_is_hidden_until_its_keys_and_gives_the_focus_back(stage: Stage) -> None:
    page = await stage.page()
    await page.locator("#text").focus()
    panel = await opened(page)
    await expect(panel.get_by_label("What happens")).to_be_focused()
    await expect(panel).to_contain_text("Nothing yet.")
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await expect(page.locator("#text")).to_be_focused()
    panel = await opened(page)
    await page.keyboard.press("Control+Alt+t")
    await expect(panel).to_be_hidden()


async def test_the_address_opens_the_panel(stage: Stage) -> None:
    page = await stage.page(query="?trouble")
    await expect(page.get_by_role("region", name="Make trouble")).to_be_visible()


async def test_an_answer_is_held_until_it_is_let_go(stage: Stage) -> None:
    page = await stage.page()
    message = await stage.panel(page)
    panel = await opened(page)
    await befall(panel, "Hold the request until I let it go")
    held = panel.get_by_role("listitem").filter(has=page.get_by_role("button", name="Let go"))
    await expect(held).to_contain_text(f"{ROUTE}: none held yet")
    await message.get_by_role("button", name="Count").click()
    await expect(held).to_contain_text(f"{ROUTE}: 1 held")
    await expect(message).to_contain_text("Pressed 0 times")
    await held.get_by_role("button", name="Let go").click()
    await expect(message).to_contain_text("Pressed 1 times")
    await expect(held).to_have_count(0)
    await expect(panel.locator("#trouble-lately li").first).to_contain_text("held")


@pytest.mark.parametrize(
    ("kind", "words", "presses"),
    [
        ("Cut before it is carried out", "cut, not carried out", 0),
        ("Cut after it is carried out", "cut, carried out", 1),
        ("Refuse it with error 500", "refused, not carried out", 0),
    ],
)
async def test_a_press_is_befallen_by_what_was_chosen(
    stage: Stage, kind: str, words: str, presses: int
) -> None:
    page = await stage.page()
    message = await stage.panel(page)
    panel = await opened(page)
    # discord.py tries what was refused with 500 five times; a press is carried out or not by then.
    await befall(panel, kind, times=1 if "Cut" in kind else 5)
    await message.get_by_role("button", name="Count").click()
    lately = panel.locator("#trouble-lately li").first
    await expect(lately.locator("b")).to_have_text(words)
    await expect(lately).to_contain_text("POST /interactions/{interaction_id}/{interaction_token}/callback")
    await expect(message).to_contain_text(f"Pressed {presses} times")


async def test_a_late_request_comes_when_the_clock_says_so(stage: Stage) -> None:
    page = await stage.page()
    message = await stage.panel(page)
    panel = await opened(page)
    await expect(panel.get_by_label("Seconds late")).to_be_hidden()
    await panel.get_by_label("What happens").select_option(label="Carry it out late")
    await panel.get_by_label("Seconds late").fill("2")
    await befall(panel, "Carry it out late")
    await message.get_by_role("button", name="Count").click()
    await expect(panel.locator("#trouble-lately li b")).to_have_text("carried out late")
    await expect(message).to_contain_text("Pressed 0 times")
    stage.clock.advance(2)
    await expect(message).to_contain_text("Pressed 1 times")


async def test_weather_begins_and_ends_and_impossible_numbers_are_told_of(stage: Stage) -> None:
    page = await stage.page()
    panel = await opened(page)
    for label, percent in (("Cut, %", "60"), ("Fail, %", "50"), ("Late, %", "0")):
        await panel.get_by_label(label).fill(percent)
    begin = panel.get_by_role("button", name="Bad weather")
    await begin.click()
    await expect(panel.get_by_role("status")).to_have_text("Together that is more than 100 percent.")
    await expect(panel.locator("#trouble-weather")).to_have_text("Good at the moment.")
    await panel.get_by_label("Cut, %").fill("50")
    await begin.click()
    await expect(panel.locator("#trouble-weather")).to_have_text("Bad at the moment.")
    assert stage.server.faults.take("GET", "/gateway/bot") is not None
    await expect(panel.locator("#trouble-lately li")).to_contain_text("GET /gateway/bot")
    await panel.get_by_role("button", name="Good weather").click()
    await expect(panel.locator("#trouble-weather")).to_have_text("Good at the moment.")
    assert stage.server.faults.take("GET", "/gateway/bot") is None


async def test_the_gateway_is_refused_and_accepted_and_all_can_be_called_off(stage: Stage) -> None:
    page = await stage.page()
    panel = await opened(page)
    gateway = stage.server.gateway
    session = next(iter(gateway.sessions))
    await panel.get_by_role("button", name="Refuse").click()
    await expect(panel.locator("#trouble-gateway")).to_have_text("New connections are refused.")
    await panel.get_by_role("button", name="Accept").click()
    await expect(panel.locator("#trouble-gateway")).to_have_text("New connections are accepted.")
    connection = next(iter(gateway.connections))
    await panel.get_by_role("button", name="Drop").click()
    await stage.server.world.until(lambda: gateway.connected and connection not in gateway.connections)
    assert list(gateway.sessions) == [session]
    await panel.get_by_role("button", name="Refuse").click()
    await befall(panel, "Hold the answer until I let it go")
    await panel.get_by_role("button", name="Call everything off").click()
    await expect(panel.get_by_role("status")).to_have_text("All is well.")
    await expect(panel.get_by_role("button", name="Let go")).to_have_count(0)
    assert not gateway.refusing
    assert stage.server.faults.take("POST", "/interactions/") is None


async def test_private_messages_of_the_current_person_are_forgotten(stage: Stage) -> None:
    page = await stage.page()
    message = await stage.panel(page)
    await message.get_by_role("button", name="Quiet").click()
    whisper = page.locator("li.ephemeral")
    await expect(whisper).to_have_count(1)
    panel = await opened(page)
    await panel.get_by_role("button", name="Forget those of Ann").click()
    await expect(whisper).to_have_count(0)
    await page.locator(".chip", has_text="Bram").click()
    await expect(panel.get_by_role("button", name="Forget those of Bram")).to_be_visible()


async def test_rights_of_the_bot_are_taken_given_and_come_back(stage: Stage) -> None:
    page = await stage.page()
    panel = await opened(page)
    (guild,) = stage.server.world.guilds.values()
    cards = stage.server.world.channels[stage.channel_id("cards")]
    lacking, status = panel.locator("#trouble-lacking li"), panel.get_by_role("status")
    await expect(lacking).to_have_text(["The bot may do here what everybody may."])

    async def do(what: str, permission: str, place: str) -> None:
        await panel.get_by_label("Permission of the bot").select_option(label=permission)
        await panel.get_by_label("Where", exact=True).select_option(label=place)
        await panel.get_by_role("button", name=what).click()

    await do("Take it away", "Create Events", "Hartenheer")
    await expect(status).to_have_text("Create Events is taken in Hartenheer.")
    await do("Take it away", "Create Events", "# cards")
    await do("Take it away", "Send Messages", "# cards")
    await expect(lacking).to_have_text(
        ["Lacks Create Events in Hartenheer", "Lacks Send Messages in # cards"]
    )
    await do("Give it", "Manage Threads", "Hartenheer")
    await expect(status).to_have_text("Manage Threads is given in Hartenheer.")
    assert not guild.bot_permissions & Permission.CREATE_EVENTS
    assert cards.bot_permissions & Permission.MANAGE_THREADS
    await do("Take it away", "View Channel", "Hartenheer")
    await expect(status).to_have_text("View Channel is taken in single channels.")
    await panel.get_by_role("button", name="Call everything off").click()
    await expect(lacking).to_have_text(["The bot may do here what everybody may."])
    assert guild.bot_permissions == cards.bot_permissions == EVERYONE


async def test_channels_go_and_people_leave_and_come_back(stage: Stage) -> None:
    page = await stage.page()
    await page.locator(".chip", has_text="Bram").click()
    panel = await opened(page)
    channels = page.get_by_role("navigation", name="Channels").get_by_role("link")
    await expect(channels).to_have_text(["general", "cards"])
    await panel.get_by_role("button", name="Bram leaves the server").click()
    await expect(channels).to_have_count(0)
    await panel.get_by_role("button", name="Bram comes back").click()
    await expect(channels).to_have_text(["general", "cards"])
    delete, status = panel.get_by_role("button", name="Delete this channel"), panel.get_by_role("status")
    await delete.click()
    await expect(status).to_have_text("Choose a channel.")
    await panel.get_by_label("Where", exact=True).select_option(label="# cards")
    await delete.click()
    await expect(channels).to_have_text(["general"])
    await expect(panel.get_by_label("Where", exact=True).get_by_role("option")).to_have_text(
        ["Hartenheer", "# general"]
    )
    await page.locator(".chip", has_text="Ann").click()
    await panel.get_by_role("button", name="Ann leaves the server").click()
    await expect(status).to_have_text("Ann cannot leave Hartenheer.")


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_the_panel_fits_a_phone_in_both_themes(stage: Stage, theme: str) -> None:
    page = await stage.page(viewport=PHONE, color_scheme=theme, has_touch=True, query="?trouble")
    panel = page.get_by_role("region", name="Make trouble")
    await expect(panel).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    box = await panel.bounding_box()
    assert box and box["width"] == 390 and box["y"] > 200, "what one plays stays in view above it"
    for control in await panel.get_by_role("button").all():
        size = await control.bounding_box()
        assert size and size["height"] >= 40
        assert size["x"] >= 0 and size["x"] + size["width"] <= 390
    ground = "e => getComputedStyle(e).backgroundColor"
    assert await panel.evaluate(ground) == {"dark": "rgb(30, 33, 38)", "light": "rgb(240, 243, 241)"}[theme]
