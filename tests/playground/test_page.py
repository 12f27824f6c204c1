"""The playground's page in a real browser, a real bot behind it: each feature by clicking."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    FilePayload,
    Page,
    Route,
    expect,
)

from playground.page.shortcuts import Shortcut
from playground.server import Playground
from tests.browser import PHONE, in_browser
from tests.playground.page_bot import RECORD
from tests.playground.page_stage import Stage, command, last, staged

pytestmark = in_browser


@pytest_asyncio.fixture(loop_scope="module")
async def stage(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    async with staged(browser, monkeypatch) as one:
        yield one


# What one sees first


async def test_first_visit_explains_itself_once(stage: Stage) -> None:
    page = await stage.page()
    hint = page.locator("#hint")
    await expect(hint).to_contain_text("stands in for Discord")
    await hint.get_by_role("button", name="Understood").click()
    await expect(hint).to_be_hidden()
    await page.reload()
    await expect(page.locator("#text")).to_have_attribute("placeholder", re.compile("#cards"))
    await expect(hint).to_be_hidden()


async def test_shortcut_runs_its_command_and_follows_it_to_the_direct_message(stage: Stage) -> None:
    stage.server.shortcuts.append(
        Shortcut("Play against three robots", stage.channel_id("cards"), "table open", {"robots": 3})
    )
    page = await stage.page("general")
    await page.get_by_role("button", name="Play against three robots").click()
    await expect(page.locator("#channel-name")).to_contain_text("Hartenheer")
    await expect(page.locator("li.message")).to_contain_text("Your hand.")
    toast = page.locator(".toast")
    await expect(toast).to_contain_text("It goes on here")
    await expect(page.locator(".badge")).to_have_count(0)
    assert stage.ann.unread(stage.ann.open_direct_messages()["id"]) == 0
    # The link in the message leads back to the table, inside the page.
    await page.get_by_role("link", name="# cards › message").click()
    await expect(page.locator("#channel-name")).to_contain_text("cards")
    await expect(page.locator("li.message.pointed-out")).to_contain_text("A table with 3 robots")
    await expect(page.locator(".message-context")).to_contain_text("Ann used /table open")


# Messages and components


async def test_panel_shows_everything_it_is_made_of(stage: Stage) -> None:
    page = await stage.page()
    panel = await stage.panel(page)
    await expect(panel.locator(".author")).to_have_text("Hartenheer")
    await expect(panel.locator(".app-tag")).to_have_text("APP")
    await expect(panel.locator(".md-2")).to_have_text("Panel")
    accent = await panel.locator(".container").evaluate("e => getComputedStyle(e).borderLeftColor")
    assert accent == "rgb(47, 125, 104)"
    image = panel.get_by_alt_text("The table, seen from above")
    await expect(image).to_have_js_property("naturalWidth", 800)
    away = panel.get_by_role("link", name="Away")
    await expect(away).to_have_attribute("href", "https://example.org/rules")
    await expect(away).to_have_attribute("rel", re.compile("noopener"))
    await expect(panel.get_by_role("button", name="Off")).to_be_disabled()
    await image.click()
    large = page.get_by_role("dialog", name="Picture")
    await expect(large.get_by_alt_text("The table, seen from above")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)
    async with page.expect_download() as download:
        await panel.get_by_role("link", name="Download record.txt").click()
    path = await (await download.value).path()
    # What somebody uploads must not run in the page's name when it is opened in a tab.
    async with aiohttp.ClientSession() as session, session.get((await download.value).url) as answer:
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert path.read_bytes() == RECORD


async def test_an_edit_patches_the_message_and_keeps_the_focus(stage: Stage) -> None:
    page = await stage.page()
    panel = await stage.panel(page)
    count = panel.get_by_role("button", name="Count")
    await panel.evaluate("element => { element.marked = true }")
    await count.evaluate("element => { element.marked = true }")
    await count.focus()
    for presses in (1, 2):
        await page.keyboard.press("Enter")
        await expect(panel).to_contain_text(f"Pressed {presses} times")
        await expect(count).not_to_have_attribute("aria-busy", "true")
    await expect(panel.locator(".edited")).to_have_text("(edited)")
    await expect(count).to_be_focused()
    assert await panel.evaluate("element => element.marked")
    assert await count.evaluate("element => element.marked")


async def test_focus_goes_to_the_neighbour_of_a_button_that_goes(stage: Stage) -> None:
    page = await stage.page()
    panel = await stage.panel(page)
    await panel.get_by_role("button", name="Go", exact=True).focus()
    await page.keyboard.press("Enter")
    await expect(panel.get_by_role("button", name="Go", exact=True)).to_have_count(0)
    assert await page.evaluate("document.activeElement.closest('li.message') !== null")


async def test_a_press_waits_then_fails_in_words(stage: Stage) -> None:
    page = await stage.page()
    panel = await stage.panel(page)
    slow = panel.get_by_role("button", name="Slow")
    await slow.click()
    await expect(slow).to_have_attribute("aria-busy", "true")
    await expect(panel.get_by_role("button", name="Count")).to_have_attribute("aria-disabled", "true")
    stage.clock.advance(3)
    await expect(panel.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(slow).not_to_have_attribute("aria-busy", "true")
    await panel.get_by_role("button", name="Count").click()
    await expect(panel).to_contain_text("Pressed 1 times")
    await expect(panel.get_by_role("alert")).to_have_count(0)


async def test_ephemeral_message_is_for_one_person_and_can_be_dismissed(stage: Stage) -> None:
    page, other = await stage.page(), await stage.page()
    await other.get_by_role("button", name="Switch to Bram").click()
    panel = await stage.panel(page)
    await panel.get_by_role("button", name="Quiet").click()
    whisper = page.locator("li.ephemeral")
    await expect(whisper).to_contain_text("Between us.")
    await expect(whisper).to_contain_text("Only you can see this")
    await expect(other.locator("li.message")).to_have_count(1)
    await whisper.get_by_role("button", name="Dismiss message").click()
    await expect(whisper).to_have_count(0)
    await page.reload()
    await expect(page.locator("li.message")).to_have_count(1)


async def test_selects_take_several_values_and_search_people(stage: Stage) -> None:
    page = await stage.page()
    panel = await stage.panel(page)
    await panel.get_by_role("button", name="Which suits?").click()
    picker = page.get_by_role("dialog", name="Which suits?")
    done = picker.get_by_role("button", name="Done")
    await picker.get_by_role("option", name="Spades").click()
    await expect(done).to_be_disabled()
    await picker.get_by_role("option", name="Clubs").click()
    await done.click()
    await expect(last(page)).to_contain_text("Suits: Clubs, Spades")
    await panel.get_by_role("button", name="Who plays?").click()
    picker = page.get_by_role("dialog", name="Who plays?")
    await picker.get_by_role("searchbox").fill("chl")
    await expect(picker.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("You chose @Chloé")


async def test_modal_checks_what_is_filled_in_and_sends_it(stage: Stage) -> None:
    page = await stage.page()
    panel = await stage.panel(page)
    await panel.get_by_role("button", name="Form").click()
    modal = page.get_by_role("dialog", name="Name the table")
    await expect(modal.locator("em")).to_have_text("well")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal.get_by_text("This is needed.")).to_be_visible()
    name = modal.get_by_label("Name")
    await expect(name).to_be_focused()
    await name.fill("ab")
    await name.press("Enter")
    await expect(modal.get_by_text("At least 3 characters")).to_be_visible()
    await name.fill("abc")
    await modal.get_by_label("Notes").fill("two\nlines")
    await modal.get_by_label("Clock").click()
    await page.get_by_role("option", name="30 s").click()
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).to_have_count(0)
    await expect(last(page)).to_contain_text("lines clock=30 s")
    await expect(last(page)).to_contain_text("name=abc notes=two")
    await expect(last(page).locator(".message-context")).to_contain_text("Panel")


# Commands


async def test_command_options_are_offered_checked_and_sent(stage: Stage) -> None:
    page = await stage.page()
    text, offered = page.locator("#text"), page.locator("#suggestions").get_by_role("option")
    await text.fill("/")
    await expect(offered.filter(has_text="/table panel")).to_contain_text("One of everything")
    await text.fill("/ro")
    await expect(offered).to_have_count(1)
    await text.press("Tab")
    sides = page.get_by_role("combobox", name="sides")
    await expect(sides).to_be_focused()
    await sides.press("Enter")
    note = page.locator("#composer-note")
    await expect(note).to_have_text("sides is needed.")
    await sides.fill("many")
    await sides.press("Enter")
    await expect(note).to_have_text("sides: a whole number, please.")
    await sides.fill("101")
    await sides.press("Enter")
    await expect(note).to_have_text("sides: at most 100.")
    await sides.fill("20")
    game = page.get_by_role("combobox", name="game")
    await game.fill("king")
    await expect(offered).to_have_text(["Kingen", "King"])
    await offered.filter(has_text=re.compile("^Kingen$")).click()
    for name, choice in (("colour", "Blue"), ("loud", "True"), ("by", "Chloé"), ("where", "# general")):
        await page.get_by_role("button", name=name).click()
        await expect(page.get_by_role("combobox", name=name)).to_be_focused()
        await offered.filter(has_text=choice).click()
    await page.get_by_role("combobox", name="where").press("Enter")
    chloe, general = stage.server.people.named("Chloé").id, stage.channel_id("general")
    await expect(last(page)).to_contain_text(f"20 kingen b True {chloe} {general}")
    await expect(last(page).locator(".message-context")).to_contain_text("Ann used /roll")


async def test_a_command_takes_a_file(stage: Stage) -> None:
    page = await stage.page()
    await page.locator("#text").fill("/read")
    await page.locator("#text").press("Tab")
    file, note = page.get_by_label("file, needed"), page.locator("#composer-note")
    await page.get_by_role("button", name="note").click()
    noted = page.get_by_role("combobox", name="note")
    await noted.press("Enter")
    await expect(note).to_have_text("file is needed.")
    large = FilePayload(name="large.csv", mimeType="text/csv", buffer=b"x" * (10 * 1024 * 1024 + 1))
    await file.set_input_files([large])
    await noted.press("Enter")
    await expect(note).to_have_text("file: your files are too powerful. The most is 10 MB.")
    small = FilePayload(name="old season.csv", mimeType="text/csv", buffer="Ann;3 é".encode())
    await file.set_input_files([small])
    await noted.fill("min")
    offered = page.locator("#suggestions").get_by_role("option")
    await offered.filter(has_text="Minutes").click()
    await noted.press("Enter")
    await expect(last(page)).to_contain_text("old_season.csv has 8 bytes: Ann;3 é minutes")


async def test_a_command_that_is_mentioned_is_put_into_the_composer(stage: Stage) -> None:
    page = await stage.page()
    (table,) = [one for one in stage.server.commands.scope(None).values() if one["name"] == "table"]
    text, bar = page.locator("#text"), page.locator("#command-bar")
    await text.fill(f"Try </table open:{table['id']}> or </table fly:{table['id']}>, not </table open:1>")
    await text.press("Enter")
    await expect(last(page)).to_contain_text("Try /table open or /table fly, not /table open")
    mentions = last(page).get_by_role("button", name="/table")
    for number, path in ((1, "/table fly"), (2, "/table open")):
        await mentions.nth(number).click()
        await expect(page.locator("#composer-note")).to_have_text(f"{path} is not offered here.")
        await expect(bar).to_be_hidden()
    await mentions.nth(0).click()
    await expect(bar.locator(".command-name")).to_have_text("/table open")
    await bar.get_by_role("button", name="robots").click()
    await page.get_by_role("combobox", name="robots").fill("2")
    await page.get_by_role("combobox", name="robots").press("Enter")
    await expect(last(page)).to_contain_text("A table with 2 robots")


async def test_unanswered_command_says_so_to_its_author_alone(stage: Stage) -> None:
    page = await stage.page()
    await command(page, "/mute")
    await expect(page.locator("#composer-note")).to_have_text("Sending /mute…")
    stage.clock.advance(3)
    await expect(last(page)).to_contain_text("The application did not respond")
    await expect(last(page)).to_contain_text("Only you can see this")
    await last(page).get_by_role("button", name="Dismiss message").click()
    await expect(page.locator("li.message")).to_have_count(0)


async def test_deferred_answer_is_thinking_first(stage: Stage) -> None:
    page = await stage.page()
    await command(page, "/later")
    await expect(last(page)).to_contain_text("Hartenheer is thinking…")
    stage.bot.think.set()
    await expect(last(page)).to_contain_text("Here it is.")
    await expect(page.locator("li.message")).to_have_count(1)


# People


async def test_another_person_is_added_and_has_a_view_of_their_own(stage: Stage) -> None:
    page = await stage.page()
    await page.get_by_role("button", name="Add a person").first.click()
    dialog = page.get_by_role("dialog", name="Add a person")
    await dialog.get_by_label("Name").fill("Ann")
    await dialog.get_by_role("button", name="Add").click()
    await expect(dialog.get_by_role("alert")).to_have_text("There is somebody of that name already.")
    await dialog.get_by_label("Name").fill("Ömer")
    await dialog.get_by_role("button", name="Add").click()
    await expect(page.locator(".chip.current")).to_contain_text("Ömer")
    await page.locator("#text").fill("Good **evening**")
    await page.locator("#text").press("Enter")
    await expect(last(page).locator("strong")).to_have_text("evening")
    await expect(last(page).locator(".author")).to_have_text("Ömer")
    await page.reload()
    await expect(page.locator(".chip.current")).to_contain_text("Ömer")


async def test_direct_messages_notify_and_can_be_refused(stage: Stage) -> None:
    page = await stage.page()
    bram, chip = stage.server.people.named("Bram"), page.locator(".chip", has_text="Bram")
    await write_to(page, "Bram")
    await expect(chip.locator(".badge")).to_have_text("1")
    await page.locator(".member", has_text="Bram").get_by_label("accepts direct messages").uncheck()
    await write_to(page, "Bram")
    await expect(last(page)).to_contain_text("They take no direct messages.")
    assert not bram.account.direct_messages_open
    await chip.click()
    await expect(page.locator(".channel", has_text="Hartenheer").locator(".badge")).to_have_text("1")
    await page.locator(".channel", has_text="Hartenheer").click()
    await expect(last(page)).to_contain_text("Psst")
    await expect(page.locator(".badge")).to_have_count(0)


async def test_a_direct_message_rings_with_a_link_to_it(stage: Stage) -> None:
    page = await stage.page()
    await write_to(page, "Ann")
    toast = page.locator(".toast")
    await expect(toast).to_contain_text("Hartenheer: Psst Your turn")
    await toast.get_by_role("link", name="Open").click()
    await expect(page.locator("li.pointed-out")).to_contain_text("Psst")
    await expect(page.locator(".badge")).to_have_count(0)


async def write_to(page: Page, name: str) -> None:
    await page.locator("#text").fill("/write")
    await page.locator("#text").press("Enter")
    who = page.get_by_role("combobox", name="who")
    await who.fill(name)
    await who.press("Enter")
    await who.press("Enter")
    await expect(page.locator("#composer-note")).to_be_hidden()


# Reading


async def test_reading_further_up_is_left_in_peace(stage: Stage) -> None:
    for number in range(90):
        await stage.server.people.named("Bram").send(stage.channel_id("cards"), f"line {number}")
        stage.clock.advance(60)
    page = await stage.page()
    scroller = page.locator("#scroller")
    await expect(last(page)).to_be_in_viewport()
    await page.get_by_role("button", name="Show earlier messages").click()
    await expect(page.locator("li.message")).to_have_count(90)
    await scroller.evaluate("element => { element.scrollTop = 300 }")
    await expect(page.locator("#jump")).to_be_visible()
    await stage.server.people.named("Bram").send(stage.channel_id("cards"), "the newest")
    await expect(page.locator("#jump")).to_have_text("1 new message")
    assert await scroller.evaluate("element => element.scrollTop") == 300
    await page.locator("#jump").click()
    await expect(last(page)).to_be_in_viewport()
    await expect(last(page)).to_contain_text("the newest")
    await stage.server.people.named("Bram").send(stage.channel_id("cards"), "newer still")
    await expect(last(page)).to_contain_text("newer still")
    await expect(last(page)).to_be_in_viewport()
    await expect(page.locator("#announcer")).to_contain_text("Bram: newer still")


async def test_unread_channels_stand_out(stage: Stage) -> None:
    page = await stage.page("cards")
    general = page.locator(".channel", has_text="general")
    await expect(general).not_to_have_class(re.compile("unread"))
    await stage.server.people.named("Bram").send(stage.channel_id("general"), f"<@{stage.ann.id}>, join us")
    await expect(general).to_have_class(re.compile("unread"))
    await general.click()
    await expect(page.locator(".divider.fresh")).to_contain_text("New")
    await expect(general).not_to_have_class(re.compile("unread"))


async def test_the_page_comes_back_when_the_server_does(stage: Stage) -> None:
    page = await stage.page()
    port = int(stage.server.address.origin.rsplit(":", 1)[1])
    await stage.bot.stop()
    await stage.server.close()
    notice = page.locator("#connection")
    await expect(notice).to_contain_text("Connecting again")
    stage.server = await Playground.start(port=port, clock=stage.clock)
    await expect(notice).to_contain_text("Connected again.")
    await page.locator("#text").fill("still here")
    await page.locator("#text").press("Enter")
    await expect(last(page)).to_contain_text("still here")


# Hostile input


async def test_names_and_texts_are_never_html(stage: Stage) -> None:
    evil = "<img src=x onerror=hacked=1>"
    person = stage.server.people.add(evil)
    text = f"{evil} **<b onclick=hacked=1>b</b>** [x](javascript:hacked=1) `<script>hacked=1</script>`"
    page = await stage.page()
    await person.send(stage.channel_id("cards"), text)
    await expect(last(page).locator(".author")).to_have_text(evil)
    await expect(last(page)).to_contain_text("[x](javascript:hacked=1)")
    await expect(page.locator(".chip").filter(has_text=evil)).to_be_visible()
    await expect(last(page).locator("img, script, b[onclick], a")).to_have_count(0)
    assert await page.evaluate("typeof hacked") == "undefined"


async def test_other_sites_cannot_use_the_server(stage: Stage) -> None:
    socket, host = f"{stage.server.page_url}page/socket", stage.server.address.origin.removeprefix("http://")
    async with aiohttp.ClientSession() as session:
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {},
            {"Origin": "http://localhost:1"},
        ):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(socket, headers=headers)
            assert refused.value.status == 403
        rebound = {"Host": "evil.example", "Origin": "http://evil.example"}
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(socket, headers=rebound)
        async with session.get(stage.server.page_url, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
        for path in ("static/../page.py", "static/%2e%2e/page.py", "static/none.js"):
            async with session.get(stage.server.page_url + path) as answer:
                assert answer.status == 404
        async with session.ws_connect(socket, headers={"Origin": f"http://{host}"}) as own:
            await own.send_json({"n": 1, "op": "press", "message": "1", "custom_id": "x"})
            assert await own.receive_json() == {"n": 1, "error": "The page has not said yet who it is."}
            await own.send_str("[")
            assert (await own.receive_json())["error"] == "That is not there any more."


# Looks


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_phone_is_one_column_with_large_buttons(stage: Stage, theme: str) -> None:
    stage.server.shortcuts.append(Shortcut("Play against three robots", None, "table open", {"robots": 3}))
    page = await stage.page(viewport=PHONE, color_scheme=theme, has_touch=True)
    panel = await stage.panel(page)
    await expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    await expect(page.locator("#sidebar")).to_be_hidden()
    boxes = [
        await button.bounding_box()
        for button in await page.get_by_role("button").all()
        if await button.is_visible()
    ]
    assert len(boxes) > 8
    assert min(box["height"] for box in boxes if box) >= 40
    image = await panel.get_by_alt_text("The table, seen from above").bounding_box()
    assert image and image["width"] > 330
    await page.get_by_role("button", name="Channels and people").click()
    await page.get_by_role("link", name="general").click()
    await expect(page.locator("#channel-name")).to_contain_text("general")
    await expect(page.locator("#sidebar")).to_be_hidden()


async def test_no_shortcut_is_cut_off_on_a_phone(stage: Stage) -> None:
    for label in ("Play against three robots", "Learn to play", "The deal of the day"):
        stage.server.shortcuts.append(Shortcut(label, None, "table open"))
    page = await stage.page(viewport=PHONE, has_touch=True)
    shortcuts = await page.locator("#shortcuts button").all()
    assert len(shortcuts) == 3
    for one in shortcuts:
        box, words = await one.bounding_box(), await one.locator("span").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390 and 40 <= box["height"] <= 52
        assert words and words["width"] <= box["width"] and words["height"] <= box["height"]


async def test_wide_page_has_three_columns_and_both_themes(stage: Stage) -> None:
    page = await stage.page(color_scheme="dark")
    lefts = [
        (await page.locator(part).bounding_box() or {})["x"] for part in ("#sidebar", "main", "#members")
    ]
    assert lefts == sorted(lefts) and len(set(lefts)) == 3
    await page.get_by_role("button", name="Use the light theme").click()
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")


EMOJI = '<svg xmlns="http://www.w3.org/2000/svg"/>'

MARKDOWN = [
    ("**b** *i* _i_ __u__ ~~s~~", "<p><strong>b</strong> <em>i</em> <em>i</em> <u>u</u> <s>s</s></p>"),
    (
        "***both*** snake_case_name 2 * 3 * 4",
        "<p><strong><em>both</em></strong> snake_case_name 2 * 3 * 4</p>",
    ),
    (r"\*not\* \\ **a\*b**", r"<p>*not* \ <strong>a*b</strong></p>"),
    (
        "`<b> **x**` ``a`b``",
        '<p><code class="inline">&lt;b&gt; **x**</code> <code class="inline">a`b</code></p>',
    ),
    ("# A\n## *B*\n#nope", '<h3 class="md-1">A</h3><h4 class="md-2"><em>B</em></h4><p>#nope</p>'),
    ("-# small\ntext", '<small class="subtext">small</small><p>text</p>'),
    (
        "- a\n- b\n  - c\n2. d",
        '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start="2"><li>d</li></ol>',
    ),
    ("> a\n> b\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
    ("x\n```py\na < b\n```\ny", "<p>x</p><pre><code>a &lt; b</code></pre><p>y</p>"),
    (
        "<@1> <#2>",
        '<p><span class="mention">@unknown person</span> <span class="mention"># unknown</span></p>',
    ),
    (
        "</table open:12>",
        '<p><button class="mention" type="button" data-action="command" data-path="table open"'
        ' data-command-id="12">/table open</button></p>',
    ),
    ("<:club:5>", '<p><img class="custom-emoji" src="/cdn/emojis/5.png" alt=":club:" title=":club:"></p>'),
    ("a <b> & c </script>", "<p>a &lt;b&gt; &amp; c &lt;/script&gt;</p>"),
]


async def test_markdown_reads_as_discord_does(stage: Stage) -> None:
    page = await stage.page()
    render = """async (text) => {
        const { markdown } = await import("/static/markdown.js");
        const place = document.createElement("div");
        place.append(...markdown(text));
        return place.innerHTML;
    }"""

    async def draw(route: Route) -> None:
        await route.fulfill(body=EMOJI, content_type="image/svg+xml")

    await page.route("**/cdn/emojis/5.png", draw)
    for text, wanted in MARKDOWN:
        assert await page.evaluate(render, text) == wanted, text
    spoiler = await page.evaluate(render, "||secret||")
    assert 'data-action="reveal"' in spoiler and "secret" in spoiler
    moment = await page.evaluate(render, "<t:1767225600:R>")
    assert 'datetime="2026-01-01T00:00:00.000Z"' in moment and "data-relative" in moment
    link = await page.evaluate(render, "see https://example.org/a_b_c(d), [**t**](https://example.org/x)")
    assert 'href="https://example.org/a_b_c(d"' in link or 'href="https://example.org/a_b_c(d)"' in link
    assert "<strong>t</strong></a>" in link
    inside = await page.evaluate(render, "https://discord.com/channels/@me/12/34")
    assert inside == '<p><a class="inside mention" href="#/@me/12/34">elsewhere › message</a></p>'
